#pragma once
#include "domain/identity/audit.hpp"
#include "persistence/sql/statement.hpp"

namespace paylink {

/// A row of the audit log as it is stored.
struct audit_columns {
  number_column<"row"> row;
  number_column<"number"> number;
  number_column<"at"> at;
  text_column<"id"> id;
  text_column<"scope"> scope;
  text_column<"actor_type"> actor_type;
  text_column<"actor_id"> actor_id;
  text_column<"address"> address;
  text_column<"action"> action;
  text_column<"target"> target;
  text_column<"was"> was;
  text_column<"became"> became;
  text_column<"hash"> hash;

  audit_row read() const;
};

} // namespace paylink
