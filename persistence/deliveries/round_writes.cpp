#include "persistence/deliveries/round_writes.hpp"

#include "domain/deliveries/delivery.hpp"
#include "failpoints/failpoint.hpp"
#include "persistence/context/used_keys.hpp"
#include "persistence/context/writing.hpp"
#include "persistence/sql/invariant.hpp"
#include "persistence/sql/json_rows.hpp"

#include <boost/json.hpp>

namespace paylink {

namespace json = boost::json;

namespace {

std::string rounds_of_json(dialect spoken) {
  return "WITH wanted AS (SELECT * FROM " +
         rows_of_json(spoken, {{"row", "BIGINT"},
                               {"first", "INT"},
                               {"repeats", "INT"},
                               {"renewed", "SMALLINT"},
                               {"signed_at", "BIGINT"},
                               {"signature", json_name_type},
                               {"key_id", json_name_type},
                               {"url", json_name_type},
                               {"destination", json_name_type}}) +
         ") ";
}

const sql_statement<void(sql_text, sql_number)> reopen_deliveries_sql{[](dialect spoken) {
  return rounds_of_json(spoken) +
         "UPDATE deliveries AS d SET state = 0, next_at = :now, finished_at = NULL, is_skipped = 0, unanswered = 0, "
         "verdict_class = NULL, verdict_incarnation = NULL, verdict_at = NULL, "
         "round_start = d.attempt, epoch = d.epoch + 1, signed_at = w.signed_at, signature = w.signature, key_id = "
         "w.key_id, url = w.url, destination = w.destination FROM wanted w WHERE d.row = w.row AND d.state <> 0" +
         // Uses a list of keys: planned once while tables are empty, it must not get a plan that reads half a table.
         choose(spoken, "", " AND d.row = ANY (ARRAY(SELECT row FROM wanted))");
}};

// A round in which there was no attempt, because the webhook was disabled again, is asked for once more.
const sql_statement<void(sql_text, sql_number, sql_number, sql_text)> note_rounds_sql{[](dialect spoken) {
  return rounds_of_json(spoken) +
         "INSERT INTO callback_rounds (delivery_row, first_attempt, repeats, asked_at, asked_by_type, asked_by_id, "
         "renewed, signed_at) SELECT w.row, w.first, w.repeats, CAST(:now AS BIGINT), CAST(:by_type AS INT), :by_id, "
         "w.renewed, w.signed_at FROM wanted w WHERE w.first > 1 ON CONFLICT (delivery_row, first_attempt) DO UPDATE "
         "SET asked_at = excluded.asked_at, asked_by_type = excluded.asked_by_type, asked_by_id = "
         "excluded.asked_by_id";
}};

} // namespace

result<void> check_resend_key(writing& at, const idempotency_key& key, workspace_id in) {
  const auto used = key.key.empty() ? std::nullopt : find_use_of_key(at.db, key, in, at.when.now);
  if (!used) return {};
  return used->print == key.print ? errc::idempotency_in_progress : errc::idempotency_key_reused;
}

void open_rounds(writing& at, const std::vector<reopened_delivery>& all, const creator& asked_by) {
  if (all.empty()) return;
  json::array rounds;
  for (const auto& one : all)
    rounds.push_back(json::object{{"row", one.row},
                                  {"first", one.round.first_attempt},
                                  {"repeats", one.round.repeats},
                                  {"renewed", static_cast<int>(one.round.renewed)},
                                  {"signed_at", one.round.signed_at},
                                  {"signature", one.signature},
                                  {"key_id", one.key_id},
                                  {"url", one.url},
                                  {"destination", destination_of(one.url)}});
  const auto wanted = json::serialize(rounds);
  const auto now = to_millis(at.when.now);
  const auto reopened = at.db[reopen_deliveries_sql].run(wanted, now);
  ensure(reopened == std::ssize(all), "a round is opened of each delivery that has ended");
  PAYLINK_FAILPOINT(after_rounds_opened);
  at.db[note_rounds_sql].run(wanted, now, static_cast<std::int64_t>(asked_by.type), asked_by.id);
  PAYLINK_FAILPOINT(after_rounds_noted);
}

void note_resend_key(writing& at, const idempotency_key& key, workspace_id in, std::string_view subject) {
  if (!key.key.empty()) note_use_of_key(at.db, key, in, subject, at.when.now);
}

void note_resend_key(writing& at, const idempotency_key& key, workspace_id in, const resend_counts& counts) {
  note_resend_key(at, key, in,
                  std::to_string(counts.matched) + "/" + std::to_string(counts.queued) + "/" +
                      std::to_string(to_millis(counts.counted_at)));
}

} // namespace paylink
