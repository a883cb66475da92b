// Path and method, who calls, how often, whether it may, size, type, JSON, values, state: the first check that fails
// answers, so that a stranger learns nothing of what stands behind.
#include "secrets/hmac.hpp"
#include "secrets/tokens.hpp"
#include "tests/actors/virtual_node.hpp"
#include "tests/support/raw_sql.hpp"

#include <boost/test/unit_test.hpp>

namespace paylink::test {

namespace json = boost::json;

BOOST_AUTO_TEST_SUITE(order_of_checks)

BOOST_AUTO_TEST_CASE(of_all_that_is_wrong_the_first_is_told) {
  virtual_node node;
  // Everything is wrong; from step to step one thing less.
  auto request =
      virtual_node::request_of(http_method::put, "/v1.1/nothing", "not json", {{"content-type", "text/plain"}});
  request.body_state = body_state::too_large;
  const auto status = [&] { return node.call(request).status; };
  const auto path_to = [&](const std::string& target) {
    const auto other = virtual_node::request_of(request.method, target, {}, {});
    request.path = other.path;
    request.segments = other.segments;
  };
  BOOST_TEST(status() == 404u);
  path_to("/v1.1/payment-links/ws_foreign");
  BOOST_TEST(status() == 405u);
  request.method = http_method::post;
  BOOST_TEST(status() == 401u);
  request.headers.emplace_back("authorization", "Bearer " + node.token);
  BOOST_TEST(status() == 403u);
  path_to("/v1.1/payment-links/" + node.workspace.text());
  BOOST_TEST(status() == 413u);
  request.body_state = body_state::here;
  BOOST_TEST(status() == 415u);
  request.headers.front().second = "application/json";
  BOOST_TEST(status() == 400u);
  request.body = R"({"bank_account_id":")" + node.account.text() + R"(","callback_url":"http://shop.test/cb"})";
  BOOST_TEST(status() == 422u);
  test::run_sql("sqlite://" + node.database_file(), "UPDATE bank_accounts SET state = 'disconnected'");
  BOOST_TEST(status() == 422u); // values before state
  request.body.replace(request.body.find("http:"), 5, "https:");
  BOOST_TEST(status() == 409u);
}

BOOST_AUTO_TEST_CASE(a_client_that_waits_is_told_to_go_on_only_when_it_may) {
  virtual_node node;
  const auto ask = [&](const std::string& target, const std::string& authorization) {
    auto request = virtual_node::request_of(http_method::post, target, {}, {{"authorization", authorization}});
    request.body_state = body_state::expected;
    return node.call(std::move(request)).status;
  };
  const auto links = "/v1.1/payment-links/" + node.workspace.text();
  BOOST_TEST(ask(links, "Bearer " + node.token) == 100u);
  BOOST_TEST(ask(links, "Bearer x") == 401u);
  BOOST_TEST(ask("/v1.1/payment-links/ws_x", "Bearer " + node.token) == 403u);
  BOOST_TEST(ask("/v1.1/nothing", "Bearer " + node.token) == 404u);
  BOOST_TEST(ask("/v1.1/bank-feed/MB", "") == 100u);
}

BOOST_AUTO_TEST_CASE(a_missing_permission_is_named_and_a_token_with_none_sees_no_list) {
  virtual_node node;
  const auto bare = make_secret("plat", node.random);
  const create_token without{
      token_id::make(node.clock.now(), node.random),
      user_id::from_store(test::ask_sql("sqlite://" + node.database_file(), "SELECT id FROM users")),
      sha256_hex(bare),
      "last",
      "links only",
      node.clock.now() + std::chrono::hours{1},
      {{node.workspace, static_cast<std::uint32_t>(permission::payment_links_read)}}};
  node.crash_and_restart([&] { BOOST_REQUIRE(node.apply({without}).at(0).has_value()); });
  for (const auto& target : {std::string{"/v1.1/transactions"}, "/v1.1/transactions/" + node.workspace.text(),
                             "/v1.1/transactions?workspace_id=" + node.workspace.text()}) {
    const auto refused = node.call(http_method::get, target, {}, {{"authorization", "Bearer " + bare}});
    BOOST_TEST(refused.status == 403u, target);
    BOOST_TEST(refused.body.find("lacks the permission bank_accounts:read") != std::string::npos, refused.body);
    const bool is_of_one = target.find(node.workspace.text()) != std::string::npos;
    BOOST_TEST((refused.body.find("or the token does not cover a Workspace with this id.") != std::string::npos) ==
                   is_of_one,
               refused.body);
    BOOST_TEST(header_of(refused, "WWW-Authenticate").ends_with("scope=\"bank_accounts:read\""));
  }
}

BOOST_AUTO_TEST_CASE(a_refusal_does_not_tell_whether_a_workspace_exists) {
  virtual_node node;
  const auto other = node.open_shop("5550001111").workspace;
  const auto refusal = [&](const std::string& id) {
    const auto refused = node.api(http_method::get, "/v1.1/payment-links/" + id);
    BOOST_TEST(refused.status == 403u, id);
    return text_of(json::parse(refused.body).at("error").as_object(), "message");
  };
  const std::string hint =
      "The caller lacks the permission payment_links:read in this Workspace, or the token does not "
      "cover a Workspace with this id.";
  for (const auto& id : {other.text(), workspace_id::make(node.clock.now(), node.random).text(), std::string{"ws_x"}})
    BOOST_TEST(refusal(id) == hint);
}

BOOST_AUTO_TEST_CASE(what_there_is_not_is_named) {
  virtual_node node;
  const auto links = "/v1.1/payment-links/" + node.workspace.text();
  const auto answer = node.api(http_method::get, links + "/pl_nope");
  BOOST_TEST(answer.status == 404u);
  BOOST_TEST(answer.body.find("There is no payment link pl_nope in this Workspace.") != std::string::npos, answer.body);
  // What is no id is not said again.
  const auto odd = node.api(http_method::get, links + "/%3Cb%3E");
  BOOST_TEST(odd.body.find("There is no payment link with this id in this Workspace.") != std::string::npos, odd.body);
  const auto time = node.api(http_method::get, links + "?from=2026-03-15T00:00:00+07:00");
  BOOST_TEST(time.body.find("write + as %2B") != std::string::npos, time.body);
  const auto other = node.api(http_method::get, links + "?from=yesterday");
  BOOST_TEST(other.body.find("from must be an RFC 3339 time, such as 2026-01-31T08:15:30Z.") != std::string::npos,
             other.body);
}

BOOST_AUTO_TEST_CASE(what_a_caller_is_told_about_its_credentials) {
  virtual_node node;
  const auto links = "/v1.1/payment-links/" + node.workspace.text();
  const auto challenge = [&](const std::string& target, const std::string& authorization) {
    std::vector<std::pair<std::string, std::string>> headers;
    if (!authorization.empty()) headers.emplace_back("authorization", authorization);
    return header_of(node.call(http_method::post, target, {}, headers), "WWW-Authenticate");
  };
  BOOST_TEST(challenge(links, "") == "Bearer realm=\"api\"");
  BOOST_TEST(challenge(links, "Basic eDp5") == "Bearer realm=\"api\"");
  BOOST_TEST(challenge(links, "Bearer plat_x").starts_with("Bearer realm=\"api\", error=\"invalid_token\""));
  BOOST_TEST(challenge("/v1.1/payment-links/ws_x", "Bearer " + node.token) ==
             "Bearer realm=\"api\", error=\"insufficient_scope\", scope=\"payment_links:write\"");
}

BOOST_AUTO_TEST_CASE(a_caller_without_a_token_is_told_both_ways_to_come_in) {
  virtual_node node;
  const auto message = [&](const std::string& header, const std::string& value) {
    const auto refused =
        node.call(http_method::get, "/v1.1/payment-links/" + node.workspace.text(), {}, {{header, value}});
    BOOST_TEST(refused.status == 401u);
    return std::string{json::parse(refused.body).at("error").at("message").as_string()};
  };
  const auto ended = "__Host-paylink_session=" + make_one_time_token(node.random);
  for (const auto& reported : {message("accept", "*/*"), message("cookie", ended)})
    BOOST_TEST((reported.find("Sign in") != reported.npos && reported.find("Bearer <token>") != reported.npos),
               reported);
  for (const auto* of_a_program : {"Bearer plat_x", "Basic eDp5"})
    BOOST_TEST(message("authorization", of_a_program).find("Sign in") == std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace paylink::test
