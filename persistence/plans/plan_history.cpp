#include "persistence/plans/plan_history.hpp"

#include "persistence/sql/invariant.hpp"

namespace paylink {
namespace {

const plan* listed_plan(std::string_view name) {
  const auto* found = find_plan(name);
  ensure(found != nullptr, "every account has a plan of the list");
  return found;
}

const sql_statement<sql_row<sql_text, sql_number, sql_text, sql_number>(sql_text)> find_account_plan_sql{
    "SELECT u.plan, u.created_at, c.plan, c.at FROM users u LEFT JOIN plan_changes c ON c.user_id = u.id WHERE u.id = "
    ":id"};

const sql_statement<sql_row<sql_number, sql_text>(sql_text)> list_plan_periods_sql{
    "SELECT from_at, plan FROM plan_periods WHERE user_id = :id ORDER BY from_at"};

const sql_statement<sql_row<sql_number>(sql_text, sql_text)> count_usage_sql{
    "SELECT COUNT(*) FROM usage WHERE owner_id = :owner AND month = :month"};

} // namespace

std::optional<account_plan> find_account_plan(connection& db, user_id of) {
  auto& found = db[find_account_plan_sql];
  if (!found.first(of.view())) return std::nullopt;
  const auto& [plan, created_at, next, next_at] = found.out().fields;
  account_plan account{.plan = {.name = plan.value}, .created_at = from_millis(created_at.value)};
  if (next.is_null()) return account;
  account.plan.next = next.value;
  account.plan.next_at = from_millis(next_at.value);
  return account;
}

std::vector<plan_period> list_plan_periods(connection& db, user_id of, const account_plan& known, timestamp now) {
  std::vector<plan_period> found;
  db[list_plan_periods_sql].each(
      [&](const auto& columns) {
        const auto& [from, plan] = columns.fields;
        found.push_back({from_millis(from.value), listed_plan(plan.view())});
      },
      of.view());
  if (found.empty()) found.push_back({known.created_at, listed_plan(known.plan.name)});
  if (known.plan.next_at && *known.plan.next_at <= now)
    found.push_back({*known.plan.next_at, listed_plan(known.plan.next)});
  return found;
}

std::int64_t count_usage(connection& db, user_id of, calendar_month month) {
  auto& counted = db[count_usage_sql];
  counted.first(of.view(), month.text());
  return counted.column<0>().value;
}

} // namespace paylink
