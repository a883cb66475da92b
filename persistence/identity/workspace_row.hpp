#pragma once
#include "domain/identity/workspace.hpp"
#include "persistence/sql/statement.hpp"

namespace paylink {

struct workspace_row {
  static constexpr std::string_view columns =
      "w.id, w.owner_id, w.name, w.description, w.entity_type, w.banking_mode, w.status, w.language, w.created_at, "
      "w.notices_off, w.second_factor_required";

  sql_text id, owner, name, description, entity, mode, status, lang;
  sql_number created_at, notices_off, second_factor;

  workspace read() const;
};

} // namespace paylink
