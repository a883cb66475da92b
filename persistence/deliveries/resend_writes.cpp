#include "domain/deliveries/delivery_channel.hpp"
#include "persistence/audit/audit_writes.hpp"
#include "persistence/context/writing.hpp"
#include "persistence/deliveries/delivery_rows.hpp"
#include "persistence/deliveries/round_writes.hpp"
#include "persistence/sql/invariant.hpp"
#include "persistence/sql/storable_text.hpp"

namespace paylink {
namespace {

/// A link's delivery, with the key that signed it if it still exists, and the current key.
struct ended_callback {
  number_column<"d.row"> row;
  number_column<"d.kind"> kind;
  number_column<"d.state"> state;
  number_column<"d.attempt"> attempt;
  number_column<"d.round_start"> round_start;
  number_column<"d.signed_at"> signed_at;
  text_column<"d.event_id"> event;
  text_column<"d.signature"> signature;
  text_column<"d.key_id"> key_id;
  text_column<"d.body"> body;
  text_column<"d.url"> url;
  text_column<"kept.id"> kept_key;
  text_column<"k.id"> current_key;
  text_column<"k.sealed"> sealed;
  number_column<"d.purged"> purged;
};

// Locked in the order of their rows, so that two nodes whose portions meet wait for each other in turn.
const sql_statement<ended_callback(sql_text, sql_text)> find_callbacks_of_links_sql{[](dialect spoken) {
  return "SELECT " + sql_columns<ended_callback>() +
         " FROM deliveries d LEFT JOIN signing_keys kept ON "
         "kept.workspace_id = d.workspace_id AND kept.id = d.key_id LEFT JOIN signing_keys k ON k.workspace_id = "
         "d.workspace_id AND k.valid_until IS NULL WHERE d.workspace_id = :workspace AND d.link_row" +
         std::string{is_among_numbers(spoken)} + " ORDER BY d.row + 0" + choose(spoken, "", " FOR UPDATE OF d");
}};

struct reopened_callbacks {
  std::vector<opened_round> opened;
  std::size_t pending = 0; ///< Callbacks that are still being sent.
};

/// Opens a round for each callback of these links that has ended and still has its body.
reopened_callbacks reopen_callbacks(writing& at, workspace_id in, const std::vector<std::int64_t>& link_rows,
                                    const creator& asked_by) {
  const auto now = at.when.now;
  reopened_callbacks done;
  std::vector<reopened_delivery> rounds;
  at.db[find_callbacks_of_links_sql].each(
      [&](const ended_callback& found) {
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
          signature =
              at.context.signer.sign(in, key_id, found.sealed.view(), rule.data(round.signed_at, found.body.view()));
        }
        rounds.push_back({.row = found.row.value,
                          .round = round,
                          .signature = std::move(signature),
                          .key_id = std::move(key_id),
                          .url = found.url.value});
        done.opened.push_back({event_id::from_store(found.event.view()), std::move(round)});
      },
      in.view(), to_json(link_rows));
  open_rounds(at, rounds, asked_by);
  return done;
}

} // namespace

result<opened_round> carry_out(writing& at, const resend_callback& command) {
  if (const auto unused = check_resend_key(at, command.key, command.workspace); !unused) return unused.error();
  auto done = reopen_callbacks(at, command.workspace, {command.link_row}, command.asked_by);
  if (done.opened.empty()) return done.pending > 0 ? errc::conflict : errc::not_found;
  auto& opened = done.opened.front();
  note_resend_key(at, command.key, command.workspace, std::to_string(opened.round.first_attempt));
  at.audit.note(command.by, {command.workspace.view(), "callback.resent", command.link.view()}, at.when.now);
  return opened;
}

result<resend_counts> carry_out(writing& at, const resend_callbacks& command) {
  if (const auto unused = check_resend_key(at, command.key, command.workspace); !unused) return unused.error();
  const auto done = reopen_callbacks(at, command.workspace, command.link_rows, command.asked_by);
  auto counts = command.so_far;
  counts.queued += std::ssize(done.opened);
  counts.counted_at = at.when.now;
  // A row for each portion: a walk that does not come to its end has sent these.
  if (!done.opened.empty())
    at.audit.note(command.by,
                  {command.workspace.view(),
                   "callbacks.resent",
                   command.workspace.view(),
                   {},
                   R"({"queued":)" + std::to_string(done.opened.size()) + "}"},
                  at.when.now);
  if (command.is_last) note_resend_key(at, command.key, command.workspace, counts);
  return counts;
}

} // namespace paylink
