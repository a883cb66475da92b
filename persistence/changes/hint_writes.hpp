#pragma once
#include "persistence/lives/own_life.hpp"
#include "persistence/sql/dialect.hpp"
#include "persistence/sql/statement.hpp"

namespace paylink {

/// The verb that carries hints from node to node, on the writer's connection. Each life writes rows of its own and
/// changes no others, so that no node waits for another.
class hint_writes {
public:
  hint_writes(soci::session& session, dialect spoken, const own_life& life);

  result<traded_hints> carry_out(const trade_hints& command, const moment& when);

private:
  void show_listening(const std::vector<workspace_id>& listened, timestamp now);
  void tell(const std::vector<change>& told, timestamp now);

  const own_life& life_;
  statement<sql_row<sql_text>> listen_;
  statement<sql_row<sql_text>> tell_;
  statement<sql_row<sql_number, sql_text, sql_text>, sql_row<sql_number, sql_text, sql_text, sql_text>> hear_;
  statement<sql_row<sql_number>> forget_listeners_, forget_hints_;
};

} // namespace paylink
