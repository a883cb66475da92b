#include "failpoints/planted_bug.hpp"

#include <algorithm>
#include <iterator>

namespace paylink {

namespace {

constexpr std::string_view names[] = {
#define X(name) #name,
    PAYLINK_PLANTED_BUG_NAMES(X)
#undef X
};

std::optional<planted_bug> planted;

} // namespace

std::string_view name_of(planted_bug bug) { return names[static_cast<std::size_t>(bug)]; }

std::optional<planted_bug> planted_bug_of(std::string_view name) {
  const auto found = std::ranges::find(names, name);
  if (found == std::end(names)) return std::nullopt;
  return static_cast<planted_bug>(found - std::begin(names));
}

void plant(std::optional<planted_bug> bug) { planted = bug; }

bool is_planted(planted_bug bug) { return planted == bug; }

bool is_any_planted() { return planted.has_value(); }

} // namespace paylink
