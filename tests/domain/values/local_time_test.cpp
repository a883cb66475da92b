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

BOOST_AUTO_TEST_SUITE_END()
