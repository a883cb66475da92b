#include "tests/support/until.hpp"
#include "tests/torture/torture.hpp"

#include <boost/test/unit_test.hpp>

#include <csignal>

namespace paylink::test {

using namespace std::chrono_literals;

namespace {

/// How long after a restart the first callback was heard; the worst case of all restarts.
class first_delivery {
public:
  explicit first_delivery(const merchant& shop) : shop_{shop} {}

  void service_started() {
    started_ = std::chrono::steady_clock::now();
    heard_before_ = shop_.heard();
    is_waiting_ = true;
  }
  /// Waits for `time`, watching.
  void watch_for(std::chrono::milliseconds time) {
    const auto until = std::chrono::steady_clock::now() + time;
    do {
      if (is_waiting_ && shop_.heard() > heard_before_) {
        worst_ = std::max(worst_, std::chrono::steady_clock::now() - started_);
        is_waiting_ = false;
      }
      test::pause_for(1ms);
    } while (std::chrono::steady_clock::now() < until);
  }
  std::chrono::milliseconds worst() const { return std::chrono::duration_cast<std::chrono::milliseconds>(worst_); }

private:
  const merchant& shop_;
  std::chrono::steady_clock::time_point started_{};
  std::chrono::steady_clock::duration worst_{};
  std::size_t heard_before_ = 0;
  bool is_waiting_ = false;
};

void kill_again_and_again(tortured_service::backend on) {
  const int kills = harms_wanted();
  torture under{on, kills};
  first_delivery first{under.shop};
  std::chrono::milliseconds slowest_start{0};
  for (int i = 0; i < kills; ++i) {
    first.watch_for(under.draw_pause());
    BOOST_TEST(under.service.end(SIGKILL) == -SIGKILL);
    slowest_start = std::max(slowest_start, under.service.start());
    first.service_started();
  }
  first.watch_for(1s);
  under.finish();
  BOOST_TEST_MESSAGE("slowest start " << slowest_start.count() << " ms; first callback at most "
                                      << first.worst().count() << " ms after the service was ready");
}

} // namespace

BOOST_AUTO_TEST_SUITE(kills)

BOOST_AUTO_TEST_CASE(on_sqlite_nothing_is_lost_and_nothing_told_twice) {
  kill_again_and_again(tortured_service::backend::sqlite);
}

BOOST_AUTO_TEST_CASE(on_postgresql_nothing_is_lost_and_nothing_told_twice) {
  kill_again_and_again(tortured_service::backend::postgresql);
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace paylink::test
