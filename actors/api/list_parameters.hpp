#pragma once
#include "actors/api/cursor.hpp"

#include <span>

namespace paylink {

/// The parameters that every list takes.
struct list_parameters {
  int limit = 20;
  bool ascending = false;
  std::string position; ///< From the cursor; empty: the first page.
  field_faults faults;  ///< Also of parameters that the list does not know.
};

/// Reads `limit`, `order`, `cursor`; `filters` are the further names that this list takes.
list_parameters read_list_parameters(const call_context& context, std::span<const std::string_view> filters);

/// The cursor behind a page, when more follows.
template <class Position>
std::optional<std::string> next_cursor(const call_context& context, bool has_more, Position position) {
  if (!has_more) return std::nullopt;
  return seal_cursor(context.services, list_name(context.call.request), position());
}

} // namespace paylink
