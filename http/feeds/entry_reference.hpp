#pragma once
#include "domain/banks/bank.hpp"

#include <map>
#include <string>
#include <string_view>

namespace paylink {

/// A text's fingerprint: 16 hexadecimal digits.
std::string short_print(std::string_view text);
/// `+150000`: direction and amount.
std::string signed_amount(const bank_entry& entry);
/// `+150000~0123456789abcdef`: direction, amount and folded text, which equal entries of a day share.
std::string what_is_said(const bank_entry& entry);

/// What tells the entries of one document apart, where the bank's own reference does not.
class entry_references {
public:
  /// The reference with the entry's day in Vietnam: some banks count from 1 each day.
  static std::string dated(std::string_view reference, const bank_entry& entry);

  /// For an entry to which the bank gives none: its direction, amount, time, payer and text. Equal entries of one
  /// document are numbered.
  std::string made_up(const bank_entry& entry, std::string_view payer);

  /// Whether the reference, with or without its day, looks as if `made_up` had made it.
  static bool is_made_up(std::string_view reference);

  /// The reference itself, with a number from the second time on that equal entries of the account and the day have it:
  /// whatever order a document has, and whichever part of the day it holds, those that differ keep it as it is.
  std::string numbered(std::string_view reference, const bank_entry& entry);

private:
  std::map<std::string, int> seen_;
};

} // namespace paylink
