// The webhook of SePay, an aggregator: one transaction, in local time, with an API key and a signature.
#include "sandbox/formats/feed_format.hpp"
#include "sandbox/formats/vietnam_time.hpp"
#include "secrets/hmac.hpp"

#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>

namespace paylink::sandbox {
namespace json = boost::json;

encoded_entry encode_sepay(const bank_entry& entry, const feed_occasion& when) {
  const auto* bank = find_bank_by_bin(bin_heard_on(when.feed, entry.bin));
  json::object body{{"id", aggregator_id(entry)},
                    {"gateway", bank ? bank->short_name : when.feed},
                    {"transactionDate", local_time_text(entry.occurred_at)},
                    {"accountNumber", entry.account_number},
                    {"subAccount", nullptr},
                    {"code", nullptr},
                    {"content", entry.content},
                    {"transferType", entry.type == transfer_type::credit ? "in" : "out"},
                    {"description", "BankAPINotify " + entry.content},
                    {"transferAmount", entry.amount.dong},
                    {"accumulated", 0},
                    {"referenceCode", entry.bank_reference}};
  if (!entry.virtual_account_number.empty()) body["subAccount"] = entry.virtual_account_number;
  encoded_entry out{.content_type = "application/json", .body = json::serialize(body), .headers = {}};
  const auto seconds = std::to_string(unix_seconds(when.now));
  out.headers = {{"Authorization", "Apikey " + std::string{when.secret}},
                 {"X-SePay-Timestamp", seconds},
                 {"X-SePay-Signature", "sha256=" + hmac_sha256{when.secret}.hex({seconds, ".", out.body})}};
  return out;
}

} // namespace paylink::sandbox
