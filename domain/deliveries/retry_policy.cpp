#include "domain/deliveries/retry_policy.hpp"

#include <algorithm>
#include <cmath>

namespace paylink {

std::chrono::milliseconds retry_policy::wait_after(int number) const {
  // In floating point, a delay too long for an integer becomes infinite and is capped, instead of wrapping to a small
  // number. Up to 2^53 ms the products of whole multipliers are exact.
  const auto initial = static_cast<double>(initial_delay.count());
  const auto cap = static_cast<double>(max_delay.count());
  if (initial <= 0) return std::chrono::milliseconds{0};
  const auto wait = initial * std::pow(backoff_multiplier, std::max(number, 1) - 1);
  if (!(wait < cap)) return max_delay;
  return std::chrono::milliseconds{std::llround(wait)};
}

} // namespace paylink
