#pragma once
#include "domain/identity/audit.hpp"
#include "persistence/sql/statement.hpp"

namespace paylink {

/// A row of the audit log as it is stored.
struct audit_columns {
  static constexpr std::string_view names =
      "row, number, at, id, scope, actor_type, actor_id, address, action, target, was, became, hash";

  sql_number row, number, at;
  sql_text id, scope, actor_type, actor_id, address, action, target, was, became, hash;

  audit_row read() const;
};

} // namespace paylink
