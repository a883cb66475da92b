#include "tests/http/outbound/outbound_world.hpp"

#include <boost/asio/post.hpp>

#include <cstdlib>
#include <future>
#include <ostream>

namespace paylink {

std::ostream& operator<<(std::ostream& out, failure_class value) { return out << to_text(value); }
std::ostream& operator<<(std::ostream& out, verdict value) { return out << static_cast<int>(value); }

} // namespace paylink

namespace paylink::test {

namespace {

// No test trusts the system's certificates, and reading them for every client costs more than all else that a test
// does.
const bool without_system_certificates = [] {
  return setenv("SSL_CERT_FILE", "/dev/null", 1) == 0 && setenv("SSL_CERT_DIR", "/dev/null", 1) == 0;
}();

} // namespace

outbound_world::outbound_world(std::chrono::milliseconds timeout) {
  BOOST_REQUIRE(without_system_certificates);
  options.timeout = timeout;
  options.dns_servers = dns.address();
}

outbound_world::~outbound_world() {
  BOOST_TEST(count().connects_to_refused == 0u);
  stop();
  work_.reset();
  network_.join();
}

outbound_client& outbound_world::client() {
  if (!client_) {
    client_ = std::make_unique<outbound_client>(io_, options);
    network_ = std::jthread{[this] { io_.run(); }};
  }
  return *client_;
}

void outbound_world::allow(const scripted_receiver& receiver) {
  const auto opened = network::parse("127.0.0.1/32:" + std::to_string(receiver.port()));
  BOOST_REQUIRE(opened.has_value());
  (receiver.url().starts_with("https") ? options.addresses.allow : options.addresses.allow_http).push_back(*opened);
}

void outbound_world::trust(const test_ca& ca) {
  files_.push_back(std::make_unique<scratch_file>(ca.pem()));
  options.ca_file = files_.back()->path();
}

attempt outbound_world::send(const std::string& url) { return send(a_callback(url)); }

attempt outbound_world::send(outbound_request request) {
  std::vector<outbound_request> one;
  one.push_back(std::move(request));
  return std::move(send_all(std::move(one)).front());
}

std::vector<attempt> outbound_world::send_all(std::vector<outbound_request> requests) {
  std::vector<std::promise<attempt>> promises(requests.size());
  for (std::size_t i = 0; i < requests.size(); ++i)
    client().post(std::move(requests[i]),
                  [&promise = promises[i]](attempt made) { promise.set_value(std::move(made)); });
  std::vector<attempt> made;
  for (auto& promise : promises) made.push_back(promise.get_future().get());
  return made;
}

void outbound_world::stop() {
  std::promise<void> stopped;
  boost::asio::post(io_, [&] {
    client().stop();
    stopped.set_value();
  });
  stopped.get_future().get();
}

outbound_request a_callback(std::string url) {
  outbound_request request;
  request.url = std::move(url);
  request.headers = {{"User-Agent", "Service-Payment-Link/1"}, {"X-Service-Signature", "t=1,v1=abc"}};
  request.body = std::string{"{\"amount\":\"10000\",\"note\":\"\xC4\x91\\u0000\r\n\"}"};
  request.attempt = 4;
  return request;
}

receiver_options good_tls(const test_ca& ca) {
  return {.tls = ca.issue({.alternative_names = {"DNS:shop.test", "IP:127.0.0.1"}})};
}

} // namespace paylink::test
