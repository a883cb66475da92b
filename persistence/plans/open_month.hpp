#pragma once
#include "persistence/sql/dialect.hpp"

#include <string>

namespace paylink {

/// SQL: the month in which what is recorded in `:month` is metered. A clock that was set back may name a month whose
/// statements are closed, or being closed: they never change, so the first open month gets it.
inline std::string metered_month(dialect spoken) {
  return choose(spoken, "MAX(:month, (SELECT o.month FROM open_month o WHERE o.row = 1))",
                "GREATEST(CAST(:month AS TEXT) COLLATE \"C\", (SELECT o.month FROM open_month o WHERE o.row = 1))");
}

} // namespace paylink
