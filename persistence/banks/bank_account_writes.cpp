#include "persistence/banks/bank_account_writes.hpp"

#include "domain/values/ascii.hpp"
#include "domain/values/json_string.hpp"
#include "persistence/banks/account_audit.hpp"
#include "persistence/banks/account_rows.hpp"
#include "persistence/sql/maker_reply.hpp"

namespace paylink {

namespace {

// A link that is being made with it waits.
std::string hold_virtual_sql(dialect spoken) {
  return std::string{"SELECT v.row, v.status, v.number FROM virtual_accounts v JOIN bank_accounts a ON a.row = "
                     "v.account_row WHERE a.workspace_id = :workspace AND a.id = :account AND v.id = :id"} +
         (spoken == dialect::postgresql ? " FOR UPDATE OF v" : "");
}

std::string last4(std::string_view number) {
  std::string text = R"({"number_last4":)";
  append_json_string(text, last4_of(number));
  return text.append("}");
}

} // namespace

bank_account_writes::bank_account_writes(soci::session& session, dialect spoken, account_connections& connections,
                                         audit_writes& log)
    : connections_{connections}, log_{log}, keep_workspace_{session, keep_workspace_sql(spoken)},
      find_virtual_{session, "SELECT " + std::string{virtual_account_row::columns} +
                                 std::string{virtual_account_row::tables} +
                                 "WHERE a.workspace_id = :workspace AND v.id = :id"},
      count_virtual_{session, "SELECT COUNT(*) FROM virtual_accounts WHERE account_row = :account"}, keys_{session},
      find_account_{session, "SELECT row FROM bank_accounts WHERE workspace_id = :workspace AND id = :id AND "
                             "removed_at IS NULL"},
      hold_account_{session, std::string{"SELECT row, state FROM bank_accounts WHERE workspace_id = :workspace AND id "
                                         "= :id AND removed_at IS NULL"}
                                 .append(hold_row(spoken))},
      insert_account_{
          session,
          "INSERT INTO bank_accounts (id, workspace_id, feed, bank, bin, number, holder_name, "
          "account_type, state, created_at, connected_at, upkeep_at, connection_id, fetch_at) VALUES (:id, :workspace, "
          ":feed, :bank, :bin, :number, :holder, :type, :state, :now, :connected_at, :upkeep_at, :connection, "
          ":fetch_at) "
          "ON CONFLICT DO NOTHING"},
      supersede_{session, supersede_sql},
      disconnect_{session, "UPDATE bank_accounts SET state = 'disconnected', disconnected_at = :now WHERE row = "
                           ":row AND (state || '') = 'connected'"},
      evict_{session, "UPDATE bank_accounts SET state = 'disconnected', superseded_at = :now, fetch_at = NULL, "
                      "disconnected_at = COALESCE(disconnected_at, :since) WHERE row = :row"},
      // Its links and orders are closed by its upkeep.
      remove_{session, "UPDATE bank_accounts SET state = 'disconnected', removed_at = :now, upkeep_at = 0, closed_to = "
                       "'', fetch_at = NULL, disconnected_at = COALESCE(disconnected_at, :since) WHERE row = :row"},
      drop_pending_{session, "DELETE FROM bank_accounts WHERE row = :row AND (state || '') = 'pending'"},
      expect_virtual_{session, "UPDATE bank_accounts SET account_type = 'main_with_virtual' WHERE row = :row"},
      insert_virtual_{session,
                      "INSERT INTO virtual_accounts (id, account_row, number, name, status, created_at) VALUES "
                      "(:id, :account, :number, :name, :status, :now) ON CONFLICT DO NOTHING"},
      hold_virtual_{session, hold_virtual_sql(spoken)},
      find_pending_link_{session, "SELECT row FROM payment_links WHERE virtual_account_row = :row AND status = 0 "
                                  "AND virtual_account_row IS NOT NULL LIMIT 1"},
      close_virtual_{session, "UPDATE virtual_accounts SET status = 'closed' WHERE row = :row"},
      // Entries that others are recording refer to the row.
      wait_for_entries_{session, "SELECT " + std::string{is_superseded} + " FROM bank_accounts a WHERE a.row = :row" +
                                     std::string{lock_row(spoken)}},
      state_{session, "UPDATE bank_accounts SET imported_at = :now, stated_to = CASE WHEN COALESCE(stated_to, 0) < "
                      ":stated_to THEN :then_stated_to ELSE stated_to END WHERE row = :row"} {}

result<no_reply> bank_account_writes::carry_out(const connect_account& command, const moment& when) {
  const auto& made = command.account;
  if (!keep_workspace_.first(made.workspace.view())) return errc::not_found;
  if (hold_account_.first(made.workspace.view(), made.id.view())) return connect_known(command, when.now);
  if (insert_account_.run(made.id.view(), made.workspace.view(), made.feed, made.bank, made.bin, made.number,
                          made.holder_name, word_of(made.type), word_of(made.state), to_millis(when.now),
                          to_millis(when.now), to_millis(when.now), command.connection_id,
                          command.connection_id.empty() ? null_number : std::optional{to_millis(when.now)}) == 1) {
    if (made.state == account_state::connected && find_account_.first(made.workspace.view(), made.id.view()))
      supersede_.run(to_millis(when.now), find_account_.column<0>().value, find_account_.column<0>().value);
    log_.note(command.by,
              {made.workspace.view(), "bank_account.connected", made.id.view(), {}, described_account(made)}, when.now);
    return no_reply{};
  }
  return done_or(errc::bank_account_taken, find_account_.first(made.workspace.view(), made.id.view()));
}

// It keeps its id, whether it is pending or was disconnected.
result<no_reply> bank_account_writes::connect_known(const connect_account& command, timestamp now) {
  const auto [row, state] = hold_account_.out().fields;
  if (state.view() == word_of(account_state::connected)) return no_reply{};
  if (!connections_.connect(row.value, command.connection_id, now)) return errc::bank_account_taken;
  const auto& made = command.account;
  log_.note(command.by, {made.workspace.view(), "bank_account.connected", made.id.view(), {}, described_account(made)},
            now);
  return no_reply{};
}

result<no_reply> bank_account_writes::carry_out(const disconnect_account& command, const moment& when) {
  if (!keep_workspace_.first(command.workspace.view())) return errc::not_found;
  if (!hold_account_.first(command.workspace.view(), command.id.view())) return errc::not_found;
  const auto [row, state] = hold_account_.out().fields;
  const bool is_pending = state.view() == word_of(account_state::pending);
  if (is_pending && !command.is_evicted) return errc::conflict;
  connections_.end(row.value);
  if (command.is_evicted) {
    if (is_pending)
      drop_pending_.run(row.value);
    else
      evict_.run(to_millis(when.now), to_millis(when.now), row.value);
    log_.note(command.by, {command.workspace.view(), "bank_account.evicted", command.id.view()}, when.now);
  } else if (disconnect_.run(to_millis(when.now), row.value) == 1)
    log_.note(command.by, {command.workspace.view(), "bank_account.disconnected", command.id.view()}, when.now);
  return no_reply{};
}

result<no_reply> bank_account_writes::carry_out(const remove_account& command, const moment& when) {
  if (!keep_workspace_.first(command.workspace.view())) return errc::not_found;
  if (!hold_account_.first(command.workspace.view(), command.id.view())) return errc::not_found;
  const auto [row, state] = hold_account_.out().fields;
  connections_.end(row.value);
  // Nothing refers to an account that never was connected.
  if (state.view() == word_of(account_state::pending)) {
    drop_pending_.run(row.value);
    return no_reply{};
  }
  remove_.run(to_millis(when.now), to_millis(when.now), row.value);
  log_.note(command.by, {command.workspace.view(), "bank_account.removed", command.id.view()}, when.now);
  return no_reply{};
}

result<made_virtual_account> bank_account_writes::carry_out(const create_virtual_account& command, const moment& when) {
  const auto& made = command.record;
  const bool has_key = !command.key.key.empty();
  if (const auto used = has_key ? keys_.find(command.key, command.workspace, when.now) : std::nullopt) {
    if (used->print != command.key.print) return errc::idempotency_key_reused;
    if (!find_virtual_.first(command.workspace.view(), used->subject)) return errc::not_found;
    auto first = find_virtual_.out().read();
    const bool is_replay = first.id != made.id;
    return made_virtual_account{std::move(first), is_replay};
  }
  if (!hold_account_.first(command.workspace.view(), made.main_account.view())) return errc::not_found;
  const auto account_row = hold_account_.column<0>().value;
  if (find_virtual_.first(command.workspace.view(), made.id.view()))
    return made_virtual_account{find_virtual_.out().read()};
  count_virtual_.first(account_row);
  if (count_virtual_.column<0>().value >= virtual_accounts_max) return errc::payload_too_large;
  if (insert_virtual_.run(made.id.view(), account_row, made.number, made.name, word_of(made.status),
                          to_millis(when.now)) == 0)
    return errc::conflict;
  expect_virtual_.run(account_row);
  log_.note(command.by, {command.workspace.view(), "virtual_account.created", made.id.view(), {}, last4(made.number)},
            when.now);
  if (has_key) keys_.note(command.key, command.workspace, made.id.view(), when.now);
  return made_virtual_account{made};
}

result<no_reply> bank_account_writes::carry_out(const close_virtual_account& command, const moment& when) {
  if (!keep_workspace_.first(command.workspace.view())) return errc::not_found;
  if (!hold_virtual_.first(command.workspace.view(), command.account.view(), command.id.view())) return errc::not_found;
  const auto& [row, status, number] = hold_virtual_.out().fields;
  if (status.view() == word_of(virtual_account_status::closed)) return no_reply{};
  if (find_pending_link_.first(row.value)) return errc::conflict;
  auto was = last4(number.view());
  close_virtual_.run(row.value);
  log_.note(command.by, {command.workspace.view(), "virtual_account.closed", command.id.view(), std::move(was)},
            when.now);
  return no_reply{};
}

result<no_reply> bank_account_writes::carry_out(const begin_import& command, const moment& when) {
  if (!keep_workspace_.first(command.workspace.view())) return errc::not_found;
  if (!find_account_.first(command.workspace.view(), command.id.view())) return errc::not_found;
  const auto row = find_account_.column<0>().value;
  wait_for_entries_.first(row);
  const bool has_moved = wait_for_entries_.column<0>().value != 0;
  if (has_moved) return errc::bank_account_not_connected;
  state_.run(to_millis(when.now), to_millis(command.stated_to), to_millis(command.stated_to), row);
  log_.note(command.by, {command.workspace.view(), "bank_account.import_begun", command.id.view(), {}, command.about},
            when.now);
  return no_reply{};
}

result<no_reply> bank_account_writes::carry_out(const end_import& command, const moment& when) {
  log_.note(command.by,
            {command.workspace.view(), "bank_account.statement_imported", command.id.view(), {}, command.about},
            when.now);
  return no_reply{};
}

} // namespace paylink
