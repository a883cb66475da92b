#pragma once
#include "domain/values/ids.hpp"
#include "domain/values/time.hpp"
#include "persistence/sql/dialect.hpp"
#include "persistence/sql/statement.hpp"

namespace paylink {

/// The newest time that a trusted clock has stored in the database.
class clock_marks {
public:
  clock_marks(soci::session& session, dialect spoken);

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
  statement<sql_row<>, sql_row<sql_number>> newest_, next_end_;
  statement<sql_row<sql_text>, sql_row<sql_text>> owner_;
  statement<sql_row<sql_number>> leave_;
};

} // namespace paylink
