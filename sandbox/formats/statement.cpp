#include "sandbox/formats/statement.hpp"

#include "domain/values/word_list.hpp"

namespace paylink::sandbox {
namespace {

constexpr word_list<statement_format, 3> statement_words{
    {{statement_format::camt053, "camt053"}, {statement_format::mt940, "mt940"}, {statement_format::csv, "csv"}}};
static_assert(statement_words.is_in_order());

} // namespace

std::string_view to_text(statement_format format) { return statement_words.word(format); }
std::optional<statement_format> parse_statement_format(std::string_view text) { return statement_words.find(text); }

std::string_view content_type_of(statement_format format) {
  if (format == statement_format::camt053) return "application/xml";
  return format == statement_format::csv ? "text/csv; charset=utf-8" : "text/plain; charset=us-ascii";
}

std::string_view file_extension_of(statement_format format) {
  if (format == statement_format::camt053) return ".xml";
  return format == statement_format::csv ? ".csv" : ".sta";
}

std::int64_t movement_of(const bank_entry& entry) {
  return entry.type == transfer_type::credit ? entry.amount.dong : -entry.amount.dong;
}

std::int64_t statement::closing_balance() const {
  auto balance = opening_balance;
  for (const auto& entry : entries) balance += movement_of(entry);
  return balance;
}

std::string encode_statement(statement_format format, const statement& of) {
  if (format == statement_format::camt053) return encode_camt053(of);
  return format == statement_format::mt940 ? encode_mt940(of) : encode_csv(of);
}

} // namespace paylink::sandbox
