#pragma once
#include "persistence/sql/dialect.hpp"

#include <initializer_list>
#include <string>

namespace paylink {

/// A column of rows passed to a statement as one JSON array of objects.
struct json_column {
  std::string_view name;
  std::string_view type; ///< PostgreSQL's name.
};

/// For identifiers and other texts that are compared byte by byte.
inline constexpr std::string_view json_name_type = "TEXT COLLATE \"C\"";

/// The array in `:rows` as a table called `w`.
inline std::string rows_of_json(dialect spoken, std::initializer_list<json_column> columns) {
  std::string list;
  for (const auto& [name, type] : columns) {
    if (!list.empty()) list += ", ";
    const std::string column{name};
    list += choose(spoken, "json_extract(value, '$." + column + "') AS " + column, column + ' ' + std::string{type});
  }
  return choose(spoken, "(SELECT " + list + " FROM json_each(:rows)) AS w",
                "json_to_recordset(CAST(:rows AS json)) AS w (" + list + ")");
}

} // namespace paylink
