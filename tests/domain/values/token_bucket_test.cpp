#include "domain/values/token_bucket.hpp"

#include <boost/test/unit_test.hpp>

using namespace paylink;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(token_buckets)

BOOST_AUTO_TEST_CASE(a_burst_is_let_through_and_then_so_many_a_second) {
  constexpr bucket_rate rate{10, 3};
  token_bucket bucket{rate, 0ms};
  for (int left = 2; left >= 0; --left) {
    const auto level = bucket.take(rate, 0ms);
    BOOST_TEST(level.is_allowed);
    BOOST_TEST(level.remaining == left);
    BOOST_TEST(level.until_more.count() == 1);
  }
  BOOST_TEST(!bucket.take(rate, 0ms).is_allowed);
  BOOST_TEST(!bucket.take(rate, 99ms).is_allowed);
  BOOST_TEST(bucket.take(rate, 100ms).is_allowed);
  BOOST_TEST(!bucket.take(rate, 100ms).is_allowed);
  BOOST_TEST(bucket.take(rate, 10'000ms).remaining == 2);
}

BOOST_AUTO_TEST_CASE(a_refused_call_is_told_how_long_to_wait) {
  constexpr bucket_rate rate{0.1, 1};
  token_bucket bucket{rate, 0ms};
  BOOST_TEST(bucket.take(rate, 0ms).is_allowed);
  BOOST_TEST(bucket.take(rate, 0ms).until_more.count() == 10);
  BOOST_TEST(bucket.take(rate, 5'500ms).until_more.count() == 5);
  BOOST_TEST(!bucket.take(rate, 9'900ms).is_allowed);
  BOOST_TEST(bucket.take(rate, 10'000ms).is_allowed);
}

BOOST_AUTO_TEST_CASE(time_that_runs_backwards_gives_nothing_and_takes_nothing) {
  constexpr bucket_rate rate{10, 2};
  token_bucket bucket{rate, 1'000ms};
  bucket.take(rate, 1'000ms);
  bucket.take(rate, 1'000ms);
  BOOST_TEST(!bucket.take(rate, 0ms).is_allowed);
  BOOST_TEST(!bucket.take(rate, 1'050ms).is_allowed);
  BOOST_TEST(bucket.take(rate, 1'100ms).is_allowed);
}

BOOST_AUTO_TEST_CASE(a_bucket_left_alone_is_full_again) {
  constexpr bucket_rate rate{10, 2};
  token_bucket bucket{rate, 0ms};
  bucket.take(rate, 0ms);
  BOOST_TEST(!bucket.is_full(rate, 99ms));
  BOOST_TEST(bucket.is_full(rate, 100ms));
}

BOOST_AUTO_TEST_SUITE_END()
