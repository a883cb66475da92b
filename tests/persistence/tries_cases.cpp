#include "tests/persistence/store_world.hpp"

#include <boost/test/unit_test.hpp>

#include <thread>

using namespace paylink;
using namespace paylink::test;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(tries_of_passwords)

namespace {

counted_try count(store_world& world, const std::vector<std::string>& keys) {
  return world.done<counted_try>(count_try{.keys = keys});
}

int allowed_of(store_world& world, int tries, const std::vector<std::string>& keys) {
  int allowed = 0;
  for (int made = 0; made < tries; ++made) allowed += count(world, keys).is_allowed ? 1 : 0;
  return allowed;
}

/// Moves what was tried into the past: whole minutes, as tries are counted.
void pass(store_world& world, std::chrono::minutes time) {
  world.pass(time);
  if (world.where == kind::postgresql)
    run_sql(world.url, "UPDATE tries SET minute = -(minute - " + std::to_string(time.count()) +
                           "); UPDATE tries SET minute = -minute");
}

} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(ten_are_allowed_in_a_quarter_of_an_hour, Backend, backends) {
  store_world world{Backend::where};
  BOOST_TEST(allowed_of(world, 30, {"a", "from"}) == 10);
  const auto refused = count(world, {"a", "from"});
  BOOST_TEST((refused.next_at > world.now() && refused.next_at <= world.now() + 15min));
  pass(world, 14min);
  BOOST_TEST(!count(world, {"a", "from"}).is_allowed);
  pass(world, 1min);
  BOOST_TEST(allowed_of(world, 30, {"a", "from"}) == 10); // what was refused did not count
}

BOOST_AUTO_TEST_CASE_TEMPLATE(each_key_has_its_own_count_and_the_fullest_decides, Backend, backends) {
  store_world world{Backend::where};
  for (int account = 0; account < 10; ++account)
    BOOST_TEST(count(world, {"account " + std::to_string(account), "from"}).is_allowed);
  BOOST_TEST(!count(world, {"account 11", "from"}).is_allowed);
  BOOST_TEST(allowed_of(world, 20, {"account 0", "elsewhere"}) == 9);
  BOOST_TEST(count(world, {"account 12", "a third place"}).is_allowed);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(success_gives_the_account_all_tries_back_and_the_address_its_own, Backend, backends) {
  store_world world{Backend::where};
  allowed_of(world, 9, {"a", "from"});
  count(world, {"a", "from"});
  world.sign_in("d", {"a", "from"});
  BOOST_TEST(allowed_of(world, 20, {"a", "elsewhere"}) == 10);
  BOOST_TEST(allowed_of(world, 20, {"b", "from"}) == 1);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(tries_of_yesterday_are_forgotten, Backend, backends) {
  store_world world{Backend::where};
  count(world, {"a", "from"});
  pass(world, 25h);
  count(world, {"b", "from"});
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM tries WHERE key = 'a'") == "0");
}

BOOST_AUTO_TEST_CASE(several_nodes_together_allow_no_more_than_one) {
  store_world world{kind::postgresql};
  constexpr int nodes = 4;
  std::vector<std::unique_ptr<write_store>> writers;
  std::vector<std::string> names;
  for (int node = 0; node < nodes; ++node)
    writers.push_back(world.opened->open_writer(world.context_of("other-" + std::to_string(node))));
  std::atomic<int> allowed{0};
  {
    std::vector<std::jthread> threads;
    for (auto& writer : writers)
      threads.emplace_back([&] {
        for (int made = 0; made < 15; ++made) {
          const write_command command[] = {count_try{.keys = {"a", "from"}}};
          auto replies = writer->apply(command);
          while (replies[0] && std::holds_alternative<held_up>(*replies[0])) replies = writer->apply(command);
          if (replies[0] && std::get<counted_try>(*replies[0]).is_allowed) ++allowed;
        }
      });
  }
  // Tries that are refused are counted for a moment, so that fewer may be allowed, but never more.
  BOOST_TEST((allowed >= 7 && allowed <= 10), "allowed: " << allowed);
}

BOOST_AUTO_TEST_SUITE_END()
