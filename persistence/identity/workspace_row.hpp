#pragma once
#include "domain/identity/workspace.hpp"
#include "persistence/sql/statement.hpp"

namespace paylink {

struct workspace_row {
  text_column<"w.id"> id;
  text_column<"w.owner_id"> owner;
  text_column<"w.name"> name;
  text_column<"w.description"> description;
  text_column<"w.entity_type"> entity;
  text_column<"w.banking_mode"> mode;
  text_column<"w.status"> status;
  text_column<"w.language"> lang;
  number_column<"w.created_at"> created_at;
  number_column<"w.notices_off"> notices_off;
  number_column<"w.second_factor_required"> second_factor;

  workspace read() const;
};

} // namespace paylink
