#pragma once
#include "persistence/store.hpp"
#include "secrets/sealing.hpp"

#include <string>
#include <vector>

namespace paylink::simulation {

class chance;

/// A Workspace with an employee: both people have tokens that may do everything. It has a connected account and a
/// pending link, and nobody pays in it.
struct staffed_shop {
  static constexpr const char* name = "staffed";

  staffed_shop(timestamp now, chance& dice, const master_keys& keys);

  workspace_id workspace;
  user_id owner, employee;
  std::string owner_token, employee_token;
  std::string owner_cookie;           ///< Of a session.
  std::vector<write_command> opening; ///< What it is made with.
};

} // namespace paylink::simulation
