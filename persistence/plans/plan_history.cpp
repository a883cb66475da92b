#include "persistence/plans/plan_history.hpp"

#include "persistence/sql/invariant.hpp"

namespace paylink {

namespace {

const plan* listed_plan(std::string_view name) {
  const auto* found = find_plan(name);
  ensure(found != nullptr, "every account has a plan of the list");
  return found;
}

} // namespace

plan_history::plan_history(soci::session& session)
    : find_{session, "SELECT u.plan, u.created_at, c.plan, c.at FROM users u LEFT JOIN plan_changes c ON c.user_id = "
                     "u.id WHERE u.id = :id"},
      periods_{session, "SELECT from_at, plan FROM plan_periods WHERE user_id = :id ORDER BY from_at"},
      count_{session, "SELECT COUNT(*) FROM usage WHERE owner_id = :owner AND month = :month"} {}

std::optional<plan_history::account> plan_history::find(user_id of) {
  if (!find_.first(of.view())) return std::nullopt;
  const auto& [plan, created_at, next, next_at] = find_.out().fields;
  account found{.plan = {.name = plan.value}, .created_at = from_millis(created_at.value)};
  if (next.is_null()) return found;
  found.plan.next = next.value;
  found.plan.next_at = from_millis(next_at.value);
  return found;
}

std::vector<plan_period> plan_history::periods(user_id of, const account& known, timestamp now) {
  std::vector<plan_period> found;
  periods_.each(
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

std::int64_t plan_history::count(user_id of, calendar_month month) {
  count_.first(of.view(), month.text());
  return count_.column<0>().value;
}

} // namespace paylink
