#pragma once

#include <cstdint>
#include <vector>

/// A page of a list.
namespace paylink {

/// A page of a list: rows, and whether more follow.
template <class T>
struct page {
  std::vector<T> rows;
  bool has_more = false;
  std::int64_t last_row =
      0; ///< Place of the last row, for lists that continue after a place and whose rows carry none.
};

} // namespace paylink
