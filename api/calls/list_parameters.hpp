#pragma once
#include "api/calls/cursor.hpp"
#include "api/description/described.hpp"

namespace paylink {

/// The parameters that every list takes.
struct list_parameters {
  int limit = 0;
  bool ascending = false;
  std::string position; ///< From the cursor; empty: the first page.
  field_faults faults;  ///< Including unknown parameters.
};

/// Reads `limit`, `order` and `cursor`; every other parameter must be in the description of the call's route.
list_parameters read_list_parameters(const call_context& context);

/// Faults for parameters that are not in the route's description, or are given more than once.
field_faults unknown_parameters(const call_context& context);

/// Reads parameters by the description of the call's route, which has the defaults and the texts of refusals.
class parameter_reader {
public:
  parameter_reader(const call_context& context, field_faults& faults) : context_{context}, faults_{faults} {}

  /// Stores the result of `read` in `into`; none is a fault.
  template <class T, class Read>
  void take(std::string_view name, std::optional<T>& into, Read read) {
    const auto value = given(name);
    if (!value) return;
    into = read(*value);
    if (!into) refuse(name);
  }
  /// One of the words in the description; none: not given, or a fault.
  std::optional<std::string_view> word(std::string_view name);
  bool flag(std::string_view name);  ///< `true` or `false`.
  int number(std::string_view name); ///< In the described range.
  void refuse(std::string_view name);

private:
  const parameter_description& described(std::string_view name) const;
  /// The given text, or the default.
  std::optional<std::string_view> given(std::string_view name) const;

  const call_context& context_;
  field_faults& faults_;
};

/// Leaves of all rows, which are in the ascending order of `key_of`, those of the page that was asked for; a cursor
/// names the last key of the page before, whose row may be gone. Returns whether more follow. For lists that are short
/// and read whole.
template <class Row, class Key>
bool take_page(std::vector<Row>& rows, const list_parameters& asked, Key key_of) {
  if (!asked.ascending) std::ranges::reverse(rows);
  if (!asked.position.empty())
    std::erase_if(rows, [&](const Row& row) {
      return asked.ascending ? key_of(row) <= asked.position : key_of(row) >= asked.position;
    });
  const bool has_more = rows.size() > static_cast<std::size_t>(asked.limit);
  if (has_more) rows.resize(static_cast<std::size_t>(asked.limit));
  return has_more;
}

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

/// The cursor after a page, if more rows follow.
template <class Position>
std::optional<std::string> next_cursor(const call_context& context, bool has_more, Position position) {
  if (!has_more) return std::nullopt;
  return seal_cursor(context.services, list_name(context.call.request), position());
}

} // namespace paylink
