#pragma once
#include <string>
#include <string_view>

namespace paylink {

/// Case-folding of ASCII letters only, independent of the locale.
constexpr char ascii_lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

constexpr char ascii_upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

constexpr bool is_ascii_letter(char c) { return ascii_lower(c) >= 'a' && ascii_lower(c) <= 'z'; }
constexpr bool is_ascii_alphanumeric(char c) { return is_ascii_letter(c) || (c >= '0' && c <= '9'); }

inline std::string ascii_lowered(std::string_view text) {
  std::string lowered{text};
  for (char& c : lowered) c = ascii_lower(c);
  return lowered;
}

/// `expected` is in lower case.
constexpr bool equals_ignoring_case(std::string_view text, std::string_view expected) {
  if (text.size() != expected.size()) return false;
  for (std::size_t place = 0; place < text.size(); ++place)
    if (ascii_lower(text[place]) != expected[place]) return false;
  return true;
}

/// The value of a hexadecimal digit, of either case; -1: it is none.
constexpr int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  const char lower = ascii_lower(c);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

/// The end of a secret or an account number, enough to recognize it.
constexpr std::string_view last4_of(std::string_view text) {
  return text.substr(text.size() < 4 ? 0 : text.size() - 4);
}

/// Without the spaces and tabs around it.
constexpr std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t");
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

} // namespace paylink
