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
  static constexpr std::string_view tables = " FROM bank_accounts a JOIN workspaces w ON w.id = a.workspace_id ";

  number_column<"a.row"> row;
  text_column<"a.id"> id;
  text_column<"a.workspace_id"> workspace;
  text_column<"w.owner_id"> owner;
  text_column<"a.feed"> feed;
  text_column<"a.bank"> bank;
  text_column<"a.bin"> bin;
  text_column<"a.number"> account_number;
  text_column<"a.holder_name"> holder_name;
  text_column<"a.state"> state;
  text_column<"a.account_type"> type;

  bank_account read() const;
};

/// An account with what its Workspace sees of it besides.
struct overview_row {
  static std::string tables();

  account_row account;
  text_column<"a.connection_id"> connection_id;
  number_column<"a.connected_at"> connected_at;
  number_column<"(SELECT MAX(t.made_at) FROM transactions t WHERE t.account_row = a.row AND t.made_at >= 0)">
      last_heard_at;
  text_column<"c.connection_id"> new_connection;        ///< Of the connection in progress; null without one.
  text_column<"c.verification_text"> verification_text; ///< Of the connection in progress; null without one.
  number_column<"c.expires_at"> expires_at;
  number_column<"c.otp_until"> otp_until;
  number_column<"c.otp_tries"> otp_tries;
  number_column<"c.otp_sends"> otp_sends;

  account_overview read() const;
};

struct virtual_account_row {
  static constexpr std::string_view tables = " FROM virtual_accounts v JOIN bank_accounts a ON a.row = v.account_row ";

  number_column<"v.row"> row;
  text_column<"v.id"> id;
  text_column<"a.id"> main_account;
  text_column<"v.number"> account_number;
  text_column<"v.name"> name;
  text_column<"v.status"> status;

  virtual_account read() const;
};

/// An account of the Workspace that is not removed, with its connection in progress.
std::optional<account_overview> read_overview(connection& db, workspace_id in, bank_account_id id);
/// A virtual account of the Workspace.
std::optional<virtual_account> read_virtual_account(connection& db, workspace_id in, std::string_view id);

} // namespace paylink
