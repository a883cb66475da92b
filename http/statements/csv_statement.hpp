#pragma once
#include "http/statements/statement.hpp"

#include <string>
#include <string_view>

namespace paylink {

/// Which column of a CSV file has what, by the names in its head. Empty: there is no such column.
struct csv_mapping {
  std::string date;                                 ///< Required.
  std::string date_pattern = "dd/MM/yyyy HH:mm:ss"; ///< As in `date_pattern`.
  std::string amount;                               ///< A debit is negative. Either this or one of the next two.
  std::string credit, debit;
  std::string text;
  std::string reference;
  std::string balance; ///< After the entry.
  std::string account;
  std::string account_number; ///< Of every entry, if there is no column.
};

/// What is wrong with a mapping by itself, in a sentence; empty: nothing.
std::string fault_of(const csv_mapping& mapping);

/// A CSV file with `,`, `;` or tabs. Its head is the first record that has all the columns of the mapping, whatever the
/// case and the accents of their names; what stands before it is passed over, and so are records without a date and an
/// amount, such as sums. A record has as many cells as the head: one with more is unusable, and one with fewer refuses
/// the file. A reference is taken with its day, a second one of the same day is numbered; without one it is made of the
/// rest.
read_statement read_csv_statement(std::string_view file, std::string_view feed, const csv_mapping& mapping);

} // namespace paylink
