#pragma once
#include "persistence/sql/dialect.hpp"
#include "persistence/sql/statement.hpp"
#include "persistence/store.hpp"

namespace paylink {

/// What passkeys are asked, on the writer's connection. It is in the database, since the answer may reach another node.
class ceremonies {
public:
  ceremonies(soci::session& session, dialect spoken);

  result<no_reply> carry_out(const begin_ceremony& command, const moment& when);
  result<ceremony> carry_out(const take_ceremony& command, const moment& when);

private:
  statement<sql_row<sql_text, sql_text, sql_text, sql_text, sql_number>> insert_;
  statement<sql_row<sql_text, sql_number>, sql_row<sql_text, sql_text, sql_text>> take_;
  statement<sql_row<sql_number>> forget_;
};

} // namespace paylink
