#include "persistence/transactions/transaction_writes.hpp"

#include "domain/values/json_string.hpp"
#include "persistence/links/link_row.hpp"

namespace paylink {
namespace {

constexpr const char* annotate_sql =
    "UPDATE transactions SET note = COALESCE(:note, note), settled = COALESCE(:settled, settled) WHERE row = :row";

/// What the audit log tells of the notes about a transaction.
std::string described(const bank_transaction& transaction) {
  std::string text = R"({"note":)";
  append_json_string(text, transaction.note);
  return text.append(R"(,"settled":)").append(transaction.settled ? "true}" : "false}");
}

// Of several, which is next to impossible, the newest.
std::string note_likely_sql(dialect spoken) {
  return "UPDATE transactions SET likely_link_row = (SELECT MAX(l.row + 0) FROM payment_links l WHERE l.account_row = "
         ":account AND l.reference" +
         std::string{is_among_numbers(spoken)} + ") WHERE row = :row";
}

} // namespace

transaction_writes::transaction_writes(soci::session& session, dialect spoken, audit_writes& log)
    : log_{log}, annotate_{session, annotate_sql}, find_{session, transaction_row::find_sql(spoken)}, whole_{session},
      note_likely_{session, note_likely_sql(spoken)} {}

result<bank_transaction> transaction_writes::carry_out(const annotate_transaction& command, const moment& when) {
  const auto settled = command.settled ? std::optional<std::int64_t>{*command.settled ? 1 : 0} : std::nullopt;
  const auto find = [&] {
    return transaction_place{command.workspace, command.transaction}.with_parameters(
        [&](const auto&... place) { return find_.first(place..., command.transaction.view()); });
  };
  if (!find()) return errc::not_found;
  const auto before = find_.out().read();
  annotate_.run(command.note, settled, find_.out().row.value);
  find();
  auto after = find_.out().read();
  auto was = described(before), became = described(after);
  if (was != became)
    log_.note(command.by,
              {command.workspace.view(), "transaction.annotated", command.transaction.view(), std::move(was),
               std::move(became)},
              when.now);
  return whole_.complete(std::move(after));
}

void transaction_writes::note_near_miss(const record_entry& command, std::int64_t transaction_row) {
  if (command.entry.type != transfer_type::credit || command.ambiguous) return;
  const auto near = find_near_references(command.entry.searched_text());
  if (near.empty()) return;
  std::string numbers = "[";
  for (const auto& candidate : near)
    numbers.append(numbers.size() > 1 ? "," : "").append(std::to_string(stored_reference(candidate)));
  note_likely_.run(command.account_row, numbers + "]", transaction_row);
}

} // namespace paylink
