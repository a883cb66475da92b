#pragma once
#include "persistence/audit/audit_writes.hpp"
#include "persistence/banks/account_rows.hpp"
#include "persistence/records/chore_records.hpp"
#include "persistence/sql/dialect.hpp"
#include "persistence/sql/row_insert.hpp"
#include "persistence/sql/used_keys.hpp"

#include <array>
#include <functional>

namespace paylink {

/// When a transfer that proved an account is checked again. Kept entries are handed over after the first check: by
/// then, what other nodes and other reports have received is stored, or was reported again.
inline constexpr std::array<std::chrono::minutes, 2> proof_looks{std::chrono::minutes{1}, std::chrono::minutes{10}};

/// The transfer that proved whose a connected account is.
struct transfer_proof {
  std::string text;      ///< Its verification text.
  timestamp occurred_at; ///< The bank's time.
  timestamp check_at{};  ///< Once it is connected: when the proof is checked again.
};

/// The verbs that connect bank accounts, on the writer's connection. A pending account has a connection in progress,
/// and goes with it; a disconnected one may have one, and stays.
class account_connections {
public:
  account_connections(soci::session& session, dialect spoken, audit_writes& log);

  result<started_connection> carry_out(const start_connection& command, const moment& when);
  result<account_overview> carry_out(const restart_connection& command, const moment& when);
  result<counted_otp> carry_out(const count_otp_try& command, const moment& when);
  result<counted_otp> carry_out(const count_otp_send& command, const moment& when);
  result<account_overview> carry_out(const finish_connection& command, const moment& when);
  result<proved_account> carry_out(const prove_account& command, const moment& when);

  /// Connects the account, unless its number is connected already.
  bool connect(std::int64_t account_row, std::string_view connection_id, timestamp now) {
    return connect(account_row, connection_id, now, nullptr);
  }
  /// Looks again at what proved whose a connected account is, and notes when to look next. If its text was paid in, the
  /// proof was a payment that came back: the account is evicted, and true is returned.
  bool is_taken_back(const bank_account& account, const transfer_proof& proof, timestamp proved_at, timestamp now);
  /// Ends the connection in progress of an account, if there is one.
  void end(std::int64_t account_row);
  /// Ends those whose time is over, and pending accounts with them: a portion of the chore.
  chore_portion work(timestamp now);

private:
  std::optional<account_overview> find(workspace_id in, bank_account_id id);
  /// Locks the account's row; null: the Workspace has no such account.
  const account_row* hold(workspace_id in, bank_account_id id);
  std::optional<errc> make_room(const start_connection& command);
  void begin(std::int64_t account_row, ownership_proof proof, std::string_view connection_id,
             std::string_view verification_text, timestamp now);
  /// `proof`: null if something else proved it.
  bool connect(std::int64_t account_row, std::string_view connection_id, timestamp now, const transfer_proof* proof);
  /// A transfer of an account's number that was reported, with its reference and amount as far as they can be read.
  struct reported_transfer {
    std::string_view feed, reference{};
    money amount{};
    transfer_type type = transfer_type::credit;
    std::string_view text{};
    timestamp occurred_at{};
    bool is_of_account = false; ///< Recorded in an account that had the number, or kept for one.
  };
  /// Those that were reported since then, in all accounts that have had the number, and kept ones.
  void each_transfer(const bank_account& account, timestamp since,
                     const std::function<void(const reported_transfer&)>& see);
  /// Whether the text of a connection stood in a credit of the account's number that was reported since then, in all
  /// accounts that have had the number. Only credits whose time (the bank's) `counts`.
  bool was_paid_in(std::string_view text, const bank_account& account, timestamp since,
                   const std::function<bool(timestamp)>& counts);
  /// Whether the debit was recorded in an account that had the number, or is kept for one: a bank repeats its
  /// reports, and the holder of then made it.
  bool is_reported_again(const prove_account& command, std::string_view text, const bank_account& account,
                         timestamp since);

  audit_writes& log_;
  used_keys keys_;
  using found = sql_row<sql_number>;
  statement<sql_row<sql_text>, found> hold_workspace_, keep_workspace_, count_;
  statement<sql_row<sql_text, sql_text>, overview_row> overview_;
  statement<sql_row<sql_text, sql_text>, account_row> hold_;
  statement<sql_row<sql_text, sql_text, sql_text>, sql_row<sql_number, sql_text>> same_number_;
  row_insert<sql_row<sql_text, sql_text, sql_text, sql_text, sql_text, sql_text, sql_text, sql_text, sql_number>>
      insert_account_;
  statement<sql_row<sql_number, sql_text, sql_text, sql_number, sql_number, sql_number, sql_number>> insert_;
  statement<sql_row<sql_number, sql_number, sql_number, sql_number>> count_otp_;
  statement<sql_row<sql_text, sql_number, sql_number, sql_text, sql_number, sql_number, sql_number, sql_number>>
      connect_;
  statement<sql_row<sql_number, sql_number, sql_number>> supersede_;
  statement<sql_row<sql_text, sql_number, sql_text, sql_text>,
            sql_row<sql_number, sql_text, sql_text, sql_text, sql_number, sql_text>>
      provable_;
  statement<sql_row<sql_text, sql_text, sql_text, sql_text, sql_number>,
            sql_row<sql_text, sql_text, sql_number, sql_text, sql_number, sql_number>>
      kept_;
  statement<sql_row<sql_number, sql_text, sql_text>,
            sql_row<sql_number, sql_text, sql_number, sql_number, sql_text, sql_text>>
      recorded_;
  statement<sql_row<sql_number, sql_number, sql_number>> take_back_;
  statement<sql_row<sql_text, sql_number, sql_number>> note_look_;
  statement<sql_row<sql_number>> end_, drop_pending_;
  statement<sql_row<sql_number>, found> overdue_;
  statement<sql_row<>, found> next_due_;
};

} // namespace paylink
