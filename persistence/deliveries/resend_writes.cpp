#include "persistence/deliveries/resend_writes.hpp"

#include "domain/deliveries/delivery_channel.hpp"
#include "failpoints/failpoint.hpp"
#include "persistence/deliveries/delivery_rows.hpp"
#include "persistence/sql/invariant.hpp"
#include "persistence/sql/json_rows.hpp"
#include "persistence/sql/storable_text.hpp"

#include <boost/json.hpp>

namespace paylink {

namespace json = boost::json;

namespace {

// Locked in the order of their rows, so that two nodes whose portions meet wait for each other in turn.
std::string find_sql(dialect spoken) {
  return "SELECT d.row, d.kind, d.state, d.attempt, d.round_start, d.signed_at, d.event_id, d.signature, d.key_id, "
         "d.body, "
         "kept.id, k.id, k.sealed FROM deliveries d LEFT JOIN signing_keys kept ON kept.workspace_id = d.workspace_id "
         "AND kept.id = d.key_id LEFT JOIN signing_keys k ON k.workspace_id = d.workspace_id AND k.valid_until IS NULL "
         "WHERE d.workspace_id = :workspace AND d.link_row" +
         std::string{is_among_numbers(spoken)} + " ORDER BY d.row + 0" +
         (spoken == dialect::postgresql ? " FOR UPDATE OF d" : "");
}

std::string rounds_of_json(dialect spoken) {
  return "WITH wanted AS (SELECT * FROM " +
         rows_of_json(spoken, {{"row", "BIGINT"},
                               {"first", "INT"},
                               {"repeats", "INT"},
                               {"renewed", "SMALLINT"},
                               {"signed_at", "BIGINT"},
                               {"signature", json_name_type},
                               {"key_id", json_name_type}}) +
         ") ";
}

std::string reopen_sql(dialect spoken) {
  return rounds_of_json(spoken) +
         "UPDATE deliveries AS d SET state = 0, next_at = :now, finished_at = NULL, unanswered = 0, round_start = "
         "d.attempt, epoch = d.epoch + 1, signed_at = w.signed_at, signature = w.signature, key_id = w.key_id FROM "
         "wanted w WHERE d.row = w.row AND d.state <> 0" +
         // Uses a list of keys: planned once while tables are empty, it must not get a plan that reads half a table.
         (spoken == dialect::postgresql ? " AND d.row = ANY (ARRAY(SELECT row FROM wanted))" : "");
}

std::string note_sql(dialect spoken) {
  return rounds_of_json(spoken) +
         "INSERT INTO callback_rounds (delivery_row, first_attempt, repeats, asked_at, asked_by_type, asked_by_id, "
         "renewed, signed_at) SELECT w.row, w.first, w.repeats, CAST(:now AS BIGINT), CAST(:by_type AS INT), :by_id, "
         "w.renewed, w.signed_at FROM wanted w";
}

} // namespace

resend_writes::resend_writes(soci::session& session, dialect spoken, event_signer& signer, audit_writes& log)
    : signer_{signer}, log_{log}, find_{session, find_sql(spoken)}, reopen_{session, reopen_sql(spoken)},
      note_{session, note_sql(spoken)}, keys_{session} {}

result<opened_round> resend_writes::carry_out(const resend_callback& command, const moment& when) {
  if (const auto unused = check(command.key, command.workspace, when.now); !unused) return unused.error();
  auto done = open(command.workspace, {command.link_row}, command.asked_by, when.now);
  if (done.opened.empty()) return done.pending > 0 ? errc::conflict : errc::not_found;
  auto& opened = done.opened.front();
  if (!command.key.key.empty())
    keys_.note(command.key, command.workspace, std::to_string(opened.round.first_attempt), when.now);
  log_.note(command.by, {command.workspace.view(), "callback.resent", command.link.view()}, when.now);
  return opened;
}

result<resend_counts> resend_writes::carry_out(const resend_callbacks& command, const moment& when) {
  if (const auto unused = check(command.key, command.workspace, when.now); !unused) return unused.error();
  const auto done = open(command.workspace, command.link_rows, command.asked_by, when.now);
  auto counts = command.so_far;
  counts.queued += std::ssize(done.opened);
  counts.counted_at = when.now;
  // A row for each portion: a walk that does not come to its end has sent these.
  if (!done.opened.empty())
    log_.note(command.by,
              {command.workspace.view(),
               "callbacks.resent",
               command.workspace.view(),
               {},
               R"({"queued":)" + std::to_string(done.opened.size()) + "}"},
              when.now);
  if (command.is_last && !command.key.key.empty())
    keys_.note(command.key, command.workspace,
               std::to_string(counts.matched) + "/" + std::to_string(counts.queued) + "/" +
                   std::to_string(to_millis(when.now)),
               when.now);
  return counts;
}

result<void> resend_writes::check(const idempotency_key& key, workspace_id in, timestamp now) {
  const auto used = key.key.empty() ? std::nullopt : keys_.find(key, in, now);
  if (!used) return {};
  // It was unused when the call was checked: repeating the call returns its result.
  return used->print == key.print ? errc::idempotency_in_progress : errc::idempotency_key_reused;
}

resend_writes::outcome resend_writes::open(workspace_id in, const std::vector<std::int64_t>& link_rows,
                                           const creator& asked_by, timestamp now) {
  outcome done;
  json::array rounds;
  find_.each(
      [&](const delivery_row& found) {
        if (found.state.value == 0) {
          ++done.pending;
          return;
        }
        const auto& rule = channel_of(kind_of(found.kind)).signing;
        callback_round round{.first_attempt = static_cast<int>(found.attempt.value) + 1,
                             .repeats = static_cast<int>(found.round_start.value) + 1,
                             .asked_at = now,
                             .asked_by = asked_by,
                             .renewed = renewal_of(found.signed_at.value, rule.life, !found.kept_key.is_null(), now),
                             .signed_at = found.signed_at.value};
        auto signature = found.signature.value, key_id = found.key_id.value;
        if (round.renewed != renewal::none) {
          ensure(!found.current_key.is_null(), "a Workspace has a current signing key");
          round.signed_at = unix_seconds(now);
          key_id = found.current_key.value;
          signature = signer_.sign(in, key_id, found.sealed.view(), rule.data(round.signed_at, found.body.view()));
        }
        rounds.push_back(json::object{{"row", found.row.value},
                                      {"first", round.first_attempt},
                                      {"repeats", round.repeats},
                                      {"renewed", static_cast<int>(round.renewed)},
                                      {"signed_at", round.signed_at},
                                      {"signature", std::move(signature)},
                                      {"key_id", std::move(key_id)}});
        done.opened.push_back({event_id::from_store(found.event.view()), std::move(round)});
      },
      in.view(), to_json(link_rows));
  if (rounds.empty()) return done;
  const auto wanted = json::serialize(rounds);
  const auto reopened = reopen_.run(wanted, to_millis(now));
  ensure(reopened == std::ssize(done.opened), "a round is opened of each callback that has ended");
  PAYLINK_FAILPOINT(after_rounds_opened);
  note_.run(wanted, to_millis(now), static_cast<std::int64_t>(asked_by.type), asked_by.id);
  PAYLINK_FAILPOINT(after_rounds_noted);
  return done;
}

} // namespace paylink
