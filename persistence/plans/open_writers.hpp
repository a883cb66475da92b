#pragma once
#include "persistence/sql/connection.hpp"

namespace paylink {

// They tell when every writing transaction that had begun by some moment is over, so that what it wrote can be seen and
// no more can come. On SQLite there is one writer, and its transactions come one after another. On PostgreSQL each
// begins by counting up its connection's mark (`commit_marks`), which reads the clock that decides on its month and
// gives the transaction its number: those with lower numbers than ours have begun before ours, whatever node they are
// of, and they are over when no lower number is open. It costs them nothing, and a reader of any length, such as a
// dump, has no number and is not waited for.

/// The number of the running transaction: a moment to wait for in a later one. Never empty.
std::string number_of_transaction(connection& db);
/// Whether all transactions with lower numbers are over. A number that this server has not reached is of another one,
/// from which the rows were restored: then the moment to wait for is now.
bool are_writers_gone(connection& db, std::string& moment);

} // namespace paylink
