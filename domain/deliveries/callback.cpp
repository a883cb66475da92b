#include "domain/deliveries/callback.hpp"

#include "domain/values/decimal.hpp"

#include <array>

namespace paylink {

namespace {

// What stands behind the backslash for each byte; 0: the byte needs none, 'u': it is written as \u00xx.
constexpr std::array<char, 256> json_escapes = [] {
  std::array<char, 256> escapes{};
  for (std::size_t control = 0; control < 0x20; ++control) escapes[control] = 'u';
  escapes['\b'] = 'b';
  escapes['\t'] = 't';
  escapes['\n'] = 'n';
  escapes['\f'] = 'f';
  escapes['\r'] = 'r';
  escapes['"'] = '"';
  escapes['\\'] = '\\';
  return escapes;
}();

} // namespace

std::string callback_body(const callback_facts& facts) {
  // No value here holds a character that JSON escapes: they are ids, digits and a time.
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

void append_json_string(std::string& out, std::string_view text) {
  constexpr std::string_view digits = "0123456789abcdef";
  out += '"';
  std::size_t written = 0;
  for (std::size_t place = 0; place < text.size(); ++place) {
    const auto byte = static_cast<unsigned char>(text[place]);
    const char escape = json_escapes[byte];
    if (escape == 0) continue;
    out.append(text, written, place - written);
    out += '\\';
    out += escape;
    if (escape == 'u') out += {'0', '0', digits[byte >> 4], digits[byte & 15]};
    written = place + 1;
  }
  out.append(text, written);
  out += '"';
}

} // namespace paylink
