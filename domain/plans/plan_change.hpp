#pragma once
#include "domain/plans/bill.hpp"

namespace paylink {

/// When a change from one plan to another takes effect.
enum class plan_step {
  none,       ///< It is held already; a change that waits is cancelled.
  at_once,    ///< To a higher one.
  next_month, ///< To a lower one.
};
plan_step step_between(const plan& held, const plan& wanted);

/// Whether an account with so many Workspaces may be on the plan.
bool has_room_for(const plan& wanted, std::int64_t workspaces);

/// What an account is on, and what it will be on.
struct held_plan {
  std::string name;
  std::string next{};                 ///< Empty: no change waits.
  std::optional<timestamp> next_at{}; ///< When it takes effect.
};

/// How many Workspaces the account may own: a plan that waits counts as well, so that it fits when its month begins.
int workspaces_of(const plan& held, const plan* next);

} // namespace paylink
