#include "domain/links/asked_amount.hpp"

#include "domain/values/decimal.hpp"

#include <algorithm>

namespace paylink {

std::variant<money, field_fault> read_asked_amount(std::string_view digits, money amount_max) {
  const auto fault = [](std::string_view code, std::string message) {
    return field_fault{"amount", std::string{code}, std::move(message)};
  };
  const bool is_number =
      !digits.empty() && std::ranges::all_of(digits, is_digit) && (digits.front() != '0' || digits == "0");
  if (!is_number)
    return fault("format", "An amount must be digits only, without a sign, decimal point or leading zero.");
  // Digits that are not an amount are zero, or exceed 64 bits.
  const auto read = parse_money(digits);
  if (digits == "0" || (read && *read < link_amount_min))
    return fault("too_small", "The smallest amount is " + to_digits(link_amount_min) + " VND.");
  if (!read || *read > amount_max)
    return fault("too_large", "The largest amount is " + to_digits(amount_max) + " VND.");
  return *read;
}

} // namespace paylink
