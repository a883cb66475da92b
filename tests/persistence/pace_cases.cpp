#include "persistence/paces/paces.hpp"
#include "persistence/sql/postgresql_address.hpp"
#include "persistence/sql/postgresql_session.hpp"
#include "persistence/sql/sqlite_library.hpp"
#include "tests/persistence/store_world.hpp"

#include <barrier>
#include <boost/test/unit_test.hpp>
#include <thread>

using namespace paylink;
using namespace paylink::test;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(paces_of_chats)

namespace {

const timestamp start = *parse_rfc3339("2026-03-14T05:00:00Z");

std::unique_ptr<soci::session> connect(const store_world& world) {
  if (world.where == kind::postgresql) return connect_postgresql_to_write(postgresql_address(world.url));
  const auto file = (world.folder / "paylink.db").string();
  return std::make_unique<soci::session>(sqlite_sessions(), "dbname=\"" + file + "\" timeout=5");
}

dialect spoken_by(const store_world& world) {
  return world.where == kind::postgresql ? dialect::postgresql : dialect::sqlite;
}

/// A node's connection, whose transactions a case begins and ends itself.
struct pacing_node {
  explicit pacing_node(const store_world& world) : session{connect(world)}, db{*session, spoken_by(world)} {}

  /// One turn in a transaction of its own.
  pace_turn take(const std::string& key, std::chrono::milliseconds gap, timestamp now) {
    soci::transaction transaction{*session};
    const auto turn = take_within(key, gap, now);
    transaction.commit();
    return turn;
  }
  pace_turn take_all(const std::vector<wanted_pace>& wanted, timestamp now) {
    soci::transaction transaction{*session};
    const auto turn = take_turn(db, wanted, now);
    transaction.commit();
    return turn;
  }

  /// One in a transaction that has begun.
  pace_turn take_within(const std::string& key, std::chrono::milliseconds gap, timestamp now) {
    const wanted_pace wanted[]{{key, gap}};
    return take_turn(db, wanted, now);
  }

  std::unique_ptr<soci::session> session;
  connection db;
};

std::string rows_of(const store_world& world) { return world.ask("SELECT COUNT(*) FROM paces"); }

} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(the_next_turn_comes_a_gap_after_the_last, Backend, backends) {
  store_world world{Backend::where};
  pacing_node node{world};
  const auto first = node.take("chat/1", 1s, start);
  BOOST_TEST((first.is_taken && first.next_at == start + 1s));
  for (const auto early : {0ms, 1ms, 999ms}) {
    const auto refused = node.take("chat/1", 1s, start + early);
    BOOST_TEST((!refused.is_taken && refused.next_at == start + 1s));
  }
  BOOST_TEST(node.take("chat/1", 1s, start + 1s).is_taken);
  BOOST_TEST(!node.take("chat/1", 1s, start + 1'999ms).is_taken);
  // A late call gets one turn, not those that were missed.
  BOOST_TEST(node.take("chat/1", 1s, start + 10min).is_taken);
  BOOST_TEST((node.take("chat/1", 1s, start + 10min).next_at == start + 10min + 1s));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(what_a_clock_has_written_that_was_set_back_since_holds_nobody, Backend, backends) {
  store_world world{Backend::where};
  pacing_node node{world};
  const auto ahead = start + 10h;
  BOOST_TEST(node.take("chat/1", 1s, ahead).is_taken);
  BOOST_TEST(hold_turns(node.db, "chat/2", ahead + 1h, ahead));
  // A small correction says nothing, and a long wait of before is one.
  BOOST_TEST(!node.take("chat/1", 1s, ahead - 5s).is_taken);
  for (const auto* key : {"chat/1", "chat/2"}) BOOST_TEST(node.take(key, 1s, start).is_taken);
  for (const auto* key : {"chat/1", "chat/2"}) BOOST_TEST(!node.take(key, 1s, start).is_taken);
  BOOST_TEST(hold_turns(node.db, "chat/3", start + 12h, start));
  BOOST_TEST(!node.take("chat/3", 1s, start + 1h).is_taken);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(each_key_has_its_own_pace, Backend, backends) {
  store_world world{Backend::where};
  pacing_node node{world};
  BOOST_TEST(node.take("chat/1", 1s, start).is_taken);
  BOOST_TEST(node.take("chat/2", 3s, start).is_taken);
  BOOST_TEST(node.take("CHAT/1", 1s, start).is_taken);
  BOOST_TEST(node.take("chat/1", 1s, start + 1s).is_taken);
  BOOST_TEST(!node.take("chat/2", 3s, start + 2'999ms).is_taken);
  BOOST_TEST(node.take("chat/2", 3s, start + 3s).is_taken);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(all_turns_are_taken_or_none, Backend, backends) {
  store_world world{Backend::where};
  pacing_node node{world};
  const std::vector<wanted_pace> first{{"chat/1", 1s}, {"bot/1", 40ms}}, second{{"chat/2", 1s}, {"bot/1", 40ms}};
  const auto taken = node.take_all(first, start);
  BOOST_TEST((taken.is_taken && taken.next_at == start + 1s));
  const auto refused = node.take_all(second, start + 39ms);
  BOOST_TEST((!refused.is_taken && refused.next_at == start + 40ms));
  // The chat that was free a moment ago is free again, and the bot has not been used.
  BOOST_TEST(node.take_all(second, start + 40ms).is_taken);
  // The first is refused, so the second keeps its turn.
  const auto later = node.take_all(first, start + 200ms);
  BOOST_TEST((!later.is_taken && later.next_at == start + 1s));
  BOOST_TEST(node.take("bot/1", 40ms, start + 200ms).is_taken);
  // Of several that are refused the last decides, in any order.
  const auto both = node.take_all({{"bot/1", 40ms}, {"chat/1", 1s}}, start + 201ms);
  BOOST_TEST((!both.is_taken && both.next_at == start + 1s));
  const auto turned = node.take_all({{"chat/1", 1s}, {"bot/1", 40ms}}, start + 201ms);
  BOOST_TEST((!turned.is_taken && turned.next_at == start + 1s));
  BOOST_TEST(node.take_all({}, start).is_taken);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(what_is_rolled_back_was_not_taken, Backend, backends) {
  store_world world{Backend::where};
  pacing_node node{world};
  {
    const soci::transaction rolled_back{*node.session};
    BOOST_TEST(node.take_within("chat/1", 1s, start).is_taken);
  }
  BOOST_TEST(rows_of(world) == "0");
  BOOST_TEST(node.take("chat/1", 1s, start).is_taken);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_longer_wait_holds_everyone_and_a_shorter_one_nobody, Backend, backends) {
  store_world world{Backend::where};
  pacing_node node{world}, other{world};
  BOOST_TEST(hold_turns(node.db, "chat/1", start + 30s, start)); // also when nobody has had a turn
  BOOST_TEST((other.take("chat/1", 1s, start).next_at == start + 30s));
  BOOST_TEST(hold_turns(node.db, "chat/1", start + 20s, start));
  BOOST_TEST((other.take("chat/1", 1s, start).next_at == start + 30s));
  BOOST_TEST(hold_turns(node.db, "chat/1", start + 31s, start));
  BOOST_TEST(!other.take("chat/1", 1s, start + 30'999ms).is_taken);
  BOOST_TEST(other.take("chat/1", 1s, start + 31s).is_taken);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(rows_of_an_hour_ago_are_forgotten_a_few_at_a_time, Backend, backends) {
  store_world world{Backend::where};
  pacing_node node{world};
  for (int chat = 0; chat < 6; ++chat) node.take("old/" + std::to_string(chat), 1s, start);
  BOOST_TEST(rows_of(world) == "6");
  node.take("new/1", 1s, start + 1h + 1s); // due for an hour, and no longer
  BOOST_TEST(rows_of(world) == "7");
  node.take("new/2", 1s, start + 1h + 1s + 1ms);
  BOOST_TEST(rows_of(world) == "4");
  node.take("new/1", 1s, start + 1h + 1min);
  BOOST_TEST(world.ask("SELECT MIN(key) FROM paces") == "new/1");
  BOOST_TEST(rows_of(world) == "2");
  // An old one that is taken now is none.
  const auto last = start + 3h;
  BOOST_TEST(node.take("new/1", 1s, last).is_taken);
  BOOST_TEST(!node.take("new/1", 1s, last).is_taken);
  BOOST_TEST(rows_of(world) == "1");
}

BOOST_AUTO_TEST_CASE(of_nodes_in_the_same_millisecond_exactly_one_gets_the_turn) {
  store_world world{kind::postgresql};
  constexpr int nodes = 3, rounds = 60;
  std::vector<std::unique_ptr<pacing_node>> all;
  for (int node = 0; node < nodes; ++node) all.push_back(std::make_unique<pacing_node>(world));
  std::array<std::atomic<int>, rounds> taken{};
  std::barrier together{nodes};
  {
    std::vector<std::jthread> threads;
    for (auto& node : all)
      threads.emplace_back([&] {
        for (int round = 0; round < rounds; ++round) {
          together.arrive_and_wait();
          // Half of the rounds find no row, the others one that is due.
          const auto key = "chat/" + std::to_string(round / 2);
          if (node->take(key, 1s, start + 1s * (round % 2)).is_taken) ++taken[static_cast<std::size_t>(round)];
        }
      });
  }
  for (const auto& count : taken) BOOST_TEST(count == 1);
}

BOOST_AUTO_TEST_CASE(nodes_together_keep_the_pace_of_one) {
  store_world world{kind::postgresql};
  constexpr int nodes = 3;
  std::mutex mutex;
  std::vector<timestamp> sent;
  {
    std::vector<std::jthread> threads;
    for (int node = 0; node < nodes; ++node)
      threads.emplace_back([&, node] {
        pacing_node own{world};
        // Each goes through ten seconds at its own step.
        for (auto now = start; now < start + 10s; now += 37ms + 6ms * node)
          if (own.take_all({{"chat/1", 1s}, {"bot/1", 40ms}}, now).is_taken) {
            const std::lock_guard lock{mutex};
            sent.push_back(now);
          }
      });
  }
  std::ranges::sort(sent);
  BOOST_TEST((!sent.empty() && sent.size() <= 10u));
  for (std::size_t place = 1; place < sent.size(); ++place) BOOST_TEST((sent[place] - sent[place - 1] >= 1s));
}

BOOST_AUTO_TEST_CASE(a_turn_that_another_transaction_is_at_is_not_waited_for) {
  store_world world{kind::postgresql};
  pacing_node node{world}, other{world};
  *other.session << "SET lock_timeout = '1s'"; // a wait fails the case
  {
    const soci::transaction rolled_back{*node.session};
    BOOST_TEST(node.take_within("chat/1", 3s, start).is_taken);
    const auto refused = other.take("chat/1", 3s, start);
    BOOST_TEST((!refused.is_taken && refused.next_at == start + 3s));
    BOOST_TEST(!hold_turns(other.db, "chat/1", start + 1min, start));
  }
  BOOST_TEST(other.take("chat/1", 3s, start).is_taken);
}

BOOST_AUTO_TEST_CASE(turns_in_crossed_orders_block_nobody) {
  store_world world{kind::postgresql};
  pacing_node node{world}, other{world};
  *node.session << "SET lock_timeout = '1s'";
  *other.session << "SET lock_timeout = '1s'";
  soci::transaction one{*node.session}, two{*other.session};
  BOOST_TEST(node.take_within("a", 1s, start).is_taken);
  BOOST_TEST(other.take_within("b", 1s, start).is_taken);
  BOOST_TEST(!node.take_within("b", 1s, start).is_taken);
  BOOST_TEST(!other.take_within("a", 1s, start).is_taken);
  one.commit(), two.commit();
  BOOST_TEST(rows_of(world) == "2");
}

BOOST_AUTO_TEST_CASE(what_another_transaction_is_at_is_not_forgotten) {
  store_world world{kind::postgresql};
  pacing_node node{world}, other{world};
  *node.session << "SET lock_timeout = '1s'";
  *other.session << "SET lock_timeout = '1s'";
  node.take("old/1", 1s, start);
  node.take("old/2", 1s, start);
  const auto later = start + 2h;
  soci::transaction one{*node.session}, two{*other.session};
  BOOST_TEST(hold_turns(other.db, "old/1", later + 1min, later));
  BOOST_TEST(node.take_within("new", 1s, later).is_taken); // forgets the other
  BOOST_TEST(!other.take_within("old/2", 1s, later).is_taken);
  one.commit(), two.commit();
  BOOST_TEST(rows_of(world) == "2");
  BOOST_TEST((node.take("old/1", 1s, later).next_at == later + 1min));
  BOOST_TEST(node.take("old/2", 1s, later).is_taken);
}

BOOST_AUTO_TEST_SUITE_END()
