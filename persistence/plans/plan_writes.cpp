#include "domain/values/json_string.hpp"
#include "persistence/audit/audit_writes.hpp"
#include "persistence/plans/plan_history.hpp"
#include "persistence/plans/plan_scheduled_jobs.hpp"
#include "persistence/sql/invariant.hpp"

#include <algorithm>

namespace paylink {
namespace {

constexpr std::int64_t changes_per_portion = 50;

std::string plan_json(std::string_view plan, const std::optional<timestamp>& from = {}) {
  std::string text = R"({"plan":)";
  append_json_string(text, plan);
  if (from) text.append(R"(,"from":")").append(format_rfc3339(*from)).append("\"");
  return text + '}';
}

const sql_statement<sql_row<sql_number>(sql_text)> lock_account_sql{
    [](dialect spoken) { return "SELECT row FROM users WHERE id = :id" + std::string{hold_row(spoken)}; }};

const sql_statement<sql_row<sql_number>(sql_text)> count_workspaces_of_account_sql{
    "SELECT COUNT(*) FROM workspaces WHERE owner_id = :owner AND deleted_at IS NULL"};

const sql_statement<void(sql_text, sql_text)> set_plan_sql{"UPDATE users SET plan = :plan WHERE id = :id"};

const sql_statement<sql_row<sql_number>(sql_text)> last_change_of_plan_sql{
    "SELECT COALESCE(MAX(p.from_at), MAX(u.created_at)) FROM users u LEFT JOIN plan_periods p ON p.user_id = u.id "
    "WHERE u.id = :id"};

const sql_statement<sql_row<sql_number>(sql_text)> last_closed_month_sql{
    "SELECT MAX(ended_at) FROM statements WHERE owner_id = :owner"};

const sql_statement<void(sql_text, sql_number, sql_text)> add_plan_period_sql{
    "INSERT INTO plan_periods (user_id, from_at, plan) VALUES (:user, :from_at, :plan)"};

const sql_statement<void(sql_text, sql_text, sql_number, sql_text)> plan_for_later_sql{
    "INSERT INTO plan_changes (user_id, plan, at, audit_id) VALUES (:user, :plan, :at, :audit) ON CONFLICT (user_id) "
    "DO UPDATE SET plan = excluded.plan, at = excluded.at, audit_id = excluded.audit_id"};

const sql_statement<void(sql_text)> forget_change_of_plan_sql{"DELETE FROM plan_changes WHERE user_id = :user"};

const sql_statement<sql_row<sql_text, sql_number, sql_text>(sql_text, sql_number)> find_due_change_sql{
    "SELECT plan, at, audit_id FROM plan_changes WHERE user_id = :user AND at <= :now"};

const sql_statement<sql_row<sql_text>(sql_number, sql_number)> list_due_changes_sql{
    "SELECT user_id FROM plan_changes WHERE at <= :now ORDER BY at LIMIT :limit"};

/// A change of an account's plan locks the account's row, as making a Workspace of it does, so that what fits is
/// decided by one at a time.
bool lock_account(writing& at, user_id of) { return at.db[lock_account_sql].first(of.view()); }

bool fits_plan(writing& at, user_id of, const plan& wanted) {
  auto& owned = at.db[count_workspaces_of_account_sql];
  owned.first(of.view());
  return has_room_for(wanted, owned.column<0>().value);
}

// After all others, and after every closed month: a clock that was set back does not put it before what follows, nor
// into a statement that never changes.
void hold_plan(writing& at, user_id of, std::string_view plan, timestamp from) {
  at.db[set_plan_sql].run(plan, of.view());
  auto& last_change = at.db[last_change_of_plan_sql];
  auto& last_closed = at.db[last_closed_month_sql];
  last_change.first(of.view());
  last_closed.first(of.view());
  at.db[add_plan_period_sql].run(
      of.view(),
      std::max({std::int64_t{to_millis(from)}, std::int64_t{last_change.column<0>().value + 1},
                std::int64_t{last_closed.column<0>().or_zero()}}),
      plan);
}

// It was asked for when it fitted, and since then no Workspace that it does not allow could be made. Should there be
// more of them all the same, because somebody has changed rows, the plan that allows them stays.
void settle_due_change(writing& at, user_id of) {
  auto& due = at.db[find_due_change_sql];
  if (!due.first(of.view(), to_millis(at.when.now))) return;
  const auto [plan, due_at, audit] = due.out().fields;
  const auto* const wanted = find_plan(plan.view());
  ensure(wanted != nullptr, "a change of plan refers to a known plan");
  const auto before = find_account_plan(at.db, of)->plan.name;
  at.db[forget_change_of_plan_sql].run(of.view());
  const act by{.id = audit_id::from_store(audit.view()), .by = {audit_actor::kind::service, {}}};
  const auto note = [&](std::string_view action) {
    at.audit.note(by, {of.view(), action, of.view(), plan_json(before), plan_json(plan.view())}, at.when.now);
  };
  if (!fits_plan(at, of, *wanted)) return note("account.plan_change_dropped");
  hold_plan(at, of, plan.view(), from_millis(due_at.value));
  note("account.plan_changed");
}

} // namespace

result<held_plan> carry_out(writing& at, const change_plan& command) {
  if (!lock_account(at, command.user)) return errc::not_found;
  settle_due_change(at, command.user);
  const auto* const wanted = find_plan(command.plan);
  if (wanted == nullptr) return errc::validation_error;
  auto held = find_account_plan(at.db, command.user)->plan;
  const auto* const now_held = find_plan(held.name);
  ensure(now_held != nullptr, "every account has a plan of the list");
  const auto user = command.user.view();
  const auto before = plan_json(held.name);
  switch (step_between(*now_held, *wanted)) {
  case plan_step::none:
    if (held.next.empty()) return held;
    at.db[forget_change_of_plan_sql].run(user);
    at.audit.note(command.by, {user, "account.plan_change_cancelled", user, plan_json(held.next, held.next_at), before},
                  at.when.now);
    return held_plan{.name = held.name};
  case plan_step::at_once:
    at.db[forget_change_of_plan_sql].run(user);
    hold_plan(at, command.user, wanted->name, at.when.now);
    at.audit.note(command.by, {user, "account.plan_changed", user, before, plan_json(wanted->name)}, at.when.now);
    return held_plan{.name = std::string{wanted->name}};
  case plan_step::next_month:
    break;
  }
  if (!fits_plan(at, command.user, *wanted)) return errc::plan_workspace_limit;
  if (held.next == wanted->name) return held;
  held.next = wanted->name;
  held.next_at = calendar_month{at.when.now}.end();
  at.db[plan_for_later_sql].run(user, held.next, to_millis(*held.next_at), command.later.view());
  at.audit.note(command.by, {user, "account.plan_change_planned", user, before, plan_json(held.next, held.next_at)},
                at.when.now);
  return held;
}

bool carry_out_due_changes(writing& at) {
  std::vector<user_id> due;
  at.db[list_due_changes_sql].each(
      [&](const auto& columns) { due.push_back(user_id::from_store(column_at<0>(columns).view())); },
      to_millis(at.when.now), changes_per_portion);
  for (const auto& user : due)
    if (lock_account(at, user)) settle_due_change(at, user);
  return due.size() == static_cast<std::size_t>(changes_per_portion);
}

} // namespace paylink
