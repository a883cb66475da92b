#include "persistence/plans/plan_writes.hpp"

#include "domain/values/json_string.hpp"
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

} // namespace

plan_writes::plan_writes(soci::session& session, dialect spoken, audit_writes& log)
    : log_{log}, history_{session},
      lock_{session, "SELECT row FROM users WHERE id = :id" + std::string{hold_row(spoken)}},
      count_owned_{session, "SELECT COUNT(*) FROM workspaces WHERE owner_id = :owner AND deleted_at IS NULL"},
      set_plan_{session, "UPDATE users SET plan = :plan WHERE id = :id"},
      last_change_{session, "SELECT COALESCE(MAX(p.from_at), MAX(u.created_at)) FROM users u LEFT JOIN plan_periods p "
                            "ON p.user_id = u.id WHERE u.id = :id"},
      last_closed_{session, "SELECT MAX(ended_at) FROM statements WHERE owner_id = :owner"},
      add_period_{session, "INSERT INTO plan_periods (user_id, from_at, plan) VALUES (:user, :from_at, :plan)"},
      plan_for_later_{session, "INSERT INTO plan_changes (user_id, plan, at, audit_id) VALUES (:user, :plan, :at, "
                               ":audit) ON CONFLICT (user_id) DO UPDATE SET plan = excluded.plan, at = excluded.at, "
                               "audit_id = excluded.audit_id"},
      forget_change_{session, "DELETE FROM plan_changes WHERE user_id = :user"},
      find_due_{session, "SELECT plan, at, audit_id FROM plan_changes WHERE user_id = :user AND at <= :now"},
      list_due_{session, "SELECT user_id FROM plan_changes WHERE at <= :now ORDER BY at LIMIT :limit"} {}

bool plan_writes::lock(user_id of) { return lock_.first(of.view()); }

bool plan_writes::fits(user_id of, const plan& wanted) {
  count_owned_.first(of.view());
  return has_room_for(wanted, count_owned_.column<0>().value);
}

// After all others, and after every closed month: a clock that was set back does not put it before what follows, nor
// into a statement that never changes.
void plan_writes::hold(user_id of, std::string_view plan, timestamp from) {
  set_plan_.run(plan, of.view());
  last_change_.first(of.view());
  last_closed_.first(of.view());
  add_period_.run(of.view(),
                  std::max({std::int64_t{to_millis(from)}, std::int64_t{last_change_.column<0>().value + 1},
                            std::int64_t{last_closed_.column<0>().or_zero()}}),
                  plan);
}

// It was asked for when it fitted, and since then no Workspace that it does not allow could be made. Should there be
// more of them all the same, because somebody has changed rows, the plan that allows them stays.
void plan_writes::settle_due(user_id of, timestamp now) {
  if (!find_due_.first(of.view(), to_millis(now))) return;
  const auto [plan, at, audit] = find_due_.out().fields;
  const auto* const wanted = find_plan(plan.view());
  ensure(wanted != nullptr, "a change of plan refers to a known plan");
  const auto before = history_.find(of)->plan.name;
  forget_change_.run(of.view());
  const act by{.id = audit_id::from_store(audit.view()), .by = {audit_actor::kind::service, {}}};
  if (!fits(of, *wanted)) {
    log_.note(by, {of.view(), "account.plan_change_dropped", of.view(), plan_json(before), plan_json(plan.view())},
              now);
    return;
  }
  hold(of, plan.view(), from_millis(at.value));
  log_.note(by, {of.view(), "account.plan_changed", of.view(), plan_json(before), plan_json(plan.view())}, now);
}

result<held_plan> plan_writes::carry_out(const change_plan& command, const moment& when) {
  if (!lock(command.user)) return errc::not_found;
  settle_due(command.user, when.now);
  const auto* const wanted = find_plan(command.plan);
  if (wanted == nullptr) return errc::validation_error;
  auto held = history_.find(command.user)->plan;
  const auto* const now_held = find_plan(held.name);
  ensure(now_held != nullptr, "every account has a plan of the list");
  const auto user = command.user.view();
  const auto before = plan_json(held.name);
  switch (step_between(*now_held, *wanted)) {
  case plan_step::none:
    if (held.next.empty()) return held;
    forget_change_.run(user);
    log_.note(command.by, {user, "account.plan_change_cancelled", user, plan_json(held.next, held.next_at), before},
              when.now);
    return held_plan{.name = held.name};
  case plan_step::at_once:
    forget_change_.run(user);
    hold(command.user, wanted->name, when.now);
    log_.note(command.by, {user, "account.plan_changed", user, before, plan_json(wanted->name)}, when.now);
    return held_plan{.name = std::string{wanted->name}};
  case plan_step::next_month:
    break;
  }
  if (!fits(command.user, *wanted)) return errc::plan_workspace_limit;
  if (held.next == wanted->name) return held;
  held.next = wanted->name;
  held.next_at = calendar_month{when.now}.end();
  plan_for_later_.run(user, held.next, to_millis(*held.next_at), command.later.view());
  log_.note(command.by, {user, "account.plan_change_planned", user, before, plan_json(held.next, held.next_at)},
            when.now);
  return held;
}

bool plan_writes::carry_out_due(timestamp now) {
  std::vector<user_id> due;
  list_due_.each([&](const auto& columns) { due.push_back(user_id::from_store(column_at<0>(columns).view())); },
                 to_millis(now), changes_per_portion);
  for (const auto& user : due)
    if (lock(user)) settle_due(user, now);
  return due.size() == static_cast<std::size_t>(changes_per_portion);
}

} // namespace paylink
