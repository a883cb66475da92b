#include "logging/line.hpp"

#include <algorithm>
#include <array>

namespace paylink::log {
namespace {

constexpr std::string_view name_of(level at) {
  switch (at) {
  case level::debug:
    return "debug";
  case level::info:
    return "info";
  case level::warning:
    return "warning";
  case level::error:
    return "error";
  }
  return "error";
}

void append_digits(std::string& out, unsigned value, int width) {
  std::array<char, 10> digits{};
  for (int at = width - 1; at >= 0; --at, value /= 10)
    digits[static_cast<std::size_t>(at)] = static_cast<char>('0' + value % 10);
  out.append(digits.data(), static_cast<std::size_t>(width));
}

void append_time(std::string& out, std::chrono::system_clock::time_point time) {
  using namespace std::chrono;
  const auto moment = floor<milliseconds>(time);
  const auto day = floor<days>(moment);
  const year_month_day date{day};
  const hh_mm_ss clock{moment - day};
  append_digits(out, static_cast<unsigned>(static_cast<int>(date.year())), 4);
  out += '-';
  append_digits(out, static_cast<unsigned>(date.month()), 2);
  out += '-';
  append_digits(out, static_cast<unsigned>(date.day()), 2);
  out += 'T';
  append_digits(out, static_cast<unsigned>(clock.hours().count()), 2);
  out += ':';
  append_digits(out, static_cast<unsigned>(clock.minutes().count()), 2);
  out += ':';
  append_digits(out, static_cast<unsigned>(clock.seconds().count()), 2);
  out += '.';
  append_digits(out, static_cast<unsigned>(clock.subseconds().count()), 3);
  out += 'Z';
}

void append_escape(std::string& out, unsigned unit) {
  constexpr std::string_view hex = "0123456789abcdef";
  out += "\\u";
  for (int shift = 12; shift >= 0; shift -= 4) out += hex[unit >> shift & 15];
}

unsigned char byte_at(std::string_view text, std::size_t at) {
  return at < text.size() ? static_cast<unsigned char>(text[at]) : 0;
}

/// How many bytes the well-formed UTF-8 sequence at the beginning has (Unicode, table 3-7); 0: none begins here.
std::size_t sequence_length(std::string_view text) {
  const auto lead = byte_at(text, 0);
  if (lead < 0x80) return 1;
  const std::size_t length = lead >= 0xc2 && lead <= 0xdf   ? 2
                             : (lead & 0xf0) == 0xe0        ? 3
                             : lead >= 0xf0 && lead <= 0xf4 ? 4
                                                            : 0;
  if (length == 0) return 0;
  const unsigned char least = lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80;
  const unsigned char most = lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf;
  if (byte_at(text, 1) < least || byte_at(text, 1) > most) return 0;
  for (std::size_t at = 2; at < length; ++at)
    if ((byte_at(text, at) & 0xc0) != 0x80) return 0;
  return length;
}

/// The character, if it ends a line for some readers or turns the direction in which the rest of the line is shown;
/// else 0.
unsigned line_mark(std::string_view character) {
  if (character == "\xd8\x9c") return 0x061c;
  if (character.size() != 3 || character[0] != '\xe2') return 0;
  const unsigned point = 0x2000u | (byte_at(character, 1) & 0x3fu) << 6 | (byte_at(character, 2) & 0x3fu);
  const bool is_mark = point == 0x200e || point == 0x200f || (point >= 0x2028 && point <= 0x202e) ||
                       (point >= 0x2066 && point <= 0x2069);
  return is_mark ? point : 0;
}

/// Appends the first character of `text`, escaped where it must be; tells how many bytes it took.
std::size_t append_character(std::string& out, std::string_view text) {
  const auto length = sequence_length(text);
  const auto lead = byte_at(text, 0);
  if (length == 0) {
    out += "\xef\xbf\xbd"; // U+FFFD
    return 1;
  }
  if (lead == '"' || lead == '\\') out += '\\';
  if (lead == '\n')
    out += "\\n";
  else if (lead == '\r')
    out += "\\r";
  else if (lead == '\t')
    out += "\\t";
  else if (lead < 0x20 || lead == 0x7f)
    append_escape(out, lead);
  else if (lead == 0xc2 && byte_at(text, 1) < 0xa0)
    append_escape(out, byte_at(text, 1)); // C1: terminals obey some.
  else if (const auto mark = line_mark(text.substr(0, length)); mark != 0)
    append_escape(out, mark);
  else
    out.append(text, 0, length);
  return length;
}

bool is_plain(char character) { return character >= 0x20 && character < 0x7f && character != '"' && character != '\\'; }

void append_text(std::string& out, std::string_view text) {
  out += '"';
  while (!text.empty()) {
    const auto plain = static_cast<std::size_t>(std::ranges::find_if_not(text, is_plain) - text.begin());
    out.append(text, 0, plain);
    text.remove_prefix(plain);
    if (!text.empty()) text.remove_prefix(append_character(out, text));
  }
  out += '"';
}

/// JSON knows neither `nan` nor `inf`; these are written as texts.
bool is_json_number(const field& one) {
  return one.is_number && one.value.find_first_not_of("-.0123456789") == std::string::npos;
}

} // namespace

std::string format_line(std::chrono::system_clock::time_point time, level at, std::string_view event,
                        std::span<const field> fields) {
  std::string line;
  line.reserve(96 + fields.size() * 48);
  line += R"({"time":")";
  append_time(line, time);
  line.append(R"(","level":")").append(name_of(at)).append(R"(","event":)");
  append_text(line, event);
  for (const auto& one : fields) {
    line += ',';
    append_text(line, one.name);
    line += ':';
    if (is_json_number(one))
      line += one.value;
    else
      append_text(line, one.value);
  }
  line += '}';
  return line;
}

} // namespace paylink::log
