// What the head of a feed's request says already, while its body is still under way.
#include "tests/actors/virtual_node.hpp"

#include <boost/test/unit_test.hpp>

namespace paylink::test {

namespace {

/// What the network is told about the head of a POST; 0: its body is wanted.
unsigned verdict(virtual_node& node, const std::string& target,
                 std::vector<std::pair<std::string, std::string>> headers) {
  const auto refused = node.judge_head(virtual_node::request_of(http_method::post, target, {}, std::move(headers)));
  return refused ? refused->status : 0;
}

std::vector<std::pair<std::string, std::string>> signed_at(std::chrono::seconds since_epoch, std::size_t digits = 64) {
  return {{"x-service-timestamp", std::to_string(since_epoch.count())},
          {"x-service-signature", std::string(digits, 'a')}};
}

} // namespace

BOOST_AUTO_TEST_SUITE(feed_heads)

BOOST_AUTO_TEST_CASE(what_can_be_no_banks_request_is_refused_by_its_head) {
  virtual_node node;
  const auto now = std::chrono::floor<std::chrono::seconds>(node.clock.now().time_since_epoch());
  const std::string feed = "/v1.1/bank-feed/MB";
  BOOST_TEST(verdict(node, "/v1.1/bank-feed/XYZ", signed_at(now)) == 404u);
  BOOST_TEST(verdict(node, feed, {}) == 401u);
  BOOST_TEST(verdict(node, feed, {{"x-service-timestamp", std::to_string(now.count())}}) == 401u);
  BOOST_TEST(verdict(node, feed, signed_at(now, 63)) == 401u);
  BOOST_TEST(verdict(node, feed, signed_at(now - 301s)) == 401u);
  BOOST_TEST(verdict(node, feed, signed_at(now + 301s)) == 401u);
}

BOOST_AUTO_TEST_CASE(what_may_be_a_banks_request_and_what_goes_elsewhere_is_read) {
  virtual_node node;
  const auto now = std::chrono::floor<std::chrono::seconds>(node.clock.now().time_since_epoch());
  BOOST_TEST(verdict(node, "/v1.1/bank-feed/MB", signed_at(now)) == 0u);
  BOOST_TEST(verdict(node, "/v1.1/bank-feed/MB", signed_at(now - 300s)) == 0u);
  BOOST_TEST(verdict(node, "/v1.1/payment-links/" + node.workspace.text(), {}) == 0u);
}

// A connector has no access token, and no use for a word about one.
BOOST_AUTO_TEST_CASE(a_refusal_says_what_a_connector_has_to_mend) {
  virtual_node node;
  const auto message_of = [](const std::optional<http_response>& refused) {
    return refused ? refused->body : std::string{"not refused"};
  };
  const auto head = [&](const std::string& target, std::vector<std::pair<std::string, std::string>> headers) {
    return message_of(node.judge_head(virtual_node::request_of(http_method::post, target, {}, std::move(headers))));
  };
  const auto says = [](const std::string& body, std::string_view part) {
    BOOST_TEST_CONTEXT(body) {
      BOOST_TEST(body.find(part) != std::string::npos);
      BOOST_TEST(body.find("token") == std::string::npos);
    }
  };
  const auto now = std::chrono::floor<std::chrono::seconds>(node.clock.now().time_since_epoch());
  const std::string feed = "/v1.1/bank-feed/MB";
  says(head(feed, {}), "X-Service-Timestamp must be the Unix time in seconds");
  says(head(feed, signed_at(now, 63)), "X-Service-Signature must be 64 hexadecimal digits");
  says(head(feed, signed_at(now - 400s)), "X-Service-Timestamp is more than 5 minutes off");
  says(head(feed, signed_at(now + 400s)), "X-Service-Timestamp is more than 5 minutes off");
  for (const auto* closed : {"OCB", "XYZ", "%22"})
    says(head("/v1.1/bank-feed/" + std::string{closed}, signed_at(now)), "There is no feed here");
  const auto entry = node.entry("S", 150'000, "hello");
  const auto changed = node.call(http_method::post, feed, entry + "\n", node.bank_headers(entry));
  BOOST_TEST(changed.status == 401u);
  BOOST_TEST(changed.body.find("AUTHENTICATION_ERROR") != std::string::npos);
  says(changed.body, "X-Service-Signature does not match");
  const auto closed = node.call(http_method::post, "/v1.1/bank-feed/XYZ", entry, node.bank_headers(entry));
  BOOST_TEST(closed.status == 404u);
  says(closed.body, "There is no feed here");
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace paylink::test
