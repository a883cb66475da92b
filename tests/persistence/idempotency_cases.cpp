#include "tests/persistence/store_world.hpp"

#include <boost/test/unit_test.hpp>

using namespace paylink;
using namespace paylink::test;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(idempotency)

namespace {

const idempotency_key order_7{"tok_1", "order-7", "print of the request"};

create_link keyed(store_world& world, const idempotency_key& key = order_7) {
  auto command = world.link_command();
  command.key = key;
  return command;
}

std::string links_of(const store_world& world) { return world.ask("SELECT COUNT(*) FROM payment_links"); }

} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(a_key_makes_one_link_however_often_it_comes, Backend, backends) {
  store_world world{Backend::where};
  const auto first = world.done<created_link>(keyed(world));
  BOOST_TEST(!first.is_replay);
  for (int time = 0; time < 3; ++time) {
    const auto again = world.done<created_link>(keyed(world));
    BOOST_TEST(again.is_replay);
    BOOST_TEST(again.link.row == first.link.row);
  }
  BOOST_TEST(links_of(world) == "1");
  const auto used = world.reader->ask(find_used_key{order_7, world.workspace, world.now()});
  BOOST_REQUIRE(used.has_value());
  BOOST_TEST(used->subject == first.link.id.text());
  BOOST_TEST(used->print == order_7.print);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(two_of_one_batch_are_one_too, Backend, backends) {
  store_world world{Backend::where};
  const std::vector<write_command> batch{keyed(world), keyed(world)};
  const auto replies = world.writer->apply(batch);
  BOOST_TEST(!std::get<created_link>(*replies[0]).is_replay);
  BOOST_TEST(std::get<created_link>(*replies[1]).is_replay);
  BOOST_TEST(links_of(world) == "1");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_batch_that_is_run_again_is_no_replay, Backend, backends) {
  store_world world{Backend::where};
  const auto command = keyed(world);
  world.done<created_link>(command);
  BOOST_TEST(!world.done<created_link>(command).is_replay);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_key_asks_for_one_thing_only, Backend, backends) {
  store_world world{Backend::where};
  world.done<created_link>(keyed(world));
  auto other = order_7;
  other.print = "print of another request";
  BOOST_TEST((error_of(world.apply(keyed(world, other))) == errc::idempotency_key_reused));
  BOOST_TEST(links_of(world) == "1");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_key_belongs_to_its_caller_and_workspace, Backend, backends) {
  store_world world{Backend::where};
  world.done<created_link>(keyed(world));
  auto of_another = order_7;
  of_another.caller = "tok_2";
  BOOST_TEST(!world.done<created_link>(keyed(world, of_another)).is_replay);
  const auto elsewhere = world.new_id<workspace_id>();
  BOOST_TEST((world.reader->ask(find_used_key{order_7, elsewhere, world.now()}).error() == errc::not_found));
  BOOST_TEST((world.reader->ask(find_used_key{{"tok_3", "order-7", {}}, world.workspace, world.now()}).error() ==
              errc::not_found));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_refused_creation_uses_no_key, Backend, backends) {
  store_world world{Backend::where};
  auto command = keyed(world);
  command.link.account = world.new_id<bank_account_id>();
  BOOST_TEST((error_of(world.apply(command)) == errc::not_found));
  BOOST_TEST(!world.done<created_link>(keyed(world)).is_replay);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_key_is_forgotten_after_a_day_and_taken_away_by_later_ones, Backend, backends) {
  store_world world{Backend::where};
  world.done<created_link>(keyed(world));
  for (int other = 0; other < 3; ++other)
    world.done<created_link>(keyed(world, {"tok_1", "other-" + std::to_string(other), "p"}));
  world.pass(idempotency_key_life);
  BOOST_TEST((world.reader->ask(find_used_key{order_7, world.workspace, world.now()}).error() == errc::not_found));
  // The same key is new again, and each new one takes two forgotten ones with it.
  BOOST_TEST(!world.done<created_link>(keyed(world)).is_replay);
  BOOST_TEST(world.done<created_link>(keyed(world)).is_replay);
  world.done<created_link>(keyed(world, {"tok_1", "fresh", "p"}));
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM idempotency_keys") == "2");
  BOOST_TEST(links_of(world) == "6");
}

BOOST_AUTO_TEST_SUITE_END()
