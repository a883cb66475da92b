#include "tests/support/raw_sql.hpp"
#include "tests/torture/torture.hpp"

#include <boost/test/unit_test.hpp>

#include <thread>

namespace paylink::testing {

using namespace std::chrono_literals;

namespace {

/// Less often than kills: each lasts longer.
int outages_wanted() { return std::max(2, harms_wanted() / 5); }

/// What the bank is told meanwhile is 503 with `Retry-After`; it goes on as soon as it may.
void wait_until_refused(const torture& under) {
  const auto before = under.bank->refusals();
  for (int tries = 0; tries < 30'000 && under.bank->refusals() == before; ++tries) std::this_thread::sleep_for(1ms);
  BOOST_TEST(under.bank->refusals() > before);
}

} // namespace

BOOST_AUTO_TEST_SUITE(outages)

BOOST_AUTO_TEST_CASE(on_sqlite_a_full_disk_is_told_and_survived) {
  const int outages = outages_wanted();
  torture under{tortured_service::backend::sqlite, outages};
  for (int i = 0; i < outages; ++i) {
    std::this_thread::sleep_for(under.draw_pause());
    under.service.fill_disk();
    wait_until_refused(under);
    std::this_thread::sleep_for(under.draw_pause());
    under.service.free_disk();
  }
  under.finish();
  BOOST_TEST(under.service.is_running());
}

BOOST_AUTO_TEST_CASE(on_sqlite_another_process_that_locks_the_file_is_told_and_survived) {
  const int outages = outages_wanted();
  torture under{tortured_service::backend::sqlite, outages};
  for (int i = 0; i < outages; ++i) {
    std::this_thread::sleep_for(under.draw_pause());
    const test::foreign_write_lock lock{under.service.database_file().string()};
    wait_until_refused(under);
  }
  under.finish();
  BOOST_TEST(under.service.is_running());
}

BOOST_AUTO_TEST_CASE(on_postgresql_cut_connections_are_survived) {
  const int cuts = harms_wanted();
  torture under{tortured_service::backend::postgresql, cuts};
  for (int i = 0; i < cuts; ++i) {
    std::this_thread::sleep_for(under.draw_pause());
    under.service.cut_database_connections();
  }
  under.finish();
  BOOST_TEST(under.service.is_running());
}

BOOST_AUTO_TEST_CASE(on_postgresql_a_crash_of_the_server_is_told_and_survived) {
  const int crashes = outages_wanted();
  torture under{tortured_service::backend::postgresql, crashes};
  for (int i = 0; i < crashes; ++i) {
    std::this_thread::sleep_for(under.draw_pause());
    under.service.crash_database();
  }
  under.finish();
  BOOST_TEST(under.service.is_running());
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace paylink::testing
