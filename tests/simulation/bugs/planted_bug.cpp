#include "tests/simulation/bugs/planted_bug.hpp"

#include "logging/log.hpp"

#include <algorithm>
#include <cstdlib>
#include <iostream>

namespace paylink::planted {

const bug* find_bug(std::string_view name) {
  const auto found = std::ranges::find(bugs, name, &bug::name);
  return found == bugs.end() ? nullptr : &*found;
}

void plant(const bug* one) {
  for (const auto& each : bugs) each.is_planted = &each == one;
}

bool plant_named_bug() {
  constexpr const char* variable = "PAYLINK_PLANTED_BUG";
  const char* name = std::getenv(variable);
  if (!name) return true;
  const auto* const found = find_bug(name);
  if (!found) {
    std::cerr << variable << ": there is no bug named \"" << name << "\"\n";
    return false;
  }
  plant(found);
  log::warning("service.bug_planted", {{"bug", found->name}});
  ::unsetenv(variable);
  return true;
}

} // namespace paylink::planted
