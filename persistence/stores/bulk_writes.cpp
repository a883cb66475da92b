#include "persistence/stores/bulk_writes.hpp"

#include "failpoints/failpoint.hpp"
#include <set>

namespace paylink {

namespace {

// Statements use lists of keys, and other conditions are written so that no index matches them: planned once while
// tables are empty, a statement must not get a plan that reads half a table.
std::string settle_sql() {
  return "WITH wanted AS " + unnested<outcome_columns>() +
         ", settled AS (UPDATE deliveries d SET state = w.state, next_at = w.next_at, finished_at = w.finished_at, "
         "verdict_class = w.verdict_class, verdict_life = w.verdict_life, verdict_at = w.verdict_at, owner = NULL, "
         "lease_until = NULL, unanswered = 0 FROM wanted w WHERE d.row = w.delivery_row AND d.row = ANY "
         "(ARRAY(SELECT delivery_row FROM wanted)) AND (d.epoch = w.epoch AND d.event_id = w.event_id "
         "AND d.owner = :node AND d.attempt = w.number) IS TRUE RETURNING w.place), noted AS (INSERT INTO attempts (" +
         attempt_columns.names() + ") SELECT " + attempt_columns.names("w.") +
         " FROM wanted w JOIN settled s ON s.place = w.place) SELECT place FROM settled";
}

/// Two entries of one batch that are the same must be settled one after the other.
using entry_key = std::tuple<std::int64_t, std::string_view, std::string_view>;

bool is_ordinary(const record_entry& command, bool clock_is_sound) {
  return command.entry.status == entry_status::booked && command.entry.statement_id.empty() &&
         !command.goes_by_virtual_account() && (!command.link || clock_is_sound);
}

} // namespace

bulk_writes::bulk_writes(soci::session& session, const store_context& context, batch_claims& claims,
                         transaction_writes& notes, webhook_events& events, endpoint_watch& endpoints,
                         attempt_writes& attempts, count_tally& tally)
    : context_{context}, endpoints_{endpoints}, attempts_{attempts},
      credits_{session, context, claims, notes, events, tally}, settle_{session, settle_sql()} {}

void bulk_writes::run(std::span<const write_command> batch, const moment& when, replies& given) {
  std::vector<bulk_entry> credits;
  std::vector<outcome> outcomes;
  std::set<entry_key> seen_entries;
  std::set<std::pair<std::int64_t, std::int64_t>> seen_claims;
  for (std::size_t place = 0; place < batch.size(); ++place) {
    if (const auto* entry = std::get_if<record_entry>(&batch[place])) {
      if (is_ordinary(*entry, when.clock_is_sound) &&
          seen_entries.emplace(entry->account_row, entry->feed, entry->entry.bank_reference).second)
        credits.push_back({.place = place, .command = entry});
    } else if (const auto* attempt = std::get_if<record_attempt>(&batch[place])) {
      if (seen_claims.emplace(attempt->row, attempt->epoch).second)
        outcomes.push_back({.place = place, .command = attempt});
    }
  }
  if (!credits.empty()) credits_.run(credits, when.now, given);
  if (!outcomes.empty()) record_attempts(std::move(outcomes), when.now, given);
}

void bulk_writes::record_attempts(std::vector<outcome> outcomes, timestamp now, replies& given) {
  column_arrays<outcome_columns> wanted;
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    auto& one = outcomes[i];
    one.settled = settle(*one.command, context_, now);
    const auto& command = *one.command;
    const auto& [life, verdict, is_unconfirmed] = one.settled;
    const auto next_at = delivery::next_attempt_at(life);
    wanted.add({.place = i,
                .attempt = {command.row, command.epoch, command.made, is_unconfirmed},
                .event_id = command.event_id,
                .state = stored_state(life),
                .next_at = next_at ? std::optional{to_millis(*next_at)} : null_number,
                .finished_at = delivery::has_ended(life) ? std::optional{to_millis(now)} : null_number,
                .verdict = verdict ? &*verdict : nullptr});
  }
  PAYLINK_FAILPOINT(before_bulk_outcomes);
  std::vector<const record_attempt*> settled;
  const auto note = [&](const auto& columns) {
    const auto& one = outcomes[static_cast<std::size_t>(column_at<0>(columns).value)];
    given[one.place] = write_reply{recorded_attempt{.life = one.settled.life, .decided_at = now}};
    endpoints_.observe(*one.command, one.settled.life);
    settled.push_back(one.command);
  };
  wanted.with_parameters([&](const auto&... arrays) { settle_.each(note, arrays..., context_.life); });
  for (const auto* one : settled) attempts_.count(*one);
  PAYLINK_FAILPOINT(after_bulk_outcomes);
}

} // namespace paylink
