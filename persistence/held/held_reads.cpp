#include "persistence/held/held_reads.hpp"

#include "persistence/held/held_rows.hpp"
#include "persistence/raw/raw_entry.hpp"
#include "persistence/sql/portion_size.hpp"

namespace paylink {

held_reads::held_reads(soci::session& session)
    : next_{session, "SELECT k.row, k.raw, k.received_at, (SELECT a.id FROM bank_accounts a WHERE a.row = "
                     "k.account_row) FROM kept_entries k WHERE " +
                         std::string{next_held_row}},
      is_left_{session, is_held_entry_left_sql()} {}

page<waiting_entry> held_reads::list(workspace_id in, std::int64_t after_row, int limit) {
  page<waiting_entry> found;
  found.last_row = after_row;
  portion_size size{static_cast<std::size_t>(limit)};
  while (!size.is_full()) {
    if (!next_.first(in.view(), found.last_row)) return found;
    const auto& [row, raw, received_at, account] = next_.out().fields;
    found.last_row = row.value;
    size.add(raw.view().size());
    // Only a changed row can be unreadable.
    auto entry = entry_of(raw.view());
    if (!entry) continue;
    entry->whole_content = entry->searched = {};
    found.rows.push_back(
        {bank_account_id::from_store(account.view()), std::move(*entry), from_millis(received_at.value)});
  }
  found.has_more = is_left_.first(in.view(), found.last_row);
  return found;
}

} // namespace paylink
