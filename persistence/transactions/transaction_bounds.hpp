#pragma once
#include "persistence/store.hpp"

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

namespace paylink {

/// A transaction filter as ranges: an unset one includes everything.
struct transaction_bounds {
  explicit transaction_bounds(const transaction_filter& filter);

  std::string workspaces; ///< JSON.
  std::string_view account_min, account_max;
  std::int64_t after_made, after_row, from, to, type_min, type_max, amount_min, amount_max, class_min, class_max;
  std::string content; ///< A pattern of LIKE; `!` escapes.
};

} // namespace paylink
