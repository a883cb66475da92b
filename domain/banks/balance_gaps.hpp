#pragma once
#include "domain/values/ids.hpp"
#include "domain/values/time.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace paylink {

/// A transaction of an account, and what was on the account after it, if its bank says so.
struct balanced_transaction {
  transaction_id id;
  timestamp occurred_at;
  std::int64_t dong = 0; ///< Negative: a debit.
  std::optional<std::int64_t> balance_after{};
};

/// Money that moved between two transactions of an account and that nobody has told of.
struct balance_gap {
  transaction_id after, before;
  timestamp from, to;
  std::int64_t dong = 0; ///< Negative: a debit.
};

/// Where the balances of an account's transactions say that others are missing, oldest first. Of transactions with one
/// time the order is unknown: the one that leaves no gap is taken. Gaps that follow one another and come to nothing are
/// transactions that stand at the wrong time, and no gaps.
std::vector<balance_gap> find_balance_gaps(std::vector<balanced_transaction> transactions);

} // namespace paylink
