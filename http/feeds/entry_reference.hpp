#pragma once
#include "domain/banks/bank.hpp"

#include <map>
#include <string>
#include <string_view>

namespace paylink {

/// What tells the entries of one document apart, where the bank's own reference does not.
class entry_references {
public:
  /// The reference with the entry's day in Vietnam: some banks count from 1 each day.
  static std::string dated(std::string_view reference, const bank_entry& entry);

  /// For an entry to which the bank gives none: its direction, amount, time, payer and text. Equal entries of one
  /// document are numbered.
  std::string made_up(const bank_entry& entry, std::string_view payer);

  /// The reference itself, with a number from the second time on that the account's entries of one day have it.
  std::string numbered(std::string_view reference, const bank_entry& entry);

private:
  std::map<std::string, int> seen_;
};

} // namespace paylink
