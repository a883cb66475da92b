#include "domain/identity/mailed_name.hpp"

#include "domain/identity/numerals.hpp"
#include "domain/values/ascii.hpp"
#include "domain/values/decimal.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <span>
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

struct point_range {
  char32_t first, last;
};

bool is_in(std::span<const point_range> ranges, char32_t point) {
  return std::ranges::any_of(ranges, [&](const auto& one) { return point >= one.first && point <= one.last; });
}

/// What leaves no space of its own: format characters, and marks that go over or around what stands before them.
bool is_invisible(char32_t point) {
  static constexpr point_range ranges[]{
      {0xAD, 0xAD},     {0x300, 0x36F},   {0x61C, 0x61C},   {0x115F, 0x1160}, {0x180B, 0x180F},  {0x1AB0, 0x1AFF},
      {0x1DC0, 0x1DFF}, {0x200B, 0x200F}, {0x202A, 0x202E}, {0x2060, 0x206F}, {0x20D0, 0x20FF},  {0x3164, 0x3164},
      {0xFE00, 0xFE0F}, {0xFE20, 0xFE2F}, {0xFEFF, 0xFEFF}, {0xFFA0, 0xFFA0}, {0xE0000, 0xE0FFF}};
  return is_in(ranges, point);
}

/// Punctuation and symbols, roughly; letters in circles and letterlike symbols are read as letters.
bool is_symbol(char32_t point) {
  static constexpr point_range ranges[]{
      {0x80, 0xA9},       {0xAB, 0xB4},      {0xB6, 0xB9},     {0xBB, 0xBF},     {0xD7, 0xD7},     {0xF7, 0xF7},
      {0x2B9, 0x2DF},     {0x2E5, 0x2FF},    {0x589, 0x58A},   {0x5BE, 0x5BE},   {0x60C, 0x60D},   {0x66A, 0x66D},
      {0x964, 0x965},     {0x2000, 0x2070},  {0x207A, 0x207E}, {0x208A, 0x208E}, {0x20A0, 0x20CF}, {0x2190, 0x249B},
      {0x2500, 0x2BFF},   {0x2E00, 0x2E7F},  {0x3000, 0x3004}, {0x3008, 0x3020}, {0x3030, 0x3030}, {0x303D, 0x303F},
      {0x30A0, 0x30A0},   {0x30FB, 0x30FB},  {0xA788, 0xA78A}, {0xFE10, 0xFE6F}, {0xFF5F, 0xFF65}, {0xFFE0, 0xFFFD},
      {0x1F000, 0x1F10F}, {0x1F300, 0x1FAFF}};
  return is_in(ranges, point);
}

constexpr char other_letter = 'x', other_symbol = '\x01';

/// The character of ASCII that a character outside of it looks like; 0: none.
char look_alike(char32_t point) {
  if (point >= 0xFF01 && point <= 0xFF5E) return static_cast<char>(point - 0xFEE0);
  switch (point) {
  case 0x3002:
  case 0xFF61:
  case 0x2024:
  case 0xFE52:
    return '.';
  case 0xA0:
  case 0x202F:
  case 0x205F:
  case 0x3000:
    return ' ';
  case 0x2215:
  case 0x2044:
    return '/';
  case 0x2236:
  case 0x2D0:
  case 0xA789:
  case 0xFE13:
  case 0xFE55:
    return ':';
  case 0xFE6B:
    return '@';
  default:
    return point >= 0x2000 && point <= 0x200A ? ' ' : '\0';
  }
}

/// The name as a reader, or a program that makes links, sees it: in lower case, without what is invisible, and in ASCII
/// where a character looks like one of it. Every other digit is a `0`, and every other letter an `x`.
std::string plain_form(std::string_view name) {
  std::string plain;
  while (!name.empty()) {
    const auto point = take_point(name);
    if (is_invisible(point)) continue;
    if (point < 0x80)
      plain += static_cast<char>(point);
    else if (const char like = look_alike(point))
      plain += like;
    else if (const int digits = digits_of(point))
      plain.append(static_cast<std::size_t>(digits), '0');
    else
      plain += is_symbol(point) ? other_symbol : other_letter;
  }
  return ascii_lowered(plain);
}

bool is_small_letter(char c) { return c >= 'a' && c <= 'z'; }
/// Hosts have symbols in their names, too.
bool is_of_a_label(char c) { return is_small_letter(c) || is_digit(c) || c == other_symbol; }

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

/// A host with a port, such as "localhost:8080": a label with a letter in it, a colon and two to five digits.
bool names_a_port(std::string_view plain) {
  for (auto colon = plain.find(':'); colon != plain.npos; colon = plain.find(':', colon + 1)) {
    auto begin = colon, end = colon + 1;
    while (begin > 0 && (is_of_a_label(plain[begin - 1]) || plain[begin - 1] == '-')) --begin;
    while (end < plain.size() && is_digit(plain[end])) ++end;
    const auto digits = end - colon - 1;
    const bool ends = end == plain.size() || !is_small_letter(plain[end]);
    if (ends && digits >= 2 && digits <= 5 && std::ranges::any_of(plain.substr(begin, colon - begin), is_small_letter))
      return true;
  }
  return false;
}

/// An address of four numbers, with a dot between each two.
bool names_four_numbers(std::string_view plain) {
  std::string dense;
  std::ranges::copy_if(plain, std::back_inserter(dense), [](char c) { return c != ' '; });
  int dots = 0;
  for (std::size_t at = 1; at + 1 < dense.size(); ++at) {
    if (is_digit(dense[at])) continue;
    const bool is_between = dense[at] == '.' && is_digit(dense[at - 1]) && is_digit(dense[at + 1]);
    dots = is_between ? dots + 1 : 0;
    if (dots == 3) return true;
  }
  return false;
}

/// The digit that people read in this place: letters that look like one, in a run beside a true one, too.
char read_digit(std::string_view plain, std::size_t at) {
  const char c = plain[at];
  if (is_digit(c)) return c;
  constexpr std::string_view alike = "oil";
  if (alike.find(c) == alike.npos) return '\0';
  const auto before = plain.find_last_not_of(alike, at), behind = plain.find_first_not_of(alike, at);
  const auto is_numeral_at = [&](std::size_t place) { return place != plain.npos && is_digit(plain[place]); };
  if (!is_numeral_at(before) && !is_numeral_at(behind)) return '\0';
  return c == 'o' ? '0' : '1';
}

/// Nine digits without a letter between them are a number to call, whatever else stands there; of a hotline, eight.
bool has_long_number(std::string_view plain) {
  std::string digits;
  for (std::size_t at = 0; at < plain.size(); ++at) {
    const char digit = read_digit(plain, at);
    if (digit != '\0')
      digits += digit;
    else if (is_small_letter(plain[at]))
      digits.clear();
    const bool is_hotline = digits.starts_with("1800") || digits.starts_with("1900");
    if (digits.size() > (is_hotline ? 7 : 8)) return true;
  }
  return false;
}

} // namespace

bool leads_elsewhere(std::string_view name) {
  const auto plain = plain_form(name);
  constexpr std::string_view marks[]{"@", "://", "www.", "http:", "https:", "http/", "mailto:", "tel:"};
  return std::ranges::any_of(marks, [&](auto mark) { return plain.find(mark) != plain.npos; }) || names_a_host(plain) ||
         names_a_port(plain) || names_four_numbers(plain) || has_long_number(plain);
}

} // namespace paylink
