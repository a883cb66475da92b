#include "domain/identity/mailed_name.hpp"

#include "domain/values/ascii.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>

namespace paylink {

namespace {

/// The next code point of valid UTF-8.
char32_t take_point(std::string_view& text) {
  const auto first = static_cast<unsigned char>(text.front());
  const std::size_t size = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
  constexpr std::array<unsigned, 5> masks{0, 0x7F, 0x1F, 0x0F, 0x07};
  char32_t point = first & masks[size];
  for (std::size_t at = 1; at < std::min(size, text.size()); ++at)
    point = (point << 6U) | (static_cast<unsigned char>(text[at]) & 0x3FU);
  text.remove_prefix(std::min(size, text.size()));
  return point;
}

bool is_invisible(char32_t point) {
  return point == 0xAD || point == 0xFEFF || (point >= 0x200B && point <= 0x200F) ||
         (point >= 0x202A && point <= 0x202E) || (point >= 0x2060 && point <= 0x206F);
}

constexpr char other_letter = 'x';

/// The name as a reader, or a program that makes links, sees it: in lower case, without what is invisible, and in ASCII
/// where a character looks like one of it. Every other letter is an `x`.
std::string plain_form(std::string_view name) {
  std::string plain;
  while (!name.empty()) {
    const auto point = take_point(name);
    if (is_invisible(point)) continue;
    if (point < 0x80)
      plain += static_cast<char>(point);
    else if (point >= 0xFF01 && point <= 0xFF5E)
      plain += static_cast<char>(point - 0xFEE0);
    else if (point == 0x3002 || point == 0xFF61 || point == 0x2024 || point == 0xFE52)
      plain += '.';
    else if (point == 0xA0 || (point >= 0x2000 && point <= 0x200A) || point == 0x202F || point == 0x3000)
      plain += ' ';
    else if (point == 0x2215 || point == 0x2044)
      plain += '/';
    else
      plain += other_letter;
  }
  return ascii_lowered(plain);
}

bool is_small_letter(char c) { return c >= 'a' && c <= 'z'; }
bool is_numeral(char c) { return c >= '0' && c <= '9'; }
bool is_of_a_label(char c) { return is_small_letter(c) || is_numeral(c); }

/// Whether a host's name ends behind this dot: letters or digits before it, and two letters at least behind it.
bool ends_a_host(std::string_view plain, std::size_t dot) {
  if (dot == 0 || !is_of_a_label(plain[dot - 1])) return false;
  const auto behind = plain.substr(dot + 1);
  return behind.size() >= 2 && is_small_letter(behind[0]) && is_small_letter(behind[1]);
}

/// "TP.HCM", as half of Vietnam's companies write their city.
bool is_city(std::string_view plain, std::size_t dot) {
  constexpr std::string_view city = "tp.hcm";
  if (dot < 2 || plain.substr(dot - 2, city.size()) != city) return false;
  const auto before = dot - 2, behind = before + city.size();
  return (before == 0 || !(is_of_a_label(plain[before - 1]) || plain[before - 1] == '.' || plain[before - 1] == '-')) &&
         (behind == plain.size() || !(is_of_a_label(plain[behind]) || plain[behind] == '.' || plain[behind] == '/'));
}

bool names_a_host(std::string_view plain) {
  for (auto dot = plain.find('.'); dot != plain.npos; dot = plain.find('.', dot + 1))
    if (ends_a_host(plain, dot) && !is_city(plain, dot)) return true;
  return false;
}

/// So many digits in a row, with at most one character between two of them, are an address of four numbers or a number
/// to call.
bool has_long_number(std::string_view plain) {
  constexpr int digits_max = 8;
  int digits = 0, between = 0, dots = 0;
  for (const char c : plain) {
    if (is_numeral(c)) {
      ++digits;
      between = 0;
    } else if ((c == ' ' || c == '.' || c == '-') && digits > 0 && between == 0) {
      ++between;
      dots += c == '.' ? 1 : 0;
    } else {
      digits = between = dots = 0;
    }
    if (digits > digits_max || (dots == 3 && between == 0)) return true;
  }
  return false;
}

} // namespace

bool leads_elsewhere(std::string_view name) {
  const auto plain = plain_form(name);
  constexpr std::string_view marks[]{"@", "://", "www.", "http:", "https:", "http/", "mailto:", "tel:"};
  return std::ranges::any_of(marks, [&](auto mark) { return plain.find(mark) != plain.npos; }) || names_a_host(plain) ||
         has_long_number(plain);
}

} // namespace paylink
