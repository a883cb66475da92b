#include "tests/e2e/merchant.hpp"

#include "secrets/hmac.hpp"
#include "tests/support/described_answers.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <array>
#include <charconv>

namespace paylink::test {

merchant::merchant(const pem_identity& authority, double lose, unsigned seed) : lose_{lose}, chance_{seed} {
  const std::array<std::string, 2> hosts{"127.0.0.1", "localhost"};
  const auto identity = issue_local_certificate(authority, hosts, system_wall_clock{}.now());
  receiver_ = std::make_unique<local_receiver>(io_, "127.0.0.1:0", identity,
                                               [this](const http_request& request) { return hear(request); });
  receiver_->start();
  thread_ = std::thread{[this] { io_.run(); }};
}

merchant::~merchant() {
  io_.stop();
  thread_.join();
}

receiver_conduct merchant::hear(const http_request& request) {
  std::lock_guard guard{mutex_};
  ++heard_;
  arrival heard;
  heard.answered = std::uniform_real_distribution{}(chance_) >= lose_;
  const receiver_conduct conduct{heard.answered ? receiver_conduct::kind::answer : receiver_conduct::kind::reset, 200};
  // As the document has it; from the network's thread, which throws nothing.
  if (const auto fault = test::fault_of_event(request); !fault.empty()) BOOST_ERROR(fault);
  if (const auto id = request.header("x-service-webhook-id"); !id.empty()) {
    hear_webhook(request, id, heard.answered);
    return conduct;
  }
  const auto number = request.header("x-service-attempt");
  std::from_chars(number.data(), number.data() + number.size(), heard.attempt);
  heard.body = request.body;
  heard.signature = request.header("x-service-signature");
  heard.timestamp = request.header("x-service-timestamp");
  heard.agent = request.header("user-agent");
  arrivals_[std::string{request.header("x-service-event-id")}].push_back(heard);
  return conduct;
}

void merchant::hear_webhook(const http_request& request, std::string_view id, bool answered) {
  const auto secret = webhook_secrets_.find(id);
  if (secret == webhook_secrets_.end()) {
    BOOST_ERROR("a delivery to the unknown webhook " << id);
    return;
  }
  const auto wanted = hmac_sha256{secret->second}.hex({request.header("x-service-timestamp"), ".", request.body});
  if (request.header("x-service-signature") != wanted) BOOST_ERROR("a webhook's signature does not verify");
  reported_[std::string{id} + " " + request.body] |= answered;
}

void merchant::know_webhooks(const std::map<std::string, std::string>& secrets) {
  std::lock_guard guard{mutex_};
  webhook_secrets_ = {secrets.begin(), secrets.end()};
}

void merchant::lose(double share) {
  std::lock_guard guard{mutex_};
  lose_ = share;
}

std::map<std::string, std::vector<merchant::arrival>> merchant::arrivals() const {
  std::lock_guard guard{mutex_};
  return arrivals_;
}

std::size_t merchant::acknowledged_events() const {
  std::lock_guard guard{mutex_};
  return static_cast<std::size_t>(std::ranges::count_if(arrivals_, [](const auto& event) {
    return std::ranges::any_of(event.second, [](const arrival& heard) { return heard.answered; });
  }));
}

std::size_t merchant::acknowledged_deliveries() const {
  std::lock_guard guard{mutex_};
  return static_cast<std::size_t>(std::ranges::count_if(reported_, [](const auto& one) { return one.second; }));
}

} // namespace paylink::test
