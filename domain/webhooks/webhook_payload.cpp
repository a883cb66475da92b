#include "domain/webhooks/webhook_payload.hpp"

#include "domain/values/decimal.hpp"
#include "domain/values/json_string.hpp"

namespace paylink {

std::string webhook_payload(const transaction_event_facts& facts) {
  std::string body;
  body.reserve(288 + facts.content.size());
  body += R"({"account_id":)";
  append_json_string(body, facts.account_id);
  body += R"(,"amount":)";
  append_decimal(body, facts.amount.dong);
  body += R"(,"bank":)";
  append_json_string(body, facts.bank);
  body += R"(,"bank_account_number":)";
  append_json_string(body, facts.account_number);
  body += R"(,"content":)";
  append_json_string(body, facts.content);
  body += R"(,"transaction_date":)";
  append_json_string(body, format_rfc3339(facts.occurred_at));
  body += R"(,"transaction_id":)";
  append_json_string(body, facts.transaction_id);
  body += R"(,"transfer_type":)";
  append_json_string(body, to_text(facts.type));
  body += facts.is_unproven ? R"(,"unproven":true})" : "}";
  return body;
}

std::string webhook_payload(const order_event_facts& facts) {
  std::string body;
  body.reserve(160 + facts.customer_email.size());
  body += R"({"amount":)";
  append_decimal(body, facts.amount.dong);
  if (facts.created_at) {
    body += R"(,"created_at":)";
    append_json_string(body, format_rfc3339(*facts.created_at));
  }
  if (!facts.customer_email.empty()) {
    body += R"(,"customer_email":)";
    append_json_string(body, facts.customer_email);
  }
  body += R"(,"order_id":)";
  append_json_string(body, facts.order_id);
  body += facts.is_success ? R"(,"status":"success"})" : R"(,"status":"failed"})";
  return body;
}

} // namespace paylink
