#pragma once
#include "domain/identity/workspace.hpp"
#include "persistence/sql/statement.hpp"

namespace paylink {

std::string_view word_of(entity_type value);
std::string_view word_of(banking_mode value);
std::string_view word_of(workspace_status value);

struct workspace_row {
  static constexpr std::string_view columns =
      "w.id, w.owner_id, w.name, w.description, w.entity_type, w.banking_mode, w.status, w.language, w.created_at";

  sql_text id, owner, name, description, entity, mode, status, lang;
  sql_number created_at;

  template <class Visitor>
  void visit(Visitor&& visitor) {
    visitor(id), visitor(owner), visitor(name), visitor(description), visitor(entity), visitor(mode), visitor(status);
    visitor(lang), visitor(created_at);
  }

  workspace read() const;
};

} // namespace paylink
