// What callers hear of it when lists and searches have to wait.
#include "tests/actors/virtual_node.hpp"
#include "tests/support/raw_sql.hpp"

#include <boost/test/unit_test.hpp>

namespace paylink::test {

BOOST_AUTO_TEST_SUITE(calls_for_lists)

BOOST_AUTO_TEST_CASE(a_search_too_many_is_refused_before_the_database_is_asked_and_counts) {
  virtual_node node{{.rates = {.token = {1, 10}, .address = {}, .page = {}}}};
  const std::vector<std::pair<std::string, std::string>> headers{{"authorization", "Bearer " + node.token}};
  const auto path = "/v1.1/transactions/" + node.workspace.text() + "?q=hello";
  // The token is known from now on, and no list has been read.
  BOOST_TEST(node.api(http_method::get, "/v1.1/payment-links/" + node.workspace.text() + "/pl_none").status == 404u);
  node.lister_stands_still = true;
  for (int i = 0; i < 2; ++i) node.begin_call(http_method::get, path, {}, headers);
  node.run();
  test::run_sql("sqlite://" + node.database_file(), "ALTER TABLE api_tokens RENAME TO elsewhere");
  const auto refused = node.api(http_method::get, path);
  BOOST_TEST(refused.status == 429u);
  BOOST_TEST(refused.body.find("This caller already has two searches") != std::string::npos);
  BOOST_TEST(header_of(refused, "RateLimit") == "\"token\";r=6;t=1");
  BOOST_TEST(header_of(refused, "Retry-After") == "1");
  test::run_sql("sqlite://" + node.database_file(), "ALTER TABLE elsewhere RENAME TO api_tokens");
}

BOOST_AUTO_TEST_CASE(who_rests_is_answered_as_soon_as_the_rest_is_over) {
  virtual_node node;
  node.list_takes = 3s; // one more than is read without a rest
  const std::string path = "/v1.1/transactions/" + node.workspace.text();
  BOOST_TEST(node.api(http_method::get, path).status == 200u);
  const auto waiting = node.begin_call(http_method::get, path, {}, {{"authorization", "Bearer " + node.token}});
  node.advance(999ms);
  BOOST_TEST(!waiting->has_value());
  node.advance(1ms);
  BOOST_REQUIRE(waiting->has_value());
  BOOST_TEST((*waiting)->status == 200u);
}

BOOST_AUTO_TEST_CASE(searches_beyond_the_bound_are_told_to_come_again_and_all_others_are_answered) {
  virtual_node node;
  const std::string path = "/v1.1/transactions/" + node.workspace.text() + "?q=hello";
  BOOST_REQUIRE(node.feed(node.entry("FT1", 5'000, "hello")).status == 200);
  const std::vector<std::pair<std::string, std::string>> headers{{"authorization", "Bearer " + node.token}};
  std::vector<std::shared_ptr<std::optional<http_response>>> answers;
  for (int i = 0; i < 20; ++i) answers.push_back(node.begin_call(http_method::get, path, {}, headers));
  node.run();
  std::size_t found = 0, refused = 0;
  for (const auto& answer : answers) {
    BOOST_REQUIRE(answer->has_value());
    if ((*answer)->status == 200) found += rows_of(**answer).size();
    if ((*answer)->status == 429) ++refused;
  }
  BOOST_TEST(found + refused == 20u);
  BOOST_TEST(refused > 0u);
  BOOST_TEST(node.api(http_method::get, path).status == 200u); // all of them have left
}

BOOST_AUTO_TEST_CASE(a_search_that_takes_too_long_is_503_with_advice_and_money_is_read_meanwhile) {
  virtual_node node{{.list_time = 0ms}};
  for (int i = 0; i < 200; ++i)
    BOOST_REQUIRE(node.feed(node.entry("FT" + std::to_string(i), 5'000, "hello")).status == 200);
  const std::string path = "/v1.1/transactions/" + node.workspace.text();
  const auto refused = node.api(http_method::get, path + "?q=zz");
  BOOST_TEST(refused.status == 503u);
  BOOST_TEST((refused.body.find("few of many rows matched") != std::string::npos));
  const auto link = node.pay_link();
  BOOST_TEST(text_of(node.get_link(link), "status") == "succeeded");
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace paylink::test
