#include "tests/support/raw_sql.hpp"
#include "tests/support/until.hpp"
#include "tests/torture/torture.hpp"

#include <boost/test/unit_test.hpp>

namespace paylink::test {

using namespace std::chrono_literals;

namespace {

/// Less often than kills: each lasts longer.
int outages_wanted() { return std::max(2, harms_wanted() / 5); }

/// What the bank is told meanwhile is 503 with `Retry-After`; it goes on as soon as it may.
void wait_until_refused(const torture& under) {
  const auto before = under.bank->refusals();
  BOOST_TEST(test::until([&] { return under.bank->refusals() > before; }));
}

/// Harms the database under load so many times, and sees the service through it in one incarnation.
template <class Harm>
void harm_and_survive(tortured_service::backend on, int times, Harm harm) {
  torture under{on, times};
  for (int i = 0; i < times; ++i) {
    test::pause_for(under.draw_pause());
    harm(under);
  }
  BOOST_REQUIRE_MESSAGE(under.service.is_running(), under.service.log());
  under.finish();
  BOOST_TEST(under.service.is_running());
}

} // namespace

BOOST_AUTO_TEST_SUITE(outages)

BOOST_AUTO_TEST_CASE(on_sqlite_a_full_disk_is_told_and_survived) {
  harm_and_survive(tortured_service::backend::sqlite, outages_wanted(), [](torture& under) {
    under.service.fill_disk();
    wait_until_refused(under);
    test::pause_for(under.draw_pause());
    under.service.free_disk();
  });
}

BOOST_AUTO_TEST_CASE(on_sqlite_another_process_that_locks_the_file_is_told_and_survived) {
  harm_and_survive(tortured_service::backend::sqlite, outages_wanted(), [](torture& under) {
    const test::foreign_write_lock lock{under.service.database_file().string()};
    wait_until_refused(under);
  });
}

BOOST_AUTO_TEST_CASE(on_postgresql_cut_connections_are_survived) {
  harm_and_survive(tortured_service::backend::postgresql, harms_wanted(),
                   [](torture& under) { under.service.cut_database_connections(); });
}

BOOST_AUTO_TEST_CASE(on_postgresql_a_crash_of_the_server_is_told_and_survived) {
  harm_and_survive(tortured_service::backend::postgresql, outages_wanted(),
                   [](torture& under) { under.service.crash_database(); });
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace paylink::test
