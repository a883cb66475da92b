#pragma once
#include "persistence/records/link_records.hpp"
#include "persistence/sql/connection.hpp"

#include <optional>
#include <string>

namespace paylink {

/// Finds links by what few of them have: a page of them is not found by walking through all links of a Workspace. The
/// rows, as a JSON array, among which all links that pass the filter are; links that do not pass may be among them.
/// None if the filter names nothing rare, or if so many links have it that walking finds a page soon.
std::optional<std::string> rows_of_rare_links(connection& db, workspace_id in, const link_filter& filter);

} // namespace paylink
