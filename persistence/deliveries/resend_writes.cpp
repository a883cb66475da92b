#include "persistence/deliveries/resend_writes.hpp"

#include "domain/deliveries/delivery_channel.hpp"
#include "persistence/deliveries/delivery_rows.hpp"
#include "persistence/sql/invariant.hpp"
#include "persistence/sql/storable_text.hpp"

namespace paylink {

namespace {

// Locked in the order of their rows, so that two nodes whose portions meet wait for each other in turn.
std::string find_sql(dialect spoken) {
  return "SELECT d.row, d.kind, d.state, d.attempt, d.round_start, d.signed_at, d.event_id, d.signature, d.key_id, "
         "d.body, d.url, "
         "kept.id, k.id, k.sealed, d.purged FROM deliveries d LEFT JOIN signing_keys kept ON kept.workspace_id = "
         "d.workspace_id "
         "AND kept.id = d.key_id LEFT JOIN signing_keys k ON k.workspace_id = d.workspace_id AND k.valid_until IS NULL "
         "WHERE d.workspace_id = :workspace AND d.link_row" +
         std::string{is_among_numbers(spoken)} + " ORDER BY d.row + 0" +
         (spoken == dialect::postgresql ? " FOR UPDATE OF d" : "");
}

} // namespace

resend_writes::resend_writes(soci::session& session, dialect spoken, event_signer& signer, audit_writes& log)
    : signer_{signer}, log_{log}, find_{session, find_sql(spoken)}, rounds_{session, spoken} {}

result<opened_round> resend_writes::carry_out(const resend_callback& command, const moment& when) {
  if (const auto unused = rounds_.check(command.key, command.workspace, when.now); !unused) return unused.error();
  auto done = open(command.workspace, {command.link_row}, command.asked_by, when.now);
  if (done.opened.empty()) return done.pending > 0 ? errc::conflict : errc::not_found;
  auto& opened = done.opened.front();
  rounds_.note_key(command.key, command.workspace, std::to_string(opened.round.first_attempt), when.now);
  log_.note(command.by, {command.workspace.view(), "callback.resent", command.link.view()}, when.now);
  return opened;
}

result<resend_counts> resend_writes::carry_out(const resend_callbacks& command, const moment& when) {
  if (const auto unused = rounds_.check(command.key, command.workspace, when.now); !unused) return unused.error();
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
  if (command.is_last) rounds_.note_key(command.key, command.workspace, counts);
  return counts;
}

resend_writes::outcome resend_writes::open(workspace_id in, const std::vector<std::int64_t>& link_rows,
                                           const creator& asked_by, timestamp now) {
  outcome done;
  std::vector<reopened_delivery> rounds;
  find_.each(
      [&](const delivery_row& found) {
        if (found.state.value == 0) {
          ++done.pending;
          return;
        }
        if (found.purged.value != 0) return;
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
        rounds.push_back({.row = found.row.value,
                          .round = round,
                          .signature = std::move(signature),
                          .key_id = std::move(key_id),
                          .url = found.url.value});
        done.opened.push_back({event_id::from_store(found.event.view()), std::move(round)});
      },
      in.view(), to_json(link_rows));
  rounds_.open(rounds, asked_by, now);
  return done;
}

} // namespace paylink
