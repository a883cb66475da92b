#pragma once
#include "api/calls/cursor.hpp"

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

/// The faults of parameters that are not among `known`, or given more than once.
field_faults unknown_parameters(const http_request& request, std::span<const std::string_view> known);

/// Puts what `read` makes of a parameter into `into`; a value that cannot be read is a fault.
template <class T, class Read>
void take(const http_request& request, std::string_view name, std::optional<T>& into, Read read,
          std::string_view expected, field_faults& faults) {
  const auto value = request.parameter(name);
  if (!value) return;
  into = read(*value);
  if (!into) faults.push_back({std::string{name}, "format", std::string{expected}});
}

/// What `from` and `to` take. In a query a bare + is a blank, so a zone ahead of UTC is lost unless it is escaped.
inline constexpr std::string_view wanted_time =
    " must be an RFC 3339 time, such as 2026-01-31T08:15:30Z (in a URL, write + as %2B).";
inline std::string wants_time(std::string_view name) { return std::string{name} + std::string{wanted_time}; }

/// Whether `attention=open` asks for what a person should look at and nobody has settled.
bool wants_attention(const http_request& request, field_faults& faults);

/// A JSON array of rows, each written by `append(out, row)`.
template <class Rows, class Append>
std::string list_of(const Rows& rows, Append append) {
  std::string out = "[";
  for (const auto& row : rows) {
    if (out.size() > 1) out += ',';
    append(out, row);
  }
  return out += ']';
}

/// The cursor behind a page, when more follows.
template <class Position>
std::optional<std::string> next_cursor(const call_context& context, bool has_more, Position position) {
  if (!has_more) return std::nullopt;
  return seal_cursor(context.services, list_name(context.call.request), position());
}

} // namespace paylink
