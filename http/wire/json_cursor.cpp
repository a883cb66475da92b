#include "http/wire/json_cursor.hpp"

#include "domain/values/decimal.hpp"
#include "domain/values/utf8.hpp"

#include <array>

namespace paylink {
namespace {

/// Bytes of a string that are neither its end nor special.
constexpr auto plain_bytes = [] {
  std::array<bool, 256> table{};
  for (std::size_t byte = 0x20; byte < 0x7F; ++byte) table[byte] = byte != '"' && byte != '\\';
  return table;
}();

/// Reads one `\u` escape at `at` (behind the `u`), with its second half if there is one.
std::size_t append_escaped_unit(std::string& out, std::string_view rest) {
  const int high = hex_unit(rest);
  if (high < 0) {
    append_utf8(out, 0xFFFD);
    return 0;
  }
  if (high >= 0xD800 && high <= 0xDBFF && rest.substr(4).starts_with("\\u")) {
    const int low = hex_unit(rest.substr(6));
    if (low >= 0xDC00 && low <= 0xDFFF) {
      append_utf8(out, 0x10000u + (static_cast<char32_t>(high - 0xD800) << 10) + static_cast<char32_t>(low - 0xDC00));
      return 10;
    }
  }
  if (high != 0) append_utf8(out, static_cast<char32_t>(high));
  return 4;
}

/// Appends text without escapes.
void append_literal(std::string& out, std::string_view text) {
  for (auto nul = text.find('\0'); nul != text.npos; nul = text.find('\0')) {
    append_repaired_utf8(out, text.substr(0, nul));
    text.remove_prefix(nul + 1);
  }
  append_repaired_utf8(out, text);
}

} // namespace

int hex_unit(std::string_view digits) {
  if (digits.size() < 4) return -1;
  int value = 0;
  for (const char digit : digits.substr(0, 4)) {
    const int lower = digit | 0x20;
    if (is_digit(digit))
      value = value * 16 + (digit - '0');
    else if (lower >= 'a' && lower <= 'f')
      value = value * 16 + (lower - 'a' + 10);
    else
      return -1;
  }
  return value;
}

void append_unescaped(std::string& out, std::string_view raw) {
  for (auto escape = raw.find('\\'); escape != raw.npos; escape = raw.find('\\')) {
    append_literal(out, raw.substr(0, escape));
    raw.remove_prefix(escape + 1);
    const char kind = raw.empty() ? '\0' : raw.front();
    if (!raw.empty()) raw.remove_prefix(1);
    switch (kind) {
    case '"':
    case '\\':
    case '/':
      out += kind;
      break;
    case 'b':
      out += '\b';
      break;
    case 'f':
      out += '\f';
      break;
    case 'n':
      out += '\n';
      break;
    case 'r':
      out += '\r';
      break;
    case 't':
      out += '\t';
      break;
    case 'u':
      raw.remove_prefix(append_escaped_unit(out, raw));
      break;
    default:
      append_utf8(out, 0xFFFD);
    }
  }
  append_literal(out, raw);
}

bool json_cursor::take_string(json_text& text) {
  if (!take('"')) return false;
  const char* const first = at_;
  text.is_plain = true;
  while (at_ != end_) {
    const auto byte = static_cast<unsigned char>(*at_);
    if (plain_bytes[byte]) {
      ++at_;
    } else if (byte == '"') {
      text.raw = {first, static_cast<std::size_t>(at_ - first)};
      ++at_;
      return true;
    } else {
      text.is_plain = false;
      // The byte behind a backslash is never the end of the string.
      if (byte == '\\' && ++at_ == end_) return false;
      ++at_;
    }
  }
  return false;
}

bool json_cursor::take_digits() {
  const char* const first = at_;
  while (at_ != end_ && is_digit(*at_)) ++at_;
  return at_ != first;
}

bool json_cursor::take_number(std::string_view& number) {
  peek();
  const char* const first = at_;
  if (at_ != end_ && *at_ == '-') ++at_;
  if (at_ != end_ && *at_ == '0')
    ++at_;
  else if (!take_digits())
    return false;
  if (at_ != end_ && *at_ == '.') {
    ++at_;
    if (!take_digits()) return false;
  }
  if (at_ != end_ && (*at_ == 'e' || *at_ == 'E')) {
    ++at_;
    if (at_ != end_ && (*at_ == '+' || *at_ == '-')) ++at_;
    if (!take_digits()) return false;
  }
  number = {first, static_cast<std::size_t>(at_ - first)};
  return true;
}

bool json_cursor::take_word(std::string_view word) {
  peek();
  if (!std::string_view{at_, static_cast<std::size_t>(end_ - at_)}.starts_with(word)) return false;
  at_ += word.size();
  return true;
}

bool json_cursor::skip_members(int depth_max) {
  const bool is_object = take('{');
  if (!is_object && !take('[')) return false;
  const char close = is_object ? '}' : ']';
  if (take(close)) return true;
  do {
    json_text name;
    if (is_object && !(take_string(name) && take(':'))) return false;
    if (!skip_value(depth_max)) return false;
  } while (take(','));
  return take(close);
}

bool json_cursor::skip_value(int depth_max) {
  json_text text;
  std::string_view number;
  switch (peek()) {
  case '{':
  case '[':
    return depth_max > 0 && skip_members(depth_max - 1);
  case '"':
    return take_string(text);
  case 't':
    return take_word("true");
  case 'f':
    return take_word("false");
  case 'n':
    return take_word("null");
  default:
    return take_number(number);
  }
}

} // namespace paylink
