#pragma once
#include "api/calls/cursor.hpp"
#include "api/description/described.hpp"
#include "api/description/written_record.hpp"
#include "http/wire/envelope.hpp"

namespace paylink {

/// The parameters that every list takes.
struct list_parameters {
  int limit = 0;
  bool ascending = false;
  std::string position; ///< From the cursor; empty: the first page.
  field_faults faults;  ///< Including unknown parameters.

  /// The position in a list that continues behind a row; 0: the first page.
  std::int64_t row() const;
  /// The same behind a row of a time.
  std::optional<std::pair<timestamp, std::int64_t>> place() const;
  /// Sets the page in a list's filter.
  template <class Filter>
  void bound(Filter& filter) const {
    filter.limit = limit;
    filter.ascending = ascending;
  }
};
std::string position_of_place(timestamp at, std::int64_t row);

/// Where the next page begins, in most lists.
inline constexpr auto behind_id = [](const auto& last) { return last.id.text(); };
inline constexpr auto behind_row = [](const auto& last) { return std::to_string(last.row); };

/// Reads `limit`, `order` and `cursor`; every other parameter must be in the description of the call's route.
list_parameters read_list_parameters(const call_context& context);

/// Whether a request has any of these.
bool has_any(const http_request& request, described_parameters parameters);

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

/// A JSON array of a record's few parts, each written by `append(out, row)`.
template <class Rows, class Append>
std::string list_of(const Rows& rows, Append append) {
  std::string out;
  values::put_each(out, rows, append);
  return out;
}

/// An answer's rows have at most so many bytes, unless a single row has more.
inline constexpr std::size_t page_bytes_max = 1024 * 1024;

/// The rows of a page as a JSON array, as many as have room.
template <class Row>
struct written_page {
  std::string data = "[";
  const Row* last = nullptr; ///< The last row in it; null: it is empty.
  bool has_more = false;     ///< Whether more rows follow this one.
};

/// Writes rows, each by `append(out, row)`; `has_more`: rows follow behind them.
template <class Row, class Append>
written_page<Row> write_page(const std::vector<Row>& rows, bool has_more, Append append) {
  written_page<Row> page{.has_more = has_more};
  for (const auto& row : rows) {
    const auto before = page.data.size();
    if (page.last) page.data += ',';
    append(page.data, row);
    if (page.last && page.data.size() >= page_bytes_max) {
      page.data.resize(before);
      page.has_more = true;
      break;
    }
    page.last = &row;
  }
  page.data += ']';
  return page;
}

/// The answer with a page of a list; `position_of(row)` is where the next page begins behind a row.
template <class Row, class Append, class Position>
http_response answer_page(const call_context& context, const std::vector<Row>& rows, bool has_more, Append append,
                          Position position_of) {
  const auto page = write_page(rows, has_more, append);
  std::optional<std::string> cursor;
  if (page.has_more && page.last)
    cursor = seal_cursor(context.services, list_name(context.call.request), position_of(*page.last));
  return success_list(page.data, page.has_more, cursor, context.now);
}

template <class Row, class Append, class Position>
http_response answer_page(const call_context& context, const page<Row>& found, Append append, Position position_of) {
  return answer_page(context, found.rows, found.has_more, append, position_of);
}

} // namespace paylink
