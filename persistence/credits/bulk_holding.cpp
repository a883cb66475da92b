#include "persistence/credits/bulk_holding.hpp"

#include "domain/values/fingerprint.hpp"
#include "failpoints/failpoint.hpp"
#include "persistence/raw/raw_entry.hpp"
#include "persistence/sql/dialect.hpp"
#include "persistence/sql/storable_text.hpp"

#include <boost/json.hpp>

namespace paylink {

namespace json = boost::json;

namespace {

// A Workspace that another transaction is suspending or reactivating is skipped.
std::string share_statuses_sql() {
  return "SELECT id, status FROM workspaces WHERE id" + std::string{is_among_texts(dialect::postgresql)} +
         " FOR SHARE SKIP LOCKED";
}

// In the order of the batch: held entries are taken up in the order of their rows.
constexpr const char* hold_sql =
    "INSERT INTO kept_entries (feed, account_number, source_id, status, reason, fingerprint, detail, raw, "
    "workspace_id, account_row, received_at) SELECT feed, number, source, 'booked', 'held', print, detail, raw, "
    "workspace, account, CAST(:now AS BIGINT) FROM json_to_recordset(CAST(:entries AS json)) AS w (place INT, feed "
    "TEXT COLLATE \"C\", number TEXT COLLATE \"C\", source TEXT COLLATE \"C\", print BIGINT, detail TEXT, raw TEXT, "
    "workspace TEXT COLLATE \"C\", account BIGINT) ORDER BY place ON CONFLICT DO NOTHING";

} // namespace

bulk_holding::bulk_holding(soci::session& session)
    : share_statuses_{session, share_statuses_sql()}, hold_{session, hold_sql} {}

std::set<std::string> bulk_holding::keep_suspended(std::span<const bulk_entry> entries) {
  std::set<std::string> asked, kept;
  for (const auto& one : entries) asked.insert(one.command->workspace.text());
  share_statuses_.each(
      [&](const auto& columns) {
        const auto& [id, status] = columns.fields;
        // It has become active since it was read: the whole batch sees that the next time.
        if (status.view() == "active") throw write_conflict{};
        kept.emplace(id.view());
      },
      to_json(std::vector<std::string>(asked.begin(), asked.end())));
  return kept;
}

void bulk_holding::hold_back(std::span<const bulk_entry> entries, timestamp now, bulk_replies& given) {
  const auto suspended = keep_suspended(entries);
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
  hold_.run(to_millis(now), json::serialize(rows));
  PAYLINK_FAILPOINT(after_bulk_held);
}

} // namespace paylink
