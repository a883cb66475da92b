// SWIFT MT940, a customer statement: fields of short lines, text broken at fixed columns, no letters beyond ASCII.
#include "domain/values/ascii.hpp"
#include "sandbox/formats/statement.hpp"
#include "sandbox/formats/vietnam_time.hpp"

#include <algorithm>
#include <cstdlib>

namespace paylink::sandbox {
namespace {

constexpr std::size_t bank_reference_max = 16, text_line_max = 65, text_lines_max = 6;

/// `260315` of a time.
std::string short_day(timestamp time) {
  auto day = local_day_text(time).substr(2);
  std::erase(day, '-');
  return day;
}

// `:60F:` and `:62F:`: direction, day, currency, amount with a comma.
std::string balance_field(std::string_view tag, std::int64_t balance, timestamp day) {
  return std::string{":"}.append(tag).append(":").append(balance < 0 ? "D" : "C") + short_day(day) + "VND" +
         std::to_string(std::abs(balance)) + ",\r\n";
}

// SWIFT's character set x; everything else becomes a dot, as banks write it.
std::string in_swift_characters(std::string_view text) {
  constexpr std::string_view signs = "/-?:().,'+ ";
  std::string out;
  for (const char c : text) {
    const bool continues = (static_cast<unsigned char>(c) & 0xC0) == 0x80;
    if (!continues) out += is_ascii_alphanumeric(c) || signs.find(c) != signs.npos ? c : '.';
  }
  return out;
}

// `:86:`, broken after every 65 characters. A line must not look like the beginning of a field, or the message's end.
std::string text_field(std::string_view text) {
  std::string out = ":86:";
  const auto swift = in_swift_characters(text);
  for (std::size_t line = 0; line < text_lines_max && line * text_line_max < swift.size(); ++line) {
    auto part = swift.substr(line * text_line_max, text_line_max);
    if (line > 0 && (part.front() == ':' || part.front() == '-')) part.front() = '.';
    out += part + "\r\n";
  }
  return swift.empty() ? out + "\r\n" : out;
}

std::string movement_field(const bank_entry& entry) {
  const auto day = short_day(entry.occurred_at);
  const auto reference = in_swift_characters(entry.bank_reference).substr(0, bank_reference_max);
  return ":61:" + day + day.substr(2) + (entry.type == transfer_type::credit ? "C" : "D") +
         std::to_string(entry.amount.dong) + ",NTRFNONREF//" + reference + "\r\n";
}

} // namespace

std::string encode_mt940(const statement& of) {
  std::string out = ":20:" + short_day(of.to) + "\r\n:25:" + of.account_number + "\r\n:28C:1/1\r\n";
  out += balance_field("60F", of.opening_balance, of.from);
  for (const auto& entry : of.entries) {
    const auto& number = entry.virtual_account_number;
    out += movement_field(entry) + text_field(number.empty() ? entry.content : "VA " + number + " " + entry.content);
  }
  return out + balance_field("62F", of.closing_balance(), of.to) + "-\r\n";
}

} // namespace paylink::sandbox
