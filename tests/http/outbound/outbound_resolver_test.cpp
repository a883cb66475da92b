// Name servers that fail, lie and change their mind.
#include "tests/http/outbound/hostile_meeting.hpp"
#include "tests/http/outbound/resource_watch.hpp"

using namespace paylink;
using namespace paylink::test;
using kind = dns_answer::kind;
using namespace std::chrono_literals;

namespace {

struct resolver_case {
  std::string name;
  std::vector<dns_answer> answers;
  verdict wanted;
};

/// Looks all names up at once, and checks that nothing was dialled.
void look_up_all(const std::vector<resolver_case>& cases, std::chrono::milliseconds timeout) {
  outbound_world world{timeout};
  world.dns.set("first.test", {{.addresses = {"10.0.0.1"}}});
  BOOST_TEST(world.send("https://first.test/").failed_by == failure_class::blocked_destination);
  const auto descriptors_before = open_descriptors();
  std::vector<outbound_request> requests;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const std::string host = "case" + std::to_string(i) + ".test";
    world.dns.set(host, cases[i].answers);
    requests.push_back(a_callback("https://" + host + "/"));
  }
  const auto made = world.send_all(std::move(requests));
  for (std::size_t i = 0; i < cases.size(); ++i) BOOST_TEST_CONTEXT(cases[i].name << ": " << made[i].error) {
      BOOST_TEST(made[i].failed_by == failure_class::dns);
      BOOST_TEST(judge(made[i]) == cases[i].wanted);
      BOOST_TEST(made[i].duration.count() <= (5s + lateness_max).count());
      BOOST_TEST(made[i].address.empty());
    }
  BOOST_TEST(world.count().dials == 0u);
  BOOST_TEST(open_descriptors() <= descriptors_before + 1); // the channel may keep a socket to its server
}

std::vector<dns_answer> says(kind what, std::vector<std::string> addresses = {}) {
  return {{.says = what, .addresses = std::move(addresses)}};
}

} // namespace

BOOST_AUTO_TEST_SUITE(outbound_resolver)

BOOST_AUTO_TEST_CASE(a_broken_resolver_never_ends_a_delivery_and_a_name_that_does_not_exist_does) {
  look_up_all({{"server failure", says(kind::server_failure), verdict::retry},
               {"refused", says(kind::refused), verdict::retry},
               {"silence", says(kind::silence), verdict::retry},
               {"cut off in its record", says(kind::cut_off), verdict::retry},
               {"no DNS", says(kind::noise), verdict::retry},
               {"another question's number", says(kind::strange_id, {"8.8.8.8"}), verdict::retry},
               {"another question's name", says(kind::strange_name, {"8.8.8.8"}), verdict::retry},
               {"a server that does not know", says(kind::not_responsible), verdict::retry},
               {"no such name", says(kind::no_such_name), verdict::unconfirmed},
               {"a name without addresses", says(kind::addresses), verdict::unconfirmed}},
              20s);
}

BOOST_AUTO_TEST_CASE(an_answer_that_does_not_fit_and_a_server_without_tcp_is_retried) {
  look_up_all({{"no address", says(kind::truncated), verdict::retry},
               {"an address that is no answer", says(kind::truncated, {"8.8.8.8"}), verdict::retry}},
              20s);
}

// The name is looked up once an attempt, every answer is checked, and what was checked is what is dialled.
BOOST_AUTO_TEST_CASE(a_name_that_changes_its_mind_never_leads_to_an_address_that_was_not_checked) {
  const test_ca ca;
  scripted_receiver receiver{always(http_answer(200, "", "Connection: close\r\n")), good_tls(ca)};
  outbound_world world;
  world.trust(ca);
  world.allow(receiver); // 127.0.0.1 is the public address of this test; all else of 127/8 stays private
  std::vector<dns_answer> answers;
  for (int i = 0; i < 10; ++i) {
    answers.push_back({.addresses = {"127.0.0.1"}});
    answers.push_back({.addresses = {"127.0.0.2", "169.254.169.254", "::1", "::ffff:127.0.0.1", "10.0.0.1"}});
  }
  world.dns.set("shop.test", answers);
  const auto allowed = "127.0.0.1:" + std::to_string(receiver.port());
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const attempt made = world.send(receiver.url_of("shop.test"));
    const bool leads_out = i % 2 == 0;
    BOOST_TEST(judge(made) == (leads_out ? verdict::acknowledged : verdict::unconfirmed));
    BOOST_TEST(made.failed_by == (leads_out ? failure_class::none : failure_class::blocked_destination));
    BOOST_TEST(made.address == (leads_out ? allowed : ""));
  }
  BOOST_TEST(world.count().dials == answers.size() / 2);
  BOOST_TEST(world.dns.questions("shop.test") == static_cast<int>(2 * answers.size())); // A and AAAA
}

BOOST_AUTO_TEST_CASE(each_hop_of_a_redirect_is_looked_up_and_checked_by_itself) {
  const test_ca ca;
  scripted_receiver second{always(http_answer(200, "", "Connection: close\r\n")), good_tls(ca)};
  scripted_receiver first{
      always(http_answer(307, "", "Connection: close\r\nLocation: " + second.url_of("shop.test") + "\r\n")),
      good_tls(ca)};
  outbound_world world;
  world.trust(ca);
  world.allow(first);
  world.allow(second);
  // The same name: allowed for the first hop, private for the second.
  world.dns.set("shop.test", {{.addresses = {"127.0.0.1"}}, {.addresses = {"127.0.0.7"}}});
  const attempt made = world.send(first.url_of("shop.test"));
  BOOST_TEST(made.failed_by == failure_class::blocked_destination);
  BOOST_TEST(judge(made) == verdict::failed);
  BOOST_TEST(made.hops.size() == 1u);
  BOOST_TEST(second.connections() == 0);
  BOOST_TEST(world.count().dials == 1u);
}

BOOST_AUTO_TEST_CASE(an_alias_of_itself_is_no_address) {
  outbound_world world;
  world.dns.set("loop.test", says(kind::own_alias));
  const attempt made = world.send("https://loop.test/");
  BOOST_TEST(made.failed_by == failure_class::dns);
  BOOST_TEST(world.count().dials == 0u);
}

BOOST_AUTO_TEST_SUITE_END()
