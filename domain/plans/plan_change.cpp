#include "domain/plans/plan_change.hpp"

#include <algorithm>

namespace paylink {

plan_step step_between(const plan& held, const plan& wanted) {
  if (held.name == wanted.name) return plan_step::none;
  return is_above(wanted, held) ? plan_step::at_once : plan_step::next_month;
}

bool has_room_for(const plan& wanted, std::int64_t workspaces) { return workspaces <= wanted.workspaces; }

int workspaces_of(const plan& held, const plan* next) {
  return next == nullptr ? held.workspaces : std::min(held.workspaces, next->workspaces);
}

} // namespace paylink
