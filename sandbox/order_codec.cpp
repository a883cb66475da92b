#include "domain/values/money.hpp"
#include "sandbox/books/payment.hpp"
#include "sandbox/pages/web_page.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>

#include <charconv>

namespace paylink::sandbox {
namespace json = boost::json;
namespace {

constexpr int repeat_max = 100;
constexpr int delay_ms_max = 86'400'000;

// One named value of an order, as text: forms know nothing else.
void take_member(decoded_order& out, std::string_view name, const std::string& text) {
  auto& order = out.order;
  auto fault = [&](const char* code, const char* message) { out.faults.push_back({std::string{name}, code, message}); };
  auto take_count = [&](int& into, int max) {
    auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), into);
    if (failed != std::errc{} || end != text.data() + text.size() || into < 0 || into > max)
      fault("format", "must be a whole number in its range");
  };
  auto take_flag = [&](bool& into, std::string_view no, std::string_view yes) {
    if (text == yes)
      into = true;
    else if (text != no)
      fault("format", "is not an allowed value");
  };
  if (name == "link")
    order.link = text;
  else if (name == "reference")
    order.reference = text;
  else if (name == "account_number")
    order.account_number = text;
  else if (name == "bank")
    order.bank = text;
  else if (name == "content")
    order.content = text;
  else if (name == "repeat")
    take_count(order.repeat, repeat_max);
  else if (name == "delay_ms")
    take_count(order.delay_ms, delay_ms_max);
  else if (name == "shuffle")
    take_flag(order.shuffle, "false", "true");
  else if (name == "lose")
    take_flag(order.lose, "false", "true");
  else if (name == "change")
    take_flag(order.change, "false", "true");
  else if (name == "format") {
    order.format = parse_feed_format(text);
    if (!order.format) fault("format", "must be native, camt054, sepay or casso");
  } else if (name == "status")
    take_flag(order.is_rejected, "booked", "rejected");
  else if (name == "transfer_type")
    take_flag(order.is_debit, "credit", "debit");
  else if (name == "amount") {
    if (auto amount = parse_money(text))
      order.amount = amount->dong;
    else
      fault("format", "must be a whole number of VND, digits only");
  } else
    fault("unknown_member", "is not a member of a payment");
}

} // namespace

decoded_order decode_order_json(std::string_view body) {
  decoded_order out;
  boost::system::error_code failed;
  auto document = json::parse(json::string_view{body.data(), body.size()}, failed);
  if (failed || !document.is_object()) {
    out.faults.push_back({"", "type", "the body must be a JSON object"});
    return out;
  }
  for (const auto& member : document.get_object()) {
    const auto& value = member.value();
    std::string name{member.key()};
    if (value.is_string())
      take_member(out, name, std::string{value.get_string()});
    else if (value.is_int64())
      take_member(out, name, std::to_string(value.get_int64()));
    else if (value.is_bool())
      take_member(out, name, value.get_bool() ? "true" : "false");
    else
      out.faults.push_back({std::move(name), "type", "must be text, a whole number, true or false"});
  }
  return out;
}

decoded_order decode_order_form(std::string_view body) {
  decoded_order out;
  for (const auto& [name, value] : decode_form(body)) take_member(out, name, value);
  return out;
}

} // namespace paylink::sandbox
