#include "http/statements/statement_ids.hpp"

#include "domain/links/reference.hpp"
#include "domain/values/local_time.hpp"
#include "http/feeds/entry_reference.hpp"

namespace paylink {

std::string statement_ids::name(const bank_entry& entry) {
  const char sign = entry.type == transfer_type::debit ? '-' : '+';
  auto name = vietnam_date(entry.occurred_at) + sign + to_digits(entry.amount) + '~' +
              short_print(fold_transfer_text(entry.content));
  const int times = ++seen_[entry.account_number + '|' + name];
  name += '#' + std::to_string(times);
  if (!entry_references::is_made_up(entry.bank_reference))
    name.append("|").append(form_).append(":").append(entry.bank_reference);
  return name;
}

} // namespace paylink
