#pragma once
#include <algorithm>
#include <vector>

namespace paylink::load {

/// The value below which this share of them lies; 0 of none.
inline double percentile(std::vector<double> values, double share) {
  if (values.empty()) return 0;
  const auto rank = static_cast<std::size_t>(static_cast<double>(values.size()) * share);
  const auto position = static_cast<std::ptrdiff_t>(std::min(rank, values.size() - 1));
  std::nth_element(values.begin(), values.begin() + position, values.end());
  return values[static_cast<std::size_t>(position)];
}

} // namespace paylink::load
