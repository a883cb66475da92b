#include "config/given_values.hpp"

#include <algorithm>

namespace paylink::config {
namespace {

/// The number of characters to change, add, remove or swap with a neighbour to turn `a` into `b`.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> cost(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        cost[i][j] = i + j;
        continue;
      }
      cost[i][j] =
          std::min({cost[i - 1][j] + 1, cost[i][j - 1] + 1, cost[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        cost[i][j] = std::min(cost[i][j], cost[i - 2][j - 2] + 1);
    }
  }
  return cost[a.size()][b.size()];
}

/// A name with a missing or superfluous section: `timeout`, `PAYLINK_WEBHOOK_TIMEOUT`.
bool differs_by_section(std::string_view name, std::string_view known) {
  const auto is_tail = [](std::string_view tail, std::string_view whole) {
    return whole.size() > tail.size() + 1 && whole.ends_with(tail) &&
           (whole[whole.size() - tail.size() - 1] == '.' || whole[whole.size() - tail.size() - 1] == '_');
  };
  return name.size() > 3 && (is_tail(name, known) || is_tail(known, name));
}

} // namespace

std::optional<std::string> closest_name(std::string_view name, const std::vector<std::string>& known) {
  constexpr std::size_t name_characters_max = 100; // The cost is quadratic, and such a name is never a typo.
  if (name.size() > name_characters_max) return std::nullopt;
  const auto by_section =
      std::ranges::find_if(known, [name](const auto& one) { return differs_by_section(name, one); });
  if (by_section != known.end()) return *by_section;
  std::optional<std::string> closest;
  auto least = std::max<std::size_t>(2, name.size() / 5) + 1;
  for (const auto& one : known) {
    if (const auto found = distance(name, one); found < least) {
      least = found;
      closest = one;
    }
  }
  return closest;
}

} // namespace paylink::config
