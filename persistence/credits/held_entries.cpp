#include "persistence/credits/held_entries.hpp"

#include "domain/links/reference.hpp"
#include "failpoints/failpoint.hpp"
#include "logging/log.hpp"
#include "persistence/credits/raw_entry.hpp"

namespace paylink {
namespace {

// The status is no key: links of the Workspace can be created meanwhile.
std::string lock_workspace_sql(dialect spoken) {
  return std::string{"SELECT status, suspensions FROM workspaces WHERE id = :id AND deleted_at IS NULL"}.append(
      hold_row(spoken));
}

// A transaction draws the row of an entry that it holds while it shares the lock, so that the one that has the lock
// alone sees every lower row.
constexpr const char* find_held_sql =
    "SELECT k.row, k.feed, k.raw, k.account_row, (SELECT a.id FROM bank_accounts a WHERE a.row = k.account_row) FROM "
    "kept_entries k WHERE k.workspace_id = :workspace AND k.reason = 'held' AND k.processed_at IS NULL ORDER BY k.row "
    "LIMIT :most";

} // namespace

held_entries::held_entries(soci::session& session, dialect spoken, entry_writes& entries, audit_writes& log)
    : entries_{entries}, log_{log}, matching_{session, spoken}, lock_{session, lock_workspace_sql(spoken)},
      find_{session, find_held_sql},
      note_processed_{session, "UPDATE kept_entries SET processed_at = :now WHERE row = :row"},
      activate_{session, "UPDATE workspaces SET status = 'active' WHERE id = :id"} {}

result<write_reply> held_entries::carry_out(const reactivate_workspace& command, const moment& when) {
  if (!lock_.first(command.workspace.view())) return errc::not_found;
  const bool was_active = lock_.column<0>().view() == "active";
  reactivated_portion portion;
  portion.suspensions = lock_.column<1>().value;
  if (!was_active && command.suspensions && *command.suspensions != portion.suspensions) return errc::conflict;
  const auto most = command.new_transactions.size();
  // One more shows whether any are left.
  auto found = find(command.workspace, most + 1);
  const bool are_some_left = found.size() > most;
  if (are_some_left) found.pop_back();
  complete(found, command.new_transactions);
  for (const auto& one : found) {
    const auto obstacle = process(one, when, portion);
    if (!obstacle) continue;
    // The next portion begins with it.
    if (portion.settled.empty()) return *obstacle;
    return write_reply{std::move(portion)};
  }
  portion.is_active = !are_some_left;
  if (portion.is_active && !was_active) {
    activate_.run(command.workspace.view());
    log_.note(command.by, {command.workspace.view(), "workspace.reactivated", command.workspace.view()}, when.now);
    PAYLINK_FAILPOINT(after_workspace_activated);
  }
  return write_reply{std::move(portion)};
}

std::vector<held_entries::held_entry> held_entries::find(workspace_id workspace, std::size_t most) {
  std::vector<held_entry> found;
  find_.each(
      [&](const auto& columns) {
        const auto& [row, feed, raw, account_row, account] = columns.fields;
        auto& one = found.emplace_back(held_entry{.row = row.value});
        auto entry = entry_of(raw.view());
        if (!entry) return;
        one.command = record_entry{.account_row = account_row.value,
                                   .account = bank_account_id::from_store(account.view()),
                                   .workspace = workspace,
                                   .owner = {},
                                   .feed = feed.value,
                                   .new_transaction = {},
                                   .entry = std::move(*entry)};
      },
      workspace.view(), static_cast<std::int64_t>(most));
  return found;
}

void held_entries::complete(std::vector<held_entry>& found, const std::vector<transaction_id>& new_transactions) {
  std::vector<credit_clue> clues;
  for (const auto& one : found) {
    credit_clue clue;
    if (one.command) {
      const auto& entry = one.command->entry;
      clue = {one.command->account_row, {}, entry.virtual_account_number};
      if (entry.type == transfer_type::credit) clue.candidates = find_references(entry.content);
    }
    clues.push_back(std::move(clue));
  }
  const auto matches = matching_.match(clues);
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (!found[i].command) continue;
    auto& command = *found[i].command;
    command.virtual_account_row = matches[i].virtual_account_row;
    command.link = matches[i].link;
    command.ambiguous = matches[i].ambiguous;
    command.new_transaction = new_transactions[i];
  }
}

std::optional<result<write_reply>> held_entries::process(const held_entry& one, const moment& when,
                                                         reactivated_portion& portion) {
  if (one.command) {
    auto reply = entries_.settle(*one.command, when);
    auto* settled = reply ? std::get_if<recorded_entry>(&*reply) : nullptr;
    if (!settled) return reply;
    portion.settled.push_back(std::move(*settled));
  } else {
    // Only a changed row can be unreadable: it stays, for a person to look at, and does not block those behind it.
    log::error("held_entry.unreadable", {{"row", one.row}, {"advice", "look at this row of kept_entries"}});
    portion.settled.emplace_back().result = entry_result::invalid;
  }
  PAYLINK_FAILPOINT(after_held_entry_settled);
  note_processed_.run(to_millis(when.now), one.row);
  PAYLINK_FAILPOINT(after_held_entry_noted);
  return std::nullopt;
}

} // namespace paylink
