#include "cli/receivers/event_listener.hpp"

#include "domain/deliveries/delivery.hpp"
#include "domain/values/ascii.hpp"
#include "http/wire/json_members.hpp"

#include <boost/json/serialize.hpp>

#include <ostream>

namespace paylink::cli {
namespace json = boost::json;
namespace {

using act = receiver_conduct::kind;

constexpr unsigned no_answer_behind = 502; // the service sends the event again

bool is_success(unsigned status) { return judge_status(static_cast<int>(status)) == verdict::acknowledged; }

std::string shown(const std::string& text) { return text.empty() ? "-" : printable(text); }

// What a person wants to know of a good event.
std::string summary_of(const received_event& one) {
  if (one.name.empty())
    return shown(text_at(one.body, "amount")) + " " + shown(text_at(one.body, "currency")) + "  " +
           shown(text_at(one.body, "reference")) + "  " + shown(text_at(one.body, "payment_link_id"));
  const bool is_transaction = one.body.contains("transaction_id");
  return one.name + "  " + json::serialize(one.body.at("amount")) + " VND  " +
         shown(text_at(one.body, is_transaction ? "content" : "customer_email"));
}

} // namespace

event_listener::event_listener(listener_options options, receiver_keys keys, seen_events& seen, terminal& at)
    : options_{std::move(options)}, header_prefix_{ascii_lowered("x-" + options_.brand + "-")}, keys_{std::move(keys)},
      seen_{seen}, at_{at} {
  if (!options_.forward_to.empty()) forwarder_ = std::make_unique<local_forwarder>(options_.forward_to);
}

// A repeated event is forwarded too: the application has to know it by itself, as it will without us.
receiver_conduct event_listener::forward(const http_request& request) {
  if (const auto status = forwarder_->forward(request)) return {act::answer, *status};
  at_.err << "not forwarded: " << printable(forwarder_->problem()) << std::endl;
  return {act::answer, no_answer_behind};
}

receiver_conduct event_listener::conduct_of(const received_event& one, const http_request& request) {
  if (!one.problem.empty()) return {act::answer, one.refusal};
  if (options_.hangs) return {act::hang, 0};
  const auto conduct = forwarder_ ? forward(request) : receiver_conduct{act::answer, options_.answer};
  const bool may_be_lost = !forwarder_ || is_success(conduct.status);
  if (may_be_lost && std::bernoulli_distribution{options_.loses}(dice_)) return {act::reset, 0};
  return conduct;
}

receiver_conduct event_listener::receive(const http_request& request, std::int64_t now) {
  auto one = read_event(request, keys_, header_prefix_, now);
  one.is_repeated = one.problem.empty() && seen_.contains(one.id);
  const auto conduct = conduct_of(one, request);
  if (one.problem.empty()) {
    // An answer other than 2xx means "not processed": the event must be new when it arrives again.
    if (conduct.act != act::answer || is_success(conduct.status)) seen_.add(one.id);
    heard_.insert(one.id);
  }
  print(one, conduct);
  return conduct;
}

std::string_view event_listener::describe(const received_event& one, const receiver_conduct& conduct) const {
  if (conduct.act == act::hang) return "left hanging";
  if (conduct.act == act::reset) return "answer lost";
  return forwarder_ && one.problem.empty() ? "forwarded" : "answered";
}

void event_listener::print(const received_event& one, const receiver_conduct& conduct) {
  const bool is_answer = conduct.act == act::answer;
  if (options_.as_json) {
    json::object line{{"verified", one.problem.empty()}, {"repeated", one.is_repeated}};
    line["problem"] = one.problem.empty() ? json::value{} : json::value(one.problem);
    if (keys_.kind == received_kind::webhook) line["event"] = one.name.empty() ? json::value{} : json::value(one.name);
    line["event_id"] = one.id;
    line["attempt"] = one.attempt;
    line["conduct"] = describe(one, conduct);
    line["status"] = is_answer ? json::value(conduct.status) : json::value{};
    line["body"] = one.body;
    at_.out << json::serialize(line) << std::endl;
    return;
  }
  at_.out << (one.problem.empty() ? (one.is_repeated ? "repeated" : "verified") : "REFUSED") << "  " << shown(one.id)
          << "  attempt " << shown(one.attempt) << "  " << (one.problem.empty() ? summary_of(one) : one.problem) << "  "
          << describe(one, conduct);
  if (is_answer) at_.out << " " << conduct.status;
  at_.out << std::endl;
}

} // namespace paylink::cli
