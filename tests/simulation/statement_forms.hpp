#pragma once
#include "tests/simulation/bank.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace paylink::simulation {

/// How a bank exports what was on an account. One of them never puts a text in quotes.
enum class statement_form : std::uint8_t { csv, unquoted_csv, camt, mt940 };

bool has_balances(statement_form form);
/// The word of the API.
const char* name_of(statement_form form);

struct exported_statement {
  std::string text;
  std::int64_t entries = 0;    ///< That can be read.
  std::int64_t unreadable = 0; ///< Beside them: the form cannot hold their texts.
};

/// Of these transfers, in their order; where it has balances, they disagree by so much. Some transfers have no
/// reference, and others share one.
exported_statement export_statement(statement_form form, const std::string& account_number,
                                    const std::vector<bank::transfer>& booked, std::int64_t missing);

/// The words of a payer who knows how banks write statements: read as anything else, they are money of the payer's
/// choice. No two of different numbers are equal.
std::string hostile_text(chance& dice, int number);

} // namespace paylink::simulation
