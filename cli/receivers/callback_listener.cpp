#include "cli/receivers/callback_listener.hpp"
#include "domain/values/ascii.hpp"
#include "http/wire/json_members.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

#include <algorithm>
#include <ostream>

namespace paylink::cli {
namespace json = boost::json;

/// One callback, as far as it could be read.
struct callback_listener::callback {
  std::string id, attempt, problem;
  unsigned refusal = 0; ///< Status for `problem`.
  bool is_repeated = false;
  json::object body;
};

namespace {

std::string_view describe(const receiver_conduct& conduct) {
  if (conduct.act == receiver_conduct::kind::hang) return "left hanging";
  return conduct.act == receiver_conduct::kind::reset ? "answer lost" : "answered";
}

} // namespace

callback_listener::callback_listener(listener_options options, std::vector<std::string> keys, seen_events& seen,
                                     terminal& at)
    : options_{std::move(options)}, header_prefix_{ascii_lowered("x-" + options_.brand + "-")}, keys_{std::move(keys)},
      seen_{seen}, at_{at} {}

// Fills `out`; returns what is wrong with the callback, empty for a good one.
std::string callback_listener::read(const http_request& request, std::int64_t now, callback& out) const {
  out.refusal = 405;
  if (request.method != http_method::post) return "not a POST";
  out.id = request.header(header_prefix_ + "event-id");
  out.attempt = request.header(header_prefix_ + "attempt");
  out.refusal = 401;
  auto timestamp = request.header(header_prefix_ + "timestamp"),
       signature = request.header(header_prefix_ + "signature");
  if (timestamp.empty() || signature.empty()) return "the signature headers are missing";
  auto verdict = check_callback(timestamp, request.body, signature, keys_, now);
  if (verdict != callback_verdict::verified) return std::string{to_text(verdict)};

  out.refusal = 400;
  boost::system::error_code failed;
  auto document = json::parse(request.body, failed);
  if (failed || !document.is_object()) return "the body is not a JSON object";
  out.body = std::move(document.get_object());
  if (!is_event_id(out.id)) return "the event id is missing";
  if (text_at(out.body, "id") != out.id) return "the body's id differs from the header's";
  return {};
}

receiver_conduct callback_listener::conduct_of(const callback& one) {
  using kind = receiver_conduct::kind;
  if (!one.problem.empty()) return {kind::answer, one.refusal};
  if (options_.hangs) return {kind::hang, 0};
  if (std::bernoulli_distribution{options_.loses}(dice_)) return {kind::reset, 0};
  return {kind::answer, options_.answer};
}

receiver_conduct callback_listener::receive(const http_request& request, std::int64_t now) {
  callback one;
  one.problem = read(request, now, one);
  one.is_repeated = one.problem.empty() && seen_.contains(one.id);
  auto conduct = conduct_of(one);
  if (one.problem.empty()) {
    // An answer other than 2xx means "not processed": the event must be new when it arrives again.
    bool is_processed =
        conduct.act != receiver_conduct::kind::answer || (conduct.status >= 200 && conduct.status < 300);
    if (is_processed) seen_.add(one.id);
    heard_.insert(one.id);
  }
  print(one, conduct);
  return conduct;
}

void callback_listener::print(const callback& one, const receiver_conduct& conduct) {
  bool is_answer = conduct.act == receiver_conduct::kind::answer;
  if (options_.as_json) {
    json::object line{{"verified", one.problem.empty()}, {"repeated", one.is_repeated}};
    line["problem"] = one.problem.empty() ? json::value{} : json::value(one.problem);
    line["event_id"] = one.id;
    line["attempt"] = one.attempt;
    line["conduct"] = describe(conduct);
    line["status"] = is_answer ? json::value(conduct.status) : json::value{};
    line["body"] = one.body;
    at_.out << json::serialize(line) << std::endl;
    return;
  }
  auto show = [](const std::string& text) { return text.empty() ? std::string{"-"} : printable(text); };
  at_.out << (one.problem.empty() ? (one.is_repeated ? "repeated" : "verified") : "REFUSED") << "  " << show(one.id)
          << "  attempt " << show(one.attempt) << "  ";
  if (one.problem.empty())
    at_.out << show(text_at(one.body, "amount")) << " " << show(text_at(one.body, "currency")) << "  "
            << show(text_at(one.body, "reference")) << "  " << show(text_at(one.body, "payment_link_id"));
  else
    at_.out << one.problem;
  at_.out << "  " << describe(conduct);
  if (is_answer) at_.out << " " << conduct.status;
  at_.out << std::endl;
}

} // namespace paylink::cli
