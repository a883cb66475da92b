#pragma once
#include "persistence/sql/connection.hpp"

#include <optional>
#include <soci/soci.h>

namespace paylink {

/// How PostgreSQL plans a list if the session's generic plans are unsuitable.
enum class list_plan {
  for_values, ///< For the actual values each time: a rare text needs another index than a frequent one.
  in_order    ///< Along an index: without statistics all rows would be sorted for a page of them.
};

/// While it exists, a session for lists plans as `wanted`; no effect on SQLite, which plans by the schema alone.
class planned_list {
public:
  planned_list(connection& db, list_plan wanted);
  planned_list(soci::session& session, std::optional<list_plan> wanted);
  ~planned_list();
  planned_list(const planned_list&) = delete;
  planned_list& operator=(const planned_list&) = delete;

private:
  soci::session& session_;
  std::optional<list_plan> plan_;
};

} // namespace paylink
