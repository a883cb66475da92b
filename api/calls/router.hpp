#pragma once
#include "http/wire/message.hpp"

#include <array>
#include <string_view>
#include <variant>
#include <vector>

namespace paylink {

/// The parameters that a path pattern matched, by position.
struct path_parameters {
  std::array<std::string_view, 4> values{}; ///< Views into the request's segments.
  std::size_t count = 0;
  std::span<const std::string> rest{}; ///< The segments that `{name*}` took, which may be none.
  std::string_view operator[](std::size_t position) const { return values[position]; }
};

/// Whether a pattern begins with `/`, has no empty segment, closes its braces, and takes the rest of a path (`{name*}`)
/// only at its end: for a `static_assert` over a table.
constexpr bool is_well_formed_pattern(std::string_view pattern) {
  if (pattern == "/") return true;
  if (pattern.empty() || pattern.front() != '/') return false;
  std::size_t parameters = 0;
  bool in_braces = false, at_start = true, takes_rest = false;
  for (char c : pattern.substr(1)) {
    if (takes_rest && (c != '}' || !in_braces)) return false;
    if (c == '/') {
      if (at_start || in_braces) return false;
      at_start = true;
      continue;
    }
    if (c == '{') {
      if (!at_start || in_braces) return false;
      in_braces = true;
      ++parameters;
    } else if (c == '}') {
      if (!in_braces) return false;
      in_braces = false;
    } else if (c == '*') {
      if (!in_braces) return false;
      takes_rest = true;
    }
    at_start = false;
  }
  return !in_braces && !at_start && parameters <= 4;
}

/// Matches the segments of a path against `/v1.1/payment-links/{workspace_id}`; none when they differ. The end of
/// `/console/{page*}` takes whatever follows, even nothing.
std::optional<path_parameters> match_pattern(std::string_view pattern, std::span<const std::string> segments);

/// Finds a table's patterns that match a path without trying every row: rows are grouped by the number of segments and
/// the first fixed ones.
class path_index {
public:
  explicit path_index(std::span<const std::string_view> patterns);
  /// Positions in the table of all rows whose pattern matches, whatever their verb. Rows that take the rest of a path
  /// count only if no other row matches, and of those only the ones with the longest pattern.
  std::vector<std::pair<std::size_t, path_parameters>> find(std::span<const std::string> segments) const;

private:
  struct row {
    std::vector<std::string_view> parts;
    std::size_t position;
  };
  std::vector<std::pair<std::size_t, path_parameters>> find_with_rest(std::span<const std::string> segments) const;

  std::vector<std::vector<row>> by_length_;
  std::vector<row> with_rest_; ///< The longest first.
};

} // namespace paylink
