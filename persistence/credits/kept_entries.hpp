#pragma once
#include "persistence/credits/credit_matching.hpp"
#include "persistence/sql/statement.hpp"
#include "persistence/store.hpp"

#include <functional>

namespace paylink {

/// An entry that was kept as received and can be recorded by now.
struct kept_entry {
  std::int64_t row = 0;
  std::optional<record_entry> command{}; ///< None: its text cannot be read.
};

/// Takes up kept entries, on the writer's connection.
class kept_entries {
public:
  kept_entries(soci::session& session, dialect spoken);

  /// Adds what the entries are about: virtual accounts and links, and the ids of their transactions, of which there are
  /// enough.
  void complete(std::vector<kept_entry>& found);

  /// Records one with `record`, and adds what became of it. Returns none, or what is in its way: then nothing was
  /// written.
  std::optional<result<write_reply>> take_up(const kept_entry& one,
                                             const std::function<result<write_reply>(const record_entry&)>& record,
                                             timestamp now, std::vector<recorded_entry>& settled);

private:
  credit_matching matching_;
  statement<sql_row<sql_number, sql_text, sql_number>> note_processed_;
};

} // namespace paylink
