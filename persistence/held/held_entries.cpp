#include "failpoints/failpoint.hpp"
#include "persistence/audit/audit_writes.hpp"
#include "persistence/context/reading.hpp"
#include "persistence/context/writing.hpp"
#include "persistence/credits/entry_writes.hpp"
#include "persistence/credits/kept_entries.hpp"
#include "persistence/raw/raw_entry.hpp"
#include "persistence/sql/portion_size.hpp"

// The entries that are held while their Workspace is suspended, and taken up when it is active again.
namespace paylink {
namespace {

// The status is no key: links of the Workspace can be created meanwhile. The lock makes two nodes take turns, and keeps
// new entries from being held meanwhile.
const sql_statement<sql_row<sql_text, sql_number>(sql_text)> hold_suspended_workspace_sql{[](dialect spoken) {
  return "SELECT status, suspensions FROM workspaces WHERE id = :id AND deleted_at IS NULL" +
         std::string{hold_row(spoken)};
}};

/// Which row of `kept_entries k` is the next held entry of a Workspace after a row. They are read one by one: only what
/// was read shows how many bytes the next portion would have.
constexpr std::string_view next_held_row = "FROM kept_entries k WHERE k.workspace_id = :workspace AND k.reason = "
                                           "'held' AND k.processed_at IS NULL AND k.row > :after ORDER BY k.row "
                                           "LIMIT 1";

// A transaction draws the row of an entry that it holds while it shares the lock, so that the one that has the lock
// alone sees every lower row.
const sql_statement<sql_row<sql_number, sql_text, sql_text, sql_number, sql_text>(sql_text, sql_number)>
    next_held_entry_sql{[](dialect) {
      return "SELECT k.row, k.feed, k.raw, k.account_row, (SELECT a.id FROM bank_accounts a WHERE a.row = "
             "k.account_row) " +
             std::string{next_held_row};
    }};

const sql_statement<sql_row<sql_number, sql_text, sql_number, sql_text>(sql_text, sql_number)> next_waiting_entry_sql{
    [](dialect) {
      return "SELECT k.row, k.raw, k.received_at, (SELECT a.id FROM bank_accounts a WHERE a.row = k.account_row) " +
             std::string{next_held_row};
    }};

/// Has a row if there is one more, without its text.
const sql_statement<sql_row<sql_number>(sql_text, sql_number)> is_held_entry_left_sql{
    [](dialect) { return "SELECT k.row " + std::string{next_held_row}; }};

const sql_statement<void(sql_text)> activate_workspace_sql{"UPDATE workspaces SET status = 'active' WHERE id = :id"};

const sql_statement<void(sql_number, sql_text, sql_number)> fetch_after_suspension_sql{
    "UPDATE bank_accounts SET fetch_at = :now WHERE workspace_id = :workspace AND fetch_at > :sooner"};

struct held_portion {
  std::vector<kept_entry> entries; ///< The oldest ones, in the order of their arrival.
  bool are_some_left = false;
};

/// At most `most`, and no more once their texts have a MiB: what arrives meanwhile waits for the portion.
held_portion find_held_entries(writing& at, workspace_id workspace, std::size_t most) {
  held_portion found;
  portion_size size{most};
  std::int64_t last_row = 0;
  auto& next = at.db[next_held_entry_sql];
  while (!size.is_full()) {
    if (!next.first(workspace.view(), last_row)) return found;
    const auto& [row, feed, raw, account_row, account] = next.out().fields;
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
  found.are_some_left = at.db[is_held_entry_left_sql].first(workspace.view(), last_row);
  return found;
}

} // namespace

result<write_reply> carry_out(writing& at, const reactivate_workspace& command) {
  auto& lock = at.db[hold_suspended_workspace_sql];
  if (!lock.first(command.workspace.view())) return errc::not_found;
  const bool was_active = lock.column<0>().view() == "active";
  reactivated_portion portion;
  portion.suspensions = lock.column<1>().value;
  if (!was_active && command.suspensions && *command.suspensions != portion.suspensions) return errc::conflict;
  auto [found, are_some_left] = find_held_entries(at, command.workspace, command.entries_max);
  complete_kept_entries(at.db, found);
  const auto record = [&](const record_entry& entry) { return settle_entry(at, entry); };
  for (const auto& one : found) {
    const auto obstacle = take_up_kept_entry(at.db, one, record, at.when.now, portion.settled);
    if (!obstacle) continue;
    // The next portion begins with it.
    if (portion.settled.empty()) return *obstacle;
    return write_reply{std::move(portion)};
  }
  portion.is_active = !are_some_left;
  if (portion.is_active && !was_active) {
    const auto now = to_millis(at.when.now);
    at.db[activate_workspace_sql].run(command.workspace.view());
    // What a lost notification left out meanwhile is looked for.
    at.db[fetch_after_suspension_sql].run(now, command.workspace.view(), now);
    at.audit.note(command.by, {command.workspace.view(), "workspace.reactivated", command.workspace.view()},
                  at.when.now);
    PAYLINK_FAILPOINT(after_workspace_activated);
  }
  return write_reply{std::move(portion)};
}

page<waiting_entry> answer(reading& at, const list_held_entries& wanted) {
  page<waiting_entry> found;
  found.last_row = wanted.after_row;
  portion_size size{static_cast<std::size_t>(wanted.limit)};
  auto& next = at.db[next_waiting_entry_sql];
  while (!size.is_full()) {
    if (!next.first(wanted.in.view(), found.last_row)) return found;
    const auto& [row, raw, received_at, account] = next.out().fields;
    found.last_row = row.value;
    size.add(raw.view().size());
    // Only a changed row can be unreadable.
    auto entry = entry_of(raw.view());
    if (!entry) continue;
    entry->whole_content = entry->searched = {};
    found.rows.push_back(
        {bank_account_id::from_store(account.view()), std::move(*entry), from_millis(received_at.value)});
  }
  found.has_more = at.db[is_held_entry_left_sql].first(wanted.in.view(), found.last_row);
  return found;
}

} // namespace paylink
