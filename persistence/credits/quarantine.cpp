#include "domain/values/fingerprint.hpp"
#include "persistence/context/reading.hpp"
#include "persistence/context/writing.hpp"
#include "persistence/raw/raw_entry.hpp"
#include "persistence/sql/portion_size.hpp"
#include "persistence/sql/storable_text.hpp"

// The entries in quarantine, and what an operator does with them.
namespace paylink {
namespace {

constexpr const char* quarantined = "(reason = 'unknown_account' OR reason = 'invalid') AND processed_at IS NULL";

// Read one by one: only what was read shows how many bytes the page would have.
std::string next_quarantined_sql(const std::string& columns) {
  return "SELECT " + columns + " FROM kept_entries WHERE " + quarantined + " AND row > :after ORDER BY row LIMIT 1";
}

const sql_statement<
    sql_row<sql_number, sql_text, sql_text, sql_text, sql_text, sql_text, sql_text, sql_text, sql_number>(sql_number)>
    next_quarantined_entry_sql{[](dialect) {
      return next_quarantined_sql("row, feed, account_number, source_id, status, reason, detail, raw, received_at");
    }};

const sql_statement<sql_row<sql_number>(sql_number)> is_quarantined_entry_left_sql{
    [](dialect) { return next_quarantined_sql("row"); }};

const sql_statement<sql_row<sql_text, sql_text>(sql_number)> find_quarantined_entry_sql{
    [](dialect) { return "SELECT feed, raw FROM kept_entries WHERE row = :row AND " + std::string{quarantined}; }};

const sql_statement<sql_row<sql_number>(sql_text, sql_text, sql_text, sql_text, sql_text, sql_text)>
    find_same_kept_entry_sql{
        "SELECT row FROM kept_entries WHERE feed = :feed AND account_number = :number AND source_id = :source AND "
        "status = :status AND reason = :reason AND raw = :raw LIMIT 1"};

const sql_statement<void(sql_text, sql_text, sql_text, sql_number, sql_text, sql_number)> make_entry_readable_sql{
    [](dialect) {
      return "UPDATE kept_entries SET reason = 'unknown_account', account_number = :number, source_id = :source, "
             "status = :status, fingerprint = :print, raw = :raw, detail = '" +
             std::string{unknown_account_reason} + "' WHERE row = :row";
    }};

const sql_statement<void(sql_number, sql_number)> note_quarantined_processed_sql{
    "UPDATE kept_entries SET processed_at = :now WHERE row = :row"};

const sql_statement<void(sql_number, sql_text, sql_text)> remind_account_of_number_sql{
    "UPDATE bank_accounts SET upkeep_at = :now WHERE number = :number AND bin = :bin AND (state || '') = 'connected'"};

/// Has the upkeep of the connected account with the entry's number look for it.
bool remind_account(writing& at, std::string_view feed, const bank_entry& entry) {
  const auto bin = bin_heard_on(feed, entry.bin);
  return !bin.empty() && at.db[remind_account_of_number_sql].run(to_millis(at.when.now), entry.account_number, bin) > 0;
}

} // namespace

page<quarantined_entry> answer(reading& at, const list_quarantined_entries& wanted) {
  page<quarantined_entry> found;
  found.last_row = wanted.after_row;
  portion_size size{static_cast<std::size_t>(wanted.limit)};
  auto& next = at.db[next_quarantined_entry_sql];
  while (!size.is_full()) {
    if (!next.first(found.last_row)) return found;
    const auto& [row, feed, number, reference, status, reason, detail, raw, received_at] = next.out().fields;
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
  found.has_more = at.db[is_quarantined_entry_left_sql].first(found.last_row);
  return found;
}

result<retried_entry> carry_out(writing& at, const retry_kept_entry& command) {
  auto& found = at.db[find_quarantined_entry_sql];
  if (!found.first(command.row)) return errc::not_found;
  const auto [feed, kept] = found.out().fields;
  if (!command.entry) {
    const auto entry = entry_of(kept.view());
    return retried_entry{entry && remind_account(at, feed.view(), *entry)};
  }
  const auto& entry = *command.entry;
  const auto raw = storable_text(raw_of(entry));
  const std::string_view status = entry.status == entry_status::rejected ? "rejected" : "booked";
  const auto number = key_text(entry.account_number), reference = key_text(entry.bank_reference);
  // The bank has sent it again in a form that could be read.
  if (at.db[find_same_kept_entry_sql].first(feed.view(), number, reference, status, "unknown_account", raw))
    at.db[note_quarantined_processed_sql].run(to_millis(at.when.now), command.row);
  else
    at.db[make_entry_readable_sql].run(number, reference, status, static_cast<std::int64_t>(fingerprint(raw)), raw,
                                       command.row);
  return retried_entry{remind_account(at, feed.view(), entry)};
}

} // namespace paylink
