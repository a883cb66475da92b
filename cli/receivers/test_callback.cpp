#include "cli/receivers/test_callback.hpp"

#include "domain/deliveries/callback.hpp"
#include "domain/values/ids.hpp"
#include "http/tools/callback_check.hpp"
#include "secrets/hmac.hpp"

#include <chrono>

namespace paylink::cli {
namespace {

using namespace std::chrono_literals;

// Beyond the limit by more than the clocks of two machines usually differ.
constexpr auto clocks_differ_by = 300s;
constexpr auto oldest_retry = 2166s; // the time of the tenth attempt with the default settings

std::string sortable(timestamp now, random_source& random) {
  const auto text = make_sortable_text(now, random);
  return {text.begin(), text.end()};
}

struct body_parts {
  std::string event_id, transaction, paid_at;
  std::string amount = "2000";
  std::string extra; ///< Further members whose names sort before `id`, each with a trailing comma.
};

std::string write_body(const body_parts& parts) {
  return R"({"amount":")" + parts.amount + R"(","currency":"VND",)" + parts.extra + R"("id":")" + parts.event_id +
         R"(","paid_at":")" + parts.paid_at +
         R"(","payment_link_id":"pl_test_000000000000000000000","public_id":"test_00000000000000000")"
         R"(,"reference":"PFSLTEST0000","status":"success","transaction_id":")" +
         parts.transaction + R"(","version":1})";
}

// The same object in another spelling: parsing and reserializing it gives other bytes.
std::string write_loosely(const body_parts& parts) {
  return "{ \"version\": 1,\r\n\t\"amount\": \"\\u0032000\", \"currency\": \"VND\", \"id\": \"" + parts.event_id +
         "\",\n  \"paid_at\": \"" + parts.paid_at +
         "\", \"payment_link_id\": \"pl_test_000000000000000000000\", \"public_id\": \"test_00000000000000000\",\n"
         "  \"reference\": \"PFSLTEST0000\", \"status\": \"success\", \"transaction_id\": \"" +
         parts.transaction + "\" }\n";
}

std::chrono::seconds age_of(endpoint_check check) {
  if (check == endpoint_check::late_repeat) return oldest_retry;
  if (check == endpoint_check::too_old) return std::chrono::seconds{callback_age_max} + clocks_differ_by;
  if (check == endpoint_check::too_far_ahead) return -std::chrono::seconds{callback_lead_max} - clocks_differ_by;
  return 0s;
}

std::string key_of(endpoint_check check, std::span<const std::string> keys, const std::string& chance) {
  if (check == endpoint_check::wrong_signature) return "plsk_wrong_" + chance;
  if (check == endpoint_check::previous_key) return keys[1];
  return keys[0];
}

} // namespace

test_callback make_test_callback(endpoint_check check, std::span<const std::string> keys, timestamp now,
                                 random_source& random) {
  const auto signed_time = now - age_of(check);
  body_parts parts{.event_id = "evt_test_" + sortable(now, random),
                   .transaction = "txn_test_" + sortable(now, random),
                   .paid_at = format_rfc3339(signed_time),
                   .extra = {}};
  if (check == endpoint_check::unknown_member) parts.extra = R"("future":{"since":2},)";

  test_callback made;
  made.event_id = parts.event_id;
  made.signed_at = unix_seconds(signed_time);
  made.body = check == endpoint_check::raw_bytes ? write_loosely(parts) : write_body(parts);
  if (check != endpoint_check::no_signature)
    made.signature = hmac_sha256{key_of(check, keys, parts.transaction)}.hex({signed_data(made.signed_at, made.body)});
  if (check == endpoint_check::late_repeat) made.attempt = 10;
  if (check == endpoint_check::slow_body) made.pieces = 5;
  if (check == endpoint_check::changed_body) {
    parts.amount = "2000000";
    made.body = write_body(parts);
  }
  return made;
}

} // namespace paylink::cli
