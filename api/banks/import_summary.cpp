#include "api/banks/import_summary.hpp"

#include "domain/values/money.hpp"

#include <algorithm>

namespace paylink {

namespace {

constexpr std::size_t explained_max = 20; ///< Unusable entries that a refusal names.

void append_balance(record_writer& to, std::string_view name, std::optional<std::int64_t> dong) {
  to.text_or_null(name, dong ? std::to_string(*dong) : std::string{});
}

} // namespace

void import_summary::note_balances(const bank_statement& read, std::string_view account_number) {
  for (const auto& one : read.balances) {
    if (one.account_number != account_number) continue;
    if (one.is == account_balance::kind::opening && !opening) opening = one.dong;
    if (one.is == account_balance::kind::closing) closing = one.dong;
  }
}

void import_summary::add(const bank_entry& entry) {
  auto& sum = entry.type == transfer_type::credit ? credits : debits;
  sum = capped_sum(sum, entry.amount.dong);
}

std::optional<std::int64_t> import_summary::unexplained() const {
  if (!opening || !closing) return std::nullopt;
  return capped_sum(capped_sum(*closing - *opening, -credits), debits);
}

field_faults import_summary::faults_of_balances(const std::optional<std::string>& accepted) const {
  const auto left = unexplained();
  if (!left || *left == 0) {
    if (!accepted) return {};
    return {{"unexplained_amount", "not_needed",
             left ? "The statement's balances agree with its entries: leave unexplained_amount out."
                  : "The statement does not have both balances, so no difference can be computed: leave "
                    "unexplained_amount out."}};
  }
  const auto amount = std::to_string(*left);
  if (accepted == amount) return {};
  field_faults found{{"unexplained_amount", "unexplained",
                      "The balances of the statement differ from its entries by " + amount +
                          " VND. Nothing was recorded. Export the statement again with all its entries. To record it "
                          "as it is, repeat the call with unexplained_amount set to " +
                          amount + ".",
                      amount}};
  for (const auto& one : shown) {
    if (found.size() > explained_max) break;
    found.push_back(
        {"statement", "format", "Entry " + std::to_string(one.place) + " cannot be read: " + one.reason + "."});
  }
  return found;
}

void import_summary::append_counts(record_writer& to, const std::vector<entry_answer>& answers) const {
  const auto count = [&](entry_result result) { return std::ranges::count(answers, result, &entry_answer::result); };
  to.number("entries", static_cast<std::int64_t>(entries))
      .number("recorded", count(entry_result::recorded))
      .number("unconfirmed", std::ranges::count(answers, true, &entry_answer::is_unconfirmed))
      .number("duplicate", count(entry_result::duplicate))
      .number("held", count(entry_result::held))
      .number("ignored", static_cast<std::int64_t>(ignored))
      .number("unusable", static_cast<std::int64_t>(unusable));
}

void import_summary::append_balances(record_writer& to) const {
  append_balance(to, "opening_balance", opening);
  append_balance(to, "closing_balance", closing);
  append_balance(to, "unexplained_amount", unexplained());
}

void import_summary::append_file(record_writer& to) const {
  to.text("format", format)
      .text("sha256", sha256)
      .text("credits", std::to_string(credits))
      .text("debits", std::to_string(debits))
      .flag("completes", completes);
  append_balances(to);
}

std::string import_summary::described() const {
  std::string text;
  record_writer record{text};
  append_file(record);
  record.number("entries", static_cast<std::int64_t>(entries)).close();
  return text;
}

std::string import_summary::described(const std::vector<entry_answer>& answers) const {
  std::string text;
  record_writer record{text};
  append_file(record);
  append_counts(record, answers);
  record.close();
  return text;
}

} // namespace paylink
