// Reads what a bank has written, and compares.
#include "domain/links/reference.hpp"
#include "domain/values/local_time.hpp"
#include "http/feeds/feed_formats.hpp"
#include "http/statements/statement_readers.hpp"
#include "tests/fuzzing/statements/written_statement.hpp"

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <optional>

namespace paylink::fuzzing {
namespace {

bool is_explained(const bank_statement& statement) {
  std::optional<std::int64_t> opening, closing;
  for (const auto& one : statement.balances) {
    if (one.is == account_balance::kind::opening && !opening) opening = one.dong;
    if (one.is == account_balance::kind::closing) closing = one.dong;
  }
  if (!opening || !closing) return true;
  for (const auto& row : statement.entries)
    if (row.invalid.empty())
      *opening += row.entry.type == transfer_type::credit ? row.entry.amount.dong : -row.entry.amount.dong;
  return *opening == *closing;
}

/// None: it is refused as a whole.
std::optional<std::vector<decoded_entry>> read_back(const written_statement& written) {
  const auto of_feed = [&](std::string_view format) -> std::optional<std::vector<decoded_entry>> {
    auto decoded = find_feed_format(format)->decode(written.body, "MB");
    auto* entries = std::get_if<std::vector<decoded_entry>>(&decoded);
    return entries ? std::optional{std::move(*entries)} : std::nullopt;
  };
  const auto of_file = [](read_statement read) -> std::optional<std::vector<decoded_entry>> {
    auto* statement = std::get_if<bank_statement>(&read);
    // An import of what its balances do not explain records nothing.
    return statement && is_explained(*statement) ? std::optional{std::move(statement->entries)} : std::nullopt;
  };
  using enum written_statement::reader;
  switch (written.read_by) {
  case mt940:
    return of_file(read_mt940_statement(written.body, "MB"));
  case camt:
    return of_file(read_camt_statement(written.body, "MB"));
  case camt_feed:
    return of_feed("camt054");
  case sepay:
    return of_feed("sepay");
  case casso:
    return of_feed("casso");
  case native:
    return of_feed("native");
  case csv:
    break;
  }
  csv_mapping mapping;
  mapping.date = "Date";
  mapping.date_pattern = "dd/MM/yyyy";
  mapping.credit = "Credit";
  mapping.debit = "Debit";
  mapping.text = "Text";
  mapping.account_number = statement_account;
  return of_file(read_csv_statement(written.body, "MB", mapping));
}

/// A text as two feeds of an account compare it. The tag of a second `:86:` is a field's, wherever a line begins with
/// it.
std::string compared(std::string_view text, const written_statement& written) {
  auto folded = fold_transfer_text(text);
  if (written.read_by != written_statement::reader::mt940) return folded;
  for (auto at = folded.find("86"); at != folded.npos; at = folded.find("86", at)) folded.erase(at, 2);
  return folded;
}

bool is_same(const decoded_entry& row, const booked_entry& booked, const written_statement& written) {
  const auto& entry = row.entry;
  const auto day = (booked.day < 10 ? "2026-03-0" : "2026-03-") + std::to_string(booked.day);
  return entry.account_number == statement_account && (entry.type == transfer_type::credit) == booked.is_credit &&
         entry.amount.dong == booked.dong && vietnam_date(entry.occurred_at) == day &&
         compared(entry.content, written) == compared(booked.text, written);
}

[[noreturn]] void fail(const written_statement& written, std::uint64_t seed, std::string_view promise) {
  std::cerr << "seed " << seed << ", " << written.form << ": " << promise << "\n" << written.body << "\n";
  std::abort();
}

} // namespace

round_result run_statement_round(std::uint64_t seed) {
  chance random{seed};
  const auto kind = random() % 8;
  const auto written = kind < 4    ? write_mt940(random)
                       : kind == 4 ? write_camt(random)
                       : kind == 5 ? write_json(random)
                                   : write_csv(random);
  const auto read = read_back(written);
  if (!read) {
    const bool may_refuse =
        written.read_by == written_statement::reader::mt940 || written.read_by == written_statement::reader::csv;
    if (!may_refuse) fail(written, seed, "a document is not refused for its texts");
    return written.is_honest ? round_result::honest_refused : round_result::refused;
  }
  bool may_misread = written.read_by == written_statement::reader::mt940 && !written.is_honest;
  auto left = written.entries;
  std::size_t unusable = 0;
  for (const auto& row : *read) {
    if (!row.invalid.empty()) {
      ++unusable;
      continue;
    }
    const auto found = std::ranges::find_if(left, [&](const auto& one) { return is_same(row, one, written); });
    may_misread = may_misread || (row.entry.is_unproved && !written.is_honest);
    if (found == left.end()) {
      if (may_misread) return round_result::misread;
      fail(written, seed, "an entry that is read was written by the bank");
    }
    left.erase(found);
  }
  if (left.size() != unusable) {
    if (may_misread) return round_result::misread;
    fail(written, seed, "every entry of a document is read, or named as unusable");
  }
  // What a payer has invented may be unusable, too.
  if (unusable > 0 && !written.may_be_broken && !may_misread)
    fail(written, seed, "an entry that the bank wrote rightly is usable");
  return round_result::read;
}

} // namespace paylink::fuzzing
