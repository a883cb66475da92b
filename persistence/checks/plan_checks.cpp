#include "persistence/checks/row_check.hpp"

namespace paylink::checks {
namespace {

/// SQL: the price of a plan.
std::string price_of(const std::string& plan) { return "(SELECT price FROM plans WHERE name = " + plan + ")"; }

/// SQL: the price of the highest plan that was held in the month of a statement.
constexpr const char* highest_price_sql =
    "(SELECT MAX(p.price) FROM plan_periods h JOIN plans p ON p.name = h.plan WHERE h.user_id = x.owner_id AND "
    "h.from_at < x.ended_at AND (SELECT 1 FROM plan_periods n WHERE n.user_id = h.user_id AND n.from_at > h.from_at "
    "AND "
    "n.from_at <= x.began_at LIMIT 1) IS NULL)";

} // namespace

std::vector<row_check> plan_checks(dialect spoken) {
  const std::string bill = "keep a copy of the database and report it: the account was billed a wrong amount";
  const std::string label = "x.owner_id || ' ' || x.month";
  return {
      {.name = "statement_usage",
       .table = "statements",
       .broken = "x.transactions <> (SELECT COUNT(*) FROM usage u WHERE u.owner_id = x.owner_id AND u.month = x.month)",
       .problem = "a closed statement's count differs from the transactions recorded in its month",
       .advice = bill,
       .label = label},
      {.name = "statement_amount",
       .table = "statements",
       .broken =
           "x.overage_transactions <> CASE WHEN x.transactions > x.quota THEN x.transactions - x.quota ELSE 0 END "
           "OR x.overage_amount <> x.overage_transactions * x.overage_price OR x.total <> x.price + "
           "x.overage_amount OR x.month <> " +
           month_sql(spoken, "x.began_at") + " OR x.month <> " + month_sql(spoken, "(x.ended_at - 1)"),
       .problem = "the numbers of a closed statement do not add up",
       .advice = bill,
       .label = label},
      {.name = "statement_plan",
       .table = "statements",
       .broken = "COALESCE(" + price_of("x.plan") + ", -1) <> " + highest_price_sql,
       .problem = "a closed statement does not use the highest plan of its month",
       .advice = bill,
       .label = label},
      {.name = "statement_owner",
       .table = "statements",
       .broken = lacks("users u", "u.id = x.owner_id AND u.created_at < x.ended_at"),
       .problem = "a statement belongs to no account of its month",
       .advice = report_it,
       .label = label},
      {.name = "held_plan",
       .table = "users",
       .broken = "x.plan <> COALESCE((SELECT p.plan FROM plan_periods p WHERE p.user_id = x.id ORDER BY p.from_at DESC "
                 "LIMIT 1), '')",
       .problem = "an account's plan is not the last one in its history",
       .advice = "set the agreed plan with paylinkd admin users plan; if rows were changed by hand, undo that"},
      {.name = "plan_period",
       .table = "plan_periods",
       .broken = lacks("users u", "u.id = x.user_id AND u.created_at <= x.from_at"),
       .problem = "a plan was held by no account, or before the account was created",
       .advice = report_it,
       .label = "x.user_id"},
      {.name = "plan_change",
       .table = "plan_changes",
       .broken = "COALESCE(" + price_of("x.plan") + ", -1) >= COALESCE(" +
                 price_of("(SELECT u.plan FROM users u WHERE u.id = x.user_id)") + ", -1)",
       .problem = "the plan for the next month is not lower than the current one",
       .advice = report_it,
       .label = "x.user_id"},
  };
}

} // namespace paylink::checks
