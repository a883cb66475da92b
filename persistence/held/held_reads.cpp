#include "persistence/held/held_reads.hpp"

#include "persistence/credits/raw_entry.hpp"

namespace paylink {

held_reads::held_reads(soci::session& session)
    : list_{session, "SELECT k.row, k.raw, k.received_at, (SELECT a.id FROM bank_accounts a WHERE a.row = "
                     "k.account_row) FROM kept_entries k WHERE k.workspace_id = :workspace AND k.reason = 'held' AND "
                     "k.processed_at IS NULL AND k.row > :after ORDER BY k.row LIMIT :limit"} {}

page<waiting_entry> held_reads::list(workspace_id in, std::int64_t after_row, int limit) {
  page<waiting_entry> found;
  int read = 0;
  list_.each(
      [&](const auto& columns) {
        found.has_more = read++ == limit;
        if (found.has_more) return;
        const auto& [row, raw, received_at, account] = columns.fields;
        found.last_row = row.value;
        // Only a changed row can be unreadable.
        if (auto entry = entry_of(raw.view()))
          found.rows.push_back(
              {bank_account_id::from_store(account.view()), std::move(*entry), from_millis(received_at.value)});
      },
      in.view(), after_row, std::int64_t{limit} + 1);
  return found;
}

} // namespace paylink
