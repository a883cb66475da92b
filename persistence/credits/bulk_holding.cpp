#include "domain/values/fingerprint.hpp"
#include "failpoints/failpoint.hpp"
#include "persistence/context/writing.hpp"
#include "persistence/credits/bulk_credits.hpp"
#include "persistence/raw/raw_entry.hpp"
#include "persistence/sql/storable_text.hpp"

#include <boost/json.hpp>
#include <set>

namespace paylink {
namespace {

namespace json = boost::json;

// A Workspace that another transaction is suspending or reactivating is skipped.
const sql_statement<sql_row<sql_text, sql_text>(sql_text)> share_workspace_statuses_sql{[](dialect spoken) {
  return "SELECT id, status FROM workspaces WHERE id" + std::string{is_among_texts(spoken)} +
         choose(spoken, "", " FOR SHARE SKIP LOCKED");
}};

// In the order of the batch: held entries are taken up in the order of their rows.
const sql_statement<void(sql_number, sql_text)> hold_entries_sql{[](dialect spoken) {
  return std::string{choose(
      spoken, "",
      "INSERT INTO kept_entries (feed, account_number, source_id, status, reason, fingerprint, detail, raw, "
      "workspace_id, account_row, received_at) SELECT feed, number, source, 'booked', 'held', print, detail, raw, "
      "workspace, account, CAST(:now AS BIGINT) FROM json_to_recordset(CAST(:entries AS json)) AS w (place INT, feed "
      "TEXT COLLATE \"C\", number TEXT COLLATE \"C\", source TEXT COLLATE \"C\", print BIGINT, detail TEXT, raw "
      "TEXT, workspace TEXT COLLATE \"C\", account BIGINT) ORDER BY place ON CONFLICT DO NOTHING")};
}};

/// Keeps their Workspaces suspended until the transaction ends; returns those whose status no other transaction is
/// changing.
std::set<std::string> keep_all_suspended(writing& at, std::span<const bulk_entry> entries) {
  std::set<std::string> asked, kept;
  for (const auto& one : entries) asked.insert(one.command->workspace.text());
  at.db[share_workspace_statuses_sql].each(
      [&](const auto& columns) {
        const auto& [id, status] = columns.fields;
        // It has become active since it was read: the whole batch sees that the next time.
        if (status.view() == "active") throw write_conflict{};
        kept.emplace(id.view());
      },
      to_json(std::vector<std::string>(asked.begin(), asked.end())));
  return kept;
}

} // namespace

void hold_back_entries(writing& at, std::span<const bulk_entry> entries, bulk_replies& given) {
  const auto suspended = keep_all_suspended(at, entries);
  json::array rows;
  for (const auto& [place, command] : entries) {
    if (!suspended.contains(command->workspace.text())) {
      given[place] = write_reply{held_up{}};
      continue;
    }
    auto raw = raw_of(command->entry);
    const auto print = static_cast<std::int64_t>(fingerprint(raw));
    rows.push_back(json::object{{"place", place},
                                {"feed", command->feed},
                                {"number", key_text(command->entry.account_number)},
                                {"source", key_text(command->entry.bank_reference)},
                                {"print", print},
                                {"detail", suspended_reason},
                                {"raw", std::move(raw)},
                                {"workspace", command->workspace.text()},
                                {"account", command->account_row}});
    recorded_entry reply;
    reply.result = entry_result::held;
    given[place] = write_reply{std::move(reply)};
  }
  if (rows.empty()) return;
  at.db[hold_entries_sql].run(to_millis(at.when.now), json::serialize(rows));
  PAYLINK_FAILPOINT(after_bulk_held);
}

} // namespace paylink
