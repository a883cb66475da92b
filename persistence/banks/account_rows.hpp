#pragma once
#include "domain/banks/bank.hpp"
#include "persistence/records/bank_account_records.hpp"
#include "persistence/sql/connection.hpp"
#include "persistence/sql/superseded.hpp"

namespace paylink {

std::string_view word_of(account_state value);
std::string_view word_of(account_type value);
std::string_view word_of(virtual_account_status value);

struct account_row {
  static constexpr std::string_view columns =
      "a.row, a.id, a.workspace_id, w.owner_id, a.feed, a.bank, a.bin, a.number, a.holder_name, a.state, "
      "a.account_type";
  static constexpr std::string_view tables = " FROM bank_accounts a JOIN workspaces w ON w.id = a.workspace_id ";

  sql_number row;
  sql_text id, workspace, owner, feed, bank, bin, account_number, holder_name, state, type;

  bank_account read() const;
};

/// An account with what its Workspace sees of it besides.
struct overview_row {
  static std::string columns();
  static std::string tables();

  account_row account;
  sql_text connection_id;
  sql_number connected_at, last_heard_at;
  sql_text new_connection, verification_text; ///< Of the connection in progress; null: there is none.
  sql_number expires_at, otp_until, otp_tries, otp_sends;

  account_overview read() const;
};

struct virtual_account_row {
  static constexpr std::string_view columns = "v.row, v.id, a.id, v.number, v.name, v.status";
  static constexpr std::string_view tables = " FROM virtual_accounts v JOIN bank_accounts a ON a.row = v.account_row ";

  sql_number row;
  sql_text id, main_account, account_number, name, status;

  virtual_account read() const;
};

/// An account of the Workspace that is not removed, with its connection in progress.
std::optional<account_overview> read_overview(connection& db, workspace_id in, bank_account_id id);
/// A virtual account of the Workspace.
std::optional<virtual_account> read_virtual_account(connection& db, workspace_id in, std::string_view id);

} // namespace paylink
