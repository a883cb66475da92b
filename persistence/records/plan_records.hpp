#pragma once
#include "domain/identity/audit.hpp"
#include "domain/plans/plan_change.hpp"
#include "persistence/records/verb.hpp"

/// The stores' records about plans and statements.
namespace paylink {

/// Puts an account on another plan: a higher one at once, a lower one when the next month begins. The plan that is held
/// cancels a change that waits. `not_found`; `validation_error`: there is no such plan; `plan_workspace_limit`: the
/// account owns more Workspaces than the plan allows.
struct change_plan {
  using reply = held_plan;
  static constexpr bool is_apart = true;
  user_id user;
  std::string plan;
  act by;
  audit_id later{}; ///< Of the row that tells of a change when it takes effect.
};

using plan_verbs = verbs<change_plan>;

/// Which statements to list.
struct statement_filter {
  std::optional<calendar_month> after{}; ///< Where the page before ended; none: from the beginning.
  int limit = 0;
  bool ascending = false;
};

} // namespace paylink
