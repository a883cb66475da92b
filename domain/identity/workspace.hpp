#pragma once
#include "domain/values/ids.hpp"
#include "domain/values/money.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace paylink {

enum class entity_type { individual, enterprise, household_business };
enum class banking_mode { open_banking, national_switch };
enum class workspace_status { active, suspended };

std::string_view to_text(entity_type value);
std::optional<entity_type> parse_entity_type(std::string_view text);
std::string_view to_text(banking_mode value);
std::optional<banking_mode> parse_banking_mode(std::string_view text);
std::string_view to_text(workspace_status value);
std::optional<workspace_status> parse_workspace_status(std::string_view text);
std::string_view to_text(language value);
std::optional<language> parse_language(std::string_view text);

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
  std::uint32_t notices_off =
      0; ///< The kinds of mail that it does without: a bit for each `notice_kind`, `quota_notice`.
  bool needs_second_factor = false; ///< Its Owner and Admins are to sign in with one.
};

} // namespace paylink
