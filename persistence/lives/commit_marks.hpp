#pragma once
#include "persistence/sql/dialect.hpp"
#include "persistence/sql/statement.hpp"
#include "persistence/sql/writer_connection.hpp"

namespace paylink {

/// The row in which one connection of a writer counts its transactions, inside each of them: after the connection is
/// lost, the next one reads there whether the last commit took place. Each connection has a row of its own, so that no
/// other one can raise the count, and none waits for a connection before it whose end the server has not noticed.
class commit_marks {
public:
  /// Makes the row, outside any transaction. `writer` is the connection's name, which nobody else has; `now` is what
  /// the dialect's database says when asked for its time in milliseconds.
  commit_marks(soci::session& session, dialect spoken, const std::string& writer);

  /// In a transaction that tells of so many entries of banks: counts it, and returns the database's time.
  timestamp raise(std::int64_t entries);
  const commit_mark& last() const { return last_; }
  /// Whether the commit of the transaction raised last waits for a standby.
  bool waits_for_standby() const { return raise_.column<3>().value != 0; }

  /// Whether the transaction with this mark is committed: waits for its connection's end.
  bool has_committed(const commit_mark& mark);
  /// What is there of a connection before this one.
  commit_mark find(const std::string& writer);

private:
  commit_mark last_;
  statement<row<text>> make_;
  statement<row<number, text>, row<number, number, number, number>> raise_;
  statement<row<text>, row<number>> read_locked_;
  statement<row<text>, row<number, number>> read_;
  statement<> forget_;
  bool has_forgotten_ = false;
};

/// The name of a connection: the node's, for people, and what nobody else has.
std::string writer_name(const std::string& node, const std::string& unique);

} // namespace paylink
