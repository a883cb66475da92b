#include "cli/receivers/test_webhook.hpp"

#include "domain/deliveries/callback.hpp"
#include "domain/values/ids.hpp"
#include "domain/webhooks/webhook_payload.hpp"
#include "http/tools/callback_check.hpp"
#include "secrets/hmac.hpp"

#include <chrono>

namespace paylink::cli {
namespace {

using namespace std::chrono_literals;

// Beyond the limit by more than the clocks of two machines usually differ.
constexpr auto beyond_limit = std::chrono::seconds{webhook_age_max} + 300s;
constexpr auto time_of_tenth_attempt = 2166s; // with the default settings

constexpr std::string_view odd_text = "\"Nguyễn Văn Ấn\" \\ trả tiền\t😀 <b>&'/\u2028\u00a0\ufeff\x01\x7f";

std::chrono::seconds age_of(endpoint_check check, std::chrono::seconds limit) {
  if (check == endpoint_check::too_old) return limit;
  return check == endpoint_check::too_far_ahead ? -limit : 0s;
}

std::string sign(const std::string& secret, std::int64_t signed_at, const std::string& body) {
  return hmac_sha256{secret}.hex({signed_data(signed_at, body)});
}

} // namespace

test_callback make_test_webhook(endpoint_check check, std::span<const std::string> secrets,
                                std::span<const std::string> api_keys, timestamp now, random_source& random) {
  const auto sortable = make_sortable_text(now, random);
  const auto id = "txn_test_" + std::string{sortable.begin(), sortable.end()};
  transaction_event_facts facts{.transaction_id = id,
                                .account_id = "ba_test_000000000000000000000",
                                .bank = "MB",
                                .account_number = "0123456789",
                                .amount = money{2000},
                                .content = check == endpoint_check::odd_text ? odd_text : "PFSLTEST0000 test",
                                .occurred_at =
                                    check == endpoint_check::late_repeat ? now - time_of_tenth_attempt : now};
  const std::size_t pair = check == endpoint_check::previous_key ? 1 : 0;

  test_callback made;
  made.event_id = id;
  made.signed_at = unix_seconds(now - age_of(check, beyond_limit));
  made.body = webhook_payload(facts);
  if (check == endpoint_check::unknown_member) // where it is in the order of the keys
    made.body.insert(made.body.find(R"("transaction_date")"), R"("future":{"since":2},)");
  if (check != endpoint_check::no_signature)
    made.signature =
        sign(check == endpoint_check::wrong_signature ? "whs_wrong_" + id : secrets[pair], made.signed_at, made.body);
  if (check != endpoint_check::no_api_key)
    made.api_key = check == endpoint_check::wrong_api_key ? "whk_wrong_" + id : api_keys[pair];
  if (check == endpoint_check::late_repeat) made.attempt = 10;
  if (check == endpoint_check::slow_body) made.pieces = 5;
  if (check == endpoint_check::changed_body) {
    facts.amount = money{2'000'000};
    made.body = webhook_payload(facts);
  }
  return made;
}

test_callback next_attempt_of(const test_callback& webhook, const std::string& secret, timestamp now) {
  auto next = webhook;
  ++next.attempt;
  next.signed_at = unix_seconds(now);
  next.signature = sign(secret, next.signed_at, next.body);
  return next;
}

} // namespace paylink::cli
