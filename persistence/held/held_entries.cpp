#include "persistence/held/held_entries.hpp"

#include "failpoints/failpoint.hpp"
#include "persistence/held/held_rows.hpp"
#include "persistence/raw/raw_entry.hpp"
#include "persistence/sql/portion_size.hpp"

namespace paylink {
namespace {

// The status is no key: links of the Workspace can be created meanwhile.
std::string lock_workspace_sql(dialect spoken) {
  return std::string{"SELECT status, suspensions FROM workspaces WHERE id = :id AND deleted_at IS NULL"}.append(
      hold_row(spoken));
}

// A transaction draws the row of an entry that it holds while it shares the lock, so that the one that has the lock
// alone sees every lower row.
std::string next_held_sql() {
  return "SELECT k.row, k.feed, k.raw, k.account_row, (SELECT a.id FROM bank_accounts a WHERE a.row = "
         "k.account_row) FROM kept_entries k WHERE " +
         std::string{next_held_row};
}

} // namespace

held_entries::held_entries(soci::session& session, dialect spoken, entry_writes& entries, audit_writes& log)
    : entries_{entries}, log_{log}, kept_{session, spoken}, lock_{session, lock_workspace_sql(spoken)},
      next_{session, next_held_sql()}, is_left_{session, is_held_entry_left_sql()},
      activate_{session, "UPDATE workspaces SET status = 'active' WHERE id = :id"},
      fetch_{session,
             "UPDATE bank_accounts SET fetch_at = :now WHERE workspace_id = :workspace AND fetch_at > :sooner"} {}

result<write_reply> held_entries::carry_out(const reactivate_workspace& command, const moment& when) {
  if (!lock_.first(command.workspace.view())) return errc::not_found;
  const bool was_active = lock_.column<0>().view() == "active";
  reactivated_portion portion;
  portion.suspensions = lock_.column<1>().value;
  if (!was_active && command.suspensions && *command.suspensions != portion.suspensions) return errc::conflict;
  auto [found, are_some_left] = find(command.workspace, command.entries_max);
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

held_entries::held_portion held_entries::find(workspace_id workspace, std::size_t most) {
  held_portion found;
  portion_size size{most};
  std::int64_t last_row = 0;
  while (!size.is_full()) {
    if (!next_.first(workspace.view(), last_row)) return found;
    const auto& [row, feed, raw, account_row, account] = next_.out().fields;
    last_row = row.value;
    size.add(raw.view().size());
    auto& one = found.entries.emplace_back(kept_entry{.row = row.value});
    auto entry = entry_of(raw.view());
    if (!entry) continue;
    one.command = record_entry{.account_row = account_row.value,
                               .account = bank_account_id::from_store(account.view()),
                               .workspace = workspace,
                               .owner = {},
                               .feed = feed.value,
                               .new_transaction = {},
                               .entry = std::move(*entry)};
  }
  found.are_some_left = is_left_.first(workspace.view(), last_row);
  return found;
}

} // namespace paylink
