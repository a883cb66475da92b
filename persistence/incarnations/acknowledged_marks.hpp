#pragma once
#include "persistence/sql/writer_connection.hpp"

#include <vector>

namespace paylink {

/// What a writer has acknowledged over its last connections. After a failover, a server may have less: then
/// acknowledged entries are lost.
class acknowledged_marks {
public:
  /// The transaction was committed and will now be answered.
  void note(const commit_mark& mark, std::chrono::milliseconds uptime);
  struct lost {
    std::int64_t transactions = 0;
    std::int64_t entries = 0; ///< Bank entries.
  };
  /// Checks on a new connection whether everything is still there, and logs what is missing
  /// (`store.acknowledged_lost`).
  lost compare(writer_connection& with, std::chrono::milliseconds uptime);

private:
  struct acknowledged {
    commit_mark mark;
    std::chrono::milliseconds at; ///< Uptime.
  };
  std::vector<acknowledged> last_; ///< One for each connection, the oldest first.
};

} // namespace paylink
