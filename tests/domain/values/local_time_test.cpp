#include "domain/values/local_time.hpp"

#include <boost/test/unit_test.hpp>

using namespace paylink;

BOOST_AUTO_TEST_SUITE(local_time)

BOOST_AUTO_TEST_CASE(each_language_writes_vietnams_time_in_its_own_way) {
  const auto at = [](const char* text) { return *parse_rfc3339(text); };
  BOOST_TEST(format_local(at("2026-11-22T11:09:30.123Z"), language::vi) == "18:09 22/11/2026");
  BOOST_TEST(format_local(at("2026-11-22T11:09:30.123Z"), language::en) == "22 Nov 2026, 18:09");
  BOOST_TEST(format_local(at("2026-02-28T17:00:00Z"), language::en) == "1 Mar 2026, 00:00");
  BOOST_TEST(format_local(at("2026-12-31T16:59:59Z"), language::en) == "31 Dec 2026, 23:59");
  BOOST_TEST(format_local(at("2025-12-31T17:00:00Z"), language::en) == "1 Jan 2026, 00:00");
}

BOOST_AUTO_TEST_CASE(a_banks_time_is_vietnams_unless_it_has_an_offset) {
  const std::pair<std::string_view, std::string_view> cases[]{
      {"2026-03-15 09:30:05", "2026-03-15T02:30:05.000Z"},       {"2026-03-15T09:30:05.5", "2026-03-15T02:30:05.500Z"},
      {"2026-03-15 09:30", "2026-03-15T02:30:00.000Z"},          {"2026-03-15", "2026-03-14T17:00:00.000Z"},
      {"2026-03-15+09:00", "2026-03-14T15:00:00.000Z"},          {"2026-03-15T02:30:05Z", "2026-03-15T02:30:05.000Z"},
      {"2026-03-15 09:30:05-05:00", "2026-03-15T14:30:05.000Z"},
  };
  for (const auto& [text, time] : cases) BOOST_TEST_CONTEXT(text) {
      const auto read = parse_bank_time(text);
      BOOST_REQUIRE(read.has_value());
      BOOST_TEST(format_rfc3339(*read) == time);
    }
  for (const std::string_view text :
       {"", "2026", "2026-02-29", "2026-03-15 ", "2026-03-15 9:30:05", "2026-03-15 24:00:00", "15/03/2026 09:30:05",
        "2026-03-15 09:30:05 ", "2026-03-15 09:30:05+7", "2026-03-15x", "x2026-03-15"})
    BOOST_TEST(!parse_bank_time(text), text);
}

BOOST_AUTO_TEST_CASE(vietnams_day_begins_at_17_hours_utc) {
  BOOST_TEST(vietnam_date(*parse_rfc3339("2026-03-31T16:59:59.999Z")) == "2026-03-31");
  BOOST_TEST(vietnam_date(*parse_rfc3339("2026-03-31T17:00:00Z")) == "2026-04-01");
}

BOOST_AUTO_TEST_SUITE_END()
