#pragma once
#include "domain/values/time.hpp"

#include <cstdint>
#include <string>

namespace paylink {

/// Money on an account, as a statement says it.
struct account_balance {
  enum class kind { opening, running, closing } is = kind::closing; ///< Running: after one of the entries.
  std::string account_number;
  std::int64_t dong = 0; ///< Negative: overdrawn.
  timestamp at;          ///< The entry's time, or the first moment of the day that it opens or closes.
};

} // namespace paylink
