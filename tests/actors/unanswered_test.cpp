#include "actors/core_watch.hpp"
#include "actors/owed_reply.hpp"
#include "failpoints/failpoint.hpp"
#include "tests/actors/virtual_node.hpp"
#include "tests/support/raw_sql.hpp"

#include <boost/test/unit_test.hpp>

namespace paylink::test {

namespace json = boost::json;

namespace {

using waiting_answer = std::shared_ptr<std::optional<http_response>>;
using sent_call = std::function<waiting_answer(virtual_node&, int)>;

std::vector<std::pair<std::string, std::string>> token_of(const virtual_node& node) {
  return {{"authorization", "Bearer " + node.token}, {"content-type", "application/json"}};
}

waiting_answer begin_entry(virtual_node& node, const std::string& entry) {
  return node.begin_call(http_method::post, "/v1.1/bank-feed/MB", entry, node.bank_headers(entry));
}

/// A call is answered after fewer messages than this.
constexpr int steps_max = 16;
/// A Workspace that had something to do a moment ago has left after this.
constexpr std::chrono::seconds asleep_after{185};

/// Every kind of call that a Workspace answers.
std::vector<std::pair<const char*, sent_call>> calls_of_workspaces(const json::object& link) {
  const auto path = [link](virtual_node& node, const char* rest) { return node.link_path(link, rest); };
  return {
      {"a credit",
       [](virtual_node& node, int number) {
         return begin_entry(node, node.entry("E" + std::to_string(number), 5'000, "no reference"));
       }},
      {"a credit of a link",
       [link](virtual_node& node, int number) {
         return begin_entry(node, node.entry("L" + std::to_string(number), 5'000, text_of(link, "reference")));
       }},
      {"a credit on a virtual account",
       [](virtual_node& node, int number) {
         return begin_entry(node, node.entry("V" + std::to_string(number), 5'000, "no reference",
                                             R"(,"virtual_account_number":"VQRQABCDE0001")"));
       }},
      {"a new link",
       [](virtual_node& node, int) {
         return node.begin_call(http_method::post, "/v1.1/payment-links/" + node.workspace.text(),
                                R"({"bank_account_id":")" + node.account.text() +
                                    R"(","amount":"150000","callback_url":"https://shop.test/cb"})",
                                token_of(node));
       }},
      {"a cancellation",
       [path](virtual_node& node, int) {
         return node.begin_call(http_method::post, path(node, "/cancel"), {}, token_of(node));
       }},
      {"a callback again",
       [path](virtual_node& node, int) {
         return node.begin_call(http_method::post, path(node, "/callback/resend"), {}, token_of(node));
       }},
  };
}

#ifdef PAYLINK_FAILPOINTS
/// What stands at the place throws once, as a defect would.
class one_crash {
public:
  explicit one_crash(failpoints::place where) {
    failpoints::on_reach([this, where](failpoints::place reached) {
      if (reached == where && !std::exchange(has_struck, true)) throw std::runtime_error{"a defect"};
    });
  }
  ~one_crash() { failpoints::on_reach(nullptr); }
  bool has_struck = false;
};
#endif

} // namespace

BOOST_AUTO_TEST_SUITE(unanswered)

// The directory may hand a message over just before it reads that the Workspace is idle.
BOOST_AUTO_TEST_CASE(a_call_that_meets_its_workspace_leaving_is_answered_however_far_it_has_come) {
  virtual_node node;
  const auto link = node.make_link();
  int number = 0;
  for (const auto& [name, send] : calls_of_workspaces(link))
    for (int steps = 0; steps < steps_max; ++steps) {
      BOOST_TEST_CONTEXT(name << " after " << steps << " messages") {
        node.advance(asleep_after);
        BOOST_REQUIRE(node.feed(node.entry("WAKE" + std::to_string(++number), 5'000, "hello")).status == 200);
        // It looks once a minute, and says at the second look that it has had nothing to do.
        node.advance(120s - 1ms);
        const auto answer = send(node, number);
        node.run_steps(steps);
        node.fire_timers(1ms);
        node.run();
        BOOST_TEST(answer->has_value());
      }
    }
}

BOOST_AUTO_TEST_CASE(a_workspace_that_stays_hears_what_was_held_back_for_its_successor) {
  virtual_node node;
  for (int steps = 0; steps < steps_max; ++steps) {
    node.advance(asleep_after);
    BOOST_REQUIRE(node.feed(node.entry("WAKE" + std::to_string(steps), 5'000, "hello")).status == 200);
    node.advance(120s - 1ms);
    std::vector<waiting_answer> answers{begin_entry(node, node.entry("A" + std::to_string(steps), 5'000, "hello"))};
    node.run_steps(steps);
    node.fire_timers(1ms);
    for (int more = 0; more < 8; ++more) {
      node.run_steps(1);
      const auto source = "B" + std::to_string(steps) + "-" + std::to_string(more);
      answers.push_back(begin_entry(node, node.entry(source, 5'000, "hello")));
    }
    node.run();
    for (const auto& answer : answers) BOOST_TEST((answer->has_value() && (*answer)->status == 200));
  }
}

BOOST_AUTO_TEST_CASE(whoever_waits_for_an_actor_that_ends_hears_of_it) {
  struct keeper_state {
    keeper_state() = default;
    std::vector<owed_reply<written>> owed;
  };
  using keeper = caf::typed_actor<caf::replies_to<workspace_command>::with<written>, caf::reacts_to<retire>>;
  caf::actor_system_config config;
  config.set("scheduler.policy", caf::atom("testing"));
  caf::actor_system system{config};
  auto& scheduler = dynamic_cast<caf::scheduler::test_coordinator&>(system.scheduler());
  const auto kept = system.spawn([](keeper::stateful_pointer<keeper_state> self) -> keeper::behavior_type {
    return {[self](const workspace_command&) {
              self->state.owed.push_back(owe<written>(self));
              return self->state.owed.back().later();
            },
            [self](retire) { self->quit(); }};
  });
  caf::scoped_actor from{system};
  auto asked = from->request(kept, caf::infinite, workspace_command{});
  scheduler.run();
  caf::anon_send(kept, retire{});
  scheduler.run();
  bool has_failed = false;
  asked.receive([](written&) {}, [&](caf::error& why) { has_failed = why == caf::sec::request_receiver_down; });
  BOOST_TEST(has_failed);
}

BOOST_AUTO_TEST_CASE(a_node_that_loses_one_of_its_lasting_actors_is_told_its_name) {
  caf::actor_system_config config;
  config.set("scheduler.policy", caf::atom("testing"));
  caf::actor_system system{config};
  auto& scheduler = dynamic_cast<caf::scheduler::test_coordinator&>(system.scheduler());
  const auto idle = [](caf::event_based_actor*) -> caf::behavior { return {[](int) {}}; };
  const auto store = system.spawn(idle), reader = system.spawn(idle), directory = system.spawn(idle);
  std::vector<std::string> lost;
  const auto watch = system.spawn(
      core_watch_behavior, std::vector<core_actor>{{"store", store}, {"reader", reader}, {"directory", directory}},
      [&](const std::string& name, const std::string& reason) {
        BOOST_TEST(!reason.empty());
        lost.push_back(name);
      });
  scheduler.run();
  caf::anon_send_exit(reader, caf::exit_reason::unhandled_exception);
  scheduler.run();
  BOOST_TEST(lost == std::vector<std::string>{"reader"}, boost::test_tools::per_element());
  caf::anon_send_exit(store, caf::exit_reason::user_shutdown); // nobody has said that the node ends
  scheduler.run();
  BOOST_TEST(lost.size() == 2u);
  caf::anon_send(watch, stop_watching{});
  caf::anon_send_exit(directory, caf::exit_reason::user_shutdown);
  scheduler.run();
  BOOST_TEST(lost.size() == 2u);
}

#ifdef PAYLINK_FAILPOINTS
BOOST_AUTO_TEST_CASE(a_link_that_crashes_leaves_no_bank_without_an_answer) {
  virtual_node node;
  const auto link = node.make_link("150000");
  const auto entry = node.entry("FT1", 150'000, text_of(link, "reference"));
  {
    const one_crash defect{failpoints::place::before_event_handed_on};
    BOOST_TEST(node.feed(entry).status == 503u);
    BOOST_TEST(defect.has_struck);
  }
  const auto again = node.feed(entry);
  BOOST_TEST(again.status == 200u);
  BOOST_TEST(text_of(rows_of(again).at(0).as_object(), "result") == "duplicate");
  // The claim that nobody has heard of is found when it is over.
  node.advance(2min);
  BOOST_TEST(node.world.requests.size() == 1u);
  BOOST_TEST(text_of(node.get_link(link), "callback_status") == "delivered");
}

BOOST_AUTO_TEST_CASE(a_workspace_that_crashes_takes_nobody_with_it) {
  virtual_node node;
  const auto other = node.open_shop("5550001111");
  const auto named = node.make_link("150000", R"(,"virtual_account_id":")" + node.receiver.text() + "\"");
  // On a virtual account the Workspace itself hands the event on.
  const auto entry = node.entry("FT1", 150'000, "no reference", R"(,"virtual_account_number":"VQRQABCDE0001")");
  const auto beside = node.entry("FT2", 5'000, "no reference");
  {
    const one_crash defect{failpoints::place::before_event_handed_on};
    const auto first = begin_entry(node, entry), second = begin_entry(node, beside);
    node.run();
    BOOST_TEST(defect.has_struck);
    BOOST_REQUIRE((first->has_value() && second->has_value()));
    BOOST_TEST((*first)->status == 503u);
  }
  for (const auto& reported : {entry, beside, node.entry("FT3", 5'000, "hello", {}, other.account_number)})
    BOOST_TEST(node.feed(reported).status == 200u);
  BOOST_TEST(text_of(node.get_link(named), "status") == "succeeded");
}

BOOST_AUTO_TEST_CASE(a_delivery_that_crashes_gives_its_receivers_slot_back) {
  node_options options;
  options.slots_per_destination = 1;
  virtual_node node{options};
  {
    const one_crash defect{failpoints::place::before_attempt_sent};
    node.pay_link();
    BOOST_TEST(defect.has_struck);
  }
  BOOST_TEST(node.world.requests.empty());
  node.pay_link();
  BOOST_TEST(node.world.requests.size() == 1u);
  node.advance(2min); // the lost attempt is followed by the next
  BOOST_TEST(node.world.requests.size() == 2u);
}
#endif

BOOST_AUTO_TEST_SUITE_END()

} // namespace paylink::test
