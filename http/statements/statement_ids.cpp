#include "http/statements/statement_ids.hpp"

#include "domain/links/reference.hpp"
#include "domain/values/local_time.hpp"
#include "http/feeds/entry_reference.hpp"

namespace paylink {

namespace {

std::string dated_amount(const bank_entry& entry) {
  const char sign = entry.type == transfer_type::debit ? '-' : '+';
  return vietnam_date(entry.occurred_at) + sign + to_digits(entry.amount);
}

/// Of equal entries each has its number behind its reference.
std::string key_of(const bank_entry& entry) {
  return entry.account_number + '|' + dated_amount(entry) + '|' + entry.bank_reference;
}

} // namespace

void statement_ids::expect(const bank_entry& entry) { ++expected_[key_of(entry)]; }

std::string statement_ids::name(const bank_entry& entry) {
  auto name = dated_amount(entry) + '~' + short_print(fold_transfer_text(entry.content));
  const int times = ++seen_[entry.account_number + '|' + name];
  name += '#' + std::to_string(times);
  if (entry_references::is_made_up(entry.bank_reference)) return name;
  const auto with_it = expected_.find(key_of(entry));
  const bool names_one = with_it == expected_.end() || with_it->second == 1;
  return name.append(names_one ? "|=" : "|").append(form_).append(":").append(entry.bank_reference);
}

} // namespace paylink
