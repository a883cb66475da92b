#pragma once
#include "domain/values/ids.hpp"
#include "domain/values/money.hpp"

#include <string>

namespace paylink {

enum class entity_type { individual, enterprise, household_business };
enum class banking_mode { open_banking, national_switch };
enum class workspace_status { active, suspended };

/// An isolated work space: everything in it is reached through its id and never shared.
struct workspace {
  workspace_id id;
  user_id owner; ///< The creator, whose plan pays.
  std::string name;
  std::string description;
  entity_type entity = entity_type::individual;
  banking_mode mode = banking_mode::open_banking;
  workspace_status status = workspace_status::active;
  language lang = language::vi;
  timestamp created_at;
};

} // namespace paylink
