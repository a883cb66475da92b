#include "api/changes/change_board.hpp"
#include "secrets/random.hpp"

#include <boost/test/unit_test.hpp>

#include <thread>

namespace paylink::test {

using namespace std::chrono_literals;

namespace {

system_random dice;

template <class Id>
Id any() {
  return Id::make(timestamp{}, dice);
}

const auto ours = any<workspace_id>(), theirs = any<workspace_id>();

/// A board, with somebody who looks at `ours`.
struct watched_board {
  change_board board;
  watcher_ptr watcher = board.admit(ours, any<user_id>(), "session").value();

  void note(change one) { board.note({&one, 1}); }
};

std::vector<std::string> hints_of(const std::vector<change>& reported) {
  std::vector<std::string> hints;
  for (const auto& one : reported) hints.push_back(hint_of(one));
  return hints;
}

using hints = std::vector<std::string>;

} // namespace

BOOST_AUTO_TEST_SUITE(changes)

BOOST_AUTO_TEST_CASE(a_hint_names_the_kind_and_the_thing) {
  BOOST_TEST(hint_of({ours, change_kind::payment_link, "pl_1"}) == R"({"kind":"payment_link","id":"pl_1"})");
  BOOST_TEST(hint_of({ours, change_kind::bank_account, ""}) == R"({"kind":"bank_account","id":null})");
  for (std::size_t kind = 0; kind < change_kinds; ++kind)
    BOOST_TEST((parse_change_kind(to_text(static_cast<change_kind>(kind))) == static_cast<change_kind>(kind)));
  BOOST_TEST(!parse_change_kind("links").has_value());
}

BOOST_AUTO_TEST_CASE(the_first_of_a_kind_goes_at_once_and_the_next_a_second_later) {
  watched_board on;
  on.note({ours, change_kind::order, "ord_1"});
  BOOST_TEST(hints_of(on.board.take(10s)) == hints{R"({"kind":"order","id":"ord_1"})"});
  on.note({ours, change_kind::order, "ord_2"});
  on.note({ours, change_kind::webhook, "wh_1"});
  BOOST_TEST(hints_of(on.board.take(10s + 999ms)) == hints{R"({"kind":"webhook","id":"wh_1"})"});
  BOOST_TEST(on.board.has_more());
  BOOST_TEST(hints_of(on.board.take(11s)) == hints{R"({"kind":"order","id":"ord_2"})"});
  BOOST_TEST(!on.board.has_more());
  BOOST_TEST(on.board.take(20s).empty());
}

BOOST_AUTO_TEST_CASE(several_of_a_kind_are_one_hint_without_an_id) {
  watched_board on;
  for (const auto* id : {"ord_1", "ord_1"}) on.note({ours, change_kind::order, id});
  BOOST_TEST(hints_of(on.board.take(1s)) == hints{R"({"kind":"order","id":"ord_1"})"});
  for (const auto* id : {"ord_1", "ord_2", "ord_1"}) on.note({ours, change_kind::order, id});
  BOOST_TEST(hints_of(on.board.take(2s)) == hints{R"({"kind":"order","id":null})"});
  for (const auto* id : {"", "ord_1"}) on.note({ours, change_kind::order, id});
  BOOST_TEST(hints_of(on.board.take(3s)) == hints{R"({"kind":"order","id":null})"});
}

BOOST_AUTO_TEST_CASE(what_nobody_looks_at_is_not_kept) {
  watched_board on;
  on.note({theirs, change_kind::order, "ord_1"});
  const auto late = on.board.admit(theirs, any<user_id>(), "other").value();
  BOOST_TEST(on.board.take(1s).empty());
  on.note({theirs, change_kind::order, "ord_2"});
  const auto reported = on.board.take(2s);
  BOOST_TEST((reported == std::vector{change{theirs, change_kind::order, "ord_2"}}));
}

BOOST_AUTO_TEST_CASE(a_board_is_watched_as_long_as_somebody_looks) {
  change_board board;
  BOOST_TEST(!board.is_watched());
  auto first = board.admit(ours, any<user_id>(), "session").value();
  auto second = board.admit(ours, any<user_id>(), "session").value();
  first.reset();
  BOOST_TEST(board.is_watched());
  BOOST_TEST(board.watchers().size() == 1u);
  second.reset();
  BOOST_TEST(!board.is_watched());
  board.on_others(true, {theirs});
  BOOST_TEST(board.is_watched());
  board.on_others(true, {});
  BOOST_TEST(!board.is_watched());
}

BOOST_AUTO_TEST_CASE(a_watcher_may_outlive_the_board) {
  std::optional<change_board> board{std::in_place};
  const auto watcher = board->admit(ours, any<user_id>(), "session").value();
  board.reset();
  BOOST_TEST((watcher->workspace == ours));
}

BOOST_AUTO_TEST_CASE(sessions_accounts_and_the_board_have_their_bounds) {
  change_board board{{.per_session = 2, .per_account = 3, .in_all = 4}};
  const auto binh = any<user_id>(), an = any<user_id>();
  std::vector<watcher_ptr> open;
  const auto add = [&](user_id user, const std::string& session) {
    auto made = board.admit(ours, user, session);
    if (!made) return to_errc(made.error());
    open.push_back(std::move(*made));
    return errc::ok;
  };
  BOOST_TEST((add(binh, "one") == errc::ok));
  BOOST_TEST((add(binh, "one") == errc::ok));
  BOOST_TEST((add(binh, "one") == errc::rate_limited));
  BOOST_TEST((add(binh, "two") == errc::ok));
  BOOST_TEST((add(binh, "three") == errc::rate_limited));
  BOOST_TEST((add(an, "four") == errc::ok));
  BOOST_TEST((add(an, "four") == errc::service_unavailable));
  open.erase(open.begin());
  BOOST_TEST((add(binh, "one") == errc::ok));
}

BOOST_AUTO_TEST_CASE(the_teller_is_woken_once_until_it_has_taken_what_there_is) {
  watched_board on;
  int woken = 0;
  on.board.take(0s);
  on.board.on_wake([&] { ++woken; });
  on.note({theirs, change_kind::order, "ord_1"});
  BOOST_TEST(woken == 0);
  for (const auto* id : {"ord_1", "ord_2"}) on.note({ours, change_kind::order, id});
  BOOST_TEST(woken == 1);
  BOOST_TEST(on.board.take(1s).size() == 1u);
  on.note({ours, change_kind::order, "ord_3"});
  BOOST_TEST(woken == 2);
  // It waits for its second, and the teller comes again without being woken.
  BOOST_TEST(on.board.take(1s).empty());
  on.note({ours, change_kind::member, "usr_1"});
  BOOST_TEST(woken == 2);
  on.board.suspect();
  BOOST_TEST(on.board.take_suspicion());
  BOOST_TEST(!on.board.take_suspicion());
}

BOOST_AUTO_TEST_CASE(a_teller_that_comes_late_is_woken_for_what_it_has_missed) {
  watched_board on;
  on.note({ours, change_kind::order, "ord_1"});
  int woken = 0;
  on.board.on_wake([&] { ++woken; });
  BOOST_TEST(woken == 1);
  on.board.take(1s);
  on.board.on_wake([&] { ++woken; });
  BOOST_TEST(woken == 1);
}

BOOST_AUTO_TEST_CASE(other_nodes_are_told_of_what_is_looked_at_through_them_and_not_of_what_they_have_told) {
  watched_board on;
  on.board.on_others(true, {theirs});
  on.note({ours, change_kind::order, "ord_1"});
  on.note({theirs, change_kind::order, "ord_2"});
  on.note({theirs, change_kind::order, "ord_3"});
  const change heard{theirs, change_kind::member, "usr_1"};
  on.board.hear({&heard, 1});
  const std::vector expected{change{theirs, change_kind::order, ""}};
  const auto reported = on.board.take_for_others();
  BOOST_TEST((reported == expected));
  BOOST_TEST(on.board.take_for_others().empty());
  on.board.give_back_for_others(reported);
  BOOST_TEST((on.board.take_for_others() == expected));
  const change of_ours{ours, change_kind::member, "usr_2"};
  on.board.hear({&of_ours, 1});
  BOOST_TEST(on.board.take(1s).size() == 2u);
}

BOOST_AUTO_TEST_CASE(many_threads_may_note_while_watchers_come_and_go) {
  watched_board on;
  std::atomic<int> woken = 0;
  on.board.on_wake([&] { ++woken; });
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 3; ++i)
      threads.emplace_back([&, i] {
        for (int times = 0; times < 2'000; ++times) {
          on.note({ours, change_kind::order, std::to_string(i)});
          if (i == 2) on.board.admit(theirs, user_id{}, "session " + std::to_string(times)).value().reset();
          if (i == 1) on.board.take(std::chrono::milliseconds{times});
        }
      });
  }
  BOOST_TEST(on.board.watchers().size() == 1u);
  on.note({ours, change_kind::order, "last"});
  BOOST_TEST(on.board.take(1h).size() == 1u);
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace paylink::test
