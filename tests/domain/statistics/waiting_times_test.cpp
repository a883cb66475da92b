#include "domain/statistics/waiting_times.hpp"

#include <boost/test/unit_test.hpp>

using namespace paylink;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(waiting)

BOOST_AUTO_TEST_CASE(a_time_belongs_to_the_bucket_that_begins_at_or_before_it) {
  struct {
    std::chrono::milliseconds waited;
    std::int64_t bucket;
  } const cases[] = {{-5ms, 0},
                     {0ms, 0},
                     {9ms, 9},
                     {10ms, 10},
                     {11ms, 10},
                     {12ms, 12},
                     {81ms, 68},
                     {82ms, 82},
                     {99ms, 82},
                     {100ms, 100},
                     {119ms, 100},
                     {120ms, 120},
                     {340ms, 330},
                     {999ms, 820},
                     {1'000ms, 1'000},
                     {99'999ms, 82'000},
                     {99'999'999ms, 82'000'000},
                     {100'000'000ms, 100'000'000},
                     {240h, 100'000'000}};
  for (const auto& [waited, bucket] : cases)
    BOOST_TEST(waiting_bucket_of(waited) == bucket, waited.count() << " ms: " << waiting_bucket_of(waited));
}

BOOST_AUTO_TEST_CASE(buckets_come_in_the_order_of_the_times) {
  std::int64_t last = 0;
  for (std::int64_t millis = 0; millis < 200'000; ++millis) {
    const auto bucket = waiting_bucket_of(std::chrono::milliseconds{millis});
    BOOST_REQUIRE(bucket >= last);
    BOOST_REQUIRE(bucket <= millis);
    last = bucket;
  }
}

BOOST_AUTO_TEST_CASE(a_percentile_is_within_about_a_tenth) {
  for (const std::int64_t millis : {1, 7, 10, 13, 99, 100, 199, 340, 1'199, 1'350, 16'999, 4'700'000, 99'999'999}) {
    waiting_times times;
    times.add(waiting_bucket_of(std::chrono::milliseconds{millis}), 1);
    const auto found = times.percentile(50);
    BOOST_TEST_REQUIRE(found.has_value());
    BOOST_TEST(std::abs(found->count() - millis) * 100 <= millis * 11, millis << " ms: " << found->count());
  }
}

BOOST_AUTO_TEST_CASE(percentiles_count_from_the_shortest) {
  waiting_times times;
  BOOST_TEST((times.percentile(50) == std::nullopt));
  times.add(100, 94);
  times.add(1'000, 5);
  times.add(10'000, 1);
  BOOST_TEST(times.percentile(50)->count() == 109);
  BOOST_TEST(times.percentile(94)->count() == 109);
  BOOST_TEST(times.percentile(95)->count() == 1'099);
  BOOST_TEST(times.percentile(99)->count() == 1'099);
  BOOST_TEST(times.percentile(100)->count() == 10'999);
  waiting_times both;
  both.add(times);
  both.add(times);
  BOOST_TEST(both.count() == 200);
  BOOST_TEST(both.percentile(95)->count() == 1'099);
}

BOOST_AUTO_TEST_SUITE_END()
