// How much an answer may be, and how much may be under way.
#include "api/calls/answer_budget.hpp"
#include "api/calls/list_parameters.hpp"

#include <boost/test/unit_test.hpp>

namespace paylink::testing {

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

BOOST_AUTO_TEST_CASE(an_asker_has_a_quarter_and_less_when_others_hold_some_too) {
  using enum answer_budget::room;
  const auto budget = std::make_shared<answer_budget>(std::size_t{1'000'000});
  answer_share one{budget, "one"}, more_of_one{budget, "one"}, two{budget, "two"}, three{budget, "three"},
      four{budget, "four"}, five{budget, "five"};
  one.hold(200'000);
  BOOST_TEST((budget->room_for("one") == free && budget->room_for("two") == free));
  more_of_one.hold(50'000);
  BOOST_TEST((budget->room_for("one") == own_is_used && budget->room_for("two") == free));
  two.hold(240'000), three.hold(240'000);
  BOOST_TEST((budget->room_for("two") == free && budget->room_for("four") == free));
  four.hold(200'000); // 70,000 are left
  BOOST_TEST((budget->room_for("two") == own_is_used && budget->room_for("four") == own_is_used));
  BOOST_TEST((budget->room_for("five") == free));
  five.hold(200'000); // more than there is: it could not know
  BOOST_TEST((budget->room_for("six") == all_is_used && budget->room_for("five") == own_is_used));
  BOOST_TEST(budget->used() == 1'130'000u);
}

BOOST_AUTO_TEST_CASE(bytes_that_come_back_wake_whoever_found_no_room_once) {
  const auto budget = std::make_shared<answer_budget>(std::size_t{100'000});
  int woken = 0;
  budget->on_room([&woken] { ++woken; });
  {
    answer_share small{budget, "one"};
    small.hold(answer_share::free_bytes);
    BOOST_TEST(budget->used() == 0u);
    answer_share large{budget, "one"};
    large.hold(60'000);
    large.hold(50'000);
    BOOST_TEST(woken == 0); // nobody waits
    BOOST_TEST((budget->room_for("one") == answer_budget::room::own_is_used));
    large.hold(40'000);
    BOOST_TEST(woken == 1);
  }
  BOOST_TEST(woken == 1);
  BOOST_TEST(budget->used() == 0u);
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace paylink::testing
