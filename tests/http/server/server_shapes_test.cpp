// Envelopes and the index of paths.
#include "api/calls/router.hpp"
#include "http/wire/envelope.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

using namespace paylink;

namespace {

const timestamp now = *parse_rfc3339("2026-01-31T08:15:30.123Z");
const std::string trace = "4bf92f3577b34da6a3ce929d0e0e4736";

} // namespace

BOOST_AUTO_TEST_SUITE(server_shapes)

BOOST_AUTO_TEST_CASE(success_wraps_its_data) {
  const auto response = success(201, R"({"id":"pl_1"})", now);
  BOOST_TEST(response.status == 201u);
  BOOST_TEST(response.content_type == "application/json");
  BOOST_TEST(response.body ==
             R"({"success":true,"data":{"id":"pl_1"},"meta":{"timestamp":"2026-01-31T08:15:30.123Z"}})");
}

BOOST_AUTO_TEST_CASE(a_list_says_whether_there_is_more) {
  BOOST_TEST(
      success_list("[1]", true, "c\"1", now).body ==
      R"({"success":true,"data":[1],"meta":{"timestamp":"2026-01-31T08:15:30.123Z","has_more":true,"next_cursor":"c\"1"}})");
  BOOST_TEST(
      success_list("[]", false, std::nullopt, now).body ==
      R"({"success":true,"data":[],"meta":{"timestamp":"2026-01-31T08:15:30.123Z","has_more":false,"next_cursor":null}})");
}

BOOST_AUTO_TEST_CASE(a_failure_has_the_specified_members_and_no_others) {
  const auto response = failure(errc::authentication_error, trace, now, "No \"token\".");
  BOOST_TEST(response.status == 401u);
  BOOST_TEST(
      response.body ==
      R"({"success":false,"error":{"code":"AUTHENTICATION_ERROR","errorCode":20001,"message":"No \"token\".","traceId":")" +
          trace + R"(","messageKey":"auth/authentication-error"},"meta":{"timestamp":"2026-01-31T08:15:30.123Z"}})");
  BOOST_REQUIRE(response.headers.size() == 1u);
  BOOST_TEST(response.headers[0].first == "WWW-Authenticate");
  BOOST_TEST(response.headers[0].second.starts_with("Bearer "));
}

BOOST_AUTO_TEST_CASE(every_error_has_a_valid_envelope) {
  for (const auto& row : error_table) {
    const auto response = failure(row.error, trace, now);
    const auto body = boost::json::parse(response.body);
    BOOST_TEST(response.status == row.http_status);
    BOOST_TEST(body.at("error").at("code").as_string() == row.code);
    BOOST_TEST(body.at("error").at("errorCode").as_int64() == row.number);
    BOOST_TEST(body.at("error").at("message").as_string() == row.message);
    const bool waits =
        std::ranges::any_of(response.headers, [](const auto& header) { return header.first == "Retry-After"; });
    BOOST_TEST(waits == (row.http_status == 503));
  }
}

BOOST_AUTO_TEST_CASE(faults_become_details) {
  const field_faults faults{{"amount", "too_small", "At least 2000."}, {"a\"b", "unknown_member", "Not known."}};
  const auto body = boost::json::parse(failure(errc::validation_error, trace, now, {}, faults).body);
  BOOST_TEST(
      boost::json::serialize(body.at("error").at("details")) ==
      R"([{"field":"amount","code":"too_small","message":"At least 2000."},{"field":"a\"b","code":"unknown_member","message":"Not known."}])");
}

BOOST_AUTO_TEST_CASE(patterns_are_judged_at_compile_time) {
  static_assert(is_well_formed_pattern("/a/{b}/c"));
  static_assert(!is_well_formed_pattern("a"));
  static_assert(!is_well_formed_pattern("/a//b"));
  static_assert(!is_well_formed_pattern("/a/{b"));
  static_assert(!is_well_formed_pattern("/a/x{b}"));
  const std::vector<std::string> segments{"a", "1", "c"};
  const auto taken = match_pattern("/a/{b}/c", segments);
  BOOST_REQUIRE(taken);
  BOOST_TEST(taken->count == 1u);
  BOOST_TEST((*taken)[0] == "1");
  BOOST_TEST(!match_pattern("/a/{b}", segments));
  BOOST_TEST(!match_pattern("/a/{b}/d", segments));
}

BOOST_AUTO_TEST_CASE(the_index_finds_what_trying_every_row_would_find) {
  const std::vector<std::string_view> patterns{
      "/v1.1/links/{ws}", "/v1.1/links/{ws}/{link}", "/v1.1/links/{ws}", "/v1.1/{any}/{ws}",
      "/l/{id}",          "/v1.1/links/{ws}/x",      "/a/b/c",           "/v1.1/links/{ws}/{link}/cancel",
      "/{a}/{b}"};
  const path_index index{patterns};
  const std::vector<std::vector<std::string>> paths{{"v1.1", "links", "w"},
                                                    {"v1.1", "links", "w", "x"},
                                                    {"l", "q"},
                                                    {"a", "b", "c"},
                                                    {"v1.1", "other", "w"},
                                                    {},
                                                    {"nothing"},
                                                    {"v1.1", "links", "w", "p", "cancel"},
                                                    {"1", "2", "3", "4", "5", "6", "7"}};
  for (const auto& path : paths) {
    std::vector<std::size_t> expected, found;
    for (std::size_t i = 0; i < patterns.size(); ++i)
      if (match_pattern(patterns[i], path)) expected.push_back(i);
    for (const auto& [position, taken] : index.find(path)) {
      found.push_back(position);
      BOOST_TEST(taken.count == match_pattern(patterns[position], path)->count);
    }
    BOOST_TEST(found == expected, boost::test_tools::per_element());
  }
}

BOOST_AUTO_TEST_SUITE_END()
