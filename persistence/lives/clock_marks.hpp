#pragma once
#include "domain/values/time.hpp"
#include "persistence/sql/dialect.hpp"
#include "persistence/sql/statement.hpp"

namespace paylink {

/// The newest time that a believed clock has left in the database.
class clock_marks {
public:
  clock_marks(soci::session& session, dialect spoken);

  /// None: nothing was ever stored.
  std::optional<timestamp> newest();
  /// Whether any link could end.
  bool has_open_links();
  /// The last statement of its transaction, so that no other node waits for it; where one holds the row, its own time
  /// serves as well.
  void leave(timestamp now);

private:
  statement<row<>, row<number>> newest_, next_end_;
  statement<row<number>> leave_;
};

} // namespace paylink
