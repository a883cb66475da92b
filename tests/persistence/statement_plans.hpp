#pragma once
#include "tests/persistence/store_world.hpp"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace soci {
class session;
}

namespace paylink::test {

/// A statement as a store has prepared it, on the connection that will run it.
struct prepared_statement {
  soci::session* session = nullptr;
  std::string sql;
};

/// Notes what is prepared while it lives.
class statement_watch {
public:
  statement_watch();
  statement_watch(const statement_watch&) = delete;
  statement_watch& operator=(const statement_watch&) = delete;
  ~statement_watch();

  /// Those that read or change rows, each once.
  std::vector<prepared_statement> seen() const;

private:
  std::vector<prepared_statement> noted_;
};

/// The indexes through which a statement finds rows, by names that are the same on both databases: those of the schema,
/// and `table_columns_key` or `table_pkey`. One that is walked from its end, without a key, has a `*`. Tables that are
/// read whole are `SCAN table`; rows of the statement itself that are compared with each row of something, `LOOP name`.
using row_access = std::set<std::string>;

/// Asks a database how it would run statements, by the settings of their own connections.
class plan_reader {
public:
  plan_reader(kind where, std::string url);
  /// By the statements' texts; of one that several connections have prepared, what any of them would do.
  std::map<std::string, row_access> read(const std::vector<prepared_statement>& statements) const;

private:
  /// On one connection: there the plans do not depend on it, and each one reads the schemas of three files.
  std::map<std::string, row_access> read_sqlite(const std::set<std::string>& texts) const;
  /// Notes one line of a plan.
  void note_sqlite(const std::string& sql, const std::string& line, row_access& found) const;
  row_access read_postgresql(const prepared_statement& statement) const;

  kind where_;
  std::string url_;
  std::set<std::string> tables_;
  std::map<std::string, std::string> index_names_; ///< As above, by the database's own.
};

std::string to_text(const row_access& found);

} // namespace paylink::test
