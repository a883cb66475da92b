#pragma once
#include "domain/errors/errc.hpp"
#include "domain/identity/audit.hpp"
#include "domain/plans/bill.hpp"
#include "domain/plans/plan_change.hpp"
#include "persistence/records/page.hpp"
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
result<held_plan> carry_out(writing& at, const change_plan& command);

using plan_verbs = verbs<change_plan>;

/// Which statements to list.
struct statement_filter {
  std::optional<calendar_month> after{}; ///< Where the page before ended; none: from the beginning.
  int limit = 0;
  bool ascending = false;
};

/// The plan that an account is on. `not_found`.
struct find_held_plan {
  user_id of;
  timestamp now;
};
result<held_plan> answer(reading& at, const find_held_plan& wanted);

/// An account's statements, of each month since its creation, closed or not.
struct list_statements {
  user_id of;
  const statement_filter& filter;
  timestamp now;
};
page<statement_of_month> answer(reading& at, const list_statements& wanted);

/// One of them. `not_found`.
struct find_statement {
  user_id of;
  calendar_month month;
  timestamp now;
};
result<statement_of_month> answer(reading& at, const find_statement& wanted);

} // namespace paylink
