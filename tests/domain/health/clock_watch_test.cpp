#include "domain/health/clock_watch.hpp"

#include <boost/test/unit_test.hpp>

using namespace paylink;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(clock_watches)

namespace {

constexpr timestamp start{1'769'847'330'000ms};

struct reading {
  std::chrono::milliseconds wall, uptime; ///< Since the start.
  bool is_sound;
  std::chrono::milliseconds moved_by{0};
  bool has_settled = false;
};

struct story {
  const char* name;
  std::vector<reading> readings;
};

} // namespace

BOOST_AUTO_TEST_CASE(a_moved_clock_is_doubted_until_two_readings_agree) {
  const story stories[] = {
      {"a clock that runs", {{0ms, 0ms, true}, {1s, 1s, true}, {25h, 25h, true}}},
      {"a correction", {{0ms, 0ms, true}, {6s, 1s, true}, {2s, 2s, true}}},
      {"just too much", {{0ms, 0ms, true}, {6'001ms, 1s, false, 5'001ms}}},
      {"ahead",
       {{0ms, 0ms, true}, {1h, 1s, false, 3'599s}, {1h + 999ms, 1'999ms, false}, {1h + 1s, 2s, true, 0s, true}}},
      {"back", {{0ms, 0ms, true}, {-1h, 1s, false, -3'601s}, {-1h + 5s, 6s, true, 0s, true}, {-1h + 6s, 7s, true}}},
      {"ahead and back",
       {{0ms, 0ms, true},
        {1h, 1s, false, 3'599s},
        {1'500ms, 1'500ms, false, -3'599s},
        {2s, 2s, false},
        {3s, 3s, true, 0s, true}}},
      {"many readings at once",
       {{0ms, 0ms, true}, {1h, 0ms, false, 1h}, {1h, 0ms, false}, {1h, 0ms, false}, {1h + 1s, 1s, true, 0s, true}}},
      {"a machine that slept", {{0ms, 0ms, true}, {8h, 10ms, false, 8h - 10ms}, {8h + 2s, 2'010ms, true, 0s, true}}},
  };
  for (const auto& [name, readings] : stories) {
    clock_watch watch;
    for (const auto& one : readings) {
      const auto found = watch.observe(start + one.wall, 5h + one.uptime);
      BOOST_TEST_CONTEXT(name << " at " << one.uptime.count()) {
        BOOST_TEST(found.is_sound == one.is_sound);
        BOOST_TEST(found.moved_by.count() == one.moved_by.count());
        BOOST_TEST(found.has_settled == one.has_settled);
      }
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()
