#pragma once
#include <string>

namespace paylink {

/// SQL: a person should look at the transaction `of`. The index of them has the same words.
inline std::string is_open_sql(const std::string& of) {
  return of + ".settled = 0 AND (" + of + ".classification BETWEEN 2 AND 5 OR " + of + ".ambiguous = 1 OR " + of +
         ".likely_link_row IS NOT NULL OR (" + of + ".classification IS NULL AND (" + of + ".link_row IS NOT NULL OR " +
         of + ".order_row IS NOT NULL)))";
}

} // namespace paylink
