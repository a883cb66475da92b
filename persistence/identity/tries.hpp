#pragma once
#include "persistence/sql/dialect.hpp"
#include "persistence/sql/statement.hpp"
#include "persistence/store.hpp"

namespace paylink {

/// Counts what may be tried seldom, by key and minute, on the writer's connection. Writers that count for a key take
/// turns, so that all nodes together allow no more than one would. None waits for its turn: anyone can have two nodes
/// count for the same keys, in any order, and credits are in the same batch.
class tries {
public:
  tries(soci::session& session, dialect spoken);

  /// Returns `counted_try`, or `held_up` if another transaction counts for one of the keys.
  result<write_reply> carry_out(const count_try& command, const moment& when);
  /// Returns `no_reply` or `held_up`.
  result<write_reply> carry_out(const take_back_try& command, const moment& when);
  /// What was tried has succeeded: its first key is forgotten, and this try does not count for the others, under which
  /// other things may be tried. A key for which another transaction counts keeps its tries.
  void give_back(const std::vector<std::string>& keys, timestamp now);

private:
  /// Whether it is this transaction's turn to count for the key, until it ends.
  bool takes_turn(const std::string& key);
  bool takes_turns(const std::vector<std::string>& keys);

  std::optional<statement<sql_row<sql_text>, sql_row<sql_number>>> turn_; ///< None: there is one writer.
  statement<sql_row<sql_text, sql_number>> add_;
  statement<sql_row<sql_text, sql_number>, sql_row<sql_number, sql_number>> sum_;
  statement<sql_row<sql_text, sql_number>> take_back_;
  statement<sql_row<sql_text>> forget_;
  statement<sql_row<sql_number>> forget_old_;
};

} // namespace paylink
