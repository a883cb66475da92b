#pragma once
#include "domain/plans/plan_change.hpp"
#include "persistence/sql/connection.hpp"

#include <optional>
#include <vector>

namespace paylink {

/// The plan of an account, and when the account was made.
struct account_plan {
  held_plan plan;
  timestamp created_at;
};
/// None if there is no such account.
std::optional<account_plan> find_account_plan(connection& db, user_id of);

/// The plans that an account has held, by their times, never empty; a change whose time has come counts, whether or not
/// it is carried out.
std::vector<plan_period> list_plan_periods(connection& db, user_id of, const account_plan& known, timestamp now);

/// How many transactions the account's Workspaces have recorded in a month.
std::int64_t count_usage(connection& db, user_id of, calendar_month month);

} // namespace paylink
