#pragma once
#include "persistence/sql/statement.hpp"
#include "persistence/store.hpp"

namespace paylink {

/// Uses of second factors, on the writer's connection: conditional updates, so that on all nodes together none counts
/// twice.
class factor_uses {
public:
  explicit factor_uses(soci::session& session);

  /// Whether signing in needs more than the password.
  bool is_on(user_id of);
  /// Uses what was given, and returns whether it still counted. False if nothing was given.
  bool take(user_id of, const factor_use& given, timestamp now);

private:
  statement<sql_row<sql_text, sql_text>, sql_row<sql_number>> find_any_;
  statement<sql_row<sql_number, sql_text, sql_number>> take_step_;
  statement<sql_row<sql_text, sql_text>> take_code_;
  statement<sql_row<sql_number, sql_number, sql_number, sql_text, sql_text, sql_number>> note_passkey_;
};

/// SQL: how many second factors are in force for the user whose id stands in this column.
std::string factors_of_sql(std::string_view user_column);

/// SQL: 1 if the Workspace `w` requires a second factor of the member `m`, whose user has none.
std::string lacks_factor_sql();
/// The join before it.
inline constexpr std::string_view join_workspace = " LEFT JOIN workspaces w ON w.id = m.workspace_id";

/// What the audit log says of it: `totp`, `recovery_code`, `passkey`; empty: nothing was given.
std::string_view name_of(const factor_use& given);

} // namespace paylink
