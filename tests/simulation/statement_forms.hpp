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

/// What is not as the bank would write it.
struct falsified {
  std::int64_t missing = 0;  ///< By how much the balances disagree, if it has any.
  bool names_others = false; ///< Each entry has another one's reference.
};

/// Of these transfers, in their order. Some transfers have no reference, and others share one.
exported_statement export_statement(statement_form form, const std::string& account_number,
                                    const std::vector<bank::transfer>& booked, const falsified& how);

/// The words of a payer who knows how banks write statements: read as anything else, they are money of the payer's
/// choice. No two of different numbers are equal.
std::string hostile_text(chance& dice, int number);

} // namespace paylink::simulation
