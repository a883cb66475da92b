#pragma once
#include "domain/banks/balance_gaps.hpp"
#include "domain/banks/bank.hpp"
#include "domain/banks/connection.hpp"
#include "domain/errors/errc.hpp"
#include "domain/identity/audit.hpp"
#include "persistence/records/credit_records.hpp"
#include "persistence/records/idempotency_key.hpp"
#include "persistence/records/verb.hpp"

#include <vector>

/// The stores' records about bank accounts.
namespace paylink {

/// An account as its Workspace sees it.
struct account_overview {
  bank_account account;
  std::string connection_id;                ///< The connector's; empty: none.
  std::optional<timestamp> connected_at{};  ///< None: it never was.
  std::optional<timestamp> last_heard_at{}; ///< When its newest transaction was recorded.
  std::optional<connection_in_progress> connection{};
};

/// How an account's bank is heard.
struct account_health {
  account_overview account;
  std::optional<timestamp> fetched_at{}; ///< When its connector was last asked for unreported entries.
  std::string fetch_fault{};             ///< Why that failed; empty: it did not, or was not tried.
  std::optional<timestamp> imported_at{};
  std::optional<timestamp> stated_to{}; ///< Imported statements end before this time.
  struct heard {
    balanced_transaction transaction;
    std::string feed;
    timestamp received_at;
  };
  std::vector<heard> newest{}; ///< Its newest transactions, the newest first; `health_looks_at` at most.
  std::int64_t held = 0;       ///< Entries that wait while the Workspace is suspended; counted up to 1,000.
  std::int64_t conflicts = 0;  ///< Entries that came again with other content, of the last 30 days; up to 1,000.
};
inline constexpr int health_looks_at = 1'000;

/// `not_found` (Workspace), `bank_account_taken`.
struct connect_account {
  using reply = no_reply;
  static constexpr bool ends_stretch = true;
  static constexpr bool is_apart = true;
  bank_account account; ///< Whole, already connected.
  act by{};
  std::string connection_id{}; ///< The connector's; empty: it has none.
};
result<no_reply> carry_out(writing& at, const connect_account& command);

struct started_connection {
  account_overview account;
  bool is_replay = false; ///< An earlier request with the same key started it.
};

/// Starts to connect an account, which is pending until its ownership is proved; it takes the place of a pending one of
/// the Workspace with the same number. `not_found` (Workspace), `conflict`: the Workspace has connected the account
/// already, or had, and connects it again; `rate_limited`: too many connections are in progress;
/// `idempotency_key_reused`.
struct start_connection {
  using reply = started_connection;
  static constexpr bool is_apart = true;
  bank_account account; ///< Whole, pending.
  ownership_proof proof = ownership_proof::otp;
  std::string connection_id{};     ///< The connector's.
  std::string verification_text{}; ///< Where a transfer proves the ownership.
  idempotency_key key{};
  act by{};
};
result<started_connection> carry_out(writing& at, const start_connection& command);

/// The same for a disconnected account, which keeps its id. `not_found`; `conflict`: it is not disconnected.
struct restart_connection {
  using reply = account_overview;
  static constexpr bool is_apart = true;
  workspace_id workspace;
  bank_account_id id;
  ownership_proof proof = ownership_proof::otp;
  std::string connection_id{};
  std::string verification_text{};
  act by{};
};
result<account_overview> carry_out(writing& at, const restart_connection& command);

/// What is left of a connection's tries.
struct counted_otp {
  std::string connection_id;
  int left = 0; ///< Tries after this one, or further sends.
};

/// Counts one more code that is given for a connection, before the bank judges it. `not_found` (account); `conflict`:
/// no code is awaited; `otp_invalid`: the code's time is over, or there were too many wrong ones.
struct count_otp_try {
  using reply = counted_otp;
  static constexpr bool is_apart = true;
  workspace_id workspace;
  bank_account_id id;
};
result<counted_otp> carry_out(writing& at, const count_otp_try& command);

/// Counts one more code that the bank is to send; tries and time begin again. `not_found`, `conflict` as before;
/// `rate_limited`: too many were sent.
struct count_otp_send {
  using reply = counted_otp;
  static constexpr bool is_apart = true;
  workspace_id workspace;
  bank_account_id id;
};
result<counted_otp> carry_out(writing& at, const count_otp_send& command);

/// The bank has accepted the code of the connection: the account is connected. `not_found` (account, or its connection
/// is another one by now), `bank_account_taken`.
struct finish_connection {
  using reply = account_overview;
  static constexpr bool ends_stretch = true;
  workspace_id workspace;
  bank_account_id id;
  std::string connection_id; ///< The connector's, that was asked.
  act by{};
};
result<account_overview> carry_out(writing& at, const finish_connection& command);

/// Whether a transfer proved who holds an account.
struct proved_account {
  bool is_connected = false;
  workspace_id workspace{}; ///< Then: of the account `id`.
  bank_account_id id{};
};

/// A debit of an account that is not connected has these texts, and only its holder can make one: if one of them is the
/// verification text of a connection in progress for that very account, the account is connected.
struct prove_account {
  using reply = proved_account;
  static constexpr bool ends_stretch = true;
  static constexpr bool needs_sound_clock = true;
  std::string feed, bin, number; ///< As the entry names the account.
  std::vector<std::string> texts;
  timestamp occurred_at; ///< The bank's time of the debit.
  money amount{};
  std::string bank_reference{};
  act by{};
};
result<proved_account> carry_out(writing& at, const prove_account& command);

/// `not_found`; `conflict`: it is pending. What is disconnected already stays as it is; a connection in progress ends.
/// A disconnected account gets nothing that feeds report; what can be asked for is fetched while its links may be
/// pending. One that is evicted gets nothing at all, and a pending one goes away.
struct disconnect_account {
  using reply = no_reply;
  static constexpr bool is_apart = true;
  workspace_id workspace;
  bank_account_id id;
  act by{};
  bool is_evicted = false;
};
result<no_reply> carry_out(writing& at, const disconnect_account& command);

/// Removes an account: no feed finds it any more, its pending links and orders fail, and what was recorded stays. The
/// links and orders are closed with `keep_accounts`. `not_found`.
struct remove_account {
  using reply = no_reply;
  static constexpr bool ends_stretch = true;
  static constexpr bool is_apart = true;
  workspace_id workspace;
  bank_account_id id;
  act by{};
};
result<no_reply> carry_out(writing& at, const remove_account& command);

struct made_virtual_account {
  virtual_account record;
  bool is_replay = false; ///< An earlier request with the same key made it.
};

/// `not_found` (account), `conflict`: the account has one with this number; `payload_too_large`: it has too many;
/// `idempotency_key_reused`.
struct create_virtual_account {
  using reply = made_virtual_account;
  static constexpr bool is_apart = true;
  virtual_account record;
  workspace_id workspace;
  idempotency_key key{};
  act by{};
};
result<made_virtual_account> carry_out(writing& at, const create_virtual_account& command);
/// How many an account may have.
inline constexpr int virtual_accounts_max = 1'000;

/// `not_found`; `conflict`: a pending link names it. What is closed already stays as it is.
struct close_virtual_account {
  using reply = no_reply;
  static constexpr bool is_apart = true;
  workspace_id workspace;
  bank_account_id account;
  virtual_account_id id;
  act by{};
};
result<no_reply> carry_out(writing& at, const close_virtual_account& command);

/// A statement of the account is about to be imported, whose entries end before `stated_to`: from now on, entries of
/// feeds before that time are looked for among what statements have told of. `not_found`; `bank_account_not_connected`
/// once its number is connected as another account.
struct begin_import {
  using reply = no_reply;
  static constexpr bool ends_stretch = true;
  static constexpr bool is_apart = true;
  workspace_id workspace;
  bank_account_id id;
  timestamp stated_to;
  std::string about{}; ///< The file, as JSON for the audit log.
  act by{};
};
result<no_reply> carry_out(writing& at, const begin_import& command);

/// Its entries are settled.
struct end_import {
  using reply = no_reply;
  static constexpr bool is_apart = true;
  workspace_id workspace;
  bank_account_id id;
  std::string about{}; ///< The file and what became of its entries, as JSON for the audit log.
  act by{};
};
result<no_reply> carry_out(writing& at, const end_import& command);

/// What a portion of the upkeep of accounts did.
struct kept_accounts {
  bool is_more_due = false; ///< Repeat at once.
  std::optional<timestamp> next_due{};
  workspace_id workspace{};              ///< Of the account that was kept; empty: none was due.
  std::vector<recorded_entry> settled{}; ///< Of the entries that were kept until it was connected.
  std::vector<std::string> public_ids{}; ///< Of the links that failed, for their pages.
  bool has_notified = false;             ///< Orders failed: deliveries have become due.
};

/// Keeps an account that is due: takes up the entries that came before it was connected, oldest first, or closes the
/// pending links and orders of one that was removed.
struct keep_accounts {
  using reply = kept_accounts;
  static constexpr bool ends_stretch = true;
  std::size_t entries_max = 0; ///< Of this portion.
};
result<kept_accounts> carry_out(writing& at, const keep_accounts& command);

using bank_account_verbs =
    verbs<connect_account, start_connection, restart_connection, count_otp_try, count_otp_send, finish_connection,
          prove_account, disconnect_account, remove_account, create_virtual_account, close_virtual_account,
          begin_import, end_import, keep_accounts>;

/// All accounts of a Workspace, in the order of their ids.
struct list_account_overviews {
  workspace_id in;
};
std::vector<account_overview> answer(reading& at, const list_account_overviews& wanted);

/// One of them: `not_found`.
struct find_account_overview {
  workspace_id in;
  bank_account_id id;
};
result<account_overview> answer(reading& at, const find_account_overview& wanted);

/// `not_found`.
struct find_account_health {
  workspace_id in;
  bank_account_id id;
  timestamp now;
};
result<account_health> answer(reading& at, const find_account_health& wanted);

/// The virtual accounts of an account, in the order of their ids.
struct list_virtual_accounts {
  workspace_id in;
  bank_account_id of;
};
std::vector<virtual_account> answer(reading& at, const list_virtual_accounts& wanted);

/// The virtual accounts of all accounts of a Workspace, in the order of their ids.
struct list_all_virtual_accounts {
  workspace_id in;
};
std::vector<virtual_account> answer(reading& at, const list_all_virtual_accounts& wanted);

/// `not_found`.
struct find_account {
  workspace_id in;
  bank_account_id id;
};
result<bank_account> answer(reading& at, const find_account& wanted);

/// `not_found`.
struct find_virtual_account {
  workspace_id in;
  virtual_account_id id;
};
result<virtual_account> answer(reading& at, const find_virtual_account& wanted);

/// The connected (else the last disconnected) account that a feed's entry names: one connected through this feed, or
/// one of the feed's own bank, or on the switch's feed one of the bank with the entry's `bin`. Among several, the one
/// of exactly this feed. `bin` may be empty, except on the switch's feed, where it is needed. `not_found`.
struct find_account_of_feed {
  std::string_view feed, bin, number;
};
result<bank_account> answer(reading& at, const find_account_of_feed& wanted);

} // namespace paylink
