#include "tests/actors/scripted_world.hpp"

#include "domain/values/ascii.hpp"
#include "tests/support/described_answers.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>

namespace paylink::test {

namespace {

/// Callbacks and webhooks are as the document has them; what is sent to others is theirs.
void check_description(const outbound_request& sent) {
  const auto agent = scripted_world::header(sent, "User-Agent");
  if (agent != "Service-Payment-Link/1" && agent != "Service-Webhook/1") return;
  http_request heard;
  heard.body = sent.body;
  heard.headers = test::as_received(sent.headers);
  if (const auto fault = test::fault_of_event(heard); !fault.empty()) BOOST_ERROR(fault);
}

} // namespace

void scripted_world::post(outbound_request request, std::function<void(attempt)> done) {
  requests.push_back(request);
  times.push_back(clock_.now().time_since_epoch());
  check_description(request);
  if (!rule_) {
    held.emplace_back(std::move(request), std::move(done));
    return;
  }
  auto made = rule_(request);
  made.number = request.attempt;
  made.url = request.shown_url.empty() ? request.url : request.shown_url;
  made.started_at = clock_.now();
  done(std::move(made));
}

void scripted_world::release(attempt with) {
  auto [request, done] = std::move(held.front());
  held.pop_front();
  with.number = request.attempt;
  with.url = request.shown_url.empty() ? request.url : request.shown_url;
  with.started_at = clock_.now();
  done(std::move(with));
}

attempt scripted_world::answered(int status) {
  attempt made;
  made.status_code = status;
  made.address = "192.0.2.1:443";
  if (status >= 400 && status < 500)
    made.failed_by = failure_class::http_4xx;
  else if (status >= 500)
    made.failed_by = failure_class::http_5xx;
  else if (status < 200 || status >= 300)
    made.failed_by = failure_class::redirect_rejected;
  return made;
}

attempt scripted_world::failed(failure_class why, bool final) {
  attempt made;
  made.failed_by = why;
  made.final = final;
  made.error = "scripted";
  return made;
}

std::string scripted_world::header(const outbound_request& request, std::string_view name) {
  for (const auto& [key, value] : request.headers)
    if (key == name) return value;
  return {};
}

namespace {

class line_to_bank final : public connector_line {
public:
  explicit line_to_bank(scripted_bank& to) : to_{to} {}
  connector_answer call(const connector_request& request) override { return to_.call(request); }

private:
  scripted_bank& to_;
};

} // namespace

std::unique_ptr<connector_line> scripted_bank::open() { return std::make_unique<line_to_bank>(*this); }

connector_answer scripted_bank::call(const connector_request& request) {
  requests.push_back(request);
  const auto now = by; // which may put another one in its place
  return now(request);
}

connector_answer scripted_bank::refused(const std::string& code, const std::string& field) {
  return answered(422, R"({"error":{"code":")" + code + R"(","field":")" + field + R"(","message":"Bank says )" + code +
                           "\"}}");
}

} // namespace paylink::test
