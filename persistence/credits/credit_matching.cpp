#include "persistence/credits/credit_matching.hpp"

#include "persistence/context/reading.hpp"
#include "persistence/links/link_row.hpp"

#include <unordered_map>

namespace paylink {
namespace {

using known_links = std::unordered_map<std::int64_t, std::int64_t>; ///< Accounts by stored reference; of orders too.

std::string by_references_sql(dialect spoken, std::string_view table) {
  return "SELECT reference, account_row FROM " + std::string{table} + " WHERE reference" +
         std::string{is_among_numbers(spoken)};
}

using by_references_signature = sql_row<sql_number, sql_number>(sql_text);
const sql_statement<by_references_signature> links_by_references_sql{
    [](dialect spoken) { return by_references_sql(spoken, "payment_links"); }};
const sql_statement<by_references_signature> orders_by_references_sql{
    [](dialect spoken) { return by_references_sql(spoken, "orders"); }};

const sql_statement<sql_row<sql_number>(sql_number, sql_text)> match_virtual_account_sql{
    "SELECT row FROM virtual_accounts WHERE account_row = :account AND number = :number"};

/// The one known reference of the credit that belongs to its account; two of them are ambiguous.
link_match match_references(const credit_clue& credit, const known_links& known) {
  link_match match;
  for (const auto& candidate : credit.candidates) {
    const auto found = known.find(stored_reference(candidate));
    if (found == known.end() || found->second != credit.account_row) continue;
    if (match.link && match.link != candidate) return {.ambiguous = true};
    match.link = candidate;
  }
  return match;
}

/// Adds the accounts of those of one kind.
void find_known_links(connection& db, std::span<const credit_clue> credits, reference_kind kind, known_links& known) {
  std::string wanted = "[";
  for (const auto& credit : credits)
    for (const auto& candidate : credit.candidates) {
      if (candidate.kind != kind) continue;
      if (wanted.size() > 1) wanted += ',';
      wanted += std::to_string(stored_reference(candidate));
    }
  if (wanted.size() == 1) return;
  wanted += ']';
  db[kind == reference_kind::order ? orders_by_references_sql : links_by_references_sql].each(
      [&](const auto& columns) {
        const auto& [reference, account] = columns.fields;
        known[reference.value] = account.value;
      },
      wanted);
}

std::int64_t match_virtual_account(connection& db, const credit_clue& credit) {
  if (credit.virtual_account_number.empty()) return 0;
  auto& found = db[match_virtual_account_sql];
  return found.first(credit.account_row, credit.virtual_account_number) ? found.column<0>().value : 0;
}

} // namespace

std::vector<link_match> match_credits(connection& db, std::span<const credit_clue> credits) {
  known_links known;
  for (const auto kind : {reference_kind::payment_link, reference_kind::order})
    find_known_links(db, credits, kind, known);
  std::vector<link_match> matches;
  matches.reserve(credits.size());
  for (const auto& credit : credits) {
    auto match = match_references(credit, known);
    match.virtual_account_row = match_virtual_account(db, credit);
    matches.push_back(match);
  }
  return matches;
}

std::vector<link_match> answer(reading& at, const match_links& wanted) { return match_credits(at.db, wanted.credits); }

} // namespace paylink
