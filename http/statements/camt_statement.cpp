#include "http/statements/statement_readers.hpp"

#include "http/feeds/camt_document.hpp"

namespace paylink {

read_statement read_camt_statement(std::string_view file, std::string_view feed) {
  auto read = read_camt_file(file, feed, {statement_bytes_max, statement_entries_max});
  if (auto* refusal = std::get_if<json_refusal>(&read)) return std::move(*refusal);
  auto& document = std::get<camt_document>(read);
  return bank_statement{std::move(document.entries), std::move(document.balances)};
}

} // namespace paylink
