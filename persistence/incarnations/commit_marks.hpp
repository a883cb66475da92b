#pragma once
#include "persistence/sql/connection.hpp"
#include "persistence/sql/writer_connection.hpp"

namespace paylink {

/// The row in which one connection of a writer counts its transactions, inside each of them: if the connection is lost,
/// the next one reads there whether the last commit took place. Each connection has its own row, so that no other can
/// change the count, and none waits for an earlier connection whose end the server has not noticed.
class commit_marks {
public:
  /// Creates the row, outside any transaction. `writer` is the connection's unique name.
  commit_marks(soci::session& session, dialect spoken, const std::string& writer);

  /// Counts a transaction that has this many bank entries, and returns the database's time.
  timestamp raise(std::int64_t entries);
  const commit_mark& last() const { return last_; }
  /// Whether the commit of the transaction counted last waits for a standby.
  bool waits_for_standby() const { return waits_for_standby_; }

  /// Whether the transaction with this mark is committed: waits for its connection's end.
  bool has_committed(const commit_mark& mark);
  /// The stored mark of an earlier connection.
  commit_mark find(const std::string& writer);

private:
  connection db_;
  commit_mark last_;
  bool waits_for_standby_ = false;
  bool has_forgotten_ = false;
};

/// The name of a connection: the node's, for people, and a unique part.
std::string writer_name(const std::string& node, const std::string& unique);

} // namespace paylink
