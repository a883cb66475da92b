#include "domain/values/time.hpp"

#include <boost/test/unit_test.hpp>

using namespace paylink;

BOOST_AUTO_TEST_SUITE(time_rules)

BOOST_AUTO_TEST_CASE(rfc_3339_is_read_to_the_millisecond) {
  const std::pair<std::string_view, std::int64_t> cases[] = {
      {"1970-01-01T00:00:00Z", 0},
      {"2026-01-31T08:15:30.123Z", 1'769'847'330'123},
      {"2026-01-31t08:15:30.123z", 1'769'847'330'123},
      {"2026-01-31T15:15:30.123+07:00", 1'769'847'330'123},
      {"2026-01-30T20:45:30.123-11:30", 1'769'847'330'123},
      {"2026-01-31T08:15:30-00:00", 1'769'847'330'000},
      {"2026-01-31T08:15:30.1Z", 1'769'847'330'100},
      {"2026-01-31T08:15:30.1239999999999Z", 1'769'847'330'123},
      {"2024-02-29T00:00:00Z", 1'709'164'800'000},
      {"2000-02-29T12:00:00Z", 951'825'600'000},
      {"1969-12-31T23:59:59.999Z", -1},
      {"2026-01-01T00:30:00+23:59", 1'767'141'060'000},
      // A leap second is the last moment of its month.
      {"2016-12-31T23:59:60Z", 1'483'228'799'999},
      {"2017-01-01T06:59:60.500+07:00", 1'483'228'799'999},
  };
  for (const auto& [text, millis] : cases) {
    const auto read = parse_rfc3339(text);
    BOOST_REQUIRE_MESSAGE(read.has_value(), text);
    BOOST_TEST(to_millis(*read) == millis, text);
  }
}

BOOST_AUTO_TEST_CASE(nothing_but_rfc_3339_is_a_time) {
  for (const auto* text :
       {"", "2026-01-31", "2026-01-31T08:15Z", "2026-01-31T08:15:30", "2026-01-31 08:15:30Z", "2026-1-31T08:15:30Z",
        "26-01-31T08:15:30Z", "2026-01-31T8:15:30Z", "2026-00-31T08:15:30Z", "2026-13-01T08:15:30Z",
        "2026-01-00T08:15:30Z", "2026-01-32T08:15:30Z", "2026-04-31T08:15:30Z", "2026-02-29T08:15:30Z",
        "1900-02-29T08:15:30Z", "2026-01-31T24:00:00Z", "2026-01-31T08:60:00Z", "2026-01-31T08:15:61Z",
        "2026-01-31T08:15:30.Z", "2026-01-31T08:15:30,5Z", "2026-01-31T08:15:30+07", "2026-01-31T08:15:30+0700",
        "2026-01-31T08:15:30+24:00", "2026-01-31T08:15:30+07:60", "2026-01-31T08:15:30 Z", " 2026-01-31T08:15:30Z",
        "2026-01-31T08:15:30Z ", "2026-01-31T08:15:30ZZ", "+2026-01-31T08:15:30Z", "2026-01-31T-8:15:30Z",
        "20260131T081530Z", "1769847330", "2026-W05-6T08:15:30Z", "2026-01-31T08:15:30\u22127:00",
        // Leap seconds stand at the end of a month in UTC only.
        "2016-12-31T22:59:60Z", "2016-12-30T23:59:60Z", "2016-12-31T23:59:60+07:00",
        // The four digits of a year end here.
        "9999-12-31T23:59:59-00:01", "0000-01-01T00:00:00+00:01"})
    BOOST_TEST(!parse_rfc3339(text), text);
}

BOOST_AUTO_TEST_CASE(times_are_written_as_they_are_read) {
  for (const auto* text :
       {"2026-01-31T08:15:30.123Z", "1970-01-01T00:00:00.000Z", "1969-12-31T23:59:59.999Z", "2024-02-29T23:59:59.009Z",
        "2026-03-15T00:00:00.001Z", "2026-03-15T01:00:00.000Z", "2026-03-15T10:10:10.010Z", "2026-03-15T23:00:00.000Z",
        "0000-01-01T00:00:00.000Z", "9999-12-31T23:59:59.999Z"}) {
    const auto read = parse_rfc3339(text);
    BOOST_REQUIRE_MESSAGE(read.has_value(), text);
    BOOST_TEST(format_rfc3339(*read) == text);
  }
}

BOOST_AUTO_TEST_CASE(times_that_four_digits_cannot_write_stay_at_the_edge) {
  BOOST_TEST(format_rfc3339(timestamp::max()) == "9999-12-31T23:59:59.999Z");
  BOOST_TEST(format_rfc3339(timestamp::min()) == "0000-01-01T00:00:00.000Z");
}

BOOST_AUTO_TEST_CASE(signatures_carry_whole_seconds_rounded_down) {
  BOOST_TEST(unix_seconds(from_millis(1'773'541'806'999)) == 1'773'541'806);
  BOOST_TEST(unix_seconds(from_millis(-1)) == -1);
}

BOOST_AUTO_TEST_CASE(vietnam_is_seven_hours_ahead) {
  const auto at = [](std::string_view text) { return parse_rfc3339(text).value(); };
  BOOST_TEST(vietnam_month(at("2026-01-31T16:59:59.999Z")) == "2026-01");
  BOOST_TEST(vietnam_month(at("2026-01-31T17:00:00Z")) == "2026-02");
  BOOST_TEST(vietnam_month(at("2025-12-31T17:00:00Z")) == "2026-01");
  BOOST_TEST(format_vietnam(at("2026-01-31T08:15:30.123Z")) == "15:15 31/01/2026");
  BOOST_TEST(format_vietnam(at("2026-02-28T17:00:00Z")) == "00:00 01/03/2026");
}

BOOST_AUTO_TEST_CASE(the_system_clock_counts_milliseconds_since_1970) {
  // Seconds or microseconds would be off by a factor of a thousand.
  BOOST_TEST(to_millis(system_wall_clock{}.now()) > 1'700'000'000'000);
  BOOST_TEST(to_millis(system_wall_clock{}.now()) < 1'700'000'000'000 * 100);
}

BOOST_AUTO_TEST_SUITE_END()
