#include "tests/persistence/store_world.hpp"

#include <boost/test/unit_test.hpp>

#include <thread>

using namespace paylink;
using namespace paylink::test;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(tries_of_passwords)

namespace {

count_try count_of(const std::vector<std::string>& keys) {
  count_try wanted;
  for (const auto& key : keys) wanted.limits.push_back({.key = key});
  return wanted;
}

counted_try count(store_world& world, const std::vector<std::string>& keys) {
  return world.done<counted_try>(count_of(keys));
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
                           "), until_minute = until_minute - " + std::to_string(time.count()) +
                           "; UPDATE tries SET minute = -minute");
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

BOOST_AUTO_TEST_CASE_TEMPLATE(each_key_has_its_own_limit_and_time, Backend, backends) {
  store_world world{Backend::where};
  const count_try wanted{{{.key = "a", .limit = 2}, {.key = "day", .limit = 3, .within = 24h}}};
  const auto allowed = [&] { return world.done<counted_try>(wanted).is_allowed; };
  BOOST_TEST((allowed() && allowed() && !allowed()));
  pass(world, 16min);
  BOOST_TEST((allowed() && !allowed()));
  const auto refused = world.done<counted_try>(wanted);
  BOOST_TEST((refused.next_at > world.now() + 23h && refused.next_at <= world.now() + 24h));
  pass(world, 24h);
  BOOST_TEST(allowed());
}

BOOST_AUTO_TEST_CASE_TEMPLATE(success_gives_the_tries_back_and_counts_for_itself, Backend, backends) {
  store_world world{Backend::where};
  allowed_of(world, 10, {"a", "from"});
  world.sign_in("d", {.returned = {"a", "from"}, .succeeded = "won"});
  BOOST_TEST(allowed_of(world, 20, {"a", "elsewhere"}) == 1);
  BOOST_TEST(allowed_of(world, 20, {"b", "from"}) == 1);
  const count_try after{{{.key = "c"}, {.key = "won", .limit = 2, .is_counted = false}}};
  BOOST_TEST(world.done<counted_try>(after).is_allowed);
  world.apply(settle_try{{.returned = {"c"}, .succeeded = "won"}}).value();
  BOOST_TEST(!world.done<counted_try>(after).is_allowed); // looked at, not counted, and full
}

BOOST_AUTO_TEST_CASE_TEMPLATE(what_is_refused_or_given_back_leaves_no_row, Backend, backends) {
  store_world world{Backend::where};
  const auto rows = [&] { return world.ask("SELECT COUNT(*) FROM tries"); };
  allowed_of(world, 10, {"a"});
  const auto before = rows();
  for (int other = 0; other < 100; ++other)
    BOOST_TEST(!count(world, {"a", "other " + std::to_string(other)}).is_allowed);
  BOOST_TEST(rows() == before);
  count(world, {"b"});
  world.apply(settle_try{{.returned = {"b"}}}).value();
  BOOST_TEST(rows() == before);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_reader_sees_what_would_be_allowed_and_counts_nothing, Backend, backends) {
  store_world world{Backend::where};
  const try_limit limit{.key = "a", .limit = 2};
  const auto look = [&] { return world.reader->ask(look_at_tries{{&limit, 1}, world.now()}); };
  for (int looks = 0; looks < 5; ++looks) BOOST_TEST(look().is_allowed);
  allowed_of(world, 2, {"a"});
  const auto seen = look();
  BOOST_TEST((!seen.is_allowed && seen.next_at > world.now() && seen.next_at <= world.now() + 15min));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(tries_are_forgotten_when_they_count_no_longer, Backend, backends) {
  store_world world{Backend::where};
  const auto left = [&](const std::string& key) {
    return world.ask("SELECT COUNT(*) FROM tries WHERE key = '" + key + "'");
  };
  world.done<counted_try>(count_try{{{.key = "a"}, {.key = "day", .within = 24h}}});
  pass(world, 17min);
  count(world, {"b"});
  BOOST_TEST((left("a") == "0" && left("day") == "1"));
  pass(world, 24h);
  count(world, {"b"});
  BOOST_TEST(left("day") == "0");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_household_is_known_from_a_sign_in_on_and_the_newest_are_kept, Backend, backends) {
  store_world world{Backend::where};
  const auto email = world.ask("SELECT email FROM users WHERE id = '" + world.owner.text() + "'");
  const auto knows = [&](const std::string& household, const std::string& address) {
    return world.reader->ask(knows_household{address, household, world.now()});
  };
  BOOST_TEST(!knows("home", email));
  const auto sign_in_from = [&](const std::string& household) {
    world
        .apply(open_session{.id = world.new_id<session_id>(),
                            .digest = "from " + household,
                            .user = world.owner,
                            .agent = "",
                            .life = 24h,
                            .household = household,
                            .by = {}})
        .value();
  };
  sign_in_from("home");
  BOOST_TEST((knows("home", email) && !knows("office", email) && !knows("home", "nobody@shop.example")));
  for (int other = 0; other < households_per_user; ++other) {
    if (world.where == kind::postgresql)
      run_sql(world.url, "UPDATE sign_in_addresses SET seen_at = seen_at - 1");
    else
      world.pass(1ms);
    sign_in_from("other " + std::to_string(other));
  }
  BOOST_TEST((!knows("home", email) && knows("other 0", email)));
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM sign_in_addresses") == std::to_string(households_per_user));
  run_sql(world.url, "UPDATE sign_in_addresses SET seen_at = seen_at - " +
                         std::to_string(std::chrono::milliseconds{household_life}.count() + 1'000));
  BOOST_TEST(!knows("other 0", email));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(an_account_forgets_its_places_with_all_its_sessions, Backend, backends) {
  store_world world{Backend::where};
  const auto email = world.ask("SELECT email FROM users WHERE id = '" + world.owner.text() + "'");
  const auto sign_in = [&](const std::string& digest) {
    return world.done<user_session>(open_session{.id = world.new_id<session_id>(),
                                                 .digest = digest,
                                                 .user = world.owner,
                                                 .agent = "",
                                                 .life = 24h,
                                                 .household = "home",
                                                 .by = {}});
  };
  const auto knows = [&] { return world.reader->ask(knows_household{email, "home", world.now()}); };
  const auto kept = sign_in("kept");
  world.apply(end_sessions{.user = world.owner, .except = kept.id, .by = {}}).value();
  BOOST_TEST(knows());
  const std::pair<std::string, write_command> endings[]{
      {"all sessions", end_sessions{.user = world.owner, .by = {}}},
      {"an operator's lock", set_user_lock{world.owner, true, {}}},
  };
  for (const auto& [name, ending] : endings) {
    sign_in(name);
    BOOST_TEST(knows(), name);
    world.apply(ending).value();
    BOOST_TEST(!knows(), name);
  }
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
          const write_command command[] = {count_of({"a", "from"})};
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
