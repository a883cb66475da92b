#include "persistence/chores/chore_writes.hpp"

#include <algorithm>

namespace paylink {

namespace {

/// Within this time a portion is stored, or the node is gone.
constexpr std::chrono::minutes chore_lease{1};

/// A chore: its name in the table, and what does a portion of it, from where the last one has come.
struct chore {
  std::string_view name;
  chore_portion (*work)(const chore_hands& hands, const std::string& progress, timestamp now);
};

/// Due with the first month after a change is asked for.
chore_portion carry_out_plan_changes(const chore_hands& hands, const std::string&, timestamp now) {
  const bool is_more = carry_out_due_changes(hands.at);
  return {.is_done = !is_more, .next_at = calendar_month{now}.end(), .progress = {}};
}

chore_portion close_statements(const chore_hands& hands, const std::string& progress, timestamp) {
  return close_next_statements(hands.at, progress);
}

chore_portion tell_of_quotas(const chore_hands& hands, const std::string& progress, timestamp) {
  return count_next_usage(hands.at, progress);
}

chore_portion purge_old_deliveries(const chore_hands& hands, const std::string& progress, timestamp now) {
  return hands.purges.work(progress, now);
}

chore_portion end_overdue_connections(const chore_hands& hands, const std::string&, timestamp now) {
  return hands.connections.work(now);
}

/// All of them. A row of the database that is not here is of a newer version: its nodes do it.
constexpr chore all_chores[]{
    {"account_connections", end_overdue_connections},
    {"plan_changes", carry_out_plan_changes},
    {"quota_notices", tell_of_quotas},
    {"retention", purge_old_deliveries},
    {"statements", close_statements},
};

/// The names, each between `before` and `after`.
std::string chore_names_sql(std::string_view before, std::string_view after) {
  std::string text;
  for (const auto& one : all_chores) {
    if (!text.empty()) text += ", ";
    text.append(before).append(one.name).append(after);
  }
  return text;
}

std::string claim_chore_sql(dialect spoken) {
  return "UPDATE chores SET owner = :life, lease_until = :until WHERE name = (SELECT name FROM chores WHERE name IN (" +
         chore_names_sql("'", "'") + ") AND next_at <= :now AND lease_until <= :over ORDER BY next_at, name LIMIT 1" +
         std::string{pick_rows(spoken)} + ") RETURNING name";
}

} // namespace

chore_writes::chore_writes(soci::session& session, dialect spoken, const store_context& context, chore_hands hands)
    : context_{context}, hands_{hands},
      make_{session, "INSERT INTO chores (name) VALUES " + chore_names_sql("('", "')") + " ON CONFLICT DO NOTHING"},
      claim_{session, claim_chore_sql(spoken)},
      next_due_{session, "SELECT MIN(CASE WHEN lease_until > :now THEN lease_until ELSE next_at END) FROM chores WHERE "
                         "name IN (" +
                             chore_names_sql("'", "'") + ")"},
      find_{session, "SELECT owner, progress FROM chores WHERE name = :name" + std::string{lock_row(spoken)}},
      set_{session, "UPDATE chores SET owner = :owner, lease_until = :lease_until, progress = :progress, next_at = "
                    ":next_at WHERE name = :name"} {}

result<claimed_chore> chore_writes::carry_out(const claim_chore&, const moment& when) {
  const auto now = to_millis(when.now);
  make_.run();
  if (claim_.first(context_.life, to_millis(when.now + chore_lease), now, now))
    return claimed_chore{.name = claim_.column<0>().value};
  claimed_chore none;
  if (next_due_.first(now) && !next_due_.column<0>().is_null())
    none.next_due = from_millis(next_due_.column<0>().value);
  return none;
}

result<worked_on_chore> chore_writes::carry_out(const work_on_chore& command, const moment& when) {
  const auto* const known = std::ranges::find(all_chores, std::string_view{command.name}, &chore::name);
  if (known == std::end(all_chores) || !find_.first(command.name)) return errc::conflict;
  const auto [owner, progress] = find_.out().fields;
  if (owner.view() != context_.life) return errc::conflict;
  const auto done = known->work(hands_, progress.value, when.now);
  if (done.is_done)
    set_.run("", std::int64_t{0}, done.progress, to_millis(done.next_at), command.name);
  else
    set_.run(context_.life, to_millis(when.now + chore_lease), done.progress, to_millis(when.now), command.name);
  return worked_on_chore{done.is_done};
}

} // namespace paylink
