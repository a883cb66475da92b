#pragma once
#include "domain/identity/audit.hpp"
#include "persistence/records/page.hpp"
#include "persistence/records/verb.hpp"

#include <optional>
#include <string>
#include <utility>

/// The stores' records about reading the audit log.
namespace paylink {

/// The filters of a Workspace's audit log; empty ones do not filter.
struct audit_filter {
  std::optional<timestamp> from{}, to{}; ///< `from` inclusive, `to` exclusive.
  std::string actor{};                   ///< Id of a user or a token.
  std::string action{}, target{};
  bool ascending = false;
  int limit = 20;
  /// The time and the number of the last row of the page before.
  std::optional<std::pair<timestamp, std::int64_t>> after{};
};

/// Rows of a Workspace's audit log.
struct list_audit_rows {
  workspace_id in;
  const audit_filter& filter;
};
page<audit_row> answer(reading& at, const list_audit_rows& wanted);

} // namespace paylink
