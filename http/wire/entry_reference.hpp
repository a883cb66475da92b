#pragma once
#include "domain/banks/bank.hpp"

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace paylink {

/// A text's fingerprint: 16 hexadecimal digits.
std::string short_print(std::string_view text);
/// `+150000`: direction and amount.
std::string signed_amount(const bank_entry& entry);
/// `+150000~0123456789abcdef`: direction, amount and folded text, which equal entries of a day share.
std::string what_is_said(const bank_entry& entry);

/// Whether a bank writes this where it has no reference: `NONREF`, `NOTPROVIDED`, `N/A`, `0` and the like.
bool is_placeholder(std::string_view reference);

/// What tells the entries of one document apart, where the bank's own reference does not.
class entry_references {
public:
  /// The reference with the entry's day in Vietnam: some banks count from 1 each day.
  static std::string dated(std::string_view reference, const bank_entry& entry);

  /// For an entry to which the bank gives none: its direction, amount, time, payer and text.
  static std::string made_up(const bank_entry& entry, std::string_view payer);

  /// Whether the reference, with or without its day, looks as if `made_up` had made it.
  static bool is_made_up(std::string_view reference);

  /// The reference itself, with a number from the second time on that equal entries of the account and the day have it:
  /// whatever order a document has, and whichever part of the day it holds, those that differ keep it as it is.
  std::string numbered(std::string_view reference, const bank_entry& entry);

  /// `FT1@2026-03-15+150000`: the identity of a feed's entry. Banks put one reference on a payment and its fee, so a
  /// reference alone is none. From the second entry of the document on that has all of this, its number follows.
  std::string identity(std::string_view reference, const bank_entry& entry);

  /// The same for an entry whose reference is a placeholder: made up.
  std::string made_up_identity(const bank_entry& entry, std::string_view payer);

  /// In place of a reference that is a placeholder, the entry gets one that is made up.
  void replace_placeholder(bank_entry& entry);

  /// The number of the entry that got the last identity among the equal ones of the document, from 1.
  int last_number() const { return last_number_; }
  /// The next entry was kept apart from its document, in which it had this number.
  void expect_number(int number) { expected_number_ = number; }

private:
  std::string with_number(std::string text, const std::string& key);

  std::map<std::string, int> seen_;
  int last_number_ = 0, expected_number_ = 0;
};

} // namespace paylink
