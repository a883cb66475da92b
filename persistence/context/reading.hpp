#pragma once
#include "persistence/sql/connection.hpp"
#include "persistence/store.hpp"

namespace paylink {

class webhook_targets;

/// What reads are answered with, on a reader's connection.
struct reading {
  connection& db;
  webhook_targets& targets;
  bool has_text_index = false;      ///< SQLite's, attached to the connection.
  bool has_lost_text_index = false; ///< It could not be used: another connection may find it rebuilt.
};

/// The rows that a list's statement finds, which has one more than a page as its last parameter: that one shows that
/// more follow.
template <class Row, class Statement, class... Values>
page<Row> read_page(Statement& list, int limit, const Values&... values) {
  page<Row> found;
  list.each(
      [&](const auto& columns) {
        found.has_more = std::ssize(found.rows) == limit;
        if (!found.has_more) found.rows.push_back(columns.read());
      },
      values..., std::int64_t{limit} + 1);
  return found;
}

} // namespace paylink
