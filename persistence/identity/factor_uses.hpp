#pragma once
#include "persistence/context/writing.hpp"

namespace paylink {

/// Whether signing in needs more than the password.
bool has_factor(writing& at, user_id of);
/// Uses what was given, and returns whether it still counted; false if nothing was given. Conditional updates: on all
/// nodes together, none counts twice.
bool take_factor(writing& at, user_id of, const factor_use& given);

/// SQL: how many second factors are in force for the user whose id stands in this column.
std::string factors_of_sql(std::string_view user_column);

/// SQL: 1 if the Workspace `w` requires a second factor of the member `m`, whose user has none.
std::string lacks_factor_sql();
/// The join before it.
inline constexpr std::string_view join_workspace = " LEFT JOIN workspaces w ON w.id = m.workspace_id";

/// What the audit log says of it: `totp`, `recovery_code`, `passkey`; empty: nothing was given.
std::string_view name_of(const factor_use& given);

} // namespace paylink
