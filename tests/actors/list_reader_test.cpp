// Who reads lists and searches, and when.
#include "actors/front/list_reader.hpp"

#include "tests/actors/virtual_node.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <iterator>
#include <map>

namespace paylink::test {

namespace {

/// A list reader whose readers are no actors: what is asked is who would read.
struct lists {
  explicit lists(std::size_t readers, std::shared_ptr<answer_budget> answers = std::make_shared<answer_budget>())
      : of{std::vector<reader_actor>(readers), std::move(answers)} {}

  call_ptr call(const std::string& query = {}) const {
    auto made = std::make_shared<http_call>();
    made->who.user = user;
    made->who.token = token;
    made->workspace = workspace;
    if (!query.empty()) made->request.query.emplace_back("q", query);
    return made;
  }
  /// A call whose answer has portions, and that waits for the first; null: it is refused.
  call_ptr begin_csv() {
    auto made = call();
    if (of.begin_portions(*made)) return nullptr;
    of.wait_for_portion(made, made->place);
    return made;
  }
  /// Eight, by four people.
  std::vector<call_ptr> begin_csvs() {
    std::vector<call_ptr> begun;
    for (int count = 0; count < 8; ++count) {
      if (count % 2 == 0) as_another();
      begun.push_back(begin_csv());
      BOOST_REQUIRE(begun.back());
    }
    return begun;
  }
  void as(token_id another) { token = another; }
  /// As somebody else.
  void as_another() {
    user = user_id::make(timestamp{}, random);
    as(token_id::make(timestamp{}, random));
  }
  void in(workspace_id another) { workspace = another; }

  system_random random;
  user_id user = user_id::make(timestamp{}, random);
  token_id token = token_id::make(timestamp{}, random);
  workspace_id workspace = workspace_id::make(timestamp{}, random);
  list_reader of;
  std::chrono::milliseconds now{60'000};

  /// One list from its call to its end; how long it had to wait for its turn.
  std::chrono::milliseconds read_one(std::chrono::milliseconds takes) {
    const auto asked = now;
    const auto one = call();
    BOOST_REQUIRE(!of.enter(one));
    auto turn = of.next(now);
    if (!turn) {
      const auto end = of.next_due(now);
      BOOST_REQUIRE(end.has_value());
      BOOST_TEST(!of.next(*end - 1ms));
      now = *end;
      turn = of.next(now);
    }
    BOOST_REQUIRE(turn.has_value());
    const auto waited = now - asked;
    now += takes;
    of.leave(*one, std::move(turn->reader), takes, now);
    return waited;
  }
};

} // namespace

BOOST_AUTO_TEST_SUITE(turns_of_lists)

BOOST_AUTO_TEST_CASE(one_workspace_never_has_all_readers_and_the_next_is_the_others) {
  lists made{2};
  const auto first = made.call(), second = made.call(), third = made.call();
  for (const auto& call : {first, second, third}) BOOST_TEST(!made.of.enter(call));
  BOOST_REQUIRE(made.of.next(made.now)->call == first);
  BOOST_TEST(!made.of.next(made.now));
  made.in(workspace_id::make(timestamp{}, made.random));
  const auto other = made.call();
  BOOST_TEST(!made.of.enter(other));
  BOOST_REQUIRE(made.of.next(made.now)->call == other);
  made.of.leave(*first, {}, 0ms, made.now);
  BOOST_REQUIRE(made.of.next(made.now)->call == second);
  made.of.leave(*other, {}, 0ms, made.now);
  BOOST_TEST(!made.of.next(made.now));
  made.of.leave(*second, {}, 0ms, made.now);
  BOOST_REQUIRE(made.of.next(made.now)->call == third);
}

BOOST_AUTO_TEST_CASE(lists_and_portions_get_their_turn_when_there_is_room_for_what_they_make) {
  const auto budget = std::make_shared<answer_budget>(std::size_t{1'000'000});
  lists made{1, budget};
  answer_share unread{budget, made.call()->answered_to()};
  unread.hold(250'000, made.now);
  const auto list = made.call(), csv = made.begin_csv();
  BOOST_REQUIRE(csv);
  BOOST_TEST(!made.of.enter(list));
  BOOST_TEST(!made.of.next(made.now));
  // Not in another Workspace either, and nobody else waits behind the person.
  const auto workspace = made.workspace;
  made.in(workspace_id::make(timestamp{}, made.random));
  const auto elsewhere = made.call();
  BOOST_TEST(!made.of.enter(elsewhere));
  BOOST_TEST(!made.of.next(made.now));
  made.in(workspace);
  made.as_another();
  const auto colleagues = made.call();
  BOOST_TEST(!made.of.enter(colleagues));
  BOOST_REQUIRE(made.of.next(made.now)->call == colleagues);
  made.of.leave(*colleagues, {}, 0ms, made.now);
  made.in(workspace_id::make(timestamp{}, made.random));
  const auto other = made.call();
  BOOST_TEST(!made.of.enter(other));
  BOOST_REQUIRE(made.of.next(made.now)->call == other);
  made.of.leave(*other, {}, 0ms, made.now);
  unread.hold(249'999, made.now);
  BOOST_REQUIRE(made.of.next(made.now)->call == elsewhere);
  made.of.leave(*elsewhere, {}, 0ms, made.now);
  BOOST_REQUIRE(made.of.next(made.now)->call == list);
  made.of.leave(*list, {}, 0ms, made.now);
  BOOST_REQUIRE(made.of.next(made.now)->call == csv);
}

BOOST_AUTO_TEST_CASE(a_new_person_reads_within_seconds_however_many_people_leave_pages_unread) {
  constexpr std::size_t page_bytes = 1 << 20, readers = 3;
  const auto budget = std::make_shared<answer_budget>();
  lists made{readers, budget};
  std::map<const http_call*, std::shared_ptr<answer_share>> unread;
  std::vector<const http_call*> ended;
  std::vector<call_ptr> served;
  // Each has a page made, which is never read, until there is nobody's turn any more.
  const auto serve_all = [&] {
    while (auto turn = made.of.next(made.now)) {
      const auto call = turn->call;
      auto share = std::make_shared<answer_share>(budget, call->answered_to());
      share->hold(page_bytes, made.now);
      share->end()->on_ask([&ended, of = call.get()] { ended.push_back(of); });
      unread.emplace(call.get(), std::move(share));
      served.push_back(call);
      made.of.leave(*call, std::move(turn->reader), 1ms, made.now);
      BOOST_REQUIRE(budget->used() <= answer_budget::default_bytes_max + readers * page_bytes);
    }
    for (const auto* of : std::exchange(ended, {})) unread.erase(of);
  };
  // One in eight Workspaces, and forty each in their own; all want more than they get.
  const auto one = made.user;
  for (int person = 0; person < 48; ++person) {
    made.as_another();
    if (person < 8) made.user = one;
    made.in(workspace_id::make(timestamp{}, made.random));
    for (int i = 0; i < 36; ++i) made.of.enter(made.call());
  }
  for (int i = 0; i < 600; ++i, made.now += 100ms) serve_all();
  for (int i = 0; i < 5; ++i) {
    made.as_another();
    made.in(workspace_id::make(timestamp{}, made.random));
    const auto call = made.call();
    BOOST_REQUIRE(!made.of.enter(call));
    const auto asked = made.now;
    for (serve_all(); std::ranges::find(served, call) == served.end(); serve_all()) {
      BOOST_REQUIRE(made.now - asked < 10s);
      made.now += 100ms;
    }
    unread.erase(call.get()); // it reads at once
  }
}

BOOST_AUTO_TEST_CASE(a_single_reader_serves_workspaces_in_turn) {
  lists made{1};
  const auto first = made.call(), second = made.call();
  made.of.enter(first);
  made.of.enter(second);
  made.in(workspace_id::make(timestamp{}, made.random));
  const auto other = made.call();
  made.of.enter(other);
  BOOST_REQUIRE(made.of.next(made.now)->call == first);
  made.of.leave(*first, {}, 0ms, made.now);
  BOOST_REQUIRE(made.of.next(made.now)->call == other);
}

BOOST_AUTO_TEST_CASE(a_token_has_two_searches_under_way_and_a_workspace_four) {
  lists made{2};
  const auto first = made.call("a");
  BOOST_TEST(!made.of.enter(first));
  BOOST_TEST(!made.of.enter(made.call("b")));
  BOOST_TEST((made.of.enter(made.call("c")).value().error == errc::rate_limited));
  BOOST_TEST(made.of.refuse_search(*made.call("c"), made.token.view()).has_value());
  BOOST_TEST(!made.of.refuse_search(*made.call(), made.token.view()));
  BOOST_TEST(!made.of.refuse_search(*made.call("c"), token_id::make(timestamp{}, made.random).view()));
  BOOST_TEST(!made.of.enter(made.call())); // a list is no search
  made.as(token_id::make(timestamp{}, made.random));
  BOOST_TEST(!made.of.enter(made.call("d")));
  BOOST_TEST(!made.of.enter(made.call("e")));
  made.as(token_id::make(timestamp{}, made.random));
  BOOST_TEST((made.of.enter(made.call("f")).value().error == errc::rate_limited));
  BOOST_REQUIRE(made.of.next(made.now)->call == first);
  made.of.leave(*first, {}, 0ms, made.now);
  BOOST_TEST(!made.of.enter(made.call("f")));
}

BOOST_AUTO_TEST_CASE(lists_that_wait_are_bounded) {
  lists made{2};
  std::size_t taken = 0;
  for (int asker = 0; asker < 6; ++asker) {
    made.in(workspace_id::make(timestamp{}, made.random));
    while (!made.of.enter(made.call())) ++taken;
  }
  BOOST_TEST(taken == 1'001u); // the last of them is let in once, whatever the others have asked for
}

BOOST_AUTO_TEST_CASE(a_person_has_two_answers_in_portions_and_a_workspace_eight) {
  lists made{2};
  const auto begun = made.begin_csvs();
  BOOST_TEST(made.of.refuse_portions(made.token.view()).value().message.starts_with("You already have two"));
  BOOST_TEST((made.of.begin_portions(*made.call()).value().error == errc::rate_limited));
  // A person's next token has no places of its own, as is known once it is known whose it is.
  made.as(token_id::make(timestamp{}, made.random));
  BOOST_TEST(!made.of.refuse_portions(made.token.view()));
  BOOST_TEST(made.of.begin_portions(*made.call()).value().message.starts_with("You already have two"));
  made.as_another();
  BOOST_TEST(!made.of.refuse_portions(made.token.view()));
  const auto ninth = made.call();
  const auto refused = made.of.begin_portions(*ninth).value();
  BOOST_TEST((refused.error == errc::rate_limited && refused.message.starts_with("This Workspace already has eight")));
  BOOST_TEST(!ninth->place);
  begun.front()->place.reset();
  BOOST_TEST(made.begin_csv());
  BOOST_TEST(!made.begin_csv());
  made.in(workspace_id::make(timestamp{}, made.random));
  BOOST_TEST(made.begin_csv());
}

BOOST_AUTO_TEST_CASE(lists_are_read_before_the_next_portion_of_their_workspace_and_workspaces_take_turns) {
  lists made{1};
  const auto begun = made.begin_csvs();
  BOOST_REQUIRE(made.of.next(made.now)->call == begun[0]);
  const auto list = made.call(), statistics = made.call();
  BOOST_TEST((!made.of.enter(list) && !made.of.enter(statistics)));
  made.in(workspace_id::make(timestamp{}, made.random));
  made.as_another();
  const auto of_another = made.begin_csv(), its_next = made.begin_csv();
  auto reading = begun[0];
  for (const auto& expected : {list, of_another, statistics, its_next, begun[1], begun[2]}) {
    made.of.leave(*reading, {}, 0ms, made.now);
    reading = expected;
    BOOST_REQUIRE(made.of.next(made.now)->call == expected);
  }
}

BOOST_AUTO_TEST_CASE(answers_in_portions_count_neither_as_lists_nor_as_searches) {
  lists made{2};
  std::vector<call_ptr> begun;
  for (int asker = 0; asker < 130; ++asker) {
    made.in(workspace_id::make(timestamp{}, made.random));
    std::ranges::move(made.begin_csvs(), std::back_inserter(begun));
  }
  for (const auto& call : begun) call->request.query.emplace_back("q", "rare");
  // More portions wait than lists may, and four searches of this Workspace among them.
  for (int count = 0; count < 2; ++count) BOOST_TEST(!made.of.enter(made.call("rare")));
  for (int count = 2; count < 200; ++count) BOOST_TEST(!made.of.enter(made.call()));
  BOOST_TEST((made.of.enter(made.call()).value().error == errc::rate_limited));
  // And no portion is refused because lists wait.
  begun.back()->place.reset();
  BOOST_TEST(made.begin_csv());
}

BOOST_AUTO_TEST_CASE(a_portion_that_nobody_waits_for_is_dropped_and_its_place_is_free) {
  lists made{1};
  const auto first = made.begin_csv(), second = made.begin_csv();
  first->place.reset();
  const auto third = made.begin_csv();
  BOOST_REQUIRE(third);
  BOOST_TEST(first.use_count() == 1); // it is not kept until its turn would come
  second->place.reset();
  BOOST_REQUIRE(made.of.next(made.now)->call == third);
  made.of.leave(*third, {}, 0ms, made.now);
  BOOST_TEST(!made.of.next(made.now));
  BOOST_TEST(!made.of.enter(made.call()));
  BOOST_TEST(made.of.next(made.now).has_value());
}

BOOST_AUTO_TEST_CASE(a_reader_goes_on_although_the_connection_is_gone_and_is_free_afterwards) {
  lists made{1};
  const auto gone = made.begin_csv();
  BOOST_REQUIRE(made.of.next(made.now)->call == gone);
  gone->place.reset();
  const auto waiting = made.begin_csv();
  BOOST_TEST(!made.of.next(made.now));
  made.of.leave(*gone, {}, 0ms, made.now);
  BOOST_REQUIRE(made.of.next(made.now)->call == waiting);
}

BOOST_AUTO_TEST_CASE(who_has_read_for_two_seconds_rests_as_long_as_each_further_list_takes) {
  lists made{2};
  // Two seconds of reading fit into the first two seconds, and what comes in at the end of them is served.
  for (int i = 0; i < 20; ++i) BOOST_TEST(made.read_one(100ms).count() == 0);
  BOOST_TEST(made.read_one(100ms).count() == 0);
  for (int i = 0; i < 20; ++i) BOOST_TEST(made.read_one(100ms).count() == 100);
  BOOST_TEST(made.read_one(2s).count() == 100);
  BOOST_TEST(made.read_one(1ms).count() == 2'000);
  made.now += 2s; // and nobody rests who has not asked for long
  for (int i = 0; i < 20; ++i) BOOST_TEST(made.read_one(100ms).count() == 0);
}

BOOST_AUTO_TEST_CASE(the_rest_of_one_holds_up_nobody_else) {
  lists made{1};
  const auto tired = made.workspace;
  BOOST_TEST(made.read_one(5s).count() == 0);
  const auto waiting = made.call();
  BOOST_REQUIRE(!made.of.enter(waiting));
  BOOST_TEST(!made.of.next(made.now));
  made.in(workspace_id::make(timestamp{}, made.random));
  const auto other = made.call();
  BOOST_REQUIRE(!made.of.enter(other));
  BOOST_REQUIRE(made.of.next(made.now)->call == other);
  BOOST_TEST(!made.of.next_due(made.now)); // no reader is free
  made.of.leave(*other, {}, 0ms, made.now);
  made.in(tired);
  BOOST_TEST((made.of.next_due(made.now) == made.now + 3s));
  BOOST_REQUIRE(made.of.next(made.now + 3s)->call == waiting);
}

BOOST_AUTO_TEST_CASE(nobody_rests_for_long) {
  lists made{2};
  BOOST_TEST(made.read_one(40s).count() == 0);
  BOOST_TEST(made.read_one(40s).count() == 5'000);
}

BOOST_AUTO_TEST_CASE(with_more_readers_more_is_read_before_a_rest) {
  lists made{5};
  std::vector<call_ptr> calls;
  for (int i = 0; i < 4; ++i) {
    calls.push_back(made.call());
    BOOST_REQUIRE(!made.of.enter(calls.back()));
    BOOST_REQUIRE(made.of.next(made.now).has_value());
  }
  made.now += 2s;
  for (const auto& call : calls) made.of.leave(*call, {}, 2s, made.now);
  for (int i = 0; i < 5; ++i) BOOST_TEST(made.read_one(100ms).count() == 0);
}

BOOST_AUTO_TEST_CASE(a_rest_that_ends_sooner_is_not_waited_for_behind_a_longer_one) {
  virtual_node node;
  const auto other = node.open_shop("0987654321");
  const auto list = [&](const workspace_id& workspace, const std::string& token) {
    return node.begin_call(http_method::get, "/v1.1/transactions/" + workspace.text(), {},
                           {{"authorization", "Bearer " + token}});
  };
  node.list_takes = 6s;
  list(node.workspace, node.token);
  node.run();
  node.list_takes = 2'100ms;
  list(other.workspace, other.token);
  node.run();
  const auto longer = list(node.workspace, node.token), sooner = list(other.workspace, other.token);
  node.run();
  BOOST_TEST(!longer->has_value());
  BOOST_TEST(!sooner->has_value());
  node.advance(100ms);
  BOOST_TEST(sooner->has_value());
  node.advance(10s);
  BOOST_TEST(longer->has_value());
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace paylink::test
