#pragma once
#include "domain/banks/bank.hpp"
#include "domain/banks/credit.hpp"
#include "domain/errors/field_fault.hpp"

namespace paylink {

/// Why a person should look at a transaction: money was received that completed no link.
enum class attention { none, underpaid, duplicate, late, ambiguous, near_miss, below_minimum, statement_match };
std::string_view to_text(attention value); ///< Empty for `none`.

/// Who told of a transaction: its bank, by itself or when it was asked, or a statement alone.
enum class transaction_source { feed, fetched, statement };
std::string_view to_text(transaction_source value);

/// Money that moved on one of a Workspace's accounts, as the bank reported it.
struct bank_transaction {
  std::int64_t row = 0; ///< Its number in the store.
  transaction_id id;
  workspace_id workspace;
  bank_account_id account;
  virtual_account_id virtual_account; ///< Empty: the main number was used.
  std::string account_number;         ///< The one that was used.
  std::string bank;                   ///< Code of the account's bank.
  money amount;
  transfer_type type = transfer_type::credit;
  std::string content;
  std::string whole_content; ///< All of a text that was cut, where one transaction is read; else empty.
  timestamp occurred_at;     ///< The bank's time.
  timestamp recorded_at;     ///< Ours.
  timestamp listed_at;       ///< Its place in lists, before its row.
  std::string bank_reference;
  std::optional<classification> classified; ///< Set if it was for a link or an order.
  payment_link_id link;                     ///< Empty: none.
  std::string order;                        ///< The own id of the order that it was for; empty: none.
  bool ambiguous = false;                   ///< The text names two known references.
  payment_link_id likely_link; ///< The link whose reference the text contains with one wrong character; empty: none.
  std::string note;
  bool settled = false; ///< A person has dealt with it.
  transaction_source source = transaction_source::feed;
  bool is_unproven = false; ///< Only imports that prove nothing contain it.
  std::string imported_by;  ///< The user or token whose import reported it first; empty: a bank did.
  std::string assigned_by;  ///< The user who confirmed its match; empty: nobody had to.

  /// Whether an import has found the link or order that it is for, and nothing has confirmed that.
  bool is_unconfirmed() const { return !classified && (!link.empty() || !order.empty()); }
};

/// Where an entry comes from, as far as its transaction's identifier follows from it.
struct entry_origin {
  workspace_id workspace;
  std::string_view bin;            ///< Of the account's bank, as the feed names it.
  std::string_view account_number; ///< Of the account. Connected again after a restore, it has another identifier.
  std::string_view feed;
  std::string_view source_id; ///< The bank's reference; of a statement's entry, its name there.
  timestamp occurred_at;      ///< A statement may know days alone: then the beginning of the day in Vietnam.
};

/// The identifier of a booked entry's transaction: when a database was restored from a backup, an entry that is
/// reported again gets the one that it had. What is recorded twice, the store's keys decide, and never this.
transaction_id transaction_of(const entry_origin& source);

/// Why it needs attention, whether or not a person has settled it.
attention attention_of(const bank_transaction& transaction);

/// Why a text cannot be a person's note about a transaction; none if it can.
std::optional<field_fault> fault_of_note(std::string_view note);

} // namespace paylink
