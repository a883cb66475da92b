#include "persistence/credits/kept_entries.hpp"

#include "domain/banks/recorded_text.hpp"
#include "failpoints/failpoint.hpp"
#include "logging/log.hpp"
#include "persistence/credits/credit_matching.hpp"

namespace paylink {
namespace {

const sql_statement<void(sql_number, sql_text, sql_number)> note_kept_entry_processed_sql{
    "UPDATE kept_entries SET processed_at = :now, workspace_id = COALESCE(workspace_id, :workspace) WHERE row = :row"};

} // namespace

void complete_kept_entries(connection& db, std::vector<kept_entry>& found) {
  std::vector<credit_clue> clues;
  for (const auto& one : found) {
    credit_clue clue;
    if (one.command) {
      const auto& entry = one.command->entry;
      clue = {one.command->account_row, references_in(entry), entry.virtual_account_number};
    }
    clues.push_back(std::move(clue));
  }
  const auto matches = match_credits(db, clues);
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (!found[i].command) continue;
    auto& command = *found[i].command;
    command.virtual_account_row = matches[i].virtual_account_row;
    command.link = matches[i].link;
    command.ambiguous = matches[i].ambiguous;
    command.name_transaction();
  }
}

std::optional<result<write_reply>>
take_up_kept_entry(connection& db, const kept_entry& one,
                   const std::function<result<write_reply>(const record_entry&)>& record, timestamp now,
                   std::vector<recorded_entry>& settled) {
  if (one.command) {
    auto reply = record(*one.command);
    auto* recorded = reply ? std::get_if<recorded_entry>(&*reply) : nullptr;
    if (!recorded) return reply;
    settled.push_back(std::move(*recorded));
  } else {
    // Only a changed row can be unreadable: it stays, for a person to look at, and does not block those behind it.
    log::error("kept_entry.unreadable", {{"row", one.row}, {"advice", "check this row of kept_entries"}});
    settled.emplace_back().result = entry_result::invalid;
  }
  PAYLINK_FAILPOINT(after_kept_entry_settled);
  db[note_kept_entry_processed_sql].run(
      to_millis(now), one.command ? std::optional{one.command->workspace.text()} : std::nullopt, one.row);
  PAYLINK_FAILPOINT(after_kept_entry_noted);
  return std::nullopt;
}

} // namespace paylink
