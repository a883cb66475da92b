#pragma once
#include "persistence/sql/statement.hpp"
#include "persistence/store.hpp"

namespace paylink {

/// Counts what may be tried seldom, by key and minute, on the writer's connection. Writers that count for a key in the
/// same minute take turns by its row, so that all nodes together allow no more than one would.
class tries {
public:
  explicit tries(soci::session& session);

  result<counted_try> carry_out(const count_try& command, const moment& when);
  result<no_reply> carry_out(const take_back_try& command, const moment& when);
  /// What was tried has succeeded: its first key is forgotten, and this try does not count for the others, under which
  /// other things may be tried.
  void give_back(const std::vector<std::string>& keys, timestamp now);

private:
  statement<sql_row<sql_text, sql_number>> add_;
  statement<sql_row<sql_text, sql_number>, sql_row<sql_number, sql_number>> sum_;
  statement<sql_row<sql_text, sql_number>> take_back_;
  statement<sql_row<sql_text>> forget_;
  statement<sql_row<sql_number>> forget_old_;
};

} // namespace paylink
