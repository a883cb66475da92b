#pragma once
#include "http/statements/statement.hpp"

#include <boost/test/unit_test.hpp>

#include <string>

namespace paylink::test {

inline bank_statement statement_in(read_statement read) {
  const auto* refusal = std::get_if<json_refusal>(&read);
  BOOST_REQUIRE_MESSAGE(refusal == nullptr, "refused: " << (refusal ? refusal->message : ""));
  return std::get<bank_statement>(std::move(read));
}

inline std::string refusal_in(const read_statement& read) {
  const auto* refusal = std::get_if<json_refusal>(&read);
  return refusal ? refusal->message : "";
}

/// An entry in short: what is wrong with it, or `+150000 2026-03-15T02:30:05.000Z FT1@2026-03-15 0123456789 text`.
inline std::string brief(const decoded_entry& row) {
  if (!row.invalid.empty()) return row.invalid;
  const auto& entry = row.entry;
  return (entry.type == transfer_type::debit ? "-" : "+") + std::to_string(entry.amount.dong) + ' ' +
         format_rfc3339(entry.occurred_at) + ' ' + entry.bank_reference + ' ' + entry.account_number + ' ' +
         entry.content;
}

inline std::string brief(const account_balance& balance) {
  constexpr const char* words[]{"opening", "running", "closing"};
  return std::string{words[static_cast<int>(balance.is)]} + ' ' + std::to_string(balance.dong) + ' ' +
         format_rfc3339(balance.at) + ' ' + balance.account_number;
}

} // namespace paylink::test
