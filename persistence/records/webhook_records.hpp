#pragma once
#include "domain/deliveries/delivery.hpp"
#include "domain/errors/errc.hpp"
#include "domain/identity/audit.hpp"
#include "domain/webhooks/webhook.hpp"
#include "persistence/records/idempotency_key.hpp"
#include "persistence/records/page.hpp"
#include "persistence/records/verb.hpp"

#include <memory>

/// The stores' records about a Workspace's webhooks.
namespace paylink {

/// A webhook's API key and secret, sealed for their place, which `id` names.
struct sealed_webhook_keys {
  std::string id;              ///< Unique.
  std::string api_key, secret; ///< Of a chat: none, and the token of its bot.
  std::string bot{};           ///< Of a chat: a digest that stands for the token.
};

/// An event that is none, to be sent to one webhook.
struct test_event {
  delivery_id delivery;
  webhook_event event = webhook_event::transaction_credit;
  std::string subject; ///< `txn_test_…` or `ord_test_…`.
  std::string body;
};

struct made_webhook {
  webhook record;
  bool is_replay = false; ///< An earlier request with the same key made it.
};

/// A new webhook. `not_found` (Workspace); `conflict`: the Workspace has as many as it may have;
/// `idempotency_key_reused`.
struct create_webhook {
  using reply = made_webhook;
  static constexpr bool ends_stretch = true;
  static constexpr bool is_apart = true;
  webhook record; ///< Without its row and time.
  sealed_webhook_keys keys;
  idempotency_key key{};
  act by{};
  std::optional<test_event> test{}; ///< Sent at once.
};
result<made_webhook> carry_out(writing& at, const create_webhook& command);

/// What to change of a webhook; absent: stays.
struct webhook_change {
  std::optional<std::string> name{}, url{};
  std::optional<webhook_event_set> events{};
  std::optional<webhook_filter> filter{};
  std::optional<webhook_headers> headers{};
  std::optional<bool> is_enabled{};
  std::optional<std::string> chat_id{};
  std::optional<sealed_webhook_keys> keys{}; ///< In force at once, in place of all others.
};

/// Changes a webhook. Deliveries that wait go to the new URL. `not_found`; `conflict`: the URL is of another origin
/// than the one so far, whose keys it must not see, and there are no new ones.
struct change_webhook {
  using reply = webhook;
  static constexpr bool ends_stretch = true;
  workspace_id workspace;
  webhook_id id;
  webhook_change change;
  act by{};
  std::optional<test_event> test{}; ///< Sent at once, if the webhook is enabled.
};
result<webhook> carry_out(writing& at, const change_webhook& command);

/// Ends a webhook for good; deliveries that wait are skipped. `not_found`.
struct delete_webhook {
  using reply = no_reply;
  static constexpr bool ends_stretch = true;
  static constexpr bool is_apart = true;
  workspace_id workspace;
  webhook_id id;
  act by{};
};
result<no_reply> carry_out(writing& at, const delete_webhook& command);

/// Gives a webhook another pair of key and secret, used after `rotation_delay` or when it is activated; one that was
/// waiting is dropped. `not_found`.
struct rotate_webhook {
  using reply = webhook;
  static constexpr bool ends_stretch = true;
  workspace_id workspace;
  webhook_id id;
  sealed_webhook_keys keys;
  act by{};
};
result<webhook> carry_out(writing& at, const rotate_webhook& command);

/// Uses the rotated pair from now on. `not_found`; `conflict`: none is waiting.
struct activate_webhook_keys {
  using reply = webhook;
  static constexpr bool ends_stretch = true;
  workspace_id workspace;
  webhook_id id;
  act by{};
};
result<webhook> carry_out(writing& at, const activate_webhook_keys& command);

/// A delivery that is under way.
struct started_delivery {
  delivery_id id;
  timestamp at;
};

/// Sends a webhook an event that is none. `not_found`; `conflict`: it is disabled.
struct test_webhook {
  using reply = started_delivery;
  workspace_id workspace;
  webhook_id id;
  test_event event;
  act by{};
};
result<started_delivery> carry_out(writing& at, const test_webhook& command);

using webhook_verbs =
    verbs<create_webhook, change_webhook, delete_webhook, rotate_webhook, activate_webhook_keys, test_webhook>;

/// A page of a Workspace's webhooks.
struct webhook_list_filter {
  bool ascending = false;
  int limit = 20;
  std::int64_t after = 0; ///< The row of the last webhook of the page before; 0: the first page.
};

struct list_webhooks {
  workspace_id in;
  const webhook_list_filter& filter;
  timestamp now;
};
page<webhook> answer(reading& at, const list_webhooks& wanted);

/// `not_found`.
struct find_webhook {
  workspace_id in;
  webhook_id id;
  timestamp now;
};
result<webhook> answer(reading& at, const find_webhook& wanted);

/// A webhook as a request to it needs it, with the keys that are in force. `not_found`.
struct find_webhook_target {
  std::int64_t row = 0; ///< From `find_webhook`.
  timestamp now;
};
result<std::shared_ptr<const webhook_target>> answer(reading& at, const find_webhook_target& wanted);

} // namespace paylink
