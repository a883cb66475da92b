#pragma once
#include "api/calls/call.hpp"

#include <boost/json/array.hpp>

#include <string>
#include <vector>

namespace paylink {

struct record_description;

/// Whether a list is wanted as CSV: `format=csv`, or, without that parameter, `Accept: text/csv`.
bool wants_csv(const http_call& call);

/// Answers a list as CSV, with every row that matches: the route's handler makes one page after another while the
/// answer is sent. Refuses what the handler refuses, and the parameters of a page.
handled begin_csv(call_context& context);

/// The columns of a record: its members by their names, those of a nested record as `outer.inner`. A list or a map is
/// one column, with JSON in its cells.
class csv_columns {
public:
  explicit csv_columns(const record_description& record);
  /// The line of names, with the mark by which spreadsheets see that the text is UTF-8.
  std::string header() const;
  /// A line for each of the records. A cell that a spreadsheet would take for a formula begins with `'`.
  std::string lines(const boost::json::array& rows) const;

private:
  using path = std::vector<std::string_view>;
  void add(const record_description& record, const path& outer);
  std::vector<path> columns_;
};

} // namespace paylink
