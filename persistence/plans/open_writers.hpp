#pragma once
#include "persistence/sql/dialect.hpp"
#include "persistence/sql/statement.hpp"

namespace paylink {

/// Tells when every writing transaction that had begun by some moment is over, so that what it wrote can be seen and no
/// more can come. On SQLite there is one writer, and its transactions come one after another. On PostgreSQL each begins
/// by counting up its connection's mark (`commit_marks`), which reads the clock that decides on its month and gives the
/// transaction its number: those with lower numbers than ours have begun before ours, whatever node they are of, and
/// they are over when no lower number is open. It costs them nothing, and a reader of any length, such as a dump, has
/// no number and is not waited for.
class open_writers {
public:
  open_writers(soci::session& session, dialect spoken);

  /// The number of the running transaction: a moment to wait for in a later one. Never empty.
  std::string moment();
  /// Whether all transactions with lower numbers are over. A number that this server has not reached is of another one,
  /// from which the rows were restored: then the moment to wait for is now.
  bool are_gone(std::string& moment);

private:
  statement<sql_row<>, sql_row<sql_text>> number_;
  statement<sql_row<sql_text>, sql_row<sql_number>> are_gone_;
};

} // namespace paylink
