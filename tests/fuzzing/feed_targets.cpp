// What banks and merchants send as entries: whatever it is, nothing is taken for money that is none, and what cannot be
// read can be read again later.
#include "domain/values/utf8.hpp"
#include "http/feeds/feed_formats.hpp"
#include "http/statements/statement_ids.hpp"
#include "http/statements/statement_readers.hpp"
#include "tests/fuzzing/fuzz_targets.hpp"

#include <set>

namespace paylink::fuzzing {
namespace {

bool is_storable(std::string_view text) { return utf8_fault(text) == text.size() && text.find('\0') == text.npos; }

void check_entry(const decoded_entry& row) {
  const auto& entry = row.entry;
  demand(is_storable(row.raw) && is_storable(entry.content) && is_storable(entry.bank_reference) &&
             is_storable(entry.account_number) && is_storable(entry.virtual_account_number),
         "every text can be stored");
  if (!row.invalid.empty() || !row.ignored.empty()) return;
  demand(entry.amount.dong > 0, "an amount is positive");
  demand(!entry.account_number.empty(), "an account is named");
  demand(!entry.bank_reference.empty(), "an entry has a reference");
}

void run_format(std::string_view name, std::string_view bytes) {
  const auto& format = *find_feed_format(name);
  for (const std::string_view feed : {"MB", "NAPAS"}) {
    const auto decoded = format.decode(bytes, feed);
    const auto* entries = std::get_if<std::vector<decoded_entry>>(&decoded);
    if (entries == nullptr) continue;
    for (const auto& row : *entries) {
      check_entry(row);
      demand(row.invalid.empty() == row.raw.empty(), "what cannot be read is kept as it came, and nothing else is");
      if (row.invalid.empty()) continue;
      const auto again = format.decode(row.raw, feed);
      const auto* kept = std::get_if<std::vector<decoded_entry>>(&again);
      // An element of a list that has no member of an entry is none by itself.
      demand(kept ? kept->size() == 1 : name == "native", "what was kept is read again as one entry");
    }
  }
}

void check_statement(const read_statement& read) {
  const auto* statement = std::get_if<bank_statement>(&read);
  if (statement == nullptr) return;
  demand(statement->entries.size() <= statement_entries_max, "a statement is not longer than it may be");
  statement_ids names{"form"};
  std::set<std::string> seen;
  for (const auto& row : statement->entries) {
    check_entry(row);
    demand(row.raw.empty(), "nothing of a file is kept");
    if (!row.invalid.empty() || !row.ignored.empty()) continue;
    demand(seen.insert(row.entry.account_number + '|' + names.name(row.entry)).second, "no two entries have one name");
  }
}

} // namespace

void run_native_feed(std::string_view bytes) { run_format("native", bytes); }
void run_camt_feed(std::string_view bytes) { run_format("camt054", bytes); }
void run_sepay_feed(std::string_view bytes) { run_format("sepay", bytes); }
void run_casso_feed(std::string_view bytes) { run_format("casso", bytes); }

void run_camt_statement(std::string_view bytes) { check_statement(read_camt_statement(bytes, "MB")); }
void run_mt940_statement(std::string_view bytes) { check_statement(read_mt940_statement(bytes, "MB")); }
void run_csv_statement(std::string_view bytes) {
  csv_mapping signed_amounts;
  signed_amounts.date = "Date";
  signed_amounts.amount = "Amount";
  signed_amounts.text = "Text";
  signed_amounts.reference = "Ref";
  signed_amounts.balance = "Balance";
  signed_amounts.account_number = "0123456789";
  check_statement(read_csv_statement(bytes, "MB", signed_amounts));
  csv_mapping two_columns;
  two_columns.date = "Date";
  two_columns.date_pattern = "d/M/yy";
  two_columns.credit = "In";
  two_columns.debit = "Out";
  two_columns.account = "Account";
  check_statement(read_csv_statement(bytes, "MB", two_columns));
}

} // namespace paylink::fuzzing
