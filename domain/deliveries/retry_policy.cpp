#include "domain/deliveries/retry_policy.hpp"

#include <algorithm>
#include <cmath>

namespace paylink {

std::chrono::milliseconds retry_policy::wait_after(int number) const {
  // In floating point a wait that is too long for an integer becomes infinite, hence the cap, instead of a small
  // number. Up to 2^53 ms the products of whole multipliers are exact.
  const auto initial = static_cast<double>(initial_delay.count());
  const auto cap = static_cast<double>(max_delay.count());
  if (initial <= 0) return std::chrono::milliseconds{0};
  const auto wait = initial * std::pow(backoff_multiplier, std::max(number, 1) - 1);
  if (!(wait < cap)) return max_delay;
  return std::chrono::milliseconds{std::llround(wait)};
}

} // namespace paylink
