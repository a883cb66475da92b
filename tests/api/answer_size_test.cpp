// How much an answer may be, and how much may be under way.
#include "api/answers/answer_budget.hpp"
#include "api/calls/list_parameters.hpp"

#include <boost/test/unit_test.hpp>

#include <map>
#include <random>

namespace paylink::test {

using namespace std::chrono_literals;

namespace {

struct person_holds {
  answer_asker who;
  std::size_t bytes;
};

/// Each since zero.
std::vector<std::shared_ptr<answer_share>> hold(const std::shared_ptr<answer_budget>& budget,
                                                const std::vector<person_holds>& held) {
  std::vector<std::shared_ptr<answer_share>> shares;
  for (const auto& [who, bytes] : held)
    shares.emplace_back(std::make_shared<answer_share>(budget, who))->hold(bytes, 0ms);
  return shares;
}

} // namespace

BOOST_AUTO_TEST_SUITE(sizes_of_answers)

BOOST_AUTO_TEST_CASE(a_page_ends_early_when_its_bytes_are_used_and_has_one_row_at_least) {
  constexpr std::size_t third = page_bytes_max / 3 - 10;
  struct {
    std::vector<std::size_t> rows;
    bool has_more;
    std::size_t written;
    bool more_follow;
  } const cases[] = {
      {{}, false, 0, false},
      {{}, true, 0, true},
      {{10, 10}, false, 2, false},
      {{10, 10}, true, 2, true},
      {{third, third, third}, false, 3, false},
      {{third, third, third, third}, false, 3, true},
      {{third, third, third, 1, third}, false, 4, true},
      {{5 * third}, false, 1, false},
      {{5 * third, 1}, false, 1, true},
      {{1, 5 * third, 1}, false, 1, true},
  };
  for (const auto& [rows, has_more, written, more_follow] : cases) {
    const auto page = write_page(rows, has_more, [](std::string& out, std::size_t bytes) { out.append(bytes, '7'); });
    BOOST_TEST(page.has_more == more_follow);
    BOOST_TEST((page.last == (written == 0 ? nullptr : &rows[written - 1])));
    auto expected = std::string{"["};
    for (std::size_t i = 0; i < written; ++i) expected.append(i == 0 ? "" : ",").append(rows[i], '7');
    BOOST_TEST((page.data == expected + "]"));
  }
}

BOOST_AUTO_TEST_CASE(a_person_and_a_workspace_have_a_quarter_and_less_when_others_hold_some_too) {
  using enum answer_budget::room;
  const std::vector<person_holds> mine{{{"shop", "an"}, 250'000}};
  const std::vector<person_holds> many{{{"s1", "an"}, 240'000}, {{"s2", "bi"}, 240'000}, {{"s3", "cu"}, 170'000}};
  const std::vector<person_holds> all_shared{{{"s1", "an"}, 250'000}, {{"s2", "bi"}, 250'000}, {{"s3", "cu"}, 250'000}};
  const std::vector<person_holds> all{
      {{"s1", "an"}, 250'000}, {{"s2", "bi"}, 250'000}, {{"s3", "cu"}, 250'000}, {{"s4", "du"}, 250'000}};
  const std::vector<person_holds> strange{{{"", "10.0.0.1", true}, 200'000}, {{"", "10.0.0.2", true}, 50'000}};
  struct {
    const char* what;
    std::vector<person_holds> held;
    answer_asker asks;
    answer_budget::room expected;
    bool is_served = false;
  } const cases[] = {
      {"less than a quarter", {{{"shop", "an"}, 249'999}}, {"shop", "an"}, free},
      {"a quarter", mine, {"shop", "an"}, own_is_used},
      {"in another Workspace", mine, {"market", "an"}, own_is_used},
      {"without a Workspace", mine, {"", "an"}, own_is_used},
      {"a quarter in four Workspaces",
       {{{"s1", "an"}, 70'000}, {{"s2", "an"}, 70'000}, {{"s3", "an"}, 70'000}, {{"s4", "an"}, 70'000}},
       {"s5", "an"},
       own_is_used},
      {"another person of the Workspace, for one answer", mine, {"shop", "bi"}, free},
      {"the same, with one being made", mine, {"shop", "bi"}, own_is_used, true},
      {"another person elsewhere", mine, {"market", "bi"}, free},
      {"less than what is left", many, {"s4", "du"}, free},
      {"more than what is left", many, {"s3", "cu"}, own_is_used},
      {"only the last quarter is left, for who holds nothing", all_shared, {"s4", "du"}, free},
      {"for who is being served", all_shared, {"s4", "du"}, own_is_used, true},
      {"for who holds some", all_shared, {"s5", "cu"}, own_is_used},
      {"nothing is left", all, {"s5", "em"}, all_is_used},
      {"nothing is left for who holds some", all, {"s4", "du"}, own_is_used},
      {"a stranger", mine, {"", "10.0.0.1", true}, free},
      {"strangers have a quarter together", strange, {"", "10.0.0.3", true}, all_is_used},
      {"which keeps nobody else out", strange, {"shop", "an"}, free},
  };
  for (const auto& [what, held, asks, expected, is_served] : cases) {
    const auto budget = std::make_shared<answer_budget>(std::size_t{1'000'000});
    const auto shares = hold(budget, held);
    BOOST_TEST((budget->room_for(asks, 0ms, is_served) == expected), what);
  }
}

BOOST_AUTO_TEST_CASE(what_was_sent_for_longest_to_whoever_holds_most_is_ended_for_who_holds_nothing) {
  const auto budget = std::make_shared<answer_budget>(std::size_t{1'000'000});
  auto shares = hold(budget, {{{"s1", "an"}, 300'000},
                              {{"s2", "bi"}, 200'000},
                              {{"s3", "bi"}, 150'000},
                              {{"s4", "cu"}, 340'000},
                              {{"", "10.0.0.1", true}, 20'000}});
  std::string ended;
  for (std::size_t i = 0; i < shares.size(); ++i)
    shares[i]->end()->on_ask([&, i] { ended += std::to_string(i), shares[i].reset(); });
  using enum answer_budget::room;
  BOOST_TEST((budget->room_for({"s5", "du"}, 4'999ms) == all_is_used));
  BOOST_TEST((budget->make_room(4'999ms) == 5'000ms));
  BOOST_TEST(ended == "");
  BOOST_TEST(budget->make_room(5'000ms).has_value());
  BOOST_TEST(ended == "1"); // bi's first of two
  BOOST_TEST((budget->room_for({"s5", "du"}, 5'000ms) == free));
  BOOST_TEST(!budget->make_room(5'000ms)); // one is enough
  // Whose answer was ended is no longer one who holds nothing, for a while.
  shares[2].reset();
  const auto more = hold(budget, {{{"s6", "em"}, 300'000}, {{"s7", "gi"}, 300'000}});
  BOOST_TEST((budget->room_for({"s2", "bi"}, 34'999ms) == own_is_used));
  BOOST_TEST((budget->room_for({"s2", "bi"}, 35'000ms) == all_is_used));
  BOOST_TEST(budget->make_room(35'000ms).has_value());
  BOOST_TEST(ended == "13");
}

BOOST_AUTO_TEST_CASE(strangers_who_find_no_room_among_strangers_end_only_theirs) {
  const auto budget = std::make_shared<answer_budget>(std::size_t{1'000'000});
  auto shares =
      hold(budget, {{{"s1", "an"}, 700'000}, {{"", "10.0.0.1", true}, 100'000}, {{"", "10.0.0.2", true}, 150'000}});
  std::string ended;
  for (std::size_t i = 0; i < shares.size(); ++i)
    shares[i]->end()->on_ask([&, i] { ended += std::to_string(i), shares[i].reset(); });
  BOOST_TEST(budget->make_room(5'000ms, true).has_value());
  BOOST_TEST(ended == "2");
  // A payer has room as anybody has, even when all is used.
  const auto more = hold(budget, {{{"s2", "bi"}, 300'000}});
  BOOST_TEST(budget->make_room(5'000ms, true).has_value());
  BOOST_TEST(ended == "20");
}

BOOST_AUTO_TEST_CASE(an_answer_that_is_to_end_before_its_connection_knows_ends_at_once) {
  early_end asked;
  int ended = 0;
  asked.ask();
  asked.on_ask([&] { ++ended; });
  BOOST_TEST(ended == 1);
  early_end known;
  known.on_ask([&] { ++ended; });
  for (int i = 0; i < 2; ++i) known.ask();
  BOOST_TEST(ended == 2);
}

BOOST_AUTO_TEST_CASE(however_many_are_greedy_and_slow_memory_is_bounded_and_a_new_person_has_room_within_seconds) {
  constexpr std::size_t page_max = 1 << 20;
  for (unsigned seed = 1; seed <= 20; ++seed) {
    std::mt19937 dice{seed};
    const auto below = [&](std::size_t end) { return static_cast<std::size_t>(dice() % end); };
    const auto budget = std::make_shared<answer_budget>();
    std::map<int, std::shared_ptr<answer_share>> held;
    std::vector<int> ended;
    int made = 0;
    std::chrono::milliseconds now{0};
    const auto ask = [&](const answer_asker& who, std::size_t bytes) {
      if (budget->room_for(who, now) != answer_budget::room::free) return false;
      auto share = std::make_shared<answer_share>(budget, who);
      share->hold(bytes, now);
      share->end()->on_ask([&ended, id = made] { ended.push_back(id); });
      held.emplace(made++, std::move(share));
      return true;
    };
    const auto greedy = 1 + below(200);
    const auto step = [&] {
      now += 20ms;
      for (int i = 0; i < 3; ++i) {
        const auto person = below(greedy);
        const bool is_stranger = person % 5 == 4;
        // Some hold much in many Workspaces, some share one, and none of them ever reads.
        ask({.workspace = is_stranger ? "" : "w" + std::to_string(below(300)),
             .person = std::to_string(person),
             .is_stranger = is_stranger},
            17'000 + below(page_max - 17'000));
      }
      BOOST_REQUIRE(budget->used() <= answer_budget::default_bytes_max + page_max);
      for (const auto id : std::exchange(ended, {})) held.erase(id);
    };
    for (int i = 0; i < 2'000; ++i) step();
    for (int i = 0; i < 10; ++i) {
      const auto began = now;
      const answer_asker newcomer{"new" + std::to_string(i), "newcomer" + std::to_string(i)};
      while (!ask(newcomer, page_max)) {
        BOOST_REQUIRE_MESSAGE(now - began < 10s, "seed " << seed << ": no room");
        budget->make_room(now);
        step();
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(bytes_that_come_back_wake_whoever_found_no_room_once) {
  const auto budget = std::make_shared<answer_budget>(std::size_t{100'000});
  int woken = 0;
  budget->on_room([&woken] { ++woken; });
  const answer_asker one{"shop", "an"};
  {
    answer_share small{budget, one};
    small.hold(answer_share::free_bytes, 0ms);
    BOOST_TEST(budget->used() == 0u);
    answer_share large{budget, one};
    large.hold(60'000, 0ms);
    large.hold(50'000, 0ms);
    BOOST_TEST(woken == 0); // nobody waits
    BOOST_TEST((budget->room_for(one, 0ms) == answer_budget::room::own_is_used));
    large.hold(40'000, 0ms);
    BOOST_TEST(woken == 1);
  }
  BOOST_TEST(woken == 1);
  BOOST_TEST(budget->used() == 0u);
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace paylink::test
