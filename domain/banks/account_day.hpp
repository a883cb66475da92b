#pragma once
#include "domain/values/ids.hpp"
#include "domain/values/money.hpp"
#include "domain/values/time.hpp"

#include <cstdint>
#include <string>

namespace paylink {

/// How many of something there were, and what they come to.
struct counted_money {
  std::int64_t count = 0;
  money sum{};
};

/// What was recorded of a bank account in one day, in Vietnam.
struct account_day {
  bank_account_id account;
  workspace_id workspace;
  std::string bank, account_number;
  counted_money credits, debits;
  counted_money links, orders; ///< That credits have completed.
  std::int64_t open = 0;       ///< Transactions that a person should look at.
  std::int64_t callbacks_delivered = 0, callbacks_pending = 0, callbacks_failed = 0; ///< Of the completed links.

  /// Credits that have completed nothing.
  counted_money others() const {
    return {credits.count - links.count - orders.count, {credits.sum.dong - links.sum.dong - orders.sum.dong}};
  }
};

} // namespace paylink
