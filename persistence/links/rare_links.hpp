#pragma once
#include "persistence/records/records.hpp"
#include "persistence/sql/statement.hpp"

#include <optional>
#include <string>
#include <vector>

namespace paylink {

/// Finds links by what few of them have, on one reading connection: a page of them is not found by walking through all
/// links of a Workspace.
class rare_links {
public:
  explicit rare_links(soci::session& session);

  /// The rows, as a JSON array, among which all links that pass the filter are; links that do not pass may be among
  /// them. None if the filter names nothing rare, or if so many links have it that walking finds a page soon.
  std::optional<std::string> rows(workspace_id in, const link_filter& filter);

private:
  using rows_of_workspace = statement<sql_row<sql_text>, sql_row<sql_number>>;

  std::optional<std::vector<std::int64_t>> find(workspace_id in, const link_filter& filter);
  std::optional<std::vector<std::int64_t>> find_by_status(workspace_id in, link_status status);
  std::optional<std::vector<std::int64_t>> find_by_callback(workspace_id in, callback_status status);

  statement<sql_row<sql_number>, sql_row<sql_number>> by_reference_;
  statement<sql_row<sql_text>, sql_row<sql_number, sql_number>> by_public_id_;
  rows_of_workspace failed_, cancelled_, by_failed_callback_;
  statement<sql_row<>, sql_row<sql_text, sql_number>> by_pending_callback_;
};

} // namespace paylink
