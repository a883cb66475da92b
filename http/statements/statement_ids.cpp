#include "http/statements/statement_ids.hpp"

#include "domain/values/local_time.hpp"
#include "http/feeds/entry_reference.hpp"

namespace paylink {

namespace {

/// Of equal entries each has its number behind its reference.
std::string key_of(const bank_entry& entry) {
  return entry.account_number + '|' + vietnam_date(entry.occurred_at) + signed_amount(entry) + '|' +
         entry.bank_reference;
}

} // namespace

void statement_ids::expect(const bank_entry& entry) { ++expected_[key_of(entry)]; }

std::string statement_ids::name(const bank_entry& entry) {
  auto name = vietnam_date(entry.occurred_at) + what_is_said(entry);
  const int times = ++seen_[entry.account_number + '|' + name];
  name += '#' + std::to_string(times);
  if (entry_references::is_made_up(entry.bank_reference)) return name;
  const auto with_it = expected_.find(key_of(entry));
  const bool names_one = with_it == expected_.end() || with_it->second == 1;
  return name.append(names_one ? "|=" : "|").append(form_).append(":").append(entry.bank_reference);
}

} // namespace paylink
