#pragma once
#include "persistence/doctor.hpp"
#include "persistence/sql/dialect.hpp"

#include <string>
#include <vector>

/// Checks that one statement makes of a portion of a table's rows. To add one, add a row to the table of its subject; a
/// check that reads what SQL cannot judge is a `walk` of its own, listed in `examination.cpp`.
namespace paylink::checks {

/// The one row of another table that a row refers to, if there is one.
struct joined {
  std::string table;
  std::string alias;
  std::string key; ///< SQL: names that one row.
};

/// SQL: a left join of each.
std::string join_sql(dialect spoken, const std::vector<joined>& all);

/// SQL: no row of `table` has this key.
std::string lacks(const std::string& table, const std::string& key);

/// One fact about each row of a table. The statement that looks for exceptions is
/// `SELECT x.<key>, <label> FROM <table> x <joins> WHERE <range of x.key> AND (<broken>)`.
struct row_check {
  std::string name;    ///< Shown as the kind of a finding.
  std::string table;   ///< Walked in the order of `key`.
  std::string broken;  ///< SQL: true for a row that is wrong, and for no other.
  std::string problem; ///< What is wrong, as a sentence.
  std::string advice;  ///< What to do.
  std::vector<joined> joins{};
  std::string label{"x.id"}; ///< SQL: the row's name, as people know it.
  std::string key{"row"};    ///< A number that an index of the table begins with.
};

/// Statuses, amounts and times of links against credits and events; their expiries.
std::vector<row_check> link_checks();
/// The same of orders, and their events; their credits.
std::vector<row_check> order_checks();
/// Classifications against amounts; what is counted; the times of ids; entries that wait.
std::vector<row_check> transaction_checks(dialect spoken);
/// States against attempts, rounds and lines.
std::vector<row_check> delivery_checks(int attempts_max);
/// Rows whose parents are missing, or of another Workspace; how many signing keys there are.
std::vector<row_check> parent_checks();

/// Statements against what is counted and the plans that were held.
std::vector<row_check> plan_checks(dialect spoken);

/// SQL: the month in Vietnam of a time in milliseconds, as `vietnam_month` has it.
std::string month_sql(dialect spoken, const std::string& millis);

/// What to do about rows that only a fault of the service, or somebody's SQL, can have changed.
inline constexpr const char* report_it =
    "keep a copy of the database and report it; if rows were changed by hand, undo that";

} // namespace paylink::checks
