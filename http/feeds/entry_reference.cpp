#include "http/feeds/entry_reference.hpp"

#include "domain/links/reference.hpp"
#include "domain/values/fingerprint.hpp"
#include "domain/values/local_time.hpp"

#include <array>
#include <cstdio>

namespace paylink {

std::string short_print(std::string_view text) {
  std::array<char, 17> digits{};
  std::snprintf(digits.data(), digits.size(), "%016llx", static_cast<unsigned long long>(fingerprint(text)));
  return digits.data();
}

std::string signed_amount(const bank_entry& entry) {
  return (entry.type == transfer_type::debit ? '-' : '+') + to_digits(entry.amount);
}

std::string what_is_said(const bank_entry& entry) {
  return signed_amount(entry) + '~' + short_print(fold_transfer_text(entry.content));
}

std::string entry_references::dated(std::string_view reference, const bank_entry& entry) {
  return std::string{reference} + '@' + vietnam_date(entry.occurred_at);
}

std::string entry_references::made_up(const bank_entry& entry, std::string_view payer) {
  const auto said = format_rfc3339(entry.occurred_at) + '|' + std::string{payer} + '|' + entry.content;
  return numbered(signed_amount(entry) + '~' + short_print(said), entry);
}

bool entry_references::is_made_up(std::string_view reference) {
  const auto digits = reference.find_first_not_of("0123456789", 1);
  return !reference.empty() && (reference.front() == '+' || reference.front() == '-') && digits != reference.npos &&
         reference[digits] == '~';
}

std::string entry_references::numbered(std::string_view reference, const bank_entry& entry) {
  std::string text{reference};
  const int times = ++seen_[entry.account_number + '|' + what_is_said(entry) + '|' + dated(reference, entry)];
  return times == 1 ? text : text + '#' + std::to_string(times);
}

} // namespace paylink
