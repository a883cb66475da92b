#pragma once
#include <optional>
#include <soci/soci.h>

namespace paylink {

/// How PostgreSQL is to plan a list, where the session's generic plans do not serve.
enum class list_plan {
  for_values, ///< Each time for what is asked: a rare text goes by another index than a frequent one.
  in_order    ///< Along an index: without statistics all rows would be sorted for a page of them.
};

/// As long as it lives, a session for lists plans as `wanted`; on SQLite, which plans by the schema alone, that is
/// none.
class planned_list {
public:
  planned_list(soci::session& session, std::optional<list_plan> wanted);
  ~planned_list();
  planned_list(const planned_list&) = delete;
  planned_list& operator=(const planned_list&) = delete;

private:
  soci::session& session_;
  std::optional<list_plan> plan_;
};

} // namespace paylink
