#include "persistence/banks/bank_account_writes.hpp"

#include "domain/values/ascii.hpp"
#include "domain/values/json_string.hpp"
#include "persistence/banks/account_rows.hpp"
#include "persistence/sql/maker_reply.hpp"

namespace paylink {

namespace {

/// The log outlives the Workspace, and names nobody: no holder, and no whole number.
std::string described_new(const bank_account& made) {
  std::string text = R"({"bank":)";
  append_json_string(text, made.bank);
  append_json_string(text.append(R"(,"account_last4":)"), last4_of(made.number));
  return text.append("}");
}

// A link that is being made with it waits.
std::string hold_virtual_sql(dialect spoken) {
  return std::string{"SELECT v.row, v.status, v.number FROM virtual_accounts v JOIN bank_accounts a ON a.row = "
                     "v.account_row WHERE a.workspace_id = :workspace AND a.id = :account AND v.id = :id"} +
         (spoken == dialect::postgresql ? " FOR UPDATE OF v" : "");
}

} // namespace

bank_account_writes::bank_account_writes(soci::session& session, dialect spoken, audit_writes& log)
    : log_{log}, keep_workspace_{session, keep_workspace_sql(spoken)},
      find_virtual_{session, "SELECT row FROM virtual_accounts WHERE id = :id"},
      find_account_{session, "SELECT row FROM bank_accounts WHERE workspace_id = :workspace AND id = :id"},
      insert_account_{session,
                      "INSERT INTO bank_accounts (id, workspace_id, feed, bank, bin, number, holder_name, state, "
                      "created_at) VALUES (:id, :workspace, :feed, :bank, :bin, :number, :holder, :state, :now) "
                      "ON CONFLICT DO NOTHING"},
      disconnect_{session, "UPDATE bank_accounts SET state = 'disconnected', disconnected_at = :now WHERE row = "
                           ":row AND (state || '') = 'connected'"},
      insert_virtual_{session,
                      "INSERT INTO virtual_accounts (id, account_row, number, name, status, created_at) VALUES "
                      "(:id, :account, :number, :name, :status, :now) ON CONFLICT DO NOTHING"},
      hold_virtual_{session, hold_virtual_sql(spoken)},
      find_pending_link_{session, "SELECT row FROM payment_links WHERE virtual_account_row = :row AND status = 0 "
                                  "AND virtual_account_row IS NOT NULL LIMIT 1"},
      close_virtual_{session, "UPDATE virtual_accounts SET status = 'closed' WHERE row = :row"} {}

result<no_reply> bank_account_writes::carry_out(const connect_account& command, const moment& when) {
  const auto& made = command.account;
  if (!keep_workspace_.first(made.workspace.view())) return errc::not_found;
  if (insert_account_.run(made.id.view(), made.workspace.view(), made.feed, made.bank, made.bin, made.number,
                          made.holder_name, word_of(made.state), to_millis(when.now)) == 1) {
    log_.note(command.by, {made.workspace.view(), "bank_account.connected", made.id.view(), {}, described_new(made)},
              when.now);
    return no_reply{};
  }
  return done_or(errc::bank_account_taken, find_account_.first(made.workspace.view(), made.id.view()));
}

result<no_reply> bank_account_writes::carry_out(const disconnect_account& command, const moment& when) {
  if (!keep_workspace_.first(command.workspace.view())) return errc::not_found;
  if (!find_account_.first(command.workspace.view(), command.id.view())) return errc::not_found;
  if (disconnect_.run(to_millis(when.now), find_account_.column<0>().value) == 1)
    log_.note(command.by, {command.workspace.view(), "bank_account.disconnected", command.id.view()}, when.now);
  return no_reply{};
}

result<no_reply> bank_account_writes::carry_out(const create_virtual_account& command, const moment& when) {
  const auto& made = command.record;
  if (!find_account_.first(command.workspace.view(), made.main_account.view())) return errc::not_found;
  if (insert_virtual_.run(made.id.view(), find_account_.column<0>().value, made.number, made.name, word_of(made.status),
                          to_millis(when.now)) == 1)
    return no_reply{};
  return done_or(errc::conflict, find_virtual_.first(made.id.view()));
}

result<no_reply> bank_account_writes::carry_out(const close_virtual_account& command, const moment& when) {
  if (!keep_workspace_.first(command.workspace.view())) return errc::not_found;
  if (!hold_virtual_.first(command.workspace.view(), command.account.view(), command.id.view())) return errc::not_found;
  const auto& [row, status, number] = hold_virtual_.out().fields;
  if (status.view() == word_of(virtual_account_status::closed)) return no_reply{};
  if (find_pending_link_.first(row.value)) return errc::conflict;
  std::string was = R"({"number_last4":)";
  append_json_string(was, last4_of(number.view()));
  close_virtual_.run(row.value);
  log_.note(command.by,
            {command.workspace.view(), "virtual_account.closed", command.id.view(), std::move(was.append("}"))},
            when.now);
  return no_reply{};
}

} // namespace paylink
