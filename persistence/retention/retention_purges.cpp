#include "persistence/retention/retention_purges.hpp"

#include "failpoints/failpoint.hpp"
#include "logging/log.hpp"
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

constexpr std::string_view aging_columns =
    "SELECT row, created_at, finished_at, purged, attempt, CASE WHEN link_row IS NULL THEN 0 ELSE 1 END FROM "
    "deliveries WHERE row";

// Those that somebody is sending again now are left to them, and so are rows that a deletion has locked.
std::string hold_sql(dialect spoken) {
  return "SELECT row FROM deliveries WHERE row" + std::string{is_among_numbers(spoken)} +
         " AND state + 0 <> 0 AND finished_at <= :end AND purged < :least ORDER BY row + 0" +
         std::string{pick_rows(spoken)};
}

std::string slim_sql(dialect spoken) {
  static_assert(static_cast<int>(delivery_remains::no_attempts) == 2 &&
                static_cast<int>(delivery_remains::acknowledged_before) == 3);
  return "UPDATE deliveries SET " + emptied_sql("deliveries", " = ", ", ") +
         ", purged = CASE (SELECT MIN(k.failed_by) FROM attempts k WHERE k.delivery_row = deliveries.row) WHEN 0 THEN "
         "3 ELSE 2 END WHERE row" +
         std::string{is_among_numbers(spoken)};
}

std::string note_late_sql(dialect spoken) {
  return "INSERT INTO late_purges (step, since, delivery_row) SELECT CAST(:step AS INT), w.since, w.row FROM " +
         rows_of_json(spoken, {{"row", "BIGINT"}, {"since", "BIGINT"}}) +
         (spoken == dialect::sqlite ? " WHERE TRUE" : "") + " ON CONFLICT DO NOTHING";
}

delivery_remains least_after(retention_age purged) {
  return purged == retention_age::bodies ? delivery_remains::no_bodies : delivery_remains::no_attempts;
}

std::int64_t step_of(retention_age purged) { return purged == retention_age::bodies ? 0 : 1; }

} // namespace

retention_purges::retention_purges(soci::session& session, dialect spoken, const store_context& context,
                                   delivery_payloads& payloads)
    : context_{context}, payloads_{payloads},
      newest_{session, "SELECT row, event_id FROM deliveries ORDER BY row DESC LIMIT 1"},
      event_of_{session, "SELECT event_id FROM deliveries WHERE row = :row"},
      next_{session, std::string{aging_columns} + " > :after AND row <= :until ORDER BY row LIMIT :limit"},
      next_late_{session, "SELECT since, delivery_row FROM late_purges WHERE step = :step AND since <= :end ORDER BY "
                          "since, delivery_row LIMIT :limit"},
      count_late_{session, "SELECT COUNT(*) FROM late_purges WHERE step = :step AND since <= :end"},
      find_{session, std::string{aging_columns} + std::string{is_among_numbers(spoken)} + " ORDER BY row + 0"},
      hold_{session, hold_sql(spoken)},
      empty_deliveries_{session, "UPDATE deliveries SET " + emptied_sql("deliveries", " = ", ", ") +
                                     ", purged = 1 WHERE row" + std::string{is_among_numbers(spoken)}},
      empty_attempts_{session, "UPDATE attempts SET " + emptied_sql("attempts", " = ", ", ") + " WHERE delivery_row" +
                                   std::string{is_among_numbers(spoken)} + " AND (" +
                                   emptied_sql("attempts", " <> ", " OR ") + ")"},
      slim_{session, slim_sql(spoken)},
      drop_rounds_{session, "DELETE FROM callback_rounds WHERE delivery_row" + std::string{is_among_numbers(spoken)}},
      drop_attempts_{session, "DELETE FROM attempts WHERE delivery_row" + std::string{is_among_numbers(spoken)}},
      drop_deliveries_{session, "DELETE FROM deliveries WHERE row" + std::string{is_among_numbers(spoken)}},
      note_late_{session, note_late_sql(spoken)},
      drop_late_{session, "DELETE FROM late_purges WHERE step = :step AND since <= :last AND delivery_row" +
                              std::string{is_among_numbers(spoken)}} {}

chore_portion retention_purges::work(const std::string& stored, timestamp now) {
  auto at = purge_place::read(stored);
  // A node with other settings may have begun the pass.
  if (at.stage == purge_stage::begin || at.only_reports != context_.retention.report_only) begin(at, now);
  auto come_to = progress::idle;
  while (come_to == progress::idle && at.stage != purge_stage::end) {
    come_to = work_on(at, now);
    if (come_to == progress::goes_on) break;
    at.stage = static_cast<purge_stage>(static_cast<int>(at.stage) + 1);
    at.counted_to = at.rest_to;
  }
  PAYLINK_FAILPOINT(after_portion_purged);
  if (at.stage != purge_stage::end) return {.next_at = now + between_portions, .progress = at.text()};
  finish(at);
  at.stage = purge_stage::begin;
  return {.next_at = now + context_.retention.between_passes(), .progress = at.text()};
}

void retention_purges::begin(purge_place& at, timestamp now) {
  if (at.newest != 0 && (!event_of_.first(at.newest) || event_of_.column<0>().view() != at.newest_event)) {
    at.bodies_to = at.rest_to = 0;
    at.restarted_at = to_millis(now);
  }
  at = {.bodies_to = at.bodies_to,
        .rest_to = at.rest_to,
        .stage = purge_stage::bodies,
        .only_reports = context_.retention.report_only,
        .counted_to = at.bodies_to,
        .restarted_at = at.restarted_at};
  if (!newest_.first()) return;
  at.newest = newest_.column<0>().value;
  at.newest_event = newest_.column<1>().value;
}

void retention_purges::finish(const purge_place& at) {
  if (!at.only_reports && at.bodies + at.attempts + at.deliveries == 0) return;
  log::info(at.only_reports ? "retention.would_purge" : "retention.purged",
            {{"bodies", at.bodies}, {"attempts", at.attempts}, {"deliveries", at.deliveries}});
}

retention_purges::progress retention_purges::work_on(purge_place& at, timestamp now) {
  const auto go = [&](retention_age purged) {
    return at.only_reports ? count(at, purged, now) : walk(at, purged, now);
  };
  switch (at.stage) {
  case purge_stage::bodies:
    return go(retention_age::bodies);
  case purge_stage::late_bodies:
    return take_late(at, retention_age::bodies, now);
  case purge_stage::rest:
    return go(retention_age::deliveries);
  case purge_stage::late_rest:
    return take_late(at, retention_age::deliveries, now);
  case purge_stage::begin:
  case purge_stage::end:
    break;
  }
  return progress::idle;
}

retention_purges::found_delivery retention_purges::read(const delivery_columns& columns) {
  const auto& [row, created_at, finished_at, purged, attempt, is_of_link] = columns.fields;
  found_delivery found{
      .row = row.value,
      .aging = {.created_at = from_millis(created_at.value), .remains = static_cast<delivery_remains>(purged.value)},
      .attempts = attempt.value,
      .is_of_link = is_of_link.value != 0};
  if (!finished_at.is_null()) found.aging.finished_at = from_millis(finished_at.value);
  return found;
}

retention_purges::portion retention_purges::next(std::int64_t after, std::int64_t until, retention_age purged,
                                                 timestamp now) {
  std::vector<found_delivery> all;
  next_.each([&](const delivery_columns& columns) { all.push_back(read(columns)); }, after, until, portion_rows);
  const auto judge = [&](const found_delivery& one) { return judge_age(one.aging, purged, context_.retention, now); };
  // A young one with an old one behind it was written while a clock was wrong.
  const auto young = std::ranges::find_if(all | std::views::reverse, [&](const auto& one) {
                       return judge(one) != purge_step::stop;
                     }).base();
  portion made{.to = after, .is_more = young == all.end() && std::ssize(all) == portion_rows};
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

retention_purges::progress retention_purges::walk(purge_place& at, retention_age purged, timestamp now) {
  auto& place = purged == retention_age::bodies ? at.bodies_to : at.rest_to;
  std::int64_t until = at.newest;
  // The row of the newest delivery stays: SQLite would give its number to another one.
  if (purged == retention_age::deliveries)
    until = newest_.first() ? std::min<std::int64_t>(at.bodies_to, newest_.column<0>().value - 1) : 0;
  const auto found = next(place, until, purged, now);
  note_late(found.later, purged, now);
  purge(found.taken, purged, at, now);
  place = found.to;
  return found.outcome();
}

retention_purges::progress retention_purges::count(purge_place& at, retention_age purged, timestamp now) {
  const auto found = next(at.counted_to, purged == retention_age::bodies ? at.newest : at.newest - 1, purged, now);
  at.counted_to = found.to;
  for (const auto& one : found.taken) {
    if (purged == retention_age::bodies) {
      ++at.bodies;
      continue;
    }
    at.attempts += one.attempts;
    at.deliveries += one.is_of_link ? 0 : 1;
  }
  return found.outcome();
}

retention_purges::progress retention_purges::take_late(purge_place& at, retention_age purged, timestamp now) {
  const auto end = to_millis(context_.retention.end_of(purged, now));
  auto& counter = purged == retention_age::bodies ? at.bodies : at.deliveries;
  if (at.only_reports) {
    count_late_.first(step_of(purged), end);
    counter += count_late_.column<0>().value;
    return progress::idle;
  }
  std::vector<std::int64_t> noted;
  std::int64_t last = 0;
  next_late_.each(
      [&](const auto& columns) {
        last = column_at<0>(columns).value;
        noted.push_back(column_at<1>(columns).value);
      },
      step_of(purged), end, portion_late);
  if (noted.empty()) return progress::idle;
  drop_late_.run(step_of(purged), last, to_json(noted));
  std::vector<found_delivery> taken, later;
  find_.each(
      [&](const delivery_columns& columns) {
        const auto one = read(columns);
        const auto step = judge_age(one.aging, purged, context_.retention, now);
        if (step == purge_step::take)
          taken.push_back(one);
        else if (step != purge_step::pass)
          later.push_back(one);
      },
      to_json(noted));
  note_late(later, purged, now);
  purge(taken, purged, at, now);
  return std::ssize(noted) == portion_late ? progress::goes_on : progress::done;
}

std::vector<std::int64_t> retention_purges::purge(const std::vector<found_delivery>& all, retention_age purged,
                                                  purge_place& at, timestamp now) {
  if (all.empty()) return {};
  const auto end = context_.retention.end_of(purged, now);
  const bool drops = purged == retention_age::deliveries;
  const std::int64_t newest = drops && newest_.first() ? newest_.column<0>().value : 0;
  std::vector<std::int64_t> wanted, held;
  for (const auto& one : all)
    if (!drops || one.row != newest || one.is_of_link) wanted.push_back(one.row);
  hold_.each([&](const auto& columns) { held.push_back(column_at<0>(columns).value); }, to_json(wanted), to_millis(end),
             static_cast<std::int64_t>(least_after(purged)));
  const std::set<std::int64_t> is_held{held.begin(), held.end()};
  std::vector<found_delivery> missed;
  for (auto one : all) {
    if (is_held.contains(one.row)) continue;
    one.aging.finished_at = end + context_.retention.between_passes();
    missed.push_back(one);
  }
  note_late(missed, purged, now);
  if (held.empty()) return held;
  if (drops) {
    drop_rest(all, held, at);
    return held;
  }
  drop_bodies(to_json(held));
  at.bodies += std::ssize(held);
  return held;
}

void retention_purges::drop_bodies(const std::string& rows) {
  const auto shared = payloads_.hold(rows);
  empty_deliveries_.run(rows);
  empty_attempts_.run(rows);
  payloads_.drop_unused(shared);
}

void retention_purges::drop_rest(const std::vector<found_delivery>& all, const std::vector<std::int64_t>& held,
                                 purge_place& at) {
  std::vector<std::int64_t> slim, gone;
  for (const auto& one : all)
    if (std::ranges::binary_search(held, one.row)) (one.is_of_link ? slim : gone).push_back(one.row);
  const auto rows = to_json(held);
  const auto shared = payloads_.hold(rows);
  if (!slim.empty()) slim_.run(to_json(slim));
  drop_rounds_.run(rows);
  at.attempts += drop_attempts_.run(rows);
  if (!gone.empty()) at.deliveries += drop_deliveries_.run(to_json(gone));
  payloads_.drop_unused(shared);
}

void retention_purges::note_late(const std::vector<found_delivery>& all, retention_age purged, timestamp now) {
  if (all.empty()) return;
  std::string rows = "[";
  for (const auto& one : all) {
    if (rows.size() > 1) rows += ',';
    rows += R"({"row":)" + std::to_string(one.row) + R"(,"since":)" +
            std::to_string(to_millis(one.aging.finished_at.value_or(now))) + "}";
  }
  note_late_.run(step_of(purged), rows + "]");
}

} // namespace paylink
