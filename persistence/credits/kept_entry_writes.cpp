#include "persistence/credits/kept_entry_writes.hpp"

#include "domain/banks/recorded_text.hpp"
#include "domain/values/fingerprint.hpp"
#include "logging/log.hpp"
#include "persistence/context/writing.hpp"
#include "persistence/credits/feed_pairing.hpp"
#include "persistence/raw/raw_entry.hpp"
#include "persistence/sql/invariant.hpp"
#include "persistence/sql/storable_text.hpp"

namespace paylink {
namespace {

std::string_view stored_status(entry_status status) { return status == entry_status::rejected ? "rejected" : "booked"; }

const sql_statement<sql_row<sql_number, sql_number, sql_text>(sql_text, sql_text, sql_text)> find_rejected_entry_sql{
    "SELECT amount, type, content FROM kept_entries WHERE feed = :feed AND account_number = :number AND "
    "source_id = :source AND status = 'rejected' AND reason = 'rejected' AND fingerprint = 0"};

const sql_statement<void(sql_text, sql_text, sql_text, sql_text, sql_text, sql_number, sql_text, sql_text, sql_text,
                         sql_number, sql_number, sql_number, sql_number, sql_text, sql_number, sql_number)>
    keep_entry_sql{
        "INSERT INTO kept_entries (feed, account_number, source_id, status, reason, fingerprint, detail, raw, "
        "workspace_id, account_row, link_row, amount, type, content, occurred_at, received_at) VALUES (:feed, :number, "
        ":source, :status, :reason, :fingerprint, :detail, :raw, :workspace, :account, :link, :amount, :type, "
        ":content, :occurred_at, :received_at) ON CONFLICT DO NOTHING"};

// It was connected after it was looked for.
const sql_statement<void(sql_number, sql_text, sql_text, sql_number)> remind_connected_account_sql{
    "UPDATE bank_accounts SET upkeep_at = :now WHERE number = :number AND bin = :bin AND (state || '') = 'connected' "
    "AND (upkeep_at IS NULL OR upkeep_at > :then)"};

std::uint64_t content_print_of(const bank_entry& entry) {
  auto print = fingerprint(to_digits(entry.amount));
  print = fingerprint(entry.type == transfer_type::credit ? "+" : "-", print);
  return fingerprint(whole_text(entry), print);
}

std::string_view stored_reason(entry_result kept) {
  switch (kept) {
  case entry_result::held:
    return "held";
  case entry_result::unknown_account:
    return "unknown_account";
  default:
    return "invalid";
  }
}

/// One of a known account. False if it was kept before.
bool keep_known_entry(writing& at, const record_entry& command, std::optional<std::int64_t> link_row,
                      std::string_view reason, std::uint64_t print) {
  const auto& entry = command.entry;
  return at.db[keep_entry_sql].run(command.feed, entry.account_number, entry.bank_reference,
                                   stored_status(entry.status), reason, static_cast<std::int64_t>(print), "", "",
                                   command.workspace.view(), command.account_row, link_row, entry.amount.dong,
                                   static_cast<std::int64_t>(entry.type), entry.content, to_millis(entry.occurred_at),
                                   to_millis(at.when.now)) == 1;
}

} // namespace

void keep_held_entry(writing& at, const record_entry& command) {
  const auto& entry = command.entry;
  const auto raw = storable_text(raw_of(entry));
  at.db[keep_entry_sql].run(key_text(command.feed), key_text(entry.account_number), key_text(entry.bank_reference),
                            stored_status(entry.status), stored_reason(entry_result::held),
                            static_cast<std::int64_t>(fingerprint(raw)), suspended_reason, raw,
                            command.workspace.view(), command.account_row, null_number, null_number, null_number,
                            std::nullopt, null_number, to_millis(at.when.now));
}

bool keep_rejected_entry(writing& at, const record_entry& command, std::optional<std::int64_t> link_row) {
  return keep_known_entry(at, command, link_row, "rejected", 0);
}

bool differs_from_rejected(writing& at, const record_entry& command) {
  const auto& entry = command.entry;
  auto& kept = at.db[find_rejected_entry_sql];
  ensure(kept.first(command.feed, entry.account_number, entry.bank_reference), "a repeated entry has a first one");
  const auto& [amount, type, content] = kept.out().fields;
  return amount.value != entry.amount.dong || type.value != static_cast<int>(entry.type) ||
         !is_recorded_as(content.view(), entry);
}

void keep_conflict(writing& at, const record_entry& command, std::optional<std::int64_t> link_row) {
  log::warning("entry.conflict", {{"workspace", command.workspace.view()}, {"account", command.account.view()}});
  keep_known_entry(at, command, link_row, "conflict", content_print_of(command.entry));
}

result<recorded_entry> carry_out(writing& at, const keep_entry& command) {
  recorded_entry reply;
  if (command.reason == entry_result::unknown_account && command.status == entry_status::booked &&
      feed_pairing::is_held(at.db, command.feed, command.account_number, command.bank_reference)) {
    reply.result = entry_result::duplicate; // It came when its account was there, and is for no other.
    return reply;
  }
  const auto raw = storable_text(command.raw);
  const auto now = to_millis(at.when.now);
  const bool is_new = at.db[keep_entry_sql].run(
                          key_text(command.feed), key_text(command.account_number), key_text(command.bank_reference),
                          stored_status(command.status), stored_reason(command.reason),
                          static_cast<std::int64_t>(fingerprint(raw)), storable_text(command.detail), raw, std::nullopt,
                          null_number, null_number, null_number, null_number, std::nullopt, null_number, now) == 1;
  if (is_new && command.reason == entry_result::unknown_account && !command.bin.empty())
    at.db[remind_connected_account_sql].run(now, command.account_number, command.bin, now);
  reply.result = is_new ? command.reason : entry_result::duplicate;
  return reply;
}

} // namespace paylink
