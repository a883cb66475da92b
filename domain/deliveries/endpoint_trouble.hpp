#pragma once
#include "domain/deliveries/notice.hpp"

namespace paylink {

/// What a merchant calls an endpoint: scheme, host, port and path of a URL, without query and user. A segment of the
/// path with three digits or more is taken for an id and becomes `*`, so that one receiver is one endpoint.
std::string endpoint_of(std::string_view url);

/// How an endpoint stands to which deliveries have failed, and what its Workspace was told of that.
struct endpoint_trouble {
  timestamp began_at;                 ///< The first failure of those that `failures` counts.
  std::int64_t failures = 0;          ///< Since the endpoint was last well.
  std::int64_t untold = 0;            ///< Those of them that no notice has told of.
  std::optional<timestamp> told_at{}; ///< The last notice of failures.
  bool is_failing = false;            ///< Nothing got through since the last failure.
  bool is_told = false;               ///< A notice said so, and none that it is well again.
  failed_delivery last{};
};

/// A notice that is to be written; the Workspace and its people are looked up when it is sent.
struct raised_notice {
  notice_kind kind = notice_kind::delivery_failed;
  std::int64_t failures = 0;
  timestamp began_at;
  failed_delivery last{};
  bool is_failing = true;
};

/// At most one notice of failures in this time, and so of recoveries.
inline constexpr std::chrono::hours notice_interval{1};
/// An endpoint to which nothing was sent for so long is forgotten.
inline constexpr std::chrono::hours trouble_life{24 * 30};

/// A delivery has ended failed: told at once, unless a failure was told within the last hour.
std::optional<raised_notice> on_failure(endpoint_trouble& trouble, const failed_delivery& failed, timestamp now);

/// A delivery was acknowledged: told when failures were.
std::optional<raised_notice> on_success(endpoint_trouble& trouble);

/// The hour after a notice is over: what has failed within it is told.
std::optional<raised_notice> on_hour(endpoint_trouble& trouble, timestamp now);

/// Whether nothing has to be remembered of it.
bool is_over(const endpoint_trouble& trouble, timestamp now);

} // namespace paylink
