#pragma once
#include "persistence/checks/report.hpp"
#include "persistence/sql/dialect.hpp"
#include "persistence/sql/statement.hpp"

namespace paylink::checks {

/// The counts of each hour are those of the rows that were recorded in it, and those of each day of its hours, one
/// Workspace at a time: counts and rows are compared in one state of the database. Attempts that purges have deleted
/// stay counted.
class counts_walk final : public walk {
public:
  counts_walk(soci::session& session, dialect spoken);
  void go(report& into) override;

private:
  void compare_hours(const std::string& workspace, report& into);
  void compare_days(const std::string& workspace, report& into);
  /// The first hour of which no attempt can have been deleted.
  std::int64_t attempts_kept_from();

  statement<sql_row<sql_number>, sql_row<sql_number, sql_text>> next_;
  statement<sql_row<>, sql_row<sql_text>> purges_;
  statement<sql_row<sql_number>, sql_row<sql_number>> made_after_;
  statement<sql_row<sql_text, sql_text, sql_text, sql_text, sql_text, sql_text, sql_text, sql_number>,
            sql_row<sql_number, sql_number, sql_number, sql_number>>
      compare_hours_;
  statement<sql_row<sql_text, sql_text>, sql_row<sql_number, sql_number, sql_number>> compare_days_;
};

} // namespace paylink::checks
