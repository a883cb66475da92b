#include "http/statements/csv_amount.hpp"

#include "domain/values/decimal.hpp"

#include <algorithm>
#include <array>

namespace paylink {
namespace {

constexpr std::size_t written_max = 64; // bytes; more is no amount, and would take long to look through

constexpr std::array<std::string_view, 7> currencies{"VND", "vnd", "VNĐ", "đ", "Đ", "₫", "\xC2\xA0"};

/// Without spaces and the currency, at both ends and between.
std::string bare(std::string_view text) {
  std::string kept{text};
  for (const auto word : currencies)
    for (auto at = kept.find(word); at != kept.npos; at = kept.find(word)) kept.erase(at, word.size());
  std::erase(kept, ' ');
  return kept;
}

/// Takes the sign off, also one behind the number, and brackets, which are a bookkeeper's minus.
bool take_minus(std::string& number) {
  const bool is_bracketed = number.size() > 2 && number.front() == '(' && number.back() == ')';
  if (is_bracketed) number = number.substr(1, number.size() - 2);
  if (number.ends_with('-') && !number.starts_with('-')) {
    number.pop_back();
    return true;
  }
  const bool is_negative = number.starts_with('-');
  if (is_negative || number.starts_with('+')) number.erase(0, 1);
  return is_negative || is_bracketed;
}

/// Whether every mark in the number parts groups of three digits.
bool is_grouped(std::string_view number, char mark) {
  auto first = number.substr(0, number.find(mark));
  if (first.empty() || first.size() > 3) return false;
  auto rest = number.substr(first.size());
  for (; rest.size() >= 4 && rest.front() == mark; rest.remove_prefix(4))
    if (!std::all_of(rest.begin() + 1, rest.begin() + 4, is_digit)) return false;
  return rest.empty() && std::ranges::all_of(first, is_digit);
}

} // namespace

vnd_amount read_written_dong(std::string_view text) {
  if (text.size() > written_max) return {0, "must be a number"};
  auto number = bare(text);
  const bool is_negative = take_minus(number);
  const auto last = number.find_last_of(".,");
  if (last != number.npos) {
    const char mark = number[last], other = mark == '.' ? ',' : '.';
    if (!is_grouped(number, mark)) {
      // Then it is the mark before the fraction, and the other one separates thousands.
      auto whole = number.substr(0, last);
      if (whole.find(other) != whole.npos && !is_grouped(whole, other)) return {0, "must be a number"};
      std::erase(whole, other);
      number = whole + '.' + number.substr(last + 1);
    } else {
      std::erase(number, mark);
    }
  }
  auto amount = read_dong(number.starts_with('-') || number.starts_with('+') ? "x" : number);
  if (is_negative) amount.dong = -amount.dong;
  return amount;
}

} // namespace paylink
