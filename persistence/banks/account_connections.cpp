#include "persistence/banks/account_connections.hpp"

#include "domain/banks/connection.hpp"
#include "failpoints/failpoint.hpp"
#include "persistence/audit/audit_writes.hpp"
#include "persistence/banks/account_audit.hpp"
#include "persistence/banks/account_rows.hpp"
#include "persistence/context/kept_workspace.hpp"
#include "persistence/context/used_keys.hpp"
#include "persistence/context/writing.hpp"
#include "persistence/sql/invariant.hpp"

namespace paylink {

namespace {

constexpr std::int64_t overdue_max = 100;
/// The longest time between two looks for connections that are over.
constexpr std::chrono::minutes look_max{1};

// Two connections that a Workspace starts at once are counted one after the other.
const sql_statement<sql_row<sql_number>(sql_text)> hold_workspace_to_connect_sql{[](dialect spoken) {
  return std::string{"SELECT row FROM workspaces WHERE id = :id AND deleted_at IS NULL"}.append(hold_row(spoken));
}};

const sql_statement<sql_row<sql_number>(sql_text)> count_connections_sql{
    "SELECT COUNT(*) FROM bank_accounts a JOIN account_connections c ON c.account_row = a.row WHERE a.workspace_id = "
    ":workspace"};

const sql_statement<account_row(sql_text, sql_text)> hold_account_sql{[](dialect spoken) {
  return "SELECT " + sql_columns<account_row>() + std::string{account_row::tables} +
         "WHERE a.workspace_id = :workspace AND a.id = :id AND a.removed_at IS NULL" +
         choose(spoken, "", " FOR NO KEY UPDATE OF a");
}};

const sql_statement<sql_row<sql_number, sql_text>(sql_text, sql_text, sql_text)> accounts_of_number_sql{
    "SELECT row, state FROM bank_accounts WHERE number = :number AND bin = :bin AND workspace_id = :workspace AND "
    "removed_at IS NULL"};

const sql_row_insert<sql_text, sql_text, sql_text, sql_text, sql_text, sql_text, sql_text, sql_text, sql_number>
    insert_pending_account_sql{
        "INSERT INTO bank_accounts (id, workspace_id, feed, bank, bin, number, holder_name, account_type, state, "
        "created_at) VALUES (:id, :workspace, :feed, :bank, :bin, :number, :holder, :type, 'pending', :now)"};

const sql_statement<void(sql_number, sql_text, sql_text, sql_number, sql_number, sql_number, sql_number)>
    begin_connection_sql{
        "INSERT INTO account_connections (account_row, connection_id, verification_text, started_at, expires_at, "
        "otp_until, otp_sends) VALUES (:account, :connection, :text, :now, :expires_at, :otp_until, :sends)"};

const sql_statement<void(sql_number, sql_number, sql_number, sql_number)> count_otp_sql{
    "UPDATE account_connections SET otp_tries = :tries, otp_sends = :sends, otp_until = :until WHERE account_row = "
    ":account"};

// The entries that came before wait for the account's upkeep.
const sql_statement<void(sql_text, sql_number, sql_number, sql_text, sql_number, sql_number, sql_number, sql_number)>
    mark_connected_sql{
        "UPDATE bank_accounts SET state = 'connected', connection_id = :connection, connected_at = :now, upkeep_at = "
        ":due, proved_text = :proof, proof_occurred_at = :occurred_at, proof_look_at = :look_at, disconnected_at = "
        "NULL, superseded_at = NULL, fetched_to = '', fetch_fault = '', fetch_at = :fetch_at WHERE row = :row AND "
        "(SELECT c.row FROM bank_accounts c WHERE c.bin = bank_accounts.bin AND c.number = bank_accounts.number AND "
        "c.state = 'connected') IS NULL"};

const sql_statement<void(sql_number, sql_number, sql_number)> supersede_accounts_sql{
    "UPDATE bank_accounts SET superseded_at = :now WHERE number = (SELECT n.number FROM bank_accounts n WHERE n.row = "
    ":row) AND bin = (SELECT b.bin FROM bank_accounts b WHERE b.row = :of_row) AND (state || '') = 'disconnected'"};

const sql_statement<void(sql_number)> end_connection_sql{
    "DELETE FROM account_connections WHERE account_row = :account"};

const sql_statement<void(sql_number)> drop_pending_account_sql{
    "DELETE FROM bank_accounts WHERE row = :row AND (state || '') = 'pending'"};

const sql_statement<sql_row<sql_number>(sql_number)> overdue_connections_sql{[](dialect spoken) {
  return "SELECT account_row FROM account_connections WHERE expires_at <= :now ORDER BY expires_at LIMIT " +
         std::to_string(overdue_max) + std::string{pick_rows(spoken)};
}};

const sql_statement<sql_row<sql_number>()> next_end_of_connection_sql{
    "SELECT MIN(expires_at) FROM account_connections"};

/// Locks the account's row; null: the Workspace has no such account.
const account_row* hold_account(writing& at, workspace_id in, bank_account_id id) {
  auto& held = at.db[hold_account_sql];
  return held.first(in.view(), id.view()) ? &held.out() : nullptr;
}

// A person who starts again has given up the connection before.
std::optional<errc> make_room(writing& at, const start_connection& command) {
  const auto& made = command.account;
  std::vector<std::int64_t> given_up;
  bool is_in_use = false;
  at.db[accounts_of_number_sql].each(
      [&](const auto& columns) {
        const auto& [row, state] = columns.fields;
        if (state.view() == word_of(account_state::pending))
          given_up.push_back(row.value);
        else
          is_in_use = true;
      },
      made.number, made.bin, made.workspace.view());
  if (is_in_use) return errc::conflict;
  for (const auto row : given_up) {
    end_connection(at, row);
    drop_pending_account(at, row);
  }
  auto& count = at.db[count_connections_sql];
  count.first(made.workspace.view());
  if (count.column<0>().value >= connections_in_progress_max) return errc::rate_limited;
  return std::nullopt;
}

void begin_connection(writing& at, std::int64_t account_row, ownership_proof proof, std::string_view connection_id,
                      std::string_view verification_text) {
  const bool by_otp = proof == ownership_proof::otp;
  at.db[begin_connection_sql].run(
      account_row, connection_id, by_otp ? std::nullopt : std::optional<std::string>{verification_text},
      to_millis(at.when.now), to_millis(at.when.now + connection_life(proof)),
      by_otp ? std::optional{to_millis(at.when.now + otp_life)} : null_number, std::int64_t{by_otp ? 1 : 0});
}

} // namespace

void end_connection(writing& at, std::int64_t account_row) { at.db[end_connection_sql].run(account_row); }

void drop_pending_account(writing& at, std::int64_t account_row) { at.db[drop_pending_account_sql].run(account_row); }

void supersede_others(writing& at, std::int64_t account_row) {
  at.db[supersede_accounts_sql].run(to_millis(at.when.now), account_row, account_row);
}

bool mark_connected(writing& at, std::int64_t account_row, std::string_view connection_id,
                    const transfer_proof* proof) {
  const auto now = at.when.now;
  // Only a connector knows of entries that no notification has reported.
  const auto fetch_at = connection_id.empty() ? null_number : std::optional{to_millis(now)};
  const auto due = to_millis(proof != nullptr ? now + proof_looks.front() : now);
  if (at.db[mark_connected_sql].run(connection_id, to_millis(now), due,
                                    proof != nullptr ? std::optional{proof->text} : std::nullopt,
                                    proof != nullptr ? std::optional{to_millis(proof->occurred_at)} : null_number,
                                    proof != nullptr ? std::optional{due} : null_number, fetch_at, account_row) == 0)
    return false;
  supersede_others(at, account_row);
  PAYLINK_FAILPOINT(after_account_connected);
  end_connection(at, account_row);
  return true;
}

result<started_connection> carry_out(writing& at, const start_connection& command) {
  const auto& made = command.account;
  const bool has_key = !command.key.key.empty();
  if (const auto used = has_key ? find_use_of_key(at.db, command.key, made.workspace, at.when.now) : std::nullopt) {
    if (used->print != command.key.print) return errc::idempotency_key_reused;
    auto first = read_overview(at.db, made.workspace, bank_account_id::from_store(used->subject));
    if (!first) return errc::not_found; // given up since
    const bool is_replay = first->account.id != made.id;
    return started_connection{std::move(*first), is_replay};
  }
  if (!at.db[hold_workspace_to_connect_sql].first(made.workspace.view())) return errc::not_found;
  if (auto first = read_overview(at.db, made.workspace, made.id)) return started_connection{std::move(*first)};
  if (const auto obstacle = make_room(at, command)) return *obstacle;
  const auto row = at.db.insert(insert_pending_account_sql, made.id.view(), made.workspace.view(), made.feed, made.bank,
                                made.bin, made.number, made.holder_name, word_of(made.type), to_millis(at.when.now));
  ensure(row.has_value(), "a new account has a row");
  begin_connection(at, *row, command.proof, command.connection_id, command.verification_text);
  at.audit.note(command.by,
                {made.workspace.view(), "bank_account.connection_started", made.id.view(), {}, described_account(made)},
                at.when.now);
  if (has_key) note_use_of_key(at.db, command.key, made.workspace, made.id.view(), at.when.now);
  return started_connection{read_overview(at.db, made.workspace, made.id).value()};
}

result<account_overview> carry_out(writing& at, const restart_connection& command) {
  if (!keep_workspace(at.db, command.workspace.view())) return errc::not_found;
  const auto* const held = hold_account(at, command.workspace, command.id);
  if (held == nullptr) return errc::not_found;
  if (held->state.view() != word_of(account_state::disconnected)) return errc::conflict;
  const auto row = held->row.value;
  end_connection(at, row);
  begin_connection(at, row, command.proof, command.connection_id, command.verification_text);
  at.audit.note(command.by, {command.workspace.view(), "bank_account.connection_started", command.id.view()},
                at.when.now);
  return read_overview(at.db, command.workspace, command.id).value();
}

result<counted_otp> carry_out(writing& at, const count_otp_try& command) {
  const auto* const held = hold_account(at, command.workspace, command.id);
  if (held == nullptr) return errc::not_found;
  const auto row = held->row.value;
  const auto seen = read_overview(at.db, command.workspace, command.id);
  const auto& connection = seen->connection;
  if (!connection || connection->proof != ownership_proof::otp || connection->expires_at <= at.when.now)
    return errc::conflict;
  if (connection->otp_tries >= otp_tries_max || *connection->otp_until <= at.when.now) return errc::otp_invalid;
  const int tries = connection->otp_tries + 1;
  at.db[count_otp_sql].run(std::int64_t{tries}, std::int64_t{connection->otp_sends}, to_millis(*connection->otp_until),
                           row);
  return counted_otp{connection->connection_id, otp_tries_max - tries};
}

result<counted_otp> carry_out(writing& at, const count_otp_send& command) {
  const auto* const held = hold_account(at, command.workspace, command.id);
  if (held == nullptr) return errc::not_found;
  const auto row = held->row.value;
  const auto seen = read_overview(at.db, command.workspace, command.id);
  const auto& connection = seen->connection;
  if (!connection || connection->proof != ownership_proof::otp || connection->expires_at <= at.when.now)
    return errc::conflict;
  if (connection->otp_sends >= otp_sends_max) return errc::rate_limited;
  const int sends = connection->otp_sends + 1;
  at.db[count_otp_sql].run(std::int64_t{0}, std::int64_t{sends}, to_millis(at.when.now + otp_life), row);
  return counted_otp{connection->connection_id, otp_sends_max - sends};
}

result<account_overview> carry_out(writing& at, const finish_connection& command) {
  if (!keep_workspace(at.db, command.workspace.view())) return errc::not_found;
  const auto* const held = hold_account(at, command.workspace, command.id);
  if (held == nullptr) return errc::not_found;
  const auto row = held->row.value;
  auto seen = read_overview(at.db, command.workspace, command.id);
  // Repeated: the connection is the account's already.
  if (seen->account.state == account_state::connected && seen->connection_id == command.connection_id)
    return std::move(*seen);
  if (!seen->connection || seen->connection->connection_id != command.connection_id) return errc::not_found;
  if (!mark_connected(at, row, command.connection_id)) return errc::bank_account_taken;
  at.audit.note(
      command.by,
      {command.workspace.view(), "bank_account.connected", command.id.view(), {}, described_account(seen->account)},
      at.when.now);
  return read_overview(at.db, command.workspace, command.id).value();
}

scheduled_job_portion work_on_connections(writing& at) {
  const auto now = at.when.now;
  std::vector<std::int64_t> overdue;
  at.db[overdue_connections_sql].each(
      [&](const auto& columns) { overdue.push_back(std::get<0>(columns.fields).value); }, to_millis(now));
  for (const auto row : overdue) {
    end_connection(at, row);
    drop_pending_account(at, row);
  }
  if (std::ssize(overdue) == overdue_max) return {.is_done = false};
  auto next = now + look_max;
  auto& next_end = at.db[next_end_of_connection_sql];
  if (next_end.first() && !next_end.column<0>().is_null())
    next = std::clamp(from_millis(next_end.column<0>().value), now + std::chrono::seconds{1}, next);
  return {.is_done = true, .next_at = next};
}

} // namespace paylink
