#pragma once
#include "domain/plans/plan_change.hpp"
#include "persistence/sql/statement.hpp"

#include <optional>
#include <vector>

namespace paylink {

/// The plans that an account has held, and what it has used, on any connection.
class plan_history {
public:
  explicit plan_history(soci::session& session);

  struct account {
    held_plan plan;
    timestamp created_at;
  };
  /// None if there is no such account.
  std::optional<account> find(user_id of);

  /// The plans by their times, never empty; a change whose time has come counts, whether or not it is carried out.
  std::vector<plan_period> periods(user_id of, const account& known, timestamp now);

  /// How many transactions the account's Workspaces have recorded in a month.
  std::int64_t count(user_id of, calendar_month month);

private:
  statement<sql_row<sql_text>, sql_row<sql_text, sql_number, sql_text, sql_number>> find_;
  statement<sql_row<sql_text>, sql_row<sql_number, sql_text>> periods_;
  statement<sql_row<sql_text, sql_text>, sql_row<sql_number>> count_;
};

} // namespace paylink
