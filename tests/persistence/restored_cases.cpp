#include "tests/persistence/store_world.hpp"

#include <boost/test/unit_test.hpp>

using namespace paylink;
using namespace paylink::test;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(restored_backups)

namespace {

std::filesystem::path copy_of(const store_world& world) { return world.folder / "copy.db"; }

void back_up(store_world& world) {
  if (world.where == kind::sqlite) BOOST_REQUIRE(world.opened->back_up(copy_of(world)));
}

/// Puts the copy in the database's place as an operator does; on PostgreSQL, which has its own means, what came since
/// the backup is taken away.
void restore(store_world& world) {
  world.reader.reset();
  world.writer.reset();
  world.opened.reset();
  if (world.where == kind::sqlite) {
    for (const auto* file : {"paylink.db", "paylink.db-wal", "paylink.db-shm"})
      std::filesystem::remove(world.folder / file);
    std::filesystem::copy_file(copy_of(world), world.folder / "paylink.db");
  } else {
    run_sql(world.url, "DELETE FROM usage; DELETE FROM deliveries; UPDATE payment_links SET status = 0, closed_at = "
                       "NULL, received_amount = NULL, transaction_row = NULL; DELETE FROM transactions");
  }
  world.restart();
}

} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(a_payment_that_is_told_of_again_is_announced_as_the_same_event, Backend, backends) {
  store_world world{Backend::where};
  const auto link = world.make_link();
  back_up(world);
  const auto before = world.pay(link.reference, 100'000, {.reference = "FT-1"});
  restore(world);
  BOOST_TEST((world.read(link).status == link_status::pending));
  const auto after = world.pay(link.reference, 100'000, {.reference = "FT-1"});
  BOOST_TEST((after.result == entry_result::recorded && after.classified == classification::matched));
  BOOST_TEST(after.jobs.at(0).event_id == before.jobs.at(0).event_id);
  BOOST_TEST((world.reader->ask(find_callback{world.workspace, link.row}).value().id == event_of(link.id)));
  BOOST_TEST(after.jobs.at(0).body.find(before.jobs.at(0).event_id) != std::string::npos);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(events_of_two_links_never_share_an_id, Backend, backends) {
  store_world world{Backend::where};
  const auto one = world.make_link(), two = world.make_link();
  BOOST_TEST(world.pay(one.reference, 100'000).jobs.at(0).event_id !=
             world.pay(two.reference, 100'000).jobs.at(0).event_id);
}

BOOST_AUTO_TEST_SUITE_END()
