#pragma once
#include "persistence/records/records.hpp"
#include "persistence/sql/dialect.hpp"
#include "persistence/sql/statement.hpp"

namespace paylink {

/// The verb that gives a Workspace's events their places, on the writer's connection.
class feed_writes {
public:
  feed_writes(soci::session& session, dialect spoken);

  result<extended_feed> carry_out(const extend_feed& command, const moment& when);

private:
  statement<sql_row<sql_text>, sql_row<sql_number>> keep_workspace_;
  statement<sql_row<sql_text>> begin_;
  statement<sql_row<sql_text>, sql_row<sql_number, sql_number, sql_number, sql_number>> hold_;
  statement<sql_row<sql_text, sql_text>> place_;
  statement<sql_row<sql_text>> note_orders_;
  statement<sql_row<sql_number, sql_number, sql_number, sql_number, sql_text>> note_;
  std::optional<statement<sql_row<>, sql_row<sql_number>>> own_transaction_;
};

} // namespace paylink
