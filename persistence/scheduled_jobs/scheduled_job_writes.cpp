#include "persistence/banks/account_connections.hpp"
#include "persistence/context/writing.hpp"
#include "persistence/plans/plan_scheduled_jobs.hpp"
#include "persistence/retention/retention_purges.hpp"

#include <algorithm>

namespace paylink {

namespace {

/// Within this time a portion is stored, or the node is gone.
constexpr std::chrono::minutes scheduled_job_lease{1};

// There is no leader: a scheduled job is a row, which any node takes when it is due, for a minute at a time, and works
// on a portion at a time.

/// A scheduled job: its name in the table, and what does a portion of it, from where the last one has come.
struct scheduled_job {
  std::string_view name;
  scheduled_job_portion (*work)(writing& at, const std::string& progress);
};

scheduled_job_portion end_overdue_connections(writing& at, const std::string&) { return work_on_connections(at); }

/// Due with the first month after a change is asked for.
scheduled_job_portion carry_out_plan_changes(writing& at, const std::string&) {
  const bool is_more = carry_out_due_changes(at);
  return {.is_done = !is_more, .next_at = calendar_month{at.when.now}.end(), .progress = {}};
}

/// All of them. A row of the database that is not here is of a newer version: its nodes do it.
constexpr scheduled_job all_scheduled_jobs[]{
    {"account_connections", end_overdue_connections},
    {"plan_changes", carry_out_plan_changes},
    {"quota_notices", count_next_usage},
    {"retention", work_on_retention},
    {"statements", close_next_statements},
};

/// The names, each between `before` and `after`.
std::string scheduled_job_names_sql(std::string_view before, std::string_view after) {
  std::string text;
  for (const auto& one : all_scheduled_jobs) {
    if (!text.empty()) text += ", ";
    text.append(before).append(one.name).append(after);
  }
  return text;
}

const sql_statement<void()> make_scheduled_jobs_sql{[](dialect) {
  return "INSERT INTO scheduled_jobs (name) VALUES " + scheduled_job_names_sql("('", "')") + " ON CONFLICT DO NOTHING";
}};

const sql_statement<sql_row<sql_text>(sql_text, sql_number, sql_number, sql_number)> claim_scheduled_job_sql{
    [](dialect spoken) {
      return "UPDATE scheduled_jobs SET owner = :incarnation, lease_until = :until WHERE name = (SELECT name FROM "
             "scheduled_jobs WHERE name IN "
             "(" +
             scheduled_job_names_sql("'", "'") +
             ") AND next_at <= :now AND lease_until <= :over ORDER BY next_at, name LIMIT 1" +
             std::string{pick_rows(spoken)} + ") RETURNING name";
    }};

const sql_statement<sql_row<sql_number>(sql_number)> next_due_scheduled_job_sql{[](dialect) {
  return "SELECT MIN(CASE WHEN lease_until > :now THEN lease_until ELSE next_at END) FROM scheduled_jobs WHERE name IN "
         "(" +
         scheduled_job_names_sql("'", "'") + ")";
}};

const sql_statement<sql_row<sql_text, sql_text>(sql_text)> find_scheduled_job_sql{[](dialect spoken) {
  return "SELECT owner, progress FROM scheduled_jobs WHERE name = :name" + std::string{lock_row(spoken)};
}};

const sql_statement<void(sql_text, sql_number, sql_text, sql_number, sql_text)> set_scheduled_job_sql{
    "UPDATE scheduled_jobs SET owner = :owner, lease_until = :lease_until, progress = :progress, next_at = :next_at "
    "WHERE name "
    "= :name"};

} // namespace

result<claimed_scheduled_job> carry_out(writing& at, const claim_scheduled_job&) {
  const auto now = to_millis(at.when.now);
  at.db[make_scheduled_jobs_sql].run();
  auto& claimed = at.db[claim_scheduled_job_sql];
  if (claimed.first(at.context.incarnation, to_millis(at.when.now + scheduled_job_lease), now, now))
    return claimed_scheduled_job{.name = claimed.column<0>().value};
  claimed_scheduled_job none;
  auto& next_due = at.db[next_due_scheduled_job_sql];
  if (next_due.first(now) && !next_due.column<0>().is_null()) none.next_due = from_millis(next_due.column<0>().value);
  return none;
}

result<worked_on_scheduled_job> carry_out(writing& at, const work_on_scheduled_job& command) {
  const auto* const known = std::ranges::find(all_scheduled_jobs, std::string_view{command.name}, &scheduled_job::name);
  auto& found = at.db[find_scheduled_job_sql];
  if (known == std::end(all_scheduled_jobs) || !found.first(command.name)) return errc::conflict;
  const auto [owner, progress] = found.out().fields;
  if (owner.view() != at.context.incarnation) return errc::conflict;
  const auto done = known->work(at, progress.value);
  auto& set = at.db[set_scheduled_job_sql];
  if (done.is_done)
    set.run("", std::int64_t{0}, done.progress, to_millis(done.next_at), command.name);
  else
    set.run(at.context.incarnation, to_millis(at.when.now + scheduled_job_lease), done.progress, to_millis(at.when.now),
            command.name);
  return worked_on_scheduled_job{done.is_done};
}

} // namespace paylink
