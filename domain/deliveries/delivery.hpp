#pragma once
#include "domain/deliveries/delivery_kind.hpp"
#include "domain/values/ids.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace paylink {

/// Why an attempt failed. `none`: the receiver acknowledged.
enum class failure_class {
  none,
  dns,
  connect,
  tls,
  timeout,
  blocked_destination,
  redirect_rejected,
  http_4xx,
  http_5xx,
  reset
};

/// What happens to a delivery after an attempt, by the specification's table. `unconfirmed`: it has failed if a second
/// look agrees, and is retried otherwise.
enum class verdict { acknowledged, retry, unconfirmed, failed };

/// Everything that is stored about one attempt.
struct attempt {
  int number = 0; ///< From 1; committed before the request is sent.
  timestamp started_at;
  std::chrono::milliseconds duration{0};
  std::string url;               ///< The URL of the last hop.
  std::string address;           ///< `192.0.2.1:443`; empty if there was no connection attempt.
  std::vector<std::string> hops; ///< URLs that redirects led to, in order.
  int status_code = 0;           ///< 0: no answer.
  failure_class failed_by = failure_class::none;
  bool final = false;          ///< The failure is not retried whatever its class: refused certificate, unknown host.
  bool is_unconfirmed = false; ///< Of a stored attempt: a second look had to come, so it counted as a network error.
  std::string error;           ///< For people.
  std::vector<std::pair<std::string, std::string>> response_headers;
  std::string response_body; ///< At most 4 KiB.
  std::string tls;           ///< `TLSv1.3 TLS_AES_256_GCM_SHA384`, or empty.
};

/// The specification's table: any 2xx acknowledges; network error, timeout and some answers are retried; everything
/// else ends. What ends before a byte of the request is sent needs a second look.
verdict judge(const attempt& made);
/// The row of that table for an answer.
verdict judge_status(int status);

std::string_view to_text(failure_class value);
std::optional<failure_class> parse_failure_class(std::string_view text);

/// A verdict that was found before a byte of the request was sent: a refused certificate, an unknown host or a blocked
/// address. One node's clock, name servers and settings have made it, so it ends a delivery only if a second look
/// agrees; until then, its attempt counts as a network error.
struct early_verdict {
  failure_class found = failure_class::none;
  std::string node; ///< The name of the one that found it: a restart makes no second opinion.
  timestamp at;     ///< When it was stored.
  bool operator==(const early_verdict&) const = default;
};

/// A webhook as a request to it needs it. Its secrets are sealed: what signs an attempt opens them.
struct webhook_target {
  std::int64_t row = 0; ///< Its number in the store.
  webhook_id id;
  delivery_kind kind = delivery_kind::webhook;
  std::string key_id; ///< Of the pair of API key and secret that is in force.
  std::string sealed_api_key;
  std::string sealed_secret;                                ///< Of a chat: the token of its bot.
  std::string url{};                                        ///< Of an endpoint.
  std::string chat_id{};                                    ///< Empty: it is an endpoint.
  std::string bot{};                                        ///< Of a chat: a digest that stands for its bot's token.
  std::vector<std::pair<std::string, std::string>> headers; ///< Those that its Workspace adds.
  bool is_enabled = true;
  bool is_failing = false; ///< No delivery has succeeded since one has failed.
};

/// A claimed attempt of one delivery: everything needed to send it. The number is already on disk.
struct delivery_job {
  std::int64_t row = 0;   ///< The delivery's row number in the store.
  std::int64_t epoch = 0; ///< The claim's epoch; an outcome of an older epoch is discarded.
  int attempt = 0;        ///< The number to send.
  int round_start = 0;    ///< The last attempt number before this round: delays and the limit count from it.
  delivery_kind kind = delivery_kind::link_callback;
  workspace_id workspace;
  std::string event_id; ///< Of a delivery to a webhook: its own id, `dlv_…`.
  std::string url;
  std::string body;           ///< The stored bytes.
  std::int64_t signed_at = 0; ///< 0, and no signature, if each attempt is signed by itself.
  std::string signature;
  std::string agent; ///< `Service-Payment-Link/1`, as stored with the event.
  std::string brand; ///< `Service`: what stands in the header names, as stored with the event.
  std::shared_ptr<const webhook_target> webhook; ///< Null for a callback.
  timestamp lease_until;
  timestamp raised_at;                    ///< When it was recorded.
  std::optional<early_verdict> earlier{}; ///< An attempt before has found it, and no receiver has answered since.
};

/// The destination's host and port, `shop.example:443`: the unit whose concurrent attempts are limited.
std::string destination_of(std::string_view url);

/// The queue in which a delivery waits for its turn, with others of its Workspace to the same host.
struct delivery_queue {
  std::string destination; ///< From `destination_of`.
  workspace_id workspace;
  auto operator<=>(const delivery_queue&) const = default;
};
delivery_queue queue_of(const delivery_job& job);

} // namespace paylink
