#include "http/tools/received_event.hpp"
#include "domain/webhooks/webhook_event.hpp"
#include "http/wire/json_members.hpp"

#include <boost/json/parse.hpp>

#include <algorithm>

namespace paylink {
namespace json = boost::json;
namespace {

// 1 to 100 visible ASCII characters.
bool is_event_id(std::string_view text) {
  return !text.empty() && text.size() <= 100 && std::ranges::all_of(text, [](char c) { return c > 0x20 && c < 0x7f; });
}

// An order's id may be any text of the merchant's; a list of ids has one word for each.
std::string as_one_word(std::string_view text) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  std::string word;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte > 0x20 && byte < 0x7f && c != '%')
      word += c;
    else
      word.append({'%', digits[byte >> 4], digits[byte & 15]});
  }
  return word;
}

bool is_positive_integer(const json::object& body, std::string_view name) {
  const auto* value = body.if_contains(name);
  return value && value->is_int64() && value->get_int64() > 0;
}

std::string read_callback_body(const http_request& request, const std::string& header_prefix, received_event& out) {
  out.id = request.header(header_prefix + "event-id");
  if (!is_event_id(out.id)) return "the event id is missing";
  if (text_at(out.body, "id") != out.id) return "the body's id differs from the header's";
  return {};
}

// The name of the event is not sent: the direction or the status tells it.
std::string read_webhook_body(received_event& out) {
  if (!is_positive_integer(out.body, "amount")) return "the amount is not a positive integer";
  const auto transaction = text_at(out.body, "transaction_id"), order = text_at(out.body, "order_id");
  if (!transaction.empty()) {
    out.id = transaction;
    out.name = "transaction." + text_at(out.body, "transfer_type");
  } else if (!order.empty()) {
    out.id = as_one_word(order) + ":" + text_at(out.body, "status");
    out.name = "order." + text_at(out.body, "status");
  } else {
    return "there is no transaction_id and no order_id";
  }
  if (!parse_webhook_event(out.name)) return "the transfer_type or status is unknown";
  if (!transaction.empty() && !is_event_id(transaction)) return "the transaction_id is not an id";
  return {};
}

std::string problem_of(const http_request& request, const receiver_keys& known, const std::string& header_prefix,
                       std::int64_t now, received_event& out) {
  const bool is_webhook = known.kind == received_kind::webhook;
  out.refusal = 405;
  if (request.method != http_method::post) return "not a POST";
  out.attempt = request.header(header_prefix + "attempt");
  if (!is_webhook) out.id = request.header(header_prefix + "event-id");
  out.refusal = 401;
  if (is_webhook && !is_api_key(request.header("x-client-api-key"), known.api_keys))
    return request.header("x-client-api-key").empty() ? "the API key is missing" : "the API key is wrong";
  const auto signed_at = request.header(header_prefix + "timestamp"),
             signature = request.header(header_prefix + "signature");
  if (signed_at.empty() || signature.empty()) return "the signature headers are missing";
  const auto verdict = check_callback(signed_at, request.body, signature, known.keys, now, known.kind);
  if (verdict != callback_verdict::verified) return std::string{to_text(verdict, known.kind)};

  out.refusal = 400;
  boost::system::error_code failed;
  auto document = json::parse(request.body, failed);
  if (failed || !document.is_object()) return "the body is not a JSON object";
  out.body = std::move(document.get_object());
  return is_webhook ? read_webhook_body(out) : read_callback_body(request, header_prefix, out);
}

} // namespace

received_event read_event(const http_request& request, const receiver_keys& known, const std::string& header_prefix,
                          std::int64_t now) {
  received_event event;
  event.problem = problem_of(request, known, header_prefix, now, event);
  return event;
}

} // namespace paylink
