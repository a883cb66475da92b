#pragma once
#include "domain/values/ids.hpp"
#include "domain/values/money.hpp"

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace paylink {

/// The state of a bank account's connection.
enum class account_state { pending, connected, disconnected };

/// Whether a bank account is to have virtual accounts.
enum class account_type { main, main_with_virtual };

/// A Main Bank Account: the account of a Workspace's bank connection.
struct bank_account {
  std::int64_t row = 0; ///< Its row number in the store, referenced by transactions.
  bank_account_id id;
  workspace_id workspace;
  user_id owner;      ///< Owner of the Workspace, whose plan counts the transactions.
  std::string feed;   ///< Code of the connector that reports it: `MB`, `ACB`, `OCB`, `NAPAS`.
  std::string bank;   ///< Code of its bank.
  std::string bin;    ///< 6 digits, as in VietQR.
  std::string number; ///< 4 to 19 of 0-9 and A-Z, mostly digits; leading zeros matter.
  std::string holder_name;
  account_state state = account_state::pending;
  account_type type = account_type::main;
};

enum class virtual_account_status { active, closed };

/// An account number issued by the provider and tied to one Main Bank Account.
struct virtual_account {
  std::int64_t row = 0;
  virtual_account_id id;
  bank_account_id main_account;
  std::string number; ///< `[0-9A-Z]{4,19}`.
  std::string name;
  virtual_account_status status = virtual_account_status::active;
};

enum class transfer_type { credit, debit };
enum class entry_status { booked, rejected };

/// One notification of a bank: money moved (`booked`), or the switch refused a payment (`rejected`).
struct bank_entry {
  std::string bank_reference; ///< The feed's own id of the entry, for de-duplication within (bank, account, status).
  std::string bin;            ///< On the switch's feed, the account's bank; else empty.
  std::string account_number;
  std::string virtual_account_number; ///< Empty when the money came in on the main number.
  money amount;                       ///< Always positive; the direction is `type`.
  transfer_type type = transfer_type::credit;
  entry_status status = entry_status::booked;
  std::string content;           ///< Transfer text: valid UTF-8 without U+0000, otherwise as the bank sent it.
  std::string whole_content{};   ///< All of it, if `content` was cut by `cut_content`; else empty.
  std::uint64_t whole_print = 0; ///< Then a fingerprint of it, folded: a megabyte is folded once.
  timestamp occurred_at;
  std::string statement_id{};                  ///< Of an entry of a statement, as in `statement_ids`; else empty.
  std::optional<std::int64_t> balance_after{}; ///< Dong on the account after it, where the bank says so.
  std::string imported_by{};                   ///< The user or token that has imported the statement; else empty.
  bool is_unproved = false; ///< Of a statement that proves nothing: it completes nothing until that is confirmed.
  bool is_reversal = false; ///< It takes another entry back, as far as the bank says so.
  bool is_fetched = false;  ///< The bank was asked for it, and has not told of it.
  std::string searched{};   ///< All that may name a link, if `content` is not all of it: also the bank's other texts.

  /// Where references are looked for.
  const std::string& searched_text() const {
    return !searched.empty() ? searched : whole_content.empty() ? content : whole_content;
  }
};

/// The feed of the entries of statements, which no bank has as its code.
inline constexpr std::string_view statement_feed = "STATEMENT";

/// The result for one entry of a feed; the bank gets it after it is durable. `ignored` alone is stored nowhere: the
/// entry is not booked yet, or no longer.
enum class entry_result { recorded, duplicate, held, unknown_account, invalid, ignored };

std::string_view to_text(entry_result value);
std::string_view to_text(transfer_type value);
std::optional<transfer_type> parse_transfer_type(std::string_view text);
std::string_view to_text(account_state value);
std::string_view to_text(account_type value);
std::optional<account_type> parse_account_type(std::string_view text);

/// A Vietnamese bank: what the payer page shows and the QR code needs.
struct bank_info {
  std::string_view code;       ///< `MB`; empty for the few institutions that have a BIN and no code.
  std::string_view bin;        ///< `970422`
  std::string_view short_name; ///< `MB Bank`, Latin letters
  std::string_view name_vi;    ///< Full name, Vietnamese
  /// An earlier short name that other parties still write; empty for most.
  std::string_view former_name{};
};

/// What an operator's configuration says of a bank; an empty name or BIN leaves the built-in one.
struct bank_correction {
  std::string code; ///< In any case of its letters.
  std::string name, bin;
};

/// Replaces this process's table of banks by the built-in one with these corrections. A code that is not in it adds a
/// bank, and needs both a name and a BIN. Returns what is wrong, beginning with `name` or `bin`; `faulty` is then the
/// code that it is about, and the table the built-in one. Pointers to banks become invalid: call it before threads
/// start.
std::string correct_banks(std::span<const bank_correction> corrections, std::string& faulty);

/// Every bank that the switch reaches, in the order of their BINs.
std::span<const bank_info> all_banks();

/// None if no bank has the code (or BIN).
const bank_info* find_bank(std::string_view code);
const bank_info* find_bank_by_bin(std::string_view bin);
/// The bank whose code, short name or former name this is, whatever the case and the punctuation: `MBBank`, `mb bank`,
/// `VCB`, `CBBank`.
const bank_info* find_bank_by_name(std::string_view name);

/// The banks whose accounts are connected in open banking; those of all others are reached over the switch alone.
inline constexpr std::string_view open_banking_banks[]{"MB", "ACB", "OCB"};
bool has_open_banking(std::string_view code);

/// Code of the switch, whose feed reports the accounts of every bank.
inline constexpr std::string_view switch_code = "NAPAS";

/// The BIN of the account that a feed's entry is about: on the switch's feed the entry's, on a bank's own feed that
/// bank's; empty if neither is known.
std::string_view bin_heard_on(std::string_view feed, std::string_view entry_bin);

/// The feeds that can report an account: the one it is connected through, its bank's own, the switch's. A feed may
/// occur twice.
std::array<std::string_view, 3> feeds_of(const bank_account& account);

} // namespace paylink
