#include "persistence/stores/bulk_writes.hpp"

#include "failpoints/failpoint.hpp"
#include "persistence/context/writing.hpp"
#include "persistence/deliveries/attempt_writes.hpp"
#include "persistence/deliveries/delivery_writes.hpp"
#include "persistence/deliveries/endpoint_watch.hpp"
#include "persistence/deliveries/new_attempt.hpp"
#include "persistence/sql/column_arrays.hpp"

#include <set>

namespace paylink {
namespace {

/// An attempt of a batch, and what has become of its delivery.
struct new_outcome {
  std::size_t place = 0; ///< In the batch.
  new_attempt attempt;
  std::string_view event_id; ///< Of the delivery.
  std::int64_t state = 0;
  std::optional<std::int64_t> next_at{}, finished_at{}; ///< Milliseconds.
  const early_verdict* verdict = nullptr;               ///< What the next attempt is compared with.

  operator const new_attempt&() const { return attempt; }
};

constexpr auto outcome_columns = attempt_columns.within<new_outcome>(
    new_column{"place", [](const new_outcome& one) { return static_cast<std::int64_t>(one.place); }},
    new_column{"event_id", [](const new_outcome& one) { return one.event_id; }},
    new_column{"state", [](const new_outcome& one) { return one.state; }},
    new_column{"next_at", [](const new_outcome& one) { return one.next_at; }},
    new_column{"finished_at", [](const new_outcome& one) { return one.finished_at; }},
    new_column{"verdict_class",
               [](const new_outcome& one) {
                 return one.verdict ? std::optional{static_cast<std::int64_t>(one.verdict->found)} : null_number;
               }},
    new_column{"verdict_incarnation",
               [](const new_outcome& one) {
                 return one.verdict ? std::optional<std::string_view>{one.verdict->node} : std::nullopt;
               }},
    new_column{"verdict_at", [](const new_outcome& one) {
                 return one.verdict ? std::optional{to_millis(one.verdict->at)} : null_number;
               }});
static_assert(outcome_columns.has_each_once());

// Statements use lists of keys, and other conditions are written so that no index matches them: planned once while
// tables are empty, a statement must not get a plan that reads half a table.
std::string settle_deliveries_text() {
  return "WITH wanted AS " + unnested<outcome_columns>() +
         ", settled AS (UPDATE deliveries d SET state = w.state, next_at = w.next_at, finished_at = w.finished_at, "
         "verdict_class = w.verdict_class, verdict_incarnation = w.verdict_incarnation, verdict_at = w.verdict_at, "
         "owner = NULL, "
         "lease_until = NULL, unanswered = 0 FROM wanted w WHERE d.row = w.delivery_row AND d.row = ANY "
         "(ARRAY(SELECT delivery_row FROM wanted)) AND (d.epoch = w.epoch AND d.event_id = w.event_id "
         "AND d.owner = :node AND d.attempt = w.number) IS TRUE RETURNING w.place), noted AS (INSERT INTO attempts (" +
         attempt_columns.names() + ") SELECT " + attempt_columns.names("w.") +
         " FROM wanted w JOIN settled s ON s.place = w.place) SELECT place FROM settled";
}

const sql_statement<sql_row<sql_number>(joined_row<column_arrays<outcome_columns>::parameters, sql_row<sql_text>>)>
    settle_deliveries_sql{[](dialect spoken) { return on_server(spoken, settle_deliveries_text()); }};

struct bulk_outcome {
  std::size_t place = 0;
  const record_attempt* command = nullptr;
  settled_attempt settled{};
};

void record_attempts(writing& at, std::vector<bulk_outcome> outcomes, bulk_replies& given) {
  const auto now = at.when.now;
  column_arrays<outcome_columns> wanted;
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    auto& one = outcomes[i];
    one.settled = settle(*one.command, at.context, now);
    const auto& command = *one.command;
    const auto& [progress, verdict, is_unconfirmed] = one.settled;
    const auto next_at = delivery::next_attempt_at(progress);
    wanted.add({.place = i,
                .attempt = {command.row, command.epoch, command.made, is_unconfirmed},
                .event_id = command.event_id,
                .state = stored_state(progress),
                .next_at = next_at ? std::optional{to_millis(*next_at)} : null_number,
                .finished_at = delivery::has_ended(progress) ? std::optional{to_millis(now)} : null_number,
                .verdict = verdict ? &*verdict : nullptr});
  }
  PAYLINK_FAILPOINT(before_bulk_outcomes);
  std::vector<const record_attempt*> settled;
  const auto note = [&](const auto& columns) {
    const auto& one = outcomes[static_cast<std::size_t>(column_at<0>(columns).value)];
    given[one.place] = write_reply{recorded_attempt{.progress = one.settled.progress, .decided_at = now}};
    at.endpoints.observe(*one.command, one.settled.progress);
    settled.push_back(one.command);
  };
  wanted.with_parameters(
      [&](const auto&... arrays) { at.db[settle_deliveries_sql].each(note, arrays..., at.context.incarnation); });
  for (const auto* one : settled) at.attempts.count(*one);
  PAYLINK_FAILPOINT(after_bulk_outcomes);
}

/// Two entries of one batch that are the same must be settled one after the other.
using entry_key = std::tuple<std::int64_t, std::string_view, std::string_view>;

bool is_ordinary(const record_entry& command, bool clock_is_sound) {
  return command.entry.status == entry_status::booked && command.entry.statement_id.empty() &&
         !command.entry.is_unproved && !command.goes_by_virtual_account() && (!command.link || clock_is_sound);
}

} // namespace

void settle_together(writing& at, std::span<const write_command> batch, bulk_replies& given) {
  std::vector<bulk_entry> credits;
  std::vector<bulk_outcome> outcomes;
  std::set<entry_key> seen_entries;
  std::set<std::pair<std::int64_t, std::int64_t>> seen_claims;
  for (std::size_t place = 0; place < batch.size(); ++place) {
    if (const auto* entry = std::get_if<record_entry>(&batch[place])) {
      if (is_ordinary(*entry, at.when.clock_is_sound) &&
          seen_entries.emplace(entry->account_row, entry->feed, entry->entry.bank_reference).second)
        credits.push_back({.place = place, .command = entry});
    } else if (const auto* attempt = std::get_if<record_attempt>(&batch[place])) {
      if (seen_claims.emplace(attempt->row, attempt->epoch).second)
        outcomes.push_back({.place = place, .command = attempt});
    }
  }
  if (!credits.empty()) settle_entries(at, credits, given);
  if (!outcomes.empty()) record_attempts(at, std::move(outcomes), given);
}

} // namespace paylink
