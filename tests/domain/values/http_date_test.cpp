#include "domain/values/http_date.hpp"

#include <boost/test/unit_test.hpp>

using namespace paylink;

namespace {

const timestamp today = *parse_rfc3339("2026-03-15T02:30:00Z");

}

BOOST_AUTO_TEST_SUITE(http_dates)

BOOST_AUTO_TEST_CASE(the_form_that_is_sent_today_is_read_to_the_second) {
  const std::pair<const char*, const char*> examples[] = {
      {"Sun, 06 Nov 1994 08:49:37 GMT", "1994-11-06T08:49:37Z"}, // RFC 9110
      {"Sun, 15 Mar 2026 00:00:00 GMT", "2026-03-15T00:00:00Z"},
      {"Thu, 31 Dec 2026 23:59:59 GMT", "2026-12-31T23:59:59Z"},
      {"Thu, 29 Feb 2024 12:00:01 GMT", "2024-02-29T12:00:01Z"},
      {"Sat, 31 Dec 2016 23:59:60 GMT", "2017-01-01T00:00:00Z"}, // a leap second
  };
  for (const auto& [text, time] : examples) BOOST_TEST((parse_http_date(text, today) == parse_rfc3339(time)), text);
  constexpr std::string_view months[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                         "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  for (std::size_t i = 0; i < 12; ++i) {
    const auto text = "Sun, 05 " + std::string{months[i]} + " 2025 01:02:03 GMT";
    const auto number = std::string{i < 9 ? "0" : ""} + std::to_string(i + 1);
    BOOST_TEST((parse_http_date(text, today) == parse_rfc3339("2025-" + number + "-05T01:02:03Z")), text);
  }
}

BOOST_AUTO_TEST_CASE(a_date_is_written_in_the_form_of_today) {
  for (const std::string text : {"Sun, 06 Nov 1994 08:49:37 GMT", "Thu, 29 Feb 2024 00:00:00 GMT"})
    BOOST_TEST(format_http_date(parse_http_date(text, today).value()) == text);
  BOOST_TEST(format_http_date(parse_rfc3339("2026-03-05T02:03:04.999Z").value()) == "Thu, 05 Mar 2026 02:03:04 GMT");
}

BOOST_AUTO_TEST_CASE(the_two_older_forms_are_read_too) {
  const std::pair<const char*, const char*> examples[] = {
      {"Sunday, 06-Nov-94 08:49:37 GMT", "1994-11-06T08:49:37Z"}, // RFC 9110, as the next
      {"Sun Nov  6 08:49:37 1994", "1994-11-06T08:49:37Z"},
      {"Sun Mar 15 02:31:30 2026", "2026-03-15T02:31:30Z"},
      {"Wednesday, 01-Jan-76 00:00:00 GMT", "2076-01-01T00:00:00Z"}, // 50 years ahead
      {"Friday, 01-Jan-77 00:00:00 GMT", "1977-01-01T00:00:00Z"},    // 51 would be more
      {"Thursday, 29-Feb-24 12:00:01 GMT", "2024-02-29T12:00:01Z"},
  };
  for (const auto& [text, time] : examples) BOOST_TEST((parse_http_date(text, today) == parse_rfc3339(time)), text);
}

BOOST_AUTO_TEST_CASE(any_other_text_is_no_date) {
  for (const char* text : {"",
                           "Sun",
                           "Sun, 06-Nov-94 08:49:37 GMT",
                           "Someday, 06-Nov-94 08:49:37 GMT",
                           "Sunday, 06-Nov-1994 08:49:37 GMT",
                           "Sunday, 06-Nov-94 08:49:37",
                           "Sun Nov 6 08:49:37 1994",
                           "Sun Nov  6 08:49:37 94",
                           "Xxx Nov  6 08:49:37 1994",
                           "Sun Nov 31 08:49:37 1994",
                           "Sun Nov  6 08-49-37 1994",
                           "Sun, 06 Nov 1994 08:49:37 UTC",
                           "Sun, 06 nov 1994 08:49:37 GMT",
                           "Sun, 31 Feb 1994 08:49:37 GMT",
                           "Sun, 00 Nov 1994 08:49:37 GMT",
                           "Sun, 06 Nov 1994 24:00:00 GMT",
                           "Sun, 06 Nov 1994 08:60:00 GMT",
                           "Sun, 06 Nov 1994 08:49:61 GMT",
                           "Sun, -6 Nov 1994 08:49:37 GMT",
                           "Sun, 06 Nov 1994 08:-1:37 GMT",
                           "Sun, 06 Nov 1994 08:49:37 GMT ",
                           "Sun, 06 Nov 199a 08:49:37 GMT",
                           "Sun, 06 Nov 1994 0a:49:37 GMT",
                           "Sun, 06 Nov 1994 08:49:3a GMT",
                           "Sun; 06 Nov 1994 08:49:37 GMT"})
    BOOST_TEST(!parse_http_date(text, today), text);
}

BOOST_AUTO_TEST_SUITE_END()
