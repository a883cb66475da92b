#include "persistence/credits/kept_entry_writes.hpp"

#include "domain/banks/recorded_text.hpp"
#include "domain/values/fingerprint.hpp"
#include "logging/log.hpp"
#include "persistence/raw/raw_entry.hpp"
#include "persistence/sql/invariant.hpp"
#include "persistence/sql/storable_text.hpp"

namespace paylink {
namespace {

std::string_view word_of(entry_status status) { return status == entry_status::rejected ? "rejected" : "booked"; }

constexpr const char* find_rejected_sql =
    "SELECT amount, type, content FROM kept_entries WHERE feed = :feed AND account_number = :number AND "
    "source_id = :source AND status = 'rejected' AND reason = 'rejected' AND fingerprint = 0";

constexpr const char* keep_sql =
    "INSERT INTO kept_entries (feed, account_number, source_id, status, reason, fingerprint, detail, raw, "
    "workspace_id, account_row, link_row, amount, type, content, occurred_at, received_at) VALUES (:feed, :number, "
    ":source, :status, :reason, :fingerprint, :detail, :raw, :workspace, :account, :link, :amount, :type, :content, "
    ":occurred_at, :received_at) ON CONFLICT DO NOTHING";

// It was connected after it was looked for.
constexpr const char* remind_account_sql = "UPDATE bank_accounts SET upkeep_at = :now WHERE number = :number AND bin = "
                                           ":bin AND (state || '') = 'connected' AND "
                                           "(upkeep_at IS NULL OR upkeep_at > :then)";

std::uint64_t print_of(const bank_entry& entry) {
  auto print = fingerprint(to_digits(entry.amount));
  print = fingerprint(entry.type == transfer_type::credit ? "+" : "-", print);
  return fingerprint(whole_text(entry), print);
}

std::string_view reason_of(entry_result kept) {
  switch (kept) {
  case entry_result::held:
    return "held";
  case entry_result::unknown_account:
    return "unknown_account";
  default:
    return "invalid";
  }
}

} // namespace

kept_entry_writes::kept_entry_writes(soci::session& session)
    : find_rejected_{session, find_rejected_sql}, keep_{session, keep_sql},
      remind_account_{session, remind_account_sql} {}

void kept_entry_writes::keep_held(const record_entry& command, timestamp now) {
  const auto& entry = command.entry;
  const auto raw = storable_text(raw_of(entry));
  keep_.run(key_text(command.feed), key_text(entry.account_number), key_text(entry.bank_reference),
            word_of(entry.status), reason_of(entry_result::held), static_cast<std::int64_t>(fingerprint(raw)),
            suspended_reason, raw, command.workspace.view(), command.account_row, null_number, null_number, null_number,
            std::nullopt, null_number, to_millis(now));
}

bool kept_entry_writes::keep_rejected(const record_entry& command, std::optional<std::int64_t> link_row,
                                      timestamp now) {
  return keep_known(command, link_row, "rejected", 0, now);
}

bool kept_entry_writes::differs_from_rejected(const record_entry& command) {
  const auto& entry = command.entry;
  ensure(find_rejected_.first(command.feed, entry.account_number, entry.bank_reference),
         "a repeated entry has a first one");
  const auto& [amount, type, content] = find_rejected_.out().fields;
  return amount.value != entry.amount.dong || type.value != static_cast<int>(entry.type) ||
         !is_recorded_as(content.view(), entry);
}

void kept_entry_writes::keep_conflict(const record_entry& command, std::optional<std::int64_t> link_row,
                                      timestamp now) {
  log::warning("entry.conflict", {{"workspace", command.workspace.view()}, {"account", command.account.view()}});
  keep_known(command, link_row, "conflict", print_of(command.entry), now);
}

bool kept_entry_writes::keep_known(const record_entry& command, std::optional<std::int64_t> link_row,
                                   std::string_view reason, std::uint64_t print, timestamp now) {
  const auto& entry = command.entry;
  return keep_.run(command.feed, entry.account_number, entry.bank_reference, word_of(entry.status), reason,
                   static_cast<std::int64_t>(print), "", "", command.workspace.view(), command.account_row, link_row,
                   entry.amount.dong, static_cast<std::int64_t>(entry.type), entry.content,
                   to_millis(entry.occurred_at), to_millis(now)) == 1;
}

bool kept_entry_writes::keep(const keep_entry& command, timestamp now) {
  const auto raw = storable_text(command.raw);
  const bool is_new =
      keep_.run(key_text(command.feed), key_text(command.account_number), key_text(command.bank_reference),
                word_of(command.status), reason_of(command.reason), static_cast<std::int64_t>(fingerprint(raw)),
                storable_text(command.detail), raw, std::nullopt, null_number, null_number, null_number, null_number,
                std::nullopt, null_number, to_millis(now)) == 1;
  if (is_new && command.reason == entry_result::unknown_account && !command.bin.empty())
    remind_account_.run(to_millis(now), command.account_number, command.bin, to_millis(now));
  return is_new;
}

} // namespace paylink
