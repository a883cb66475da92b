#include "tests/actors/signed_in_person.hpp"

#include "api/calls/session_cookie.hpp"
#include "secrets/hmac.hpp"
#include "secrets/tokens.hpp"

#include <boost/test/unit_test.hpp>

namespace paylink::test {

signed_in_person::signed_in_person(virtual_node& node, const std::string& address)
    : email{address}, node_{&node}, cookie_{make_one_time_token(node.random)} {
  const auto now = node.clock.now();
  if (const auto known = node.rows().ask(find_sign_in{email}); known) {
    id = known->account.id;
  } else {
    id = user_id::make(now, node.random);
    BOOST_REQUIRE(node.apply({create_user{id, email, "Person", "none", "Free", language::en}}).at(0).has_value());
  }
  open_session opened{.id = session_id::make(now, node.random),
                      .digest = sha256_hex(cookie_),
                      .user = id,
                      .agent = "test",
                      .life = 24h,
                      .tried = {},
                      .by = {}};
  BOOST_REQUIRE(node.apply({std::move(opened)}).at(0).has_value());
}

std::vector<std::pair<std::string, std::string>> signed_in_person::headers() const {
  return {{"cookie", "__Host-paylink_session=" + cookie_},
          {"x-csrf-token", csrf_token_of(cookie_)},
          {"content-type", "application/json"}};
}

http_response signed_in_person::call(http_method method, const std::string& target, const std::string& body) {
  return node_->call(method, target, body, headers());
}

std::optional<std::string> read_to_end(virtual_node& node, const http_response& response) {
  BOOST_REQUIRE(response.portions != nullptr);
  std::string text;
  for (;;) {
    std::optional<std::optional<std::string>> taken;
    response.portions->next([&](std::optional<std::string> portion) { taken = std::move(portion); });
    node.run();
    BOOST_REQUIRE(taken.has_value());
    if (!*taken) return std::nullopt;
    if ((*taken)->empty()) return text;
    text += **taken;
  }
}

} // namespace paylink::test
