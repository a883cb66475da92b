// The signing key over the API: who may see and replace it.
#include "secrets/hmac.hpp"
#include "secrets/tokens.hpp"
#include "tests/actors/person.hpp"
#include "tests/support/raw_sql.hpp"

#include <boost/test/unit_test.hpp>

namespace paylink::test {

namespace json = boost::json;

namespace {

const std::string key_reader = "reader@shop.test";

std::string key_path(const virtual_node& node, const std::string& rest = {}) {
  return "/v1.1/workspaces/" + node.workspace.text() + "/signing-key" + rest;
}

const std::pair<http_method, std::string> key_calls[] = {{http_method::get, ""}, {http_method::post, "/rotate"}};

} // namespace

BOOST_AUTO_TEST_SUITE(signing_keys)

BOOST_AUTO_TEST_CASE(owner_and_admin_see_it_signed_in_and_nobody_else) {
  virtual_node node;
  person one{node};
  one.enter(key_reader);
  for (const auto& [method, rest] : key_calls) {
    BOOST_TEST(one.call(method, key_path(node, rest)).status == 403u);
    BOOST_TEST(node.api(method, key_path(node, rest)).status == 403u);
    BOOST_TEST(node.call(method, key_path(node, rest)).status == 401u);
  }
  const std::pair<const char*, unsigned> roles[] = {{"viewer", 403}, {"member", 403}, {"admin", 200}, {"owner", 200}};
  for (const auto& [role, status] : roles) {
    one.take_role(key_reader, role);
    for (const auto& [method, rest] : key_calls) {
      const auto answer = one.call(method, key_path(node, rest));
      BOOST_TEST(answer.status == status, role);
      BOOST_TEST((status == 200) == (answer.body.find("plsk_") != answer.body.npos), role);
    }
  }
  test::run_sql("sqlite://" + node.database_file(), "UPDATE memberships SET status = 'left' WHERE user_id = (SELECT id "
                                                    "FROM users WHERE email = '" +
                                                        key_reader + "')");
  for (const auto& [method, rest] : key_calls) BOOST_TEST(one.call(method, key_path(node, rest)).status == 403u);
}

BOOST_AUTO_TEST_CASE(it_takes_the_password_again) {
  virtual_node node;
  person one{node};
  one.enter(key_reader);
  one.take_role(key_reader, "owner");
  node.advance(6min);
  for (const auto& [method, rest] : key_calls) {
    const auto refused = one.call(method, key_path(node, rest));
    BOOST_TEST((refused.status == 403u && code_of(refused) == "REAUTHENTICATION_REQUIRED"));
  }
  one.call(http_method::post, "/v1.1/sessions/current/confirm", R"({"password":"Pass word 1"})");
  BOOST_TEST(one.call(http_method::get, key_path(node)).status == 200u);
}

BOOST_AUTO_TEST_CASE(a_rotation_keeps_the_previous_key_for_a_day_and_stands_in_the_log) {
  virtual_node node;
  person one{node};
  one.enter(key_reader);
  one.take_role(key_reader, "admin");
  const auto shown = data_of(one.call(http_method::get, key_path(node))).as_object();
  BOOST_TEST(text_of(shown.at("current").as_object(), "key") == node.signing_key);
  BOOST_TEST(shown.at("previous").is_null());
  const auto answer = one.call(http_method::post, key_path(node, "/rotate"));
  BOOST_REQUIRE_MESSAGE(answer.status == 200, answer.body);
  const auto rotated = data_of(answer).as_object();
  const auto current = rotated.at("current").as_object(), previous = rotated.at("previous").as_object();
  BOOST_TEST(is_well_formed_secret("plsk", text_of(current, "key")));
  BOOST_TEST(text_of(current, "key") != node.signing_key);
  BOOST_TEST(current.at("valid_until").is_null());
  BOOST_TEST(text_of(previous, "key") == node.signing_key);
  BOOST_TEST(
      (*parse_rfc3339(text_of(previous, "valid_until")) == *parse_rfc3339(text_of(current, "created_at")) + 24h));
  BOOST_TEST((data_of(one.call(http_method::get, key_path(node))).as_object() == rotated));

  // What is recorded from now on is signed with it.
  node.world.requests.clear();
  node.pay_link();
  BOOST_TEST_REQUIRE(node.world.requests.size() == 1u);
  const auto& sent = node.world.requests[0];
  const auto at = scripted_world::header(sent, "X-Service-Timestamp");
  BOOST_TEST(scripted_world::header(sent, "X-Service-Signature") ==
             hmac_sha256{text_of(current, "key")}.hex({at, ".", sent.body}));

  const auto log = rows_of(one.call(http_method::get, "/v1.1/workspaces/" + node.workspace.text() +
                                                          "/audit-log?action=signing_key.rotated"));
  BOOST_TEST_REQUIRE(log.size() == 1u);
  const auto& row = log.at(0).as_object();
  BOOST_TEST(text_of(row, "target") == text_of(current, "id"));
  BOOST_TEST(text_of(row, "address") == "192.0.2.44");
  BOOST_TEST(json::serialize(row).find("plsk_") == std::string::npos);

  const auto seen = rows_of(
      one.call(http_method::get, "/v1.1/workspaces/" + node.workspace.text() + "/audit-log?action=signing_key.shown"));
  BOOST_TEST(seen.size() == 2u);
  for (const auto& shown_row : seen) BOOST_TEST(text_of(shown_row.as_object(), "address") == "192.0.2.44");

  one.call(http_method::post, key_path(node, "/rotate"));
  BOOST_TEST(one.call(http_method::get, key_path(node)).body.find(node.signing_key) == std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace paylink::test
