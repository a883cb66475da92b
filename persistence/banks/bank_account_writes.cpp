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

} // namespace

bank_account_writes::bank_account_writes(soci::session& session, dialect spoken, audit_writes& log)
    : log_{log}, keep_workspace_{session, keep_workspace_sql(spoken)},
      find_virtual_{session, "SELECT row FROM virtual_accounts WHERE id = :id"},
      find_account_{session, "SELECT row FROM bank_accounts WHERE workspace_id = :workspace AND id = :id"},
      insert_account_{session,
                      "INSERT INTO bank_accounts (id, workspace_id, feed, bank, bin, number, holder_name, state, "
                      "created_at) VALUES (:id, :workspace, :feed, :bank, :bin, :number, :holder, :state, :now) "
                      "ON CONFLICT DO NOTHING"},
      insert_virtual_{session,
                      "INSERT INTO virtual_accounts (id, account_row, number, name, status, created_at) VALUES "
                      "(:id, :account, :number, :name, :status, :now) ON CONFLICT DO NOTHING"} {}

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

result<no_reply> bank_account_writes::carry_out(const create_virtual_account& command, const moment& when) {
  const auto& made = command.record;
  if (!find_account_.first(command.workspace.view(), made.main_account.view())) return errc::not_found;
  if (insert_virtual_.run(made.id.view(), find_account_.column<0>().value, made.number, made.name, word_of(made.status),
                          to_millis(when.now)) == 1)
    return no_reply{};
  return done_or(errc::conflict, find_virtual_.first(made.id.view()));
}

} // namespace paylink
