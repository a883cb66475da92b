#include "persistence/retention/retention_purges.hpp"

#include "domain/retention/retention.hpp"
#include "failpoints/failpoint.hpp"
#include "logging/log.hpp"
#include "persistence/context/writing.hpp"
#include "persistence/payloads/delivery_payloads.hpp"
#include "persistence/retention/purge_place.hpp"
#include "persistence/sql/json_rows.hpp"
#include "persistence/sql/storable_text.hpp"

#include <algorithm>
#include <ranges>
#include <set>

namespace paylink {

namespace {

/// How many deliveries a portion reads, and how many rows of deliveries and attempts it changes: so few that a credit
/// behind it waits for milliseconds.
constexpr std::int64_t portion_rows = 300;
/// Most of those that were noted have several attempts.
constexpr std::int64_t portion_late = 50;
/// The writer's time in between belongs to others.
constexpr std::chrono::milliseconds between_portions{50};

/// A column whose content goes while its row stays.
struct emptied_column {
  kept_thing what;
  std::string_view table, column, empty;
};
constexpr emptied_column emptied_columns[]{
    {kept_thing::delivery_body, "deliveries", "body", "''"},
    {kept_thing::delivery_body, "deliveries", "payload_row", "NULL"},
    {kept_thing::response_headers, "attempts", "response_headers", "'[]'"},
    {kept_thing::response_body, "attempts", "response_body", "''"},
};

// Each row that stays longer than bodies do goes with the deliveries: there is no third age.
static_assert(age_of(kept_thing::attempt) == retention_age::deliveries &&
              age_of(kept_thing::callback_round) == retention_age::deliveries &&
              age_of(kept_thing::webhook_delivery) == retention_age::deliveries &&
              age_of(kept_thing::link_callback) == retention_age::ever);
static_assert(age_of(kept_thing::delivery_body) == retention_age::bodies &&
              age_of(kept_thing::response_body) == retention_age::bodies);

/// SQL: the columns of the table that are emptied, each with `between` and its empty value.
std::string emptied_sql(std::string_view table, std::string_view between, std::string_view separator) {
  std::string text;
  for (const auto& [what, of, column, empty] : emptied_columns) {
    if (of != table || age_of(what) != retention_age::bodies) continue;
    if (!text.empty()) text += separator;
    text.append(column).append(between).append(empty);
  }
  return text;
}

using aging_row = sql_row<sql_number, sql_number, sql_number, sql_number, sql_number, sql_number>;
constexpr std::string_view aging_columns =
    "SELECT row, created_at, finished_at, purged, attempt, CASE WHEN link_row IS NULL THEN 0 ELSE 1 END FROM "
    "deliveries WHERE row";

const sql_statement<sql_row<sql_number, sql_text>()> newest_delivery_sql{
    "SELECT row, event_id FROM deliveries ORDER BY row DESC LIMIT 1"};

const sql_statement<sql_row<sql_text>(sql_number)> event_of_delivery_sql{
    "SELECT event_id FROM deliveries WHERE row = :row"};

const sql_statement<aging_row(sql_number, sql_number, sql_number)> next_aging_sql{
    [](dialect) { return std::string{aging_columns} + " > :after AND row <= :until ORDER BY row LIMIT :limit"; }};

const sql_statement<sql_row<sql_number, sql_number>(sql_number, sql_number, sql_number)> next_late_sql{
    "SELECT since, delivery_row FROM late_purges WHERE step = :step AND since <= :end ORDER BY since, delivery_row "
    "LIMIT :limit"};

const sql_statement<sql_row<sql_number>(sql_number, sql_number)> count_late_sql{
    "SELECT COUNT(*) FROM late_purges WHERE step = :step AND since <= :end"};

const sql_statement<aging_row(sql_text)> find_aging_sql{
    [](dialect spoken) { return std::string{aging_columns}.append(is_among_numbers(spoken)) + " ORDER BY row + 0"; }};

// Those that somebody is sending again now are left to them, and so are rows that a deletion has locked.
const sql_statement<sql_row<sql_number>(sql_text, sql_number, sql_number)> hold_aged_sql{[](dialect spoken) {
  return "SELECT row FROM deliveries WHERE row" + std::string{is_among_numbers(spoken)} +
         " AND state + 0 <> 0 AND finished_at <= :end AND purged < :least ORDER BY row + 0" +
         std::string{pick_rows(spoken)};
}};

const sql_statement<void(sql_text)> empty_deliveries_sql{[](dialect spoken) {
  return "UPDATE deliveries SET " + emptied_sql("deliveries", " = ", ", ") + ", purged = 1 WHERE row" +
         std::string{is_among_numbers(spoken)};
}};

const sql_statement<void(sql_text)> empty_attempts_sql{[](dialect spoken) {
  return "UPDATE attempts SET " + emptied_sql("attempts", " = ", ", ") + " WHERE delivery_row" +
         std::string{is_among_numbers(spoken)} + " AND (" + emptied_sql("attempts", " <> ", " OR ") + ")";
}};

static_assert(static_cast<int>(delivery_remains::no_attempts) == 2 &&
              static_cast<int>(delivery_remains::acknowledged_before) == 3);
const sql_statement<void(sql_text)> slim_deliveries_sql{[](dialect spoken) {
  return "UPDATE deliveries SET " + emptied_sql("deliveries", " = ", ", ") +
         ", purged = CASE (SELECT MIN(k.failed_by) FROM attempts k WHERE k.delivery_row = deliveries.row) WHEN 0 THEN "
         "3 ELSE 2 END WHERE row" +
         std::string{is_among_numbers(spoken)};
}};

const sql_statement<void(sql_text)> drop_old_rounds_sql{[](dialect spoken) {
  return "DELETE FROM callback_rounds WHERE delivery_row" + std::string{is_among_numbers(spoken)};
}};

const sql_statement<void(sql_text)> drop_old_attempts_sql{
    [](dialect spoken) { return "DELETE FROM attempts WHERE delivery_row" + std::string{is_among_numbers(spoken)}; }};

const sql_statement<void(sql_text)> drop_old_deliveries_sql{
    [](dialect spoken) { return "DELETE FROM deliveries WHERE row" + std::string{is_among_numbers(spoken)}; }};

const sql_statement<void(sql_number, sql_text)> note_late_sql{[](dialect spoken) {
  return "INSERT INTO late_purges (step, since, delivery_row) SELECT CAST(:step AS INT), w.since, w.row FROM " +
         rows_of_json(spoken, {{"row", "BIGINT"}, {"since", "BIGINT"}}) + choose(spoken, " WHERE TRUE", "") +
         " ON CONFLICT DO NOTHING";
}};

const sql_statement<void(sql_number, sql_number, sql_text)> drop_late_sql{[](dialect spoken) {
  return "DELETE FROM late_purges WHERE step = :step AND since <= :last AND delivery_row" +
         std::string{is_among_numbers(spoken)};
}};

delivery_remains least_after(retention_age purged) {
  return purged == retention_age::bodies ? delivery_remains::no_bodies : delivery_remains::no_attempts;
}

std::int64_t step_of(retention_age purged) { return purged == retention_age::bodies ? 0 : 1; }

struct found_delivery {
  std::int64_t row = 0;
  aging_delivery aging;
  std::int64_t attempts = 0;
  bool is_of_link = false;
};

/// Of a stage: there may be more in it; it has come to its end; nothing was to be done in it.
enum class purge_progress { goes_on, done, idle };

/// What a walk has come to: what is to go, what is noted for later, and where it has got.
struct purge_portion {
  std::vector<found_delivery> taken{}, later{};
  std::int64_t to = 0;
  bool is_more = false;

  purge_progress outcome() const {
    if (is_more) return purge_progress::goes_on;
    return taken.empty() && later.empty() ? purge_progress::idle : purge_progress::done;
  }
};

found_delivery read_aging(const aging_row& columns) {
  const auto& [row, created_at, finished_at, purged, attempt, is_of_link] = columns.fields;
  found_delivery found{
      .row = row.value,
      .aging = {.created_at = from_millis(created_at.value), .remains = static_cast<delivery_remains>(purged.value)},
      .attempts = attempt.value,
      .is_of_link = is_of_link.value != 0};
  if (!finished_at.is_null()) found.aging.finished_at = from_millis(finished_at.value);
  return found;
}

std::int64_t newest_row(writing& at) {
  auto& newest = at.db[newest_delivery_sql];
  return newest.first() ? newest.column<0>().value : 0;
}

void note_late(writing& at, const std::vector<found_delivery>& all, retention_age purged) {
  if (all.empty()) return;
  std::string rows = "[";
  for (const auto& one : all) {
    if (rows.size() > 1) rows += ',';
    rows += R"({"row":)" + std::to_string(one.row) + R"(,"since":)" +
            std::to_string(to_millis(one.aging.finished_at.value_or(at.when.now))) + "}";
  }
  at.db[note_late_sql].run(step_of(purged), rows + "]");
}

void drop_bodies(writing& at, const std::string& rows) {
  const auto shared = at.payloads.hold(rows);
  at.db[empty_deliveries_sql].run(rows);
  at.db[empty_attempts_sql].run(rows);
  at.payloads.drop_unused(shared);
}

void drop_rest(writing& at, const std::vector<found_delivery>& all, const std::vector<std::int64_t>& held,
               purge_place& pass) {
  std::vector<std::int64_t> slim, gone;
  for (const auto& one : all)
    if (std::ranges::binary_search(held, one.row)) (one.is_of_link ? slim : gone).push_back(one.row);
  const auto rows = to_json(held);
  const auto shared = at.payloads.hold(rows);
  if (!slim.empty()) at.db[slim_deliveries_sql].run(to_json(slim));
  at.db[drop_old_rounds_sql].run(rows);
  pass.attempts += at.db[drop_old_attempts_sql].run(rows);
  if (!gone.empty()) pass.deliveries += at.db[drop_old_deliveries_sql].run(to_json(gone));
  at.payloads.drop_unused(shared);
}

/// Purges those of them that nobody is changing now.
void purge_aged(writing& at, const std::vector<found_delivery>& all, retention_age purged, purge_place& pass) {
  if (all.empty()) return;
  const auto end = at.context.retention.end_of(purged, at.when.now);
  const bool drops = purged == retention_age::deliveries;
  const auto newest = drops ? newest_row(at) : 0;
  std::vector<std::int64_t> wanted, held;
  for (const auto& one : all)
    if (!drops || one.row != newest || one.is_of_link) wanted.push_back(one.row);
  at.db[hold_aged_sql].each([&](const auto& columns) { held.push_back(column_at<0>(columns).value); }, to_json(wanted),
                            to_millis(end), static_cast<std::int64_t>(least_after(purged)));
  const std::set<std::int64_t> is_held{held.begin(), held.end()};
  std::vector<found_delivery> missed;
  for (auto one : all) {
    if (is_held.contains(one.row)) continue;
    one.aging.finished_at = end + at.context.retention.between_passes();
    missed.push_back(one);
  }
  note_late(at, missed, purged);
  if (held.empty()) return;
  if (drops) return drop_rest(at, all, held, pass);
  drop_bodies(at, to_json(held));
  pass.bodies += std::ssize(held);
}

purge_portion next_portion(writing& at, std::int64_t after, std::int64_t until, retention_age purged) {
  std::vector<found_delivery> all;
  at.db[next_aging_sql].each([&](const aging_row& columns) { all.push_back(read_aging(columns)); }, after, until,
                             portion_rows);
  const auto judge = [&](const found_delivery& one) {
    return judge_age(one.aging, purged, at.context.retention, at.when.now);
  };
  // A young one with an old one behind it was written while a clock was wrong.
  const auto young = std::ranges::find_if(all | std::views::reverse, [&](const auto& one) {
                       return judge(one) != purge_step::stop;
                     }).base();
  purge_portion made{.to = after, .is_more = young == all.end() && std::ssize(all) == portion_rows};
  std::int64_t changes = 0;
  for (auto one = all.begin(); one != young; ++one) {
    const auto step = judge(*one);
    const auto more = step == purge_step::pass ? 0 : step == purge_step::take ? 1 + one->attempts : 1;
    if (changes > 0 && changes + more > portion_rows) {
      made.is_more = true;
      break;
    }
    changes += more;
    made.to = one->row;
    if (step == purge_step::take) made.taken.push_back(*one);
    if (step == purge_step::later || step == purge_step::stop) made.later.push_back(*one);
  }
  return made;
}

purge_progress walk_on(writing& at, purge_place& pass, retention_age purged) {
  auto& place = purged == retention_age::bodies ? pass.bodies_to : pass.rest_to;
  std::int64_t until = pass.newest;
  // The row of the newest delivery stays: SQLite would give its number to another one.
  if (purged == retention_age::deliveries) {
    const auto newest = newest_row(at);
    until = newest == 0 ? 0 : std::min<std::int64_t>(pass.bodies_to, newest - 1);
  }
  const auto found = next_portion(at, place, until, purged);
  note_late(at, found.later, purged);
  purge_aged(at, found.taken, purged, pass);
  place = found.to;
  return found.outcome();
}

purge_progress count_on(writing& at, purge_place& pass, retention_age purged) {
  const auto until = purged == retention_age::bodies ? pass.newest : pass.newest - 1;
  const auto found = next_portion(at, pass.counted_to, until, purged);
  pass.counted_to = found.to;
  for (const auto& one : found.taken) {
    if (purged == retention_age::bodies) {
      ++pass.bodies;
      continue;
    }
    pass.attempts += one.attempts;
    pass.deliveries += one.is_of_link ? 0 : 1;
  }
  return found.outcome();
}

purge_progress take_late(writing& at, purge_place& pass, retention_age purged) {
  const auto end = to_millis(at.context.retention.end_of(purged, at.when.now));
  auto& counter = purged == retention_age::bodies ? pass.bodies : pass.deliveries;
  if (pass.only_reports) {
    auto& count = at.db[count_late_sql];
    count.first(step_of(purged), end);
    counter += count.column<0>().value;
    return purge_progress::idle;
  }
  std::vector<std::int64_t> noted;
  std::int64_t last = 0;
  at.db[next_late_sql].each(
      [&](const auto& columns) {
        last = column_at<0>(columns).value;
        noted.push_back(column_at<1>(columns).value);
      },
      step_of(purged), end, portion_late);
  if (noted.empty()) return purge_progress::idle;
  at.db[drop_late_sql].run(step_of(purged), last, to_json(noted));
  std::vector<found_delivery> taken, later;
  at.db[find_aging_sql].each(
      [&](const aging_row& columns) {
        const auto one = read_aging(columns);
        const auto step = judge_age(one.aging, purged, at.context.retention, at.when.now);
        if (step == purge_step::take)
          taken.push_back(one);
        else if (step != purge_step::pass)
          later.push_back(one);
      },
      to_json(noted));
  note_late(at, later, purged);
  purge_aged(at, taken, purged, pass);
  return std::ssize(noted) == portion_late ? purge_progress::goes_on : purge_progress::done;
}

purge_progress work_on_stage(writing& at, purge_place& pass) {
  const auto go = [&](retention_age purged) {
    return pass.only_reports ? count_on(at, pass, purged) : walk_on(at, pass, purged);
  };
  switch (pass.stage) {
  case purge_stage::bodies:
    return go(retention_age::bodies);
  case purge_stage::late_bodies:
    return take_late(at, pass, retention_age::bodies);
  case purge_stage::rest:
    return go(retention_age::deliveries);
  case purge_stage::late_rest:
    return take_late(at, pass, retention_age::deliveries);
  case purge_stage::begin:
  case purge_stage::end:
    break;
  }
  return purge_progress::idle;
}

void begin_pass(writing& at, purge_place& pass) {
  auto& event = at.db[event_of_delivery_sql];
  if (pass.newest != 0 && (!event.first(pass.newest) || event.column<0>().view() != pass.newest_event)) {
    pass.bodies_to = pass.rest_to = 0;
    pass.restarted_at = to_millis(at.when.now);
  }
  pass = {.bodies_to = pass.bodies_to,
          .rest_to = pass.rest_to,
          .stage = purge_stage::bodies,
          .only_reports = at.context.retention.report_only,
          .counted_to = pass.bodies_to,
          .restarted_at = pass.restarted_at};
  auto& newest = at.db[newest_delivery_sql];
  if (!newest.first()) return;
  pass.newest = newest.column<0>().value;
  pass.newest_event = newest.column<1>().value;
}

void log_pass(const purge_place& pass) {
  if (!pass.only_reports && pass.bodies + pass.attempts + pass.deliveries == 0) return;
  log::info(pass.only_reports ? "retention.would_purge" : "retention.purged",
            {{"bodies", pass.bodies}, {"attempts", pass.attempts}, {"deliveries", pass.deliveries}});
}

} // namespace

scheduled_job_portion work_on_retention(writing& at, const std::string& progress) {
  auto pass = purge_place::read(progress);
  // A node with other settings may have begun the pass.
  if (pass.stage == purge_stage::begin || pass.only_reports != at.context.retention.report_only) begin_pass(at, pass);
  auto come_to = purge_progress::idle;
  while (come_to == purge_progress::idle && pass.stage != purge_stage::end) {
    come_to = work_on_stage(at, pass);
    if (come_to == purge_progress::goes_on) break;
    pass.stage = static_cast<purge_stage>(static_cast<int>(pass.stage) + 1);
    pass.counted_to = pass.rest_to;
  }
  PAYLINK_FAILPOINT(after_portion_purged);
  if (pass.stage != purge_stage::end) return {.next_at = at.when.now + between_portions, .progress = pass.text()};
  log_pass(pass);
  pass.stage = purge_stage::begin;
  return {.next_at = at.when.now + at.context.retention.between_passes(), .progress = pass.text()};
}

} // namespace paylink
