#include "persistence/credits/raw_entry.hpp"

#include "domain/values/time.hpp"

#include <boost/json.hpp>

namespace paylink {

std::string raw_of(const bank_entry& entry) {
  boost::json::object raw{{"bank_reference", entry.bank_reference}};
  if (!entry.bin.empty()) raw["bin"] = entry.bin;
  raw["account_number"] = entry.account_number;
  if (!entry.virtual_account_number.empty()) raw["virtual_account_number"] = entry.virtual_account_number;
  raw["amount"] = entry.amount.dong;
  raw["transfer_type"] = to_text(entry.type);
  raw["content"] = entry.content;
  raw["occurred_at"] = format_rfc3339(entry.occurred_at);
  raw["status"] = entry.status == entry_status::rejected ? "rejected" : "booked";
  return boost::json::serialize(raw);
}

} // namespace paylink
