#pragma once
#include "domain/banks/bank.hpp"
#include "domain/values/time.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace paylink::sandbox {

enum class statement_format { camt053, mt940, csv };

std::string_view to_text(statement_format format);
std::optional<statement_format> parse_statement_format(std::string_view text);
std::string_view content_type_of(statement_format format);
/// The end of such a file's name.
std::string_view file_extension_of(statement_format format);

/// What moved on one account in a period; balances in dong, which may be negative.
struct statement {
  std::string feed, bin, account_number;
  timestamp from, to; ///< Its first moment, and its last.
  std::int64_t opening_balance = 0;
  std::vector<bank_entry> entries; ///< Booked ones, in the order of booking.

  std::int64_t closing_balance() const;
};

/// What the entry adds to its account; negative for money out.
std::int64_t movement_of(const bank_entry& entry);

/// The statement as a file in each format.
std::string encode_camt053(const statement& of);
std::string encode_mt940(const statement& of);
std::string encode_csv(const statement& of);
std::string encode_statement(statement_format format, const statement& of);

} // namespace paylink::sandbox
