// The webhook of Casso, an aggregator, version 2: one transaction, in local time, its members sorted for the signature.
#include "sandbox/formats/feed_format.hpp"
#include "sandbox/formats/vietnam_time.hpp"
#include "secrets/hmac.hpp"

#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>

namespace paylink::sandbox {
namespace json = boost::json;

encoded_entry encode_casso(const bank_entry& entry, const feed_occasion& when) {
  const auto* bank = find_bank_by_bin(bin_heard_on(when.feed, entry.bin));
  const bool is_credit = entry.type == transfer_type::credit;
  // The signature covers the document with its members sorted at every level; sent in this order, both are the same.
  const json::object body{{"data",
                           {{"accountNumber", entry.account_number},
                            {"amount", is_credit ? entry.amount.dong : -entry.amount.dong},
                            {"bankAbbreviation", bank ? bank->code : when.feed},
                            {"bankName", bank ? bank->short_name : when.feed},
                            {"counterAccountBankId", ""},
                            {"counterAccountBankName", ""},
                            {"counterAccountName", ""},
                            {"counterAccountNumber", ""},
                            {"description", entry.content},
                            {"id", aggregator_id(entry)},
                            {"reference", entry.bank_reference},
                            {"runningBalance", 0},
                            {"transactionDateTime", local_time_text(entry.occurred_at)},
                            {"virtualAccountName", ""},
                            {"virtualAccountNumber", entry.virtual_account_number}}},
                          {"error", 0}};
  encoded_entry out{.content_type = "application/json", .body = json::serialize(body), .headers = {}};
  const auto millis = std::to_string(to_millis(when.now));
  out.headers = {{"X-Casso-Signature", "t=" + millis + ",v1=" + hmac_sha512_hex(when.secret, millis + "." + out.body)}};
  return out;
}

} // namespace paylink::sandbox
