#pragma once
#include <string>
#include <string_view>

namespace paylink {

/// Which row of `kept_entries k` is the next held entry of a Workspace after a row. They are read one by one: only what
/// was read shows how many bytes the next portion would have.
constexpr std::string_view next_held_row = "k.workspace_id = :workspace AND k.reason = 'held' AND k.processed_at IS "
                                           "NULL AND k.row > :after ORDER BY k.row LIMIT 1";

/// Has a row if there is one more, without its text.
inline std::string is_held_entry_left_sql() {
  return "SELECT k.row FROM kept_entries k WHERE " + std::string{next_held_row};
}

} // namespace paylink
