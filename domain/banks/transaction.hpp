#pragma once
#include "domain/banks/bank.hpp"
#include "domain/banks/credit.hpp"

namespace paylink {

/// Why a person should look at a transaction: money came in that completed nothing.
enum class attention { none, underpaid, duplicate, late, ambiguous, near_miss, below_minimum };
std::string_view to_text(attention value); ///< Empty for `none`.

/// Money that moved on one of a Workspace's accounts, as the bank told of it.
struct bank_transaction {
  std::int64_t row = 0; ///< Its number in the store.
  transaction_id id;
  workspace_id workspace;
  bank_account_id account;
  virtual_account_id virtual_account; ///< Empty: the main number was used.
  std::string account_number;         ///< The one that was used.
  std::string bank;                   ///< Code of the bank that keeps the account.
  money amount;
  transfer_type type = transfer_type::credit;
  std::string content;
  timestamp occurred_at; ///< The bank's time.
  timestamp recorded_at; ///< Ours.
  std::string bank_reference;
  std::optional<classification> classified; ///< When it was for a link.
  payment_link_id link;                     ///< Empty: none.
  bool ambiguous = false;                   ///< The text names two known references.
  payment_link_id likely_link;              ///< Whose reference the text has with one wrong character; empty: none.
  std::string note;
  bool settled = false; ///< A person has looked at it and is done.
};

/// What is to be looked at, whether or not somebody has settled it.
attention attention_of(const bank_transaction& transaction);

} // namespace paylink
