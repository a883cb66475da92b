#pragma once
#include "persistence/sql/connection.hpp"
#include "persistence/store.hpp"

#include <functional>

namespace paylink {

/// An entry that was kept as received and can be recorded by now.
struct kept_entry {
  std::int64_t row = 0;
  std::optional<record_entry> command{}; ///< None: its text cannot be read.
};

/// Adds what the entries are about: virtual accounts and links, and the ids of their transactions, of which there are
/// enough.
void complete_kept_entries(connection& db, std::vector<kept_entry>& found);

/// Records one with `record`, and adds what became of it. Returns none, or what is in its way: then nothing was
/// written.
std::optional<result<write_reply>>
take_up_kept_entry(connection& db, const kept_entry& one,
                   const std::function<result<write_reply>(const record_entry&)>& record, timestamp now,
                   std::vector<recorded_entry>& settled);

} // namespace paylink
