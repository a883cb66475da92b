#pragma once
#include "domain/values/ids.hpp"
#include "domain/values/time.hpp"
#include "persistence/sql/connection.hpp"

namespace paylink {

/// The newest time that a trusted clock has stored in the database.
class clock_marks {
public:
  explicit clock_marks(connection& db) : db_{db} {}

  /// None: none was ever stored.
  std::optional<timestamp> newest();
  /// Whether any link could expire.
  bool has_open_links();
  /// Who owns a Workspace; none if it is not there.
  std::optional<user_id> owner_of(workspace_id of);
  /// Run as the last statement of a transaction, so that no other node waits for it; if another node has locked the
  /// row, that node's time serves as well.
  void leave(timestamp now);

private:
  connection& db_;
};

} // namespace paylink
