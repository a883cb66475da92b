#pragma once
#include "persistence/checks/report.hpp"
#include "persistence/checks/row_check.hpp"
#include "persistence/sql/statement.hpp"

#include <list>

namespace paylink::checks {

/// Divides a table into portions by a number that one of its indexes begins with.
class portions {
public:
  portions(soci::session& session, const std::string& table, const std::string& key);

  /// The next portion of about `rows` rows; false if there is none. One that is not full is the last: what is stored
  /// meanwhile is not run after.
  bool next(int rows);
  /// Its keys: above `after()`, up to `until()`.
  std::int64_t after() const { return after_; }
  std::int64_t until() const { return until_; }
  std::int64_t rows() const { return rows_; }

private:
  statement<sql_row<sql_number, sql_number>, sql_row<sql_number, sql_number>> next_;
  std::int64_t after_ = 0, until_, rows_ = 0;
  bool is_last_ = false;
};

/// Makes all checks of one table in one walk.
class table_walk final : public walk {
public:
  /// `all`: not empty, and of one table and key.
  table_walk(soci::session& session, dialect spoken, std::vector<row_check> all, int portion);
  void go(report& into) override;

private:
  struct prepared {
    row_check asks;
    statement<sql_row<sql_number, sql_number, sql_number>, sql_row<sql_number, sql_text>> look;
    prepared(soci::session& session, dialect spoken, row_check check);
  };
  /// The number of a row, and what it shows.
  struct exception {
    std::int64_t key;
    finding shown;
  };
  static std::vector<exception> look(prepared& by, std::int64_t after, std::int64_t until);

  int portion_;
  portions portions_;
  std::list<prepared> checks_;
};

/// One walk for each table and key of these checks.
std::vector<std::unique_ptr<walk>> walks_of(soci::session& session, dialect spoken, const std::vector<row_check>& all,
                                            int portion);

} // namespace paylink::checks
