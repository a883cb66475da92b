#pragma once
#include "persistence/sql/dialect.hpp"
#include "persistence/sql/statement.hpp"
#include "persistence/store.hpp"

namespace paylink {

/// Counts what may be tried seldom, by key and minute, on the writer's connection. Writers that count for a key take
/// turns, so that all nodes together allow no more than one would. None waits for its turn: anyone can have two nodes
/// count for the same keys, in any order, and credits are in the same batch. What is refused leaves no row.
class tries {
public:
  tries(soci::session& session, dialect spoken);

  /// Returns `counted_try`, or `held_up` if another transaction counts for one of the keys.
  result<write_reply> carry_out(const count_try& command, const moment& when);
  /// Returns `no_reply` or `held_up`.
  result<write_reply> carry_out(const settle_try& command, const moment& when);
  /// A key for which another transaction counts keeps its tries.
  void settle(const settled_try& tried, timestamp now);

private:
  /// Whether it is this transaction's turn to count for the key, until it ends.
  bool takes_turn(const std::string& key);
  void give_back(const std::string& key, timestamp now);

  std::optional<statement<sql_row<sql_text>, sql_row<sql_number>>> turn_; ///< None: there is one writer.
  statement<sql_row<sql_text, sql_number, sql_number>> add_;
  statement<sql_row<sql_text, sql_number>, sql_row<sql_number, sql_number>> sum_;
  statement<sql_row<sql_text, sql_number>> take_back_, drop_empty_;
  statement<sql_row<sql_number>> forget_old_;
};

/// Looks at what was tried, on a reading connection.
class try_reads {
public:
  explicit try_reads(soci::session& session);

  counted_try look(std::span<const try_limit> limits, timestamp now);
  /// Whether the account with this address was signed in to from the household lately.
  bool knows_household(std::string_view email, std::string_view household, timestamp now);

private:
  statement<sql_row<sql_text, sql_number>, sql_row<sql_number, sql_number>> sum_;
  statement<sql_row<sql_text, sql_text, sql_number>, sql_row<sql_text>> known_;
};

} // namespace paylink
