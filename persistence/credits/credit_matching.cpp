#include "persistence/credits/credit_matching.hpp"

#include "persistence/links/link_row.hpp"

namespace paylink {
namespace {

std::string by_references_sql(dialect spoken, std::string_view table) {
  return "SELECT reference, account_row FROM " + std::string{table} + " WHERE reference" +
         std::string{is_among_numbers(spoken)};
}

/// The one known reference of the credit that belongs to its account; two of them are ambiguous.
template <class Known>
link_match match_references(const credit_clue& credit, const Known& known) {
  link_match match;
  for (const auto& candidate : credit.candidates) {
    const auto found = known.find(stored_reference(candidate));
    if (found == known.end() || found->second != credit.account_row) continue;
    if (match.link && match.link != candidate) return {.ambiguous = true};
    match.link = candidate;
  }
  return match;
}

} // namespace

credit_matching::credit_matching(soci::session& session, dialect spoken)
    : by_references_{session, by_references_sql(spoken, "payment_links")},
      orders_by_references_{session, by_references_sql(spoken, "orders")},
      virtual_account_{session, "SELECT row FROM virtual_accounts WHERE account_row = :account AND number = :number"} {}

std::vector<link_match> credit_matching::match(std::span<const credit_clue> credits) {
  const auto known = find_known(credits);
  std::vector<link_match> matches;
  matches.reserve(credits.size());
  for (const auto& credit : credits) {
    auto match = match_references(credit, known);
    match.virtual_account_row = find_virtual_account(credit);
    matches.push_back(match);
  }
  return matches;
}

credit_matching::known_links credit_matching::find_known(std::span<const credit_clue> credits) {
  known_links known;
  for (const auto kind : {reference_kind::payment_link, reference_kind::order}) find_known(credits, kind, known);
  return known;
}

void credit_matching::find_known(std::span<const credit_clue> credits, reference_kind kind, known_links& known) {
  std::string wanted = "[";
  for (const auto& credit : credits)
    for (const auto& candidate : credit.candidates) {
      if (candidate.kind != kind) continue;
      if (wanted.size() > 1) wanted += ',';
      wanted += std::to_string(stored_reference(candidate));
    }
  if (wanted.size() == 1) return;
  wanted += ']';
  auto& by_references = kind == reference_kind::order ? orders_by_references_ : by_references_;
  by_references.each(
      [&](const auto& columns) {
        const auto& [reference, account] = columns.fields;
        known[reference.value] = account.value;
      },
      wanted);
}

std::int64_t credit_matching::find_virtual_account(const credit_clue& credit) {
  if (credit.virtual_account_number.empty()) return 0;
  return virtual_account_.first(credit.account_row, credit.virtual_account_number) ? virtual_account_.column<0>().value
                                                                                   : 0;
}

} // namespace paylink
