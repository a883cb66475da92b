#include "domain/values/ascii.hpp"
#include "domain/values/json_string.hpp"
#include "persistence/audit/audit_writes.hpp"
#include "persistence/banks/account_audit.hpp"
#include "persistence/banks/account_connections.hpp"
#include "persistence/banks/account_rows.hpp"
#include "persistence/context/kept_workspace.hpp"
#include "persistence/context/used_keys.hpp"
#include "persistence/context/writing.hpp"
#include "persistence/sql/maker_reply.hpp"

namespace paylink {

namespace {

const sql_statement<sql_row<sql_number>(sql_number)> count_virtual_accounts_sql{
    "SELECT COUNT(*) FROM virtual_accounts WHERE account_row = :account"};

const sql_statement<sql_row<sql_number>(sql_text, sql_text)> find_account_row_sql{
    "SELECT row FROM bank_accounts WHERE workspace_id = :workspace AND id = :id AND removed_at IS NULL"};

const sql_statement<sql_row<sql_number, sql_text>(sql_text, sql_text)> hold_account_state_sql{[](dialect spoken) {
  return std::string{"SELECT row, state FROM bank_accounts WHERE workspace_id = :workspace AND id = :id AND "
                     "removed_at IS NULL"}
      .append(hold_row(spoken));
}};

const sql_statement<void(sql_text, sql_text, sql_text, sql_text, sql_text, sql_text, sql_text, sql_text, sql_text,
                         sql_number, sql_number, sql_number, sql_text, sql_number)>
    insert_connected_account_sql{
        "INSERT INTO bank_accounts (id, workspace_id, feed, bank, bin, number, holder_name, account_type, state, "
        "created_at, connected_at, upkeep_at, connection_id, fetch_at) VALUES (:id, :workspace, :feed, :bank, :bin, "
        ":number, :holder, :type, :state, :now, :connected_at, :upkeep_at, :connection, :fetch_at) ON CONFLICT DO "
        "NOTHING"};

const sql_statement<void(sql_number, sql_number)> disconnect_account_sql{
    "UPDATE bank_accounts SET state = 'disconnected', disconnected_at = :now WHERE row = :row AND (state || '') = "
    "'connected'"};

const sql_statement<void(sql_number, sql_number, sql_number)> evict_account_sql{
    "UPDATE bank_accounts SET state = 'disconnected', superseded_at = :now, fetch_at = NULL, disconnected_at = "
    "COALESCE(disconnected_at, :since) WHERE row = :row"};

// Its links and orders are closed by its upkeep.
const sql_statement<void(sql_number, sql_number, sql_number)> remove_account_sql{
    "UPDATE bank_accounts SET state = 'disconnected', removed_at = :now, upkeep_at = 0, closed_to = '', fetch_at = "
    "NULL, disconnected_at = COALESCE(disconnected_at, :since) WHERE row = :row"};

const sql_statement<void(sql_number)> expect_virtual_accounts_sql{
    "UPDATE bank_accounts SET account_type = 'main_with_virtual' WHERE row = :row"};

const sql_statement<void(sql_text, sql_number, sql_text, sql_text, sql_text, sql_number)> insert_virtual_account_sql{
    "INSERT INTO virtual_accounts (id, account_row, number, name, status, created_at) VALUES (:id, :account, :number, "
    ":name, :status, :now) ON CONFLICT DO NOTHING"};

// A link that is being made with it waits.
const sql_statement<sql_row<sql_number, sql_text, sql_text>(sql_text, sql_text, sql_text)> hold_virtual_account_sql{
    [](dialect spoken) {
      return std::string{"SELECT v.row, v.status, v.number FROM virtual_accounts v JOIN bank_accounts a ON a.row = "
                         "v.account_row WHERE a.workspace_id = :workspace AND a.id = :account AND v.id = :id"} +
             choose(spoken, "", " FOR UPDATE OF v");
    }};

const sql_statement<sql_row<sql_number>(sql_number)> find_pending_link_sql{
    "SELECT row FROM payment_links WHERE virtual_account_row = :row AND status = 0 AND virtual_account_row IS NOT NULL "
    "LIMIT 1"};

const sql_statement<void(sql_number)> close_virtual_account_sql{
    "UPDATE virtual_accounts SET status = 'closed' WHERE row = :row"};

// Entries that others are recording refer to the row, and are waited for.
const sql_statement<sql_row<sql_number>(sql_number)> wait_for_entries_sql{[](dialect spoken) {
  return "SELECT " + std::string{is_superseded} + " FROM bank_accounts a WHERE a.row = :row" +
         std::string{lock_row(spoken)};
}};

const sql_statement<void(sql_number, sql_number, sql_number, sql_number)> note_statement_sql{
    "UPDATE bank_accounts SET imported_at = :now, stated_to = CASE WHEN COALESCE(stated_to, 0) < :stated_to THEN "
    ":then_stated_to ELSE stated_to END WHERE row = :row"};

struct held_account {
  std::int64_t row = 0;
  std::string state;
};

/// Locks the account's row; none: the Workspace has no such account.
std::optional<held_account> hold_account_state(writing& at, workspace_id in, bank_account_id id) {
  auto& held = at.db[hold_account_state_sql];
  if (!held.first(in.view(), id.view())) return std::nullopt;
  return held_account{held.column<0>().value, held.column<1>().value};
}

std::optional<std::int64_t> find_account_row(writing& at, workspace_id in, bank_account_id id) {
  auto& found = at.db[find_account_row_sql];
  if (!found.first(in.view(), id.view())) return std::nullopt;
  return found.column<0>().value;
}

std::string last4(std::string_view number) {
  std::string text = R"({"number_last4":)";
  append_json_string(text, last4_of(number));
  return text.append("}");
}

void note_connected(writing& at, const connect_account& command) {
  const auto& made = command.account;
  at.audit.note(command.by,
                {made.workspace.view(), "bank_account.connected", made.id.view(), {}, described_account(made)},
                at.when.now);
}

} // namespace

result<no_reply> carry_out(writing& at, const connect_account& command) {
  const auto& made = command.account;
  if (!keep_workspace(at.db, made.workspace.view())) return errc::not_found;
  // It keeps its id, whether it is pending or was disconnected.
  if (const auto known = hold_account_state(at, made.workspace, made.id)) {
    if (known->state == word_of(account_state::connected)) return no_reply{};
    if (!mark_connected(at, known->row, command.connection_id)) return errc::bank_account_taken;
    note_connected(at, command);
    return no_reply{};
  }
  const auto now = to_millis(at.when.now);
  if (at.db[insert_connected_account_sql].run(made.id.view(), made.workspace.view(), made.feed, made.bank, made.bin,
                                              made.number, made.holder_name, word_of(made.type), word_of(made.state),
                                              now, now, now, command.connection_id,
                                              command.connection_id.empty() ? null_number : std::optional{now}) == 0)
    return done_or(errc::bank_account_taken, find_account_row(at, made.workspace, made.id).has_value());
  if (made.state == account_state::connected)
    if (const auto row = find_account_row(at, made.workspace, made.id)) supersede_others(at, *row);
  note_connected(at, command);
  return no_reply{};
}

result<no_reply> carry_out(writing& at, const disconnect_account& command) {
  if (!keep_workspace(at.db, command.workspace.view())) return errc::not_found;
  const auto held = hold_account_state(at, command.workspace, command.id);
  if (!held) return errc::not_found;
  const bool is_pending = held->state == word_of(account_state::pending);
  if (is_pending && !command.is_evicted) return errc::conflict;
  end_connection(at, held->row);
  const auto now = to_millis(at.when.now);
  if (command.is_evicted) {
    if (is_pending)
      drop_pending_account(at, held->row);
    else
      at.db[evict_account_sql].run(now, now, held->row);
    at.audit.note(command.by, {command.workspace.view(), "bank_account.evicted", command.id.view()}, at.when.now);
  } else if (at.db[disconnect_account_sql].run(now, held->row) == 1)
    at.audit.note(command.by, {command.workspace.view(), "bank_account.disconnected", command.id.view()}, at.when.now);
  return no_reply{};
}

result<no_reply> carry_out(writing& at, const remove_account& command) {
  if (!keep_workspace(at.db, command.workspace.view())) return errc::not_found;
  const auto held = hold_account_state(at, command.workspace, command.id);
  if (!held) return errc::not_found;
  end_connection(at, held->row);
  // Nothing refers to an account that never was connected.
  if (held->state == word_of(account_state::pending)) {
    drop_pending_account(at, held->row);
    return no_reply{};
  }
  at.db[remove_account_sql].run(to_millis(at.when.now), to_millis(at.when.now), held->row);
  at.audit.note(command.by, {command.workspace.view(), "bank_account.removed", command.id.view()}, at.when.now);
  return no_reply{};
}

result<made_virtual_account> carry_out(writing& at, const create_virtual_account& command) {
  const auto& made = command.record;
  const bool has_key = !command.key.key.empty();
  if (const auto used = has_key ? find_use_of_key(at.db, command.key, command.workspace, at.when.now) : std::nullopt) {
    if (used->print != command.key.print) return errc::idempotency_key_reused;
    auto first = read_virtual_account(at.db, command.workspace, used->subject);
    if (!first) return errc::not_found;
    const bool is_replay = first->id != made.id;
    return made_virtual_account{std::move(*first), is_replay};
  }
  const auto account = hold_account_state(at, command.workspace, made.main_account);
  if (!account) return errc::not_found;
  if (auto first = read_virtual_account(at.db, command.workspace, made.id.view()))
    return made_virtual_account{std::move(*first)};
  auto& count = at.db[count_virtual_accounts_sql];
  count.first(account->row);
  if (count.column<0>().value >= virtual_accounts_max) return errc::payload_too_large;
  if (at.db[insert_virtual_account_sql].run(made.id.view(), account->row, made.number, made.name, word_of(made.status),
                                            to_millis(at.when.now)) == 0)
    return errc::conflict;
  at.db[expect_virtual_accounts_sql].run(account->row);
  at.audit.note(command.by,
                {command.workspace.view(), "virtual_account.created", made.id.view(), {}, last4(made.number)},
                at.when.now);
  if (has_key) note_use_of_key(at.db, command.key, command.workspace, made.id.view(), at.when.now);
  return made_virtual_account{made};
}

result<no_reply> carry_out(writing& at, const close_virtual_account& command) {
  if (!keep_workspace(at.db, command.workspace.view())) return errc::not_found;
  auto& held = at.db[hold_virtual_account_sql];
  if (!held.first(command.workspace.view(), command.account.view(), command.id.view())) return errc::not_found;
  const auto& [row, status, number] = held.out().fields;
  if (status.view() == word_of(virtual_account_status::closed)) return no_reply{};
  if (at.db[find_pending_link_sql].first(row.value)) return errc::conflict;
  auto was = last4(number.view());
  at.db[close_virtual_account_sql].run(row.value);
  at.audit.note(command.by, {command.workspace.view(), "virtual_account.closed", command.id.view(), std::move(was)},
                at.when.now);
  return no_reply{};
}

result<no_reply> carry_out(writing& at, const begin_import& command) {
  if (!keep_workspace(at.db, command.workspace.view())) return errc::not_found;
  const auto row = find_account_row(at, command.workspace, command.id);
  if (!row) return errc::not_found;
  auto& waited = at.db[wait_for_entries_sql];
  waited.first(*row);
  const bool has_moved = waited.column<0>().value != 0;
  if (has_moved) return errc::bank_account_not_connected;
  at.db[note_statement_sql].run(to_millis(at.when.now), to_millis(command.stated_to), to_millis(command.stated_to),
                                *row);
  at.audit.note(command.by,
                {command.workspace.view(), "bank_account.import_begun", command.id.view(), {}, command.about},
                at.when.now);
  return no_reply{};
}

result<no_reply> carry_out(writing& at, const end_import& command) {
  at.audit.note(command.by,
                {command.workspace.view(), "bank_account.statement_imported", command.id.view(), {}, command.about},
                at.when.now);
  return no_reply{};
}

} // namespace paylink
