#include "domain/values/money.hpp"

#include "domain/values/decimal.hpp"

#include <algorithm>
#include <charconv>

namespace paylink {

std::optional<money> parse_money(std::string_view digits) {
  if (digits.empty() || digits.front() == '0' || !std::ranges::all_of(digits, is_digit)) return std::nullopt;
  money read;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), read.dong);
  if (error != std::errc{}) return std::nullopt;
  return read;
}

std::string to_digits(money amount) {
  std::string text;
  append_decimal(text, amount.dong);
  return text;
}

std::string format_money(money amount, language lang) {
  const auto digits = to_digits(amount);
  const auto sign = static_cast<std::size_t>(digits.front() == '-');
  std::string text;
  text.reserve(digits.size() * 2 + 8);
  text.append(digits, 0, sign);
  if (lang == language::en) text += "₫";
  for (auto place = sign; place < digits.size(); ++place) {
    if (place > sign && (digits.size() - place) % 3 == 0) text += lang == language::vi ? '.' : ',';
    text += digits[place];
  }
  if (lang == language::vi) text += "\u00a0₫";
  return text;
}

} // namespace paylink
