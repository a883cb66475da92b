#pragma once
#include <compare>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

namespace paylink {

/// An amount of Vietnamese dong. It has no fraction, so it is an integer, never floating-point.
struct money {
  std::int64_t dong = 0;
  auto operator<=>(const money&) const = default;
};

/// The sum of two amounts of dong, or what is nearest to it in the range of their type.
constexpr std::int64_t capped_sum(std::int64_t one, std::int64_t other) {
  using limits = std::numeric_limits<std::int64_t>;
  std::int64_t sum = 0;
  if (!__builtin_add_overflow(one, other, &sum)) return sum;
  return one < 0 ? limits::min() : limits::max();
}

/// Smallest amount that a link can ask for and that can complete one.
inline constexpr money link_amount_min{2000};

/// Reads `1`…`9223372036854775807`: digits only, no sign, no leading zero. None for anything else.
std::optional<money> parse_money(std::string_view digits);

/// Only the digits: `150000`.
std::string to_digits(money amount);

/// For people: `150.000 ₫` (Vietnamese, with U+00A0) or `₫150,000` (English).
enum class language { vi, en };
std::string format_money(money amount, language lang);

} // namespace paylink
