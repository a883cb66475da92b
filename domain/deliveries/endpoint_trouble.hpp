#pragma once
#include "domain/deliveries/notice.hpp"

namespace paylink {

/// An endpoint: scheme, host, port and path of a URL, without query and user. A path segment with three or more digits
/// counts as an id and becomes `*`, so that one receiver is one endpoint.
std::string endpoint_of(std::string_view url);

/// What troubles of one receiver are kept under: of callbacks the endpoint of their URL, of a webhook its id, so that
/// each webhook or chat is told of by itself, wherever it is moved.
std::string trouble_name(std::string_view url, const webhook_id& webhook);

/// The state of an endpoint to which deliveries have failed, and what its Workspace knows about it.
struct endpoint_trouble {
  timestamp began_at;                     ///< The first of the failures that `failures` counts.
  std::int64_t failures = 0;              ///< Since the endpoint last worked.
  std::int64_t unnotified = 0;            ///< Those that no notice has reported.
  std::optional<timestamp> notified_at{}; ///< The last notice of failures.
  bool is_failing = false;                ///< No success since the last failure.
  bool is_notified = false;               ///< A notice has reported the failure, and none the recovery.
  failed_delivery last{};
};

/// A notice to write; the Workspace and its people are looked up when it is sent.
struct raised_notice {
  notice_kind kind = notice_kind::delivery_failed;
  std::int64_t failures = 0;
  timestamp began_at;
  failed_delivery last{};
  bool is_failing = true;
};

/// At most one notice of failures in this time, and so at most one of recovery.
inline constexpr std::chrono::hours notice_interval{1};
/// An endpoint is forgotten if nothing was sent to it for this long.
inline constexpr std::chrono::hours trouble_life{24 * 30};

/// A delivery has failed: reported at once, unless a failure was reported within the last hour.
std::optional<raised_notice> on_failure(endpoint_trouble& trouble, const failed_delivery& failed, timestamp now);

/// A delivery was acknowledged: reported if failures were.
std::optional<raised_notice> on_success(endpoint_trouble& trouble);

/// The hour after a notice is over: reports the failures within it.
std::optional<raised_notice> on_hour(endpoint_trouble& trouble, timestamp now);

/// Whether the endpoint can be forgotten.
bool is_over(const endpoint_trouble& trouble, timestamp now);

} // namespace paylink
