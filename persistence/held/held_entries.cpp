#include "persistence/held/held_entries.hpp"

#include "failpoints/failpoint.hpp"
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
    : entries_{entries}, log_{log}, kept_{session, spoken}, lock_{session, lock_workspace_sql(spoken)},
      find_{session, find_held_sql}, activate_{session, "UPDATE workspaces SET status = 'active' WHERE id = :id"},
      fetch_{session,
             "UPDATE bank_accounts SET fetch_at = :now WHERE workspace_id = :workspace AND fetch_at > :sooner"} {}

result<write_reply> held_entries::carry_out(const reactivate_workspace& command, const moment& when) {
  if (!lock_.first(command.workspace.view())) return errc::not_found;
  const bool was_active = lock_.column<0>().view() == "active";
  reactivated_portion portion;
  portion.suspensions = lock_.column<1>().value;
  if (!was_active && command.suspensions && *command.suspensions != portion.suspensions) return errc::conflict;
  const auto most = command.entries_max;
  // One more shows whether any are left.
  auto found = find(command.workspace, most + 1);
  const bool are_some_left = found.size() > most;
  if (are_some_left) found.pop_back();
  kept_.complete(found);
  const auto record = [&](const record_entry& entry) { return entries_.settle(entry, when); };
  for (const auto& one : found) {
    const auto obstacle = kept_.take_up(one, record, when.now, portion.settled);
    if (!obstacle) continue;
    // The next portion begins with it.
    if (portion.settled.empty()) return *obstacle;
    return write_reply{std::move(portion)};
  }
  portion.is_active = !are_some_left;
  if (portion.is_active && !was_active) {
    activate_.run(command.workspace.view());
    // What a lost notification left out meanwhile is looked for.
    fetch_.run(to_millis(when.now), command.workspace.view(), to_millis(when.now));
    log_.note(command.by, {command.workspace.view(), "workspace.reactivated", command.workspace.view()}, when.now);
    PAYLINK_FAILPOINT(after_workspace_activated);
  }
  return write_reply{std::move(portion)};
}

std::vector<kept_entry> held_entries::find(workspace_id workspace, std::size_t most) {
  std::vector<kept_entry> found;
  find_.each(
      [&](const auto& columns) {
        const auto& [row, feed, raw, account_row, account] = columns.fields;
        auto& one = found.emplace_back(kept_entry{.row = row.value});
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

} // namespace paylink
