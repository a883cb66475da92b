#include "domain/deliveries/callback.hpp"

#include "domain/values/decimal.hpp"

namespace paylink {

std::string callback_body(const callback_facts& facts) {
  // No value here needs escaping: they are ids, digits and a time.
  std::string body;
  body.reserve(384);
  body += R"({"amount":")";
  append_decimal(body, facts.received.dong);
  body += R"(","currency":"VND","id":")";
  body += facts.event.view();
  body += R"(","paid_at":")";
  body += format_rfc3339(facts.paid_at);
  body += R"(","payment_link_id":")";
  body += facts.link.view();
  body += R"(","public_id":")";
  body += facts.public_id;
  body += R"(","reference":")";
  body += facts.reference.text();
  body += R"(","status":"success","transaction_id":")";
  body += facts.transaction.view();
  body += R"(","version":1})";
  return body;
}

std::string signed_data(std::int64_t signed_at, std::string_view body) {
  std::string data;
  data.reserve(body.size() + 21);
  append_decimal(data, signed_at);
  data += '.';
  data += body;
  return data;
}

} // namespace paylink
