#include "persistence/credits/quarantine.hpp"

#include "domain/values/fingerprint.hpp"
#include "persistence/raw/raw_entry.hpp"
#include "persistence/sql/portion_size.hpp"
#include "persistence/sql/storable_text.hpp"

namespace paylink {

namespace {

constexpr const char* quarantined = "(reason = 'unknown_account' OR reason = 'invalid') AND processed_at IS NULL";
constexpr const char* connect_reason = "no Workspace has connected this account";

// Read one by one: only what was read shows how many bytes the page would have.
std::string next_sql(const std::string& columns) {
  return "SELECT " + columns + " FROM kept_entries WHERE " + quarantined + " AND row > :after ORDER BY row LIMIT 1";
}

} // namespace

quarantine_reads::quarantine_reads(soci::session& session)
    : next_{session, next_sql("row, feed, account_number, source_id, status, reason, detail, raw, received_at")},
      is_left_{session, next_sql("row")} {}

page<quarantined_entry> quarantine_reads::list(std::int64_t after_row, int limit) {
  page<quarantined_entry> found;
  found.last_row = after_row;
  portion_size size{static_cast<std::size_t>(limit)};
  while (!size.is_full()) {
    if (!next_.first(found.last_row)) return found;
    const auto& [row, feed, number, reference, status, reason, detail, raw, received_at] = next_.out().fields;
    found.last_row = row.value;
    size.add(raw.view().size());
    found.rows.push_back({.row = row.value,
                          .feed = feed.value,
                          .account_number = number.value,
                          .bank_reference = reference.value,
                          .status = status.view() == "rejected" ? entry_status::rejected : entry_status::booked,
                          .reason = reason.view() == "invalid" ? entry_result::invalid : entry_result::unknown_account,
                          .detail = detail.value,
                          .raw = raw.value,
                          .received_at = from_millis(received_at.value)});
  }
  found.has_more = is_left_.first(found.last_row);
  return found;
}

quarantine_writes::quarantine_writes(soci::session& session)
    : find_{session, "SELECT feed, raw FROM kept_entries WHERE row = :row AND " + std::string{quarantined}},
      find_same_{session,
                 "SELECT row FROM kept_entries WHERE feed = :feed AND account_number = :number AND source_id = "
                 ":source AND status = :status AND reason = :reason AND raw = :raw LIMIT 1"},
      change_{session, "UPDATE kept_entries SET reason = 'unknown_account', account_number = :number, source_id = "
                       ":source, status = :status, fingerprint = :print, raw = :raw, detail = '" +
                           std::string{connect_reason} + "' WHERE row = :row"},
      note_processed_{session, "UPDATE kept_entries SET processed_at = :now WHERE row = :row"},
      remind_account_{session, "UPDATE bank_accounts SET upkeep_at = :now WHERE number = :number AND bin = :bin AND "
                               "(state || '') = 'connected'"} {}

result<retried_entry> quarantine_writes::carry_out(const retry_kept_entry& command, const moment& when) {
  if (!find_.first(command.row)) return errc::not_found;
  const auto [feed, kept] = find_.out().fields;
  if (!command.entry) {
    const auto entry = entry_of(kept.view());
    return retried_entry{entry && remind(feed.view(), *entry, when.now)};
  }
  const auto& entry = *command.entry;
  const auto raw = storable_text(raw_of(entry));
  const std::string_view status = entry.status == entry_status::rejected ? "rejected" : "booked";
  const auto number = key_text(entry.account_number), reference = key_text(entry.bank_reference);
  // The bank has sent it again in a form that could be read.
  if (find_same_.first(feed.view(), number, reference, status, "unknown_account", raw))
    note_processed_.run(to_millis(when.now), command.row);
  else
    change_.run(number, reference, status, static_cast<std::int64_t>(fingerprint(raw)), raw, command.row);
  return retried_entry{remind(feed.view(), entry, when.now)};
}

bool quarantine_writes::remind(std::string_view feed, const bank_entry& entry, timestamp now) {
  const auto bin = bin_heard_on(feed, entry.bin);
  return !bin.empty() && remind_account_.run(to_millis(now), entry.account_number, bin) > 0;
}

} // namespace paylink
