#include "actors/fair_queue.hpp"
#include "tests/actors/virtual_node.hpp"

#include <boost/test/unit_test.hpp>

namespace paylink::test {

namespace json = boost::json;

namespace {

/// Completes a new link of the shop, whose callback goes to `url`; the link's id.
std::string pay(virtual_node& node, const shop& of, const std::string& url) {
  static int count = 0;
  const auto made =
      node.call(http_method::post, "/v1.1/payment-links/" + of.workspace.text(),
                R"({"bank_account_id":")" + of.account.text() + R"(","amount":"150000","callback_url":")" + url + "\"}",
                {{"authorization", "Bearer " + of.token}, {"content-type", "application/json"}});
  BOOST_REQUIRE_MESSAGE(made.status == 201, made.body);
  const auto link = data_of(made).as_object();
  const auto entry =
      node.entry("T" + std::to_string(++count), 150'000, text_of(link, "reference"), {}, of.account_number);
  BOOST_REQUIRE(node.feed(entry).status == 200);
  return text_of(link, "id");
}

/// Which links the requests were for, in their order.
std::vector<std::string> links_of(const virtual_node& node) {
  std::vector<std::string> links;
  for (const auto& request : node.world.requests)
    links.push_back(text_of(json::parse(request.body).as_object(), "payment_link_id"));
  return links;
}

std::ptrdiff_t place_of(const std::vector<std::string>& links, const std::string& link) {
  return std::ranges::find(links, link) - links.begin();
}

void answer_one_after_another(virtual_node& node) {
  while (!node.world.held.empty()) {
    node.world.release(scripted_world::answered(200));
    node.run();
  }
}

delivery_queue queue(int workspace, const std::string& destination) {
  static system_random random;
  static std::vector<workspace_id> workspaces;
  while (workspaces.size() <= static_cast<std::size_t>(workspace))
    workspaces.push_back(workspace_id::make(timestamp{}, random));
  return {destination, workspaces[static_cast<std::size_t>(workspace)]};
}

int admitted(delivery_window& window, const delivery_queue& to, int wanted) {
  int count = 0;
  while (count < wanted && window.admit(to)) ++count;
  return count;
}

} // namespace

BOOST_AUTO_TEST_SUITE(delivery_turns)

BOOST_AUTO_TEST_CASE(one_of_each_key_then_one_of_each_again) {
  fair_queue<char, std::string> queue;
  for (const auto* item : {"a1", "a2", "a3", "b1", "c1", "c2"}) queue.push(item[0], item);
  std::string order;
  while (auto next = queue.pop()) order += *next + ' ';
  BOOST_TEST(order == "a1 b1 c1 a2 c2 a3 ");
  BOOST_TEST(queue.empty());
}

BOOST_AUTO_TEST_CASE(who_may_not_pass_keeps_its_turn) {
  fair_queue<char, std::string> queue;
  for (const auto* item : {"a1", "b1", "c1", "b2"}) queue.push(item[0], item);
  const auto but_a = [](char key) { return key != 'a'; };
  BOOST_TEST(queue.pop_if(but_a).value() == "b1");
  BOOST_TEST(queue.pop_if([](char key) { return key == 'd'; }).has_value() == false);
  BOOST_TEST(queue.pop().value() == "a1");
  BOOST_TEST(queue.pop().value() == "c1");
  BOOST_TEST(queue.pop().value() == "b2");
}

BOOST_AUTO_TEST_CASE(items_can_stand_before_others_of_their_key_and_be_dropped) {
  fair_queue<char, std::string> queue;
  const auto is_late = [](const std::string& item) { return item.ends_with('-'); };
  for (const auto* item : {"a1-", "a2-", "b1-", "b2"}) queue.push(item[0], item);
  for (const auto* item : {"a3", "a4", "c1"}) queue.push_before(item[0], item, is_late);
  queue.drop_if('b', [](const std::string& item) { return item == "b2"; });
  queue.drop_if('c', [](const std::string&) { return true; });
  queue.drop_if('d', [](const std::string&) { return true; });
  std::string order;
  while (auto next = queue.pop()) order += *next + ' ';
  BOOST_TEST(order == "a3 b1- a4 a1- a2- ");
}

BOOST_AUTO_TEST_CASE(a_window_gives_each_line_destination_and_workspace_its_places) {
  delivery_window window{4, 16};
  BOOST_TEST(admitted(window, queue(0, "new:443"), 9) == 2);
  BOOST_TEST(admitted(window, queue(1, "new:443"), 9) == 0); // two in all until it has proven itself
  window.prove("known:443", true);
  BOOST_TEST(admitted(window, queue(1, "known:443"), 9) == 4);
  BOOST_TEST(admitted(window, queue(2, "known:443"), 9) == 4);
  window.prove("known:443", false);
  BOOST_TEST(!window.admit(queue(3, "known:443")));
  window.release(queue(0, "new:443"));
  BOOST_TEST(window.admit(queue(1, "new:443")));
}

BOOST_AUTO_TEST_CASE(no_workspace_takes_the_whole_window) {
  delivery_window window{100, 16};
  int taken = 0;
  for (int host = 0; host < 20; ++host) taken += admitted(window, queue(0, "h" + std::to_string(host)), 1);
  BOOST_TEST(taken == 12); // three times the four that stay free
  for (int host = 0; host < 20; ++host) taken += admitted(window, queue(1, "g" + std::to_string(host)), 1);
  BOOST_TEST(taken == 15);
  BOOST_TEST(window.admit(queue(2, "new")));
  BOOST_TEST(!window.admit(queue(3, "last")));
}

BOOST_AUTO_TEST_CASE(nothing_that_has_taken_a_turn_waits_for_a_slot) {
  delivery_window window{8, 100, {"chat:443", 4}};
  BOOST_TEST(admitted(window, queue(0, "chat:443"), 9) == 1);
  BOOST_TEST(!window.admit(queue(1, "chat:443")));
  window.prove("chat:443", true);
  BOOST_TEST(admitted(window, queue(0, "chat:443"), 9) == 1); // half of the slots for a queue
  BOOST_TEST(admitted(window, queue(1, "chat:443"), 9) == 2);
  BOOST_TEST(!window.admit(queue(2, "chat:443")));
  BOOST_TEST(window.places_worth_a_claim(queue(2, "chat:443")) == 0);
  BOOST_TEST(admitted(window, queue(2, "other:443"), 9) == 2);
  window.release(queue(0, "chat:443"));
  BOOST_TEST(window.admit(queue(2, "chat:443")));
}

BOOST_AUTO_TEST_CASE(rows_are_claimed_for_half_of_a_lines_places) {
  delivery_window window{8, 100};
  window.prove("h:443", true);
  const auto to = queue(0, "h:443");
  BOOST_TEST(window.places_worth_a_claim(to) == 4);
  BOOST_TEST(admitted(window, to, 3) == 3);
  BOOST_TEST(window.places_worth_a_claim(to) == 0);
  BOOST_TEST(window.places_worth_a_claim(queue(0, "other:443")) == 1);
  window.release(to);
  BOOST_TEST(window.places_worth_a_claim(to) == 2);
}

BOOST_AUTO_TEST_CASE(workspaces_take_turns_at_a_receiver_that_they_share) {
  virtual_node node{{.slots_per_destination = 1}};
  const auto busy = node.open_shop("1000000001"), quiet = node.open_shop("1000000002");
  node.world.hold_all();
  for (int i = 0; i < 40; ++i) pay(node, busy, "https://shared.test/cb");
  const auto only = pay(node, quiet, "https://shared.test/cb");
  answer_one_after_another(node);
  const auto links = links_of(node);
  BOOST_TEST(links.size() == 41u);
  BOOST_TEST(place_of(links, only) < 5);
}

BOOST_AUTO_TEST_CASE(a_new_callback_does_not_wait_for_all_that_an_outage_has_left) {
  virtual_node node{{.slots_per_destination = 1, .window_per_line = 4}};
  const auto merchant = node.open_shop("1000000001");
  node.world.hold_all();
  for (int i = 0; i < 50; ++i) pay(node, merchant, "https://back.test/cb");
  for (int i = 0; i < 10; ++i) {
    node.world.release(scripted_world::answered(200));
    node.run();
  }
  const auto before = node.world.requests.size();
  std::vector<std::string> fresh;
  for (int i = 0; i < 2; ++i) {
    fresh.push_back(pay(node, merchant, "https://back.test/cb"));
    for (int answers = 0; answers < 4; ++answers) {
      node.world.release(scripted_world::answered(200));
      node.run();
    }
  }
  answer_one_after_another(node);
  const auto links = links_of(node);
  BOOST_TEST(links.size() == 52u);
  BOOST_TEST(place_of(links, fresh[0]) < static_cast<std::ptrdiff_t>(before) + 8);
  BOOST_TEST(node.rows().ask(count_unfinished_deliveries{}) == 0);
}

BOOST_AUTO_TEST_CASE(a_workspace_with_many_receivers_leaves_slots_to_the_others) {
  virtual_node node{{.slots_in_all = 16}};
  const auto greedy = node.open_shop("1000000001"), modest = node.open_shop("1000000002");
  node.world.hold_all();
  for (int host = 0; host < 40; ++host) pay(node, greedy, "https://hangs" + std::to_string(host) + ".test/cb");
  BOOST_TEST(node.world.held.size() == 12u); // three times the four that stay free
  const auto only = pay(node, modest, "https://modest.test/cb");
  BOOST_TEST(node.world.held.size() == 13u);
  BOOST_TEST(place_of(links_of(node), only) == 12);
  node.world.answer_all(200);
  answer_one_after_another(node);
  node.advance(1s); // the rest waits as rows
  BOOST_TEST(node.rows().ask(count_unfinished_deliveries{}) == 0);
  BOOST_TEST(node.world.requests.size() == 41u);
}

BOOST_AUTO_TEST_CASE(a_workspace_that_has_its_share_keeps_no_slot_of_a_receiver_that_others_use) {
  virtual_node node{{.slots_in_all = 16}};
  const auto greedy = node.open_shop("1000000001"), modest = node.open_shop("1000000002");
  node.world.hold_all();
  for (int host = 0; host < 12; ++host) pay(node, greedy, "https://hangs" + std::to_string(host) + ".test/cb");
  BOOST_TEST(node.world.held.size() == 12u);
  const auto first = pay(node, greedy, "https://shared.test/cb");
  const auto second = pay(node, modest, "https://shared.test/cb");
  BOOST_TEST((links_of(node).size() == 13u && place_of(links_of(node), second) == 12));
  node.world.answer_all(200);
  answer_one_after_another(node);
  BOOST_TEST(place_of(links_of(node), first) == 13);
  BOOST_TEST(node.rows().ask(count_unfinished_deliveries{}) == 0);
}

BOOST_AUTO_TEST_CASE(however_much_waits_for_receivers_that_hang_those_that_answer_find_a_place) {
  virtual_node node{{.slots_in_all = 32}};
  const auto merchant = node.open_shop("1000000001");
  pay(node, merchant, "https://known.test/cb");
  node.world.hold_all();
  for (int host = 0; host < 20; ++host)
    for (int i = 0; i < 5; ++i) pay(node, merchant, "https://hangs" + std::to_string(host) + ".test/cb");
  BOOST_TEST(node.world.held.size() == 20u);
  node.advance(30s); // with every look at what is due
  node.world.answer_all(200);
  const auto before = node.world.requests.size();
  pay(node, merchant, "https://known.test/cb");
  pay(node, merchant, "https://new.test/cb");
  BOOST_TEST(node.world.requests.size() == before + 2);
}

BOOST_AUTO_TEST_CASE(what_had_no_turn_when_the_service_stops_is_sent_under_its_number_afterwards) {
  virtual_node node;
  const auto merchant = node.open_shop("1000000001");
  node.world.hold_all();
  for (int i = 0; i < 5; ++i) pay(node, merchant, "https://shop.test/cb");
  BOOST_TEST(node.world.held.size() == 1u);
  node.stop_and_restart([&] { node.world.release(scripted_world::answered(200)); });
  BOOST_TEST(node.world.held.size() == 1u);
  node.world.answer_all(200);
  answer_one_after_another(node);
  BOOST_TEST(node.world.requests.size() == 5u);
  for (const auto& request : node.world.requests)
    BOOST_TEST(scripted_world::header(request, "X-Service-Attempt") == "1");
  BOOST_TEST(node.rows().ask(count_unfinished_deliveries{}) == 0);
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace paylink::test
