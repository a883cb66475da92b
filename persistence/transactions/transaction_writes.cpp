#include "persistence/transactions/transaction_writes.hpp"

#include "domain/values/json_string.hpp"
#include "persistence/audit/audit_writes.hpp"
#include "persistence/context/writing.hpp"
#include "persistence/links/link_row.hpp"
#include "persistence/transactions/transaction_row.hpp"

namespace paylink {
namespace {

const sql_statement<void(sql_text, sql_number, sql_number)> annotate_transaction_sql{
    "UPDATE transactions SET note = COALESCE(:note, note), settled = COALESCE(:settled, settled) WHERE row = :row"};

/// What the audit log tells of the notes about a transaction.
std::string described_notes(const bank_transaction& transaction) {
  std::string text = R"({"note":)";
  append_json_string(text, transaction.note);
  return text.append(R"(,"settled":)").append(transaction.settled ? "true}" : "false}");
}

// Of several, which is next to impossible, the newest.
const sql_statement<void(sql_number, sql_text, sql_number)> note_likely_link_sql{[](dialect spoken) {
  return "UPDATE transactions SET likely_link_row = (SELECT MAX(l.row + 0) FROM payment_links l WHERE l.account_row = "
         ":account AND l.reference" +
         std::string{is_among_numbers(spoken)} + ") WHERE row = :row";
}};

} // namespace

result<bank_transaction> carry_out(writing& at, const annotate_transaction& command) {
  const auto settled = command.settled ? std::optional<std::int64_t>{*command.settled ? 1 : 0} : std::nullopt;
  const auto before = read_transaction(at.db, command.workspace, command.transaction);
  if (!before) return errc::not_found;
  at.db[annotate_transaction_sql].run(command.note, settled, before->row);
  auto after = read_transaction(at.db, command.workspace, command.transaction).value();
  auto was = described_notes(*before), became = described_notes(after);
  if (was != became)
    at.audit.note(command.by,
                  {command.workspace.view(), "transaction.annotated", command.transaction.view(), std::move(was),
                   std::move(became)},
                  at.when.now);
  return with_whole_text(at.db, std::move(after));
}

void transaction_writes::note_near_miss(const record_entry& command, std::int64_t transaction_row) {
  if (command.entry.type != transfer_type::credit || command.ambiguous) return;
  const auto near = find_near_references(command.entry.searched_text());
  if (near.empty()) return;
  std::string numbers = "[";
  for (const auto& candidate : near)
    numbers.append(numbers.size() > 1 ? "," : "").append(std::to_string(stored_reference(candidate)));
  db_[note_likely_link_sql].run(command.account_row, numbers + "]", transaction_row);
}

} // namespace paylink
