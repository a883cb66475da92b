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
  std::string bank_reference;
  std::optional<classification> classified; ///< Set if it was for a link or an order.
  payment_link_id link;                     ///< Empty: none.
  std::string order;                        ///< The own id of the order that it was for; empty: none.
  bool ambiguous = false;                   ///< The text names two known references.
  payment_link_id likely_link; ///< The link whose reference the text contains with one wrong character; empty: none.
  std::string note;
  bool settled = false; ///< A person has dealt with it.
  transaction_source source = transaction_source::feed;
  std::string imported_by; ///< The user or token whose import told of it first; empty: a bank did.
  std::string assigned_by; ///< The user who confirmed its match; empty: nobody had to.

  /// Whether an import has found the link or order that it is for, and nothing has confirmed that.
  bool is_unconfirmed() const { return !classified && (!link.empty() || !order.empty()); }
};

/// Why it needs attention, whether or not a person has settled it.
attention attention_of(const bank_transaction& transaction);

/// Why a text cannot be a person's note about a transaction; none if it can.
std::optional<field_fault> fault_of_note(std::string_view note);

} // namespace paylink
