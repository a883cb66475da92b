#pragma once
#include "domain/banks/bank.hpp"

#include <map>
#include <string>
#include <string_view>

namespace paylink {

/// Names the entries of one statement by what every form of statement says of them: day, direction, amount and folded
/// text, and which of the equal ones of the file it is. So the same day that is exported twice, in two forms, has the
/// same names. Behind a `|` stand the form and the bank's own reference, or, if the statement has none, the time of
/// day: by it the equal entries of two files are told apart. Behind `|=`, no other entry of the file with that day has
/// the reference: it names the transfer, whatever text the file gives it.
class statement_ids {
public:
  /// `form`: in which an entry always has the same reference.
  explicit statement_ids(std::string_view form) : form_{form} {}

  /// Call for all entries of the file before the first name.
  void expect(const bank_entry& entry);
  std::string name(const bank_entry& entry);

private:
  std::string form_;
  std::map<std::string, int> seen_;     ///< With the account.
  std::map<std::string, int> expected_; ///< By account, day and reference.
};

} // namespace paylink
