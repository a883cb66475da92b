#pragma once
#include "domain/plans/month.hpp"
#include "domain/plans/plan.hpp"
#include "domain/values/ids.hpp"

#include <span>

namespace paylink {

/// A plan held from a time on, until the next one.
struct plan_period {
  timestamp from;
  const plan* held = nullptr; ///< Never null.
};

/// The highest plan held in a month, which prices the whole of it. `periods`: not empty, by their times.
const plan& highest_plan(std::span<const plan_period> periods, calendar_month month);

/// What a month costs.
struct monthly_bill {
  std::string plan;
  money price; ///< The plan's.
  std::int64_t quota = 0;
  money overage_price; ///< Of each transaction above the quota.
  std::int64_t transactions = 0, overage_transactions = 0;
  money overage_amount, total;
};

/// The plan's price, and its overage price for each transaction above the quota.
monthly_bill bill_of(const plan& held, std::int64_t transactions);

/// How many transactions the month will have at its present pace: those recorded, and for the time that is left as many
/// as were recorded in the time that has passed since `since` (the month's begin, or later if the account is younger).
/// At least a day is taken to have passed: one payment in the first minute of a month says little about the month.
std::int64_t forecast_of(std::int64_t transactions, calendar_month month, timestamp since, timestamp now);

/// The bill of one account and month, as far as it has come.
struct statement_of_month {
  user_id owner;
  calendar_month month;
  monthly_bill bill;
  std::int64_t forecast = 0;            ///< Of transactions; of a closed one, their number.
  std::optional<timestamp> closed_at{}; ///< None: it is open.
};

/// Names an account's statement of a month.
using statement_id = id<"stm">;

/// It follows from the account and the month alone, so that an open statement has it, too.
statement_id id_of_statement(const user_id& owner, calendar_month month);

} // namespace paylink
