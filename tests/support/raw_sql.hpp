#pragma once
#include <memory>
#include <string>
#include <vector>

namespace paylink::test {

using raw_rows = std::vector<std::vector<std::string>>;

/// Runs statements past the store, on a connection of their own, and returns the rows of the last; null reads as
/// `NULL`. Throws std::runtime_error with the database's words.
raw_rows run_sql(const std::string& url, const std::string& sql);

/// From here on, `run_sql` keeps its connection to this database of PostgreSQL from one call to the next, each of which
/// still begins as a new session does: a new connection costs the server more than most statements.
void keep_connection(const std::string& url);
/// Closes it.
void let_connection_go(const std::string& url);

/// The only value of the only row.
std::string ask_sql(const std::string& url, const std::string& sql);

/// Holds a file of SQLite as the write of another process does, until it is destroyed.
class foreign_write_lock {
public:
  explicit foreign_write_lock(const std::string& file);
  ~foreign_write_lock();

private:
  struct connection;
  std::unique_ptr<connection> connection_;
};

/// A transaction of another session of PostgreSQL that holds what `sql` has locked, until it is destroyed.
class foreign_transaction {
public:
  foreign_transaction(const std::string& url, const std::string& sql);
  ~foreign_transaction();
  void commit();

private:
  struct connection;
  std::unique_ptr<connection> connection_;
};

} // namespace paylink::test
