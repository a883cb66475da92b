#include "http/wire/envelope.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

using namespace paylink;

namespace {

const timestamp now = *parse_rfc3339("2026-01-31T08:15:30.123Z");
const std::string trace = "4bf92f3577b34da6a3ce929d0e0e4736";

} // namespace

BOOST_AUTO_TEST_SUITE(envelopes)

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

BOOST_AUTO_TEST_CASE(more_faults_than_a_person_reads_are_not_listed) {
  const field_faults faults(1'000, {"amount", "type", "This must be a string."});
  const auto body = boost::json::parse(failure(errc::validation_error, trace, now, {}, faults).body);
  BOOST_TEST(body.at("error").at("details").as_array().size() == faults_max);
}

BOOST_AUTO_TEST_SUITE_END()
