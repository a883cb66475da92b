// What has happened in a Workspace, by hours and days, and what waits for a person.
#include "tests/actors/signed_in_person.hpp"

#include <boost/test/unit_test.hpp>

namespace paylink::test {

namespace json = boost::json;

namespace {

std::string statistics_of(const virtual_node& node, const std::string& rest = {}) {
  return "/v1.1/statistics/" + node.workspace.text() + rest;
}

json::object record_of(const http_response& answer) {
  BOOST_REQUIRE_MESSAGE(answer.status == 200, answer.body);
  return json::parse(answer.body).at("data").as_object();
}

std::int64_t number_at(const json::value& record, std::string_view pointer) {
  return record.at_pointer(pointer).as_int64();
}

} // namespace

BOOST_AUTO_TEST_SUITE(statistics)

BOOST_AUTO_TEST_CASE(what_has_happened_is_counted) {
  virtual_node node;
  node.pay_link();
  node.advance(1s);
  node.world.answer_all(503);
  const auto unnotified = node.make_link("200000");
  node.feed(node.entry("FT-2", 200'000, text_of(unnotified, "reference")));
  node.feed(node.entry("FT-3", 30'000, "hello"));
  const auto little = node.make_link("90000");
  node.feed(node.entry("FT-4", 40'000, text_of(little, "reference")));
  node.advance(2s);
  const json::value found = record_of(node.api(http_method::get, statistics_of(node)));
  BOOST_TEST(found.at("bucket").as_string() == "day");
  BOOST_REQUIRE(found.at("periods").as_array().size() == 1u);
  const auto& total = found.at("total");
  BOOST_TEST(number_at(total, "/credits/count") == 4);
  BOOST_TEST(total.at_pointer("/credits/amount").as_string() == "420000");
  BOOST_TEST(number_at(total, "/credits/by_classification/matched/count") == 2);
  BOOST_TEST(total.at_pointer("/credits/by_classification/matched/amount").as_string() == "350000");
  BOOST_TEST(number_at(total, "/credits/by_classification/underpaid/count") == 1);
  BOOST_TEST(number_at(total, "/credits/by_classification/unclassified/count") == 1);
  BOOST_TEST(!total.at_pointer("/credits/by_classification").as_object().contains("late"));
  BOOST_TEST(number_at(total, "/debits/count") == 0);
  BOOST_TEST(number_at(total, "/payment_links/created") == 3);
  BOOST_TEST(number_at(total, "/payment_links/completed") == 2);
  BOOST_TEST(number_at(total, "/callbacks/notified") == 1);
  BOOST_TEST(number_at(total, "/callbacks/notified") == 1);
  BOOST_TEST(number_at(total, "/callbacks/by_class/http_5xx") == number_at(total, "/callbacks/attempts") - 1);
  BOOST_TEST(number_at(total, "/callbacks/p50_ms") < 1'000);
  BOOST_TEST(number_at(total, "/webhooks/attempts") == 0);
  BOOST_TEST(number_at(total, "/chats/attempts") == 0);
  // The only period has all of it.
  auto period = found.at_pointer("/periods/0").as_object(), sum = total.as_object();
  for (auto* one : {&period, &sum}) one->erase("start");
  BOOST_TEST(period == sum);
  const json::value hours = record_of(node.api(http_method::get, statistics_of(node, "?bucket=hour")));
  BOOST_TEST(number_at(hours, "/total/credits/count") == 4);
}

BOOST_AUTO_TEST_CASE(periods_are_whole_and_a_span_has_an_end) {
  virtual_node node;
  const auto span = [&](const std::string& query) {
    const auto found = record_of(node.api(http_method::get, statistics_of(node, query)));
    return text_of(found, "from") + " " + text_of(found, "to");
  };
  BOOST_TEST(span("?from=2026-01-01T08:00:00%2B07:00&to=2026-01-03T00:00:00%2B07:00") ==
             "2025-12-31T17:00:00.000Z 2026-01-02T17:00:00.000Z");
  BOOST_TEST(span("?from=2026-01-01T08:00:00Z&to=2026-01-03T00:00:00.001%2B07:00") ==
             "2025-12-31T17:00:00.000Z 2026-01-03T17:00:00.000Z");
  BOOST_TEST(span("?bucket=hour&from=2026-01-01T08:59:59Z&to=2026-01-01T10:00:00Z") ==
             "2026-01-01T08:00:00.000Z 2026-01-01T10:00:00.000Z");
  BOOST_TEST(span("?to=2026-01-31T00:00:00%2B07:00") == "2025-12-31T17:00:00.000Z 2026-01-30T17:00:00.000Z");
  BOOST_TEST(span("?bucket=hour&to=2026-01-31T00:00:00Z") == "2026-01-30T00:00:00.000Z 2026-01-31T00:00:00.000Z");
  span("?from=2026-01-01T00:00:00Z&to=2027-01-01T00:00:00Z");
  struct {
    std::string query, field, code;
  } const refused[] = {
      {"?bucket=week", "bucket", "format"},
      {"?from=yesterday", "from", "format"},
      {"?until=2026-01-01T00:00:00Z", "until", "unknown_member"},
      {"?from=2026-01-02T00:00:00%2B07:00&to=2026-01-02T00:00:00%2B07:00", "to", "too_small"},
      {"?from=2026-01-01T00:00:00Z&to=2027-01-04T00:00:00Z", "to", "too_far"},
      {"?bucket=hour&from=2026-01-01T00:00:00Z&to=2026-01-15T00:00:00.001Z", "to", "too_far"},
  };
  for (const auto& [query, field, code] : refused) {
    const auto answer = node.api(http_method::get, statistics_of(node, query));
    BOOST_TEST_CONTEXT(query << ": " << answer.body) {
      BOOST_TEST(answer.status == 422u);
      const auto details = json::parse(answer.body).at_pointer("/error/details").as_array();
      BOOST_REQUIRE(details.size() == 1u);
      BOOST_TEST(details[0].at("field").as_string() == field);
      BOOST_TEST(details[0].at("code").as_string() == code);
    }
  }
}

BOOST_AUTO_TEST_CASE(what_waits_for_a_person_is_counted) {
  virtual_node node;
  const auto now = [&]() -> json::value { return record_of(node.api(http_method::get, statistics_of(node, "/now"))); };
  BOOST_TEST(number_at(now(), "/needs_attention") == 0);
  BOOST_TEST(number_at(now(), "/bank_accounts/connected") == 1);
  BOOST_TEST(now().at_pointer("/bank_accounts/last_heard_at").is_null());
  node.world.answer_all(404);
  const auto paid = node.make_link("200000"), little = node.make_link("90000");
  node.feed(node.entry("FT-2", 200'000, text_of(paid, "reference")));
  node.feed(node.entry("FT-3", 40'000, text_of(little, "reference")));
  node.advance(2s);
  BOOST_TEST(number_at(now(), "/needs_attention") == 1);
  BOOST_TEST(number_at(now(), "/merchants_not_notified") == 1);
  BOOST_TEST(number_at(now(), "/bank_accounts/silent") == 0);
  BOOST_TEST(now().at_pointer("/bank_accounts/last_heard_at").is_string());
  node.doze(25h);
  BOOST_TEST(number_at(now(), "/bank_accounts/silent") == 1);
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace paylink::test
