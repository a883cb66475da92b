#include "persistence/banks/account_connections.hpp"
#include "persistence/context/writing.hpp"
#include "persistence/plans/plan_chores.hpp"
#include "persistence/retention/retention_purges.hpp"

#include <algorithm>

namespace paylink {

namespace {

/// Within this time a portion is stored, or the node is gone.
constexpr std::chrono::minutes chore_lease{1};

// There is no leader: a chore is a row, which any node takes when it is due, for a minute at a time, and works on a
// portion at a time.

/// A chore: its name in the table, and what does a portion of it, from where the last one has come.
struct chore {
  std::string_view name;
  chore_portion (*work)(writing& at, const std::string& progress);
};

chore_portion end_overdue_connections(writing& at, const std::string&) { return work_on_connections(at); }

/// Due with the first month after a change is asked for.
chore_portion carry_out_plan_changes(writing& at, const std::string&) {
  const bool is_more = carry_out_due_changes(at);
  return {.is_done = !is_more, .next_at = calendar_month{at.when.now}.end(), .progress = {}};
}

/// All of them. A row of the database that is not here is of a newer version: its nodes do it.
constexpr chore all_chores[]{
    {"account_connections", end_overdue_connections},
    {"plan_changes", carry_out_plan_changes},
    {"quota_notices", count_next_usage},
    {"retention", work_on_retention},
    {"statements", close_next_statements},
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

const sql_statement<void()> make_chores_sql{[](dialect) {
  return "INSERT INTO chores (name) VALUES " + chore_names_sql("('", "')") + " ON CONFLICT DO NOTHING";
}};

const sql_statement<sql_row<sql_text>(sql_text, sql_number, sql_number, sql_number)> claim_chore_sql{[](dialect
                                                                                                            spoken) {
  return "UPDATE chores SET owner = :life, lease_until = :until WHERE name = (SELECT name FROM chores WHERE name IN "
         "(" +
         chore_names_sql("'", "'") + ") AND next_at <= :now AND lease_until <= :over ORDER BY next_at, name LIMIT 1" +
         std::string{pick_rows(spoken)} + ") RETURNING name";
}};

const sql_statement<sql_row<sql_number>(sql_number)> next_due_chore_sql{[](dialect) {
  return "SELECT MIN(CASE WHEN lease_until > :now THEN lease_until ELSE next_at END) FROM chores WHERE name IN (" +
         chore_names_sql("'", "'") + ")";
}};

const sql_statement<sql_row<sql_text, sql_text>(sql_text)> find_chore_sql{[](dialect spoken) {
  return "SELECT owner, progress FROM chores WHERE name = :name" + std::string{lock_row(spoken)};
}};

const sql_statement<void(sql_text, sql_number, sql_text, sql_number, sql_text)> set_chore_sql{
    "UPDATE chores SET owner = :owner, lease_until = :lease_until, progress = :progress, next_at = :next_at WHERE name "
    "= :name"};

} // namespace

result<claimed_chore> carry_out(writing& at, const claim_chore&) {
  const auto now = to_millis(at.when.now);
  at.db[make_chores_sql].run();
  auto& claimed = at.db[claim_chore_sql];
  if (claimed.first(at.context.life, to_millis(at.when.now + chore_lease), now, now))
    return claimed_chore{.name = claimed.column<0>().value};
  claimed_chore none;
  auto& next_due = at.db[next_due_chore_sql];
  if (next_due.first(now) && !next_due.column<0>().is_null()) none.next_due = from_millis(next_due.column<0>().value);
  return none;
}

result<worked_on_chore> carry_out(writing& at, const work_on_chore& command) {
  const auto* const known = std::ranges::find(all_chores, std::string_view{command.name}, &chore::name);
  auto& found = at.db[find_chore_sql];
  if (known == std::end(all_chores) || !found.first(command.name)) return errc::conflict;
  const auto [owner, progress] = found.out().fields;
  if (owner.view() != at.context.life) return errc::conflict;
  const auto done = known->work(at, progress.value);
  auto& set = at.db[set_chore_sql];
  if (done.is_done)
    set.run("", std::int64_t{0}, done.progress, to_millis(done.next_at), command.name);
  else
    set.run(at.context.life, to_millis(at.when.now + chore_lease), done.progress, to_millis(at.when.now), command.name);
  return worked_on_chore{done.is_done};
}

} // namespace paylink
