#include "tests/actors/virtual_node.hpp"

#include "api/route_table.hpp"
#include "secrets/hmac.hpp"
#include "secrets/tokens.hpp"
#include "tests/support/raw_sql.hpp"

#include <boost/test/unit_test.hpp>

#include <set>

namespace paylink::test {

namespace {

/// A node on which each caller has two calls at once, and one a second after that.
struct limited_node : virtual_node {
  limited_node() : virtual_node{{.rates = {.token = {1, 2}, .address = {1, 2}, .page = {1, 2}}}} {}
  std::string links = "/v1.1/payment-links/" + workspace.text();
};

/// One more token of the owner, in this Workspace.
std::string add_token(virtual_node& node, permission holds) {
  auto secret = make_secret("plat", node.random);
  const create_token added{
      token_id::make(node.clock.now(), node.random),
      user_id::from_store(test::ask_sql("sqlite://" + node.database_file(), "SELECT id FROM users")),
      sha256_hex(secret),
      "last",
      "another",
      node.clock.now() + std::chrono::hours{1},
      {{node.workspace, static_cast<std::uint32_t>(holds)}}};
  node.crash_and_restart([&] { BOOST_REQUIRE(node.apply({added}).at(0).has_value()); });
  return secret;
}

http_response as(virtual_node& node, const std::string& token, http_method method, const std::string& path,
                 const std::string& body) {
  return node.call(method, path, body, {{"authorization", "Bearer " + token}, {"content-type", "application/json"}});
}

} // namespace

BOOST_AUTO_TEST_SUITE(rate_limiting)

BOOST_AUTO_TEST_CASE(a_token_is_told_what_it_has_left_and_refused_when_it_has_nothing) {
  limited_node node;
  const auto first = node.api(http_method::get, node.links);
  BOOST_TEST(first.status == 200u);
  BOOST_TEST(header_of(first, "RateLimit-Policy") == "\"token\";q=2;w=2");
  BOOST_TEST(header_of(first, "RateLimit") == "\"token\";r=1;t=1");
  // Refused ones count as well, and a command is counted like a query.
  BOOST_TEST(header_of(node.api(http_method::post, node.links, "{}"), "RateLimit") == "\"token\";r=0;t=1");
  const auto refused = node.api(http_method::get, node.links);
  BOOST_TEST(refused.status == 429u);
  BOOST_TEST((refused.body.find("RATE_LIMIT_ERROR") != std::string::npos));
  BOOST_TEST(header_of(refused, "Retry-After") == "1");
  BOOST_TEST(header_of(refused, "RateLimit") == "\"token\";r=0;t=1");
  node.advance(1s);
  BOOST_TEST(node.api(http_method::get, node.links).status == 200u);
}

BOOST_AUTO_TEST_CASE(a_caller_beyond_its_half_of_the_bytes_is_refused_and_the_banks_feed_is_not) {
  virtual_node node{{.rates = {.token = {}, .address = {}, .page = {}, .written_per_minute = 20 << 10}}};
  const auto links = "/v1.1/payment-links/" + node.workspace.text();
  const auto neighbour = node.open_shop("9876543210");
  for (int i = 0; i < 10; ++i) node.make_link();
  const auto refused = node.api(http_method::post, links, "{}");
  BOOST_TEST(refused.status == 429u, refused.body);
  BOOST_TEST((refused.body.find("RATE_LIMIT_ERROR") != std::string::npos));
  BOOST_TEST(header_of(refused, "Retry-After") == "1");
  BOOST_TEST(header_of(refused, "RateLimit-Policy") == "\"caller-bytes\";q=10240;qu=\"content-bytes\";w=60");
  BOOST_TEST(node.api(http_method::get, links).status == 200u);
  BOOST_TEST(text_of(rows_of(node.feed(node.entry("FT1", 5'000, std::string(20'000, 'a')))).at(0).as_object(),
                     "result") == "recorded");
  const std::vector<std::pair<std::string, std::string>> as_neighbour{{"authorization", "Bearer " + neighbour.token},
                                                                      {"content-type", "application/json"}};
  BOOST_TEST(
      node.call(http_method::post, "/v1.1/payment-links/" + neighbour.workspace.text(), "{}", as_neighbour).status ==
      422u);
  node.advance(1s);
  BOOST_TEST(node.api(http_method::post, links, "{}").status == 422u);
}

BOOST_AUTO_TEST_CASE(what_is_refused_has_written_nothing) {
  virtual_node node{{.rates = {.token = {}, .address = {}, .page = {}, .written_per_minute = 4 << 10}}};
  const auto reader = add_token(node, permission::payment_links_read);
  const auto links = "/v1.1/payment-links/" + node.workspace.text(), of = "/v1.1/workspaces/" + node.workspace.text();
  const auto large = "{\"a\":\"" + std::string(65'000, 'a') + "\"}";
  const struct {
    std::string what, token;
    http_method method;
    std::string path, body;
    unsigned status;
  } cases[] = {
      {"no permission, found by the handler", reader, http_method::del, of + "/members/usr_x", "{}", 403},
      {"no permission, with a large body", reader, http_method::post, links, large, 403},
      {"a large body where none is read", reader, http_method::del, of + "/members/usr_x", large, 413},
      {"the same, by who may", node.token, http_method::post, links + "/pl_x/cancel", large, 413},
      {"a body that is wrong", node.token, http_method::post, links, large, 422},
      {"nothing that is there", node.token, http_method::post, links + "/pl_x/cancel", "", 404},
      {"a Workspace of others", node.token, http_method::post, "/v1.1/payment-links/ws_x", large, 403},
  };
  for (const auto& [what, token, method, path, body, status] : cases)
    for (int i = 0; i < 5; ++i) BOOST_TEST(as(node, token, method, path, body).status == status, what);
  node.make_link();
  BOOST_TEST(as(node, node.token, http_method::del, of + "/members/usr_x", std::string(1'024, ' ')).status == 404u);
}

BOOST_AUTO_TEST_CASE(a_caller_may_write_half_and_another_the_rest_and_what_reduces_is_never_refused) {
  virtual_node node{{.rates = {.token = {}, .address = {}, .page = {}, .written_per_minute = 8 << 10}}};
  const auto second = add_token(node, permission::payment_links_write),
             third = add_token(node, permission::payment_links_write);
  const auto links = "/v1.1/payment-links/" + node.workspace.text();
  const auto first_link = node.make_link();
  const auto write = [&](const std::string& token) {
    return as(node, token, http_method::post, links,
              R"({"callback_url":"https://shop.test/cb","amount":"150000","bank_account_id":")" + node.account.text() +
                  "\"}");
  };
  const auto refused_by = [](const http_response& answer) {
    const auto policy = header_of(answer, "RateLimit-Policy");
    return answer.status == 429 ? policy.substr(0, policy.find(";q")) : "status " + std::to_string(answer.status);
  };
  for (int i = 1; i < 4; ++i) node.make_link();
  BOOST_TEST(refused_by(write(node.token)) == "\"caller-bytes\"");
  for (int i = 0; i < 3; ++i) BOOST_TEST(write(second).status == 201u);
  BOOST_TEST(write(third).status == 201u);
  BOOST_TEST(refused_by(write(second)) == "\"bytes\"");
  BOOST_TEST(refused_by(write(third)) == "\"bytes\"");
  BOOST_TEST(node.api(http_method::post, node.link_path(first_link, "/cancel"), "{}").status == 200u);
}

BOOST_AUTO_TEST_CASE(the_calls_that_only_take_something_away_are_these) {
  std::set<std::string> found;
  for (const auto& route : api_routes())
    if (route.open_to == access::with_permission && route.method != http_method::get && only_reduces(route))
      found.insert(std::string{to_text(route.method)} + " " + std::string{route.pattern.substr(6)});
  const std::set<std::string> expected{
      "DELETE bank-accounts/{workspace_id}/{bank_account_id}",
      "DELETE bank-accounts/{workspace_id}/{bank_account_id}/virtual-accounts/{virtual_account_id}",
      "DELETE webhooks/{workspace_id}/{webhook_id}",
      "DELETE workspaces/{workspace_id}",
      "DELETE workspaces/{workspace_id}/invitations/{invitation_id}",
      "DELETE workspaces/{workspace_id}/members/{user_id}",
      "POST bank-accounts/{workspace_id}/{bank_account_id}/disconnect",
      "POST orders/{workspace_id}/{order_id}/cancel",
      "POST payment-links/{workspace_id}/{link_id}/cancel",
      "POST workspaces/{workspace_id}/suspend",
  };
  BOOST_TEST(found == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(who_guesses_tokens_is_stopped_by_address_and_stops_nobody_else) {
  limited_node node;
  const auto guess = [&] {
    return node.call(http_method::get, node.links, {},
                     {{"authorization", "Bearer " + make_secret("plat", node.random)}});
  };
  for (int i = 0; i < 2; ++i) {
    const auto refused = guess();
    BOOST_TEST(refused.status == 401u);
    BOOST_TEST(header_of(refused, "RateLimit-Policy") == "\"address\";q=2;w=2");
  }
  BOOST_TEST(guess().status == 429u);
  BOOST_TEST(node.api(http_method::get, node.links).status == 200u);
}

// An address has ten look-ups for each of its calls, here twenty at once.
BOOST_AUTO_TEST_CASE(guessed_tokens_are_counted_before_the_database_is_asked) {
  limited_node node;
  const auto guess = [&] {
    return node.call(http_method::get, node.links, {},
                     {{"authorization", "Bearer " + make_secret("plat", node.random)}});
  };
  BOOST_TEST(node.api(http_method::get, node.links).status == 200u);
  for (int i = 0; i < 19; ++i) BOOST_TEST(header_of(guess(), "RateLimit-Policy") == "\"address\";q=2;w=2");
  // Without the table, who asks the database is answered 503.
  test::run_sql("sqlite://" + node.database_file(), "ALTER TABLE api_tokens RENAME TO elsewhere");
  const auto refused = guess();
  BOOST_TEST(refused.status == 429u);
  BOOST_TEST(header_of(refused, "RateLimit-Policy") == "\"look-up\";q=20;w=2");
  BOOST_TEST(header_of(refused, "Retry-After") == "1");
  test::run_sql("sqlite://" + node.database_file(), "ALTER TABLE elsewhere RENAME TO api_tokens");
  // A token that was good is looked up whatever others do at its address, and counts for itself.
  BOOST_TEST(node.api(http_method::get, node.links).status == 200u);
}

BOOST_AUTO_TEST_CASE(readiness_costs_a_query_and_is_counted_before_it) {
  limited_node node;
  for (int i = 0; i < 20; ++i) BOOST_TEST(node.call(http_method::get, "/readyz").status == 200u);
  const auto refused = node.call(http_method::get, "/readyz");
  BOOST_TEST(refused.status == 429u);
  BOOST_TEST(header_of(refused, "Retry-After") == "1");
  node.advance(1s);
  BOOST_TEST(node.call(http_method::get, "/readyz").status == 200u);
}

BOOST_AUTO_TEST_CASE(a_token_that_was_revoked_is_a_strangers_again) {
  rate_limits limits{{.token = {}, .address = {1, 1}, .page = {}}};
  system_random random;
  const auto token = token_id::make(timestamp{}, random);
  limits.note("digest", token.view());
  BOOST_TEST((limits.known("digest") == token.text()));
  limits.forget("digest");
  BOOST_TEST(!limits.known("digest"));
}

BOOST_AUTO_TEST_CASE(a_token_that_has_spent_its_calls_costs_no_query) {
  limited_node node;
  for (int i = 0; i < 2; ++i) BOOST_TEST(node.api(http_method::get, node.links).status == 200u);
  // Without the table, who asks the database is answered 503.
  test::run_sql("sqlite://" + node.database_file(), "ALTER TABLE api_tokens RENAME TO elsewhere");
  const auto refused = node.api(http_method::get, node.links);
  BOOST_TEST(refused.status == 429u);
  BOOST_TEST(header_of(refused, "RateLimit-Policy") == "\"token\";q=2;w=2");
  BOOST_TEST(header_of(refused, "RateLimit") == "\"token\";r=0;t=1");
  BOOST_TEST(header_of(refused, "Retry-After") == "1");
  node.advance(1s);
  BOOST_TEST(node.api(http_method::get, node.links).status == 503u);
  test::run_sql("sqlite://" + node.database_file(), "ALTER TABLE elsewhere RENAME TO api_tokens");
  BOOST_TEST(node.api(http_method::get, node.links).status == 200u); // what was not answered took none
}

BOOST_AUTO_TEST_CASE(a_known_token_permits_nothing) {
  limited_node node;
  BOOST_TEST(node.api(http_method::get, node.links).status == 200u);
  test::run_sql("sqlite://" + node.database_file(), "DELETE FROM api_tokens");
  BOOST_TEST(node.api(http_method::get, node.links).status == 401u);
  BOOST_TEST(header_of(node.api(http_method::get, node.links), "RateLimit-Policy") == "\"address\";q=2;w=2");
}

BOOST_AUTO_TEST_CASE(who_tries_paths_out_is_stopped_by_address) {
  limited_node node;
  BOOST_TEST(node.call(http_method::get, "/v1.1/nothing").status == 404u);
  BOOST_TEST(node.call(http_method::del, "/livez").status == 405u);
  BOOST_TEST(node.call(http_method::get, "/v1.1/nothing").status == 429u);
}

BOOST_AUTO_TEST_CASE(pages_are_counted_also_when_they_are_sent_again_and_refused_with_a_page) {
  limited_node node;
  const auto page = "/l/" + text_of(node.make_link(), "public_id");
  for (int i = 0; i < 2; ++i) BOOST_TEST(node.call(http_method::get, page).status == 200u);
  const auto refused = node.call(http_method::get, page);
  BOOST_TEST(refused.status == 429u);
  BOOST_TEST(refused.content_type == "text/html; charset=utf-8");
  BOOST_TEST(header_of(refused, "Retry-After") == "1");
  BOOST_TEST(node.call(http_method::get, page + "/events").status == 429u);
  node.advance(1s);
  BOOST_TEST(node.call(http_method::get, page).status == 200u);
}

BOOST_AUTO_TEST_CASE(feeds_and_probes_are_never_refused_for_their_number) {
  limited_node node;
  for (int i = 0; i < 20; ++i) {
    BOOST_TEST(node.call(http_method::get, "/livez").status == 200u);
    BOOST_TEST(node.call(http_method::get, "/readyz").status == 200u);
    BOOST_TEST(node.feed(node.entry("FT" + std::to_string(i), 5'000, "x")).status == 200u);
  }
}

BOOST_AUTO_TEST_CASE(an_ipv6_household_shares_its_block_and_v4_addresses_do_not) {
  rate_limits limits{{.token = {}, .address = {1, 1}, .page = {}}};
  BOOST_TEST(limits.count_address("2001:db8:1:2::1", 0ms).is_allowed());
  BOOST_TEST(!limits.count_address("2001:db8:1:2:ffff::9", 0ms).is_allowed());
  BOOST_TEST(limits.count_address("2001:db8:1:3::1", 0ms).is_allowed());
  BOOST_TEST(limits.count_address("192.0.2.1", 0ms).is_allowed());
  BOOST_TEST(limits.count_address("192.0.2.2", 0ms).is_allowed());
  BOOST_TEST(!limits.count_address("192.0.2.1", 0ms).is_allowed());
}

BOOST_AUTO_TEST_CASE(a_flood_of_addresses_is_forgotten_and_costs_bounded_memory) {
  rate_limits limits{{.token = {}, .address = {1, 1}, .page = {}}};
  for (int i = 0; i < 200'000; ++i) {
    const auto peer =
        "10." + std::to_string(i >> 16) + "." + std::to_string(i >> 8 & 255) + "." + std::to_string(i & 255);
    BOOST_REQUIRE(limits.count_address(peer, std::chrono::milliseconds{i}).is_allowed());
  }
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace paylink::test
