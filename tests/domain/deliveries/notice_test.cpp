#include "domain/deliveries/notice.hpp"

#include <boost/test/unit_test.hpp>

namespace paylink {

using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(notices)

BOOST_AUTO_TEST_CASE(waits_double_from_a_minute_to_an_hour_and_end_with_the_day) {
  const std::chrono::minutes expected[] = {1min, 2min, 4min, 8min, 16min, 32min, 60min, 60min};
  int tries = 0;
  for (const auto wait : expected) BOOST_TEST((wait_after_try(++tries, 0ms) == std::optional{1ms * (wait / 1ms)}));
  BOOST_TEST((wait_after_try(1'000'000, 0ms) == std::optional<std::chrono::milliseconds>{1h}));
  BOOST_TEST(wait_after_try(30, 23h).has_value());
  BOOST_TEST(!wait_after_try(30, 23h + 1ms).has_value());
  // A mail server that is away from the first try on is asked 30 times within the day.
  std::chrono::milliseconds age{0};
  for (tries = 1; const auto wait = wait_after_try(tries, age); ++tries) age += *wait;
  BOOST_TEST(tries == 29);
}

BOOST_AUTO_TEST_CASE(kinds_have_the_names_of_the_preferences) {
  BOOST_TEST(to_text(notice_kind::delivery_failed) == "delivery_failed");
  BOOST_TEST(to_text(notice_kind::delivery_recovered) == "delivery_recovered");
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace paylink
