// A statement as banks' web pages let it be downloaded: one line a movement, with the balance after it.
#include "sandbox/formats/statement.hpp"
#include "sandbox/formats/vietnam_time.hpp"

namespace paylink::sandbox {
namespace {

std::string quoted(std::string_view text) {
  std::string out = "\"";
  // A spreadsheet would take such a cell for a formula.
  if (!text.empty() && std::string_view{"=+-@\t\r"}.find(text.front()) != std::string_view::npos) out += '\'';
  for (const char c : text) {
    if (c == '"') out += '"';
    out += c;
  }
  return out + "\"";
}

} // namespace

std::string encode_csv(const statement& of) {
  std::string out = "time,bank_reference,account_number,virtual_account_number,debit,credit,balance,content\r\n";
  auto balance = of.opening_balance;
  for (const auto& entry : of.entries) {
    balance += movement_of(entry);
    const bool is_credit = entry.type == transfer_type::credit;
    const auto amount = to_digits(entry.amount);
    out += local_time_text(entry.occurred_at) + ',' + quoted(entry.bank_reference) + ',' + entry.account_number + ',' +
           entry.virtual_account_number + ',' + (is_credit ? "" : amount) + ',' + (is_credit ? amount : "") + ',' +
           std::to_string(balance) + ',' + quoted(entry.content) + "\r\n";
  }
  return out;
}

} // namespace paylink::sandbox
