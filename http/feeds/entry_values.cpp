#include "http/feeds/entry_values.hpp"

#include "domain/values/ascii.hpp"
#include "domain/values/decimal.hpp"
#include "domain/values/free_text.hpp"
#include "domain/values/local_time.hpp"
#include "domain/values/utf8.hpp"

#include <algorithm>
#include <charconv>

namespace paylink {
namespace {

constexpr std::size_t bank_reference_max = 128; ///< Characters, as in the native format.
constexpr std::size_t account_number_max = 64;

bool is_all_digits(std::string_view text) { return !text.empty() && std::ranges::all_of(text, is_digit); }

} // namespace

vnd_amount read_dong(std::string_view text) {
  constexpr std::string_view no_number = "must be a number";
  const bool is_negative = text.starts_with('-');
  if (is_negative || text.starts_with('+')) text.remove_prefix(1);
  const auto point = text.find('.');
  const auto whole = text.substr(0, point);
  const auto fraction = point == text.npos ? std::string_view{"0"} : text.substr(point + 1);
  if (!is_all_digits(whole) || !is_all_digits(fraction)) return {0, no_number};
  if (fraction.find_first_not_of('0') != fraction.npos) return {0, "has a fraction; VND has none"};
  std::int64_t dong = 0;
  const auto [end, error] = std::from_chars(whole.data(), whole.data() + whole.size(), dong);
  if (error != std::errc{} || dong > entry_dong_max) return {0, "is out of range"};
  return {is_negative ? -dong : dong};
}

std::string repaired(std::string_view bytes) {
  std::string text;
  append_repaired_utf8(text, bytes);
  std::erase(text, '\0');
  return text;
}

std::string repaired_name(std::string_view bytes) {
  // No character takes more than four bytes, so that what is cut stays too long.
  constexpr std::size_t bytes_max = 4 * (std::max(account_number_max, bank_reference_max) + 1);
  return repaired(bytes.substr(0, bytes_max));
}

void entry_values::fault(std::string_view name, std::string_view reason) {
  if (!out_.invalid.empty()) return;
  out_.invalid.append(name).append(" ").append(reason);
  // It may repeat what was sent.
  constexpr std::size_t fault_bytes_max = 400;
  if (out_.invalid.size() > fault_bytes_max) out_.invalid = repaired(out_.invalid.substr(0, fault_bytes_max)) + "…";
}

void entry_values::set_reference(std::string_view name, std::string_view text) {
  if (text.empty() || count_code_points(text) > bank_reference_max) fault(name, "must have 1 to 128 characters");
  out_.entry.bank_reference = text;
}

void entry_values::set_account(std::string_view name, std::string_view text) {
  if (text.empty() || count_code_points(text) > account_number_max) fault(name, "must have 1 to 64 characters");
  out_.entry.account_number = text;
}

void entry_values::set_virtual_account(std::string_view name, std::string_view text) {
  if (count_code_points(text) > account_number_max) fault(name, "must have at most 64 characters");
  if (text == out_.entry.account_number) return;
  auto& number = out_.entry.virtual_account_number;
  number = text;
  for (char& byte : number) byte = ascii_upper(byte);
}

void entry_values::set_amount(std::string_view name, std::string_view text) {
  const auto amount = read_dong(text);
  if (!amount.fault.empty())
    fault(name, amount.fault);
  else if (amount.dong <= 0)
    fault(name, "must be greater than 0");
  out_.entry.amount = {amount.dong};
}

void entry_values::set_time(std::string_view name, std::string_view text) {
  if (const auto time = parse_bank_time(text))
    out_.entry.occurred_at = *time;
  else
    fault(name, "must be a date and time, such as 2026-03-15 09:30:05");
}

void entry_values::set_bank(std::string_view name, std::string_view text, std::string_view feed) {
  const auto* named = find_bank_by_name(text);
  if (feed == switch_code) {
    if (named)
      out_.entry.bin = named->bin;
    else
      fault(name, "does not name a bank, as the switch's feed requires");
    return;
  }
  if (const auto* own = find_bank(feed); own && named && own != named)
    fault(name, "names another bank: " + std::string{named->short_name} + " on the feed of " + std::string{feed});
}

} // namespace paylink
