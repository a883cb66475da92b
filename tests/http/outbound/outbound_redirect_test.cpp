// Redirects: which are followed, with what, and which end the attempt.
#include "tests/http/outbound/outbound_world.hpp"

using namespace paylink;
using namespace paylink::test;

namespace {

std::string redirect(int status, const std::string& location) {
  return http_answer(status, "", "Location: " + location + "\r\n");
}

// Answers by the path that was asked for; 200 where nothing is said.
receiver_script by_path(std::vector<std::pair<std::string, std::string>> answers) {
  return [answers = std::move(answers)](receiver_connection& client) {
    while (const auto request = client.read_request()) {
      std::string answer = http_answer(200);
      for (const auto& [path, text] : answers)
        if (path == request->target) answer = text;
      if (!client.send(answer)) return;
    }
  };
}

struct one_receiver {
  explicit one_receiver(receiver_script script) : receiver{std::move(script)} { world.allow(receiver); }
  scripted_receiver receiver;
  outbound_world world;
};

} // namespace

BOOST_AUTO_TEST_SUITE(outbound_redirect)

BOOST_AUTO_TEST_CASE(four_statuses_repeat_the_post_and_the_others_are_rejected) {
  std::vector<std::pair<std::string, std::string>> answers;
  for (int status = 300; status <= 399; ++status)
    answers.emplace_back("/" + std::to_string(status), redirect(status, "/moved"));
  one_receiver one{by_path(answers)};
  std::size_t requests = 0;
  for (int status = 300; status <= 399; ++status) {
    const attempt made = one.world.send(one.receiver.url("/" + std::to_string(status)));
    const bool follows = status == 301 || status == 302 || status == 307 || status == 308;
    requests += follows ? 2 : 1;
    BOOST_TEST_CONTEXT(status) {
      BOOST_TEST(made.failed_by == (follows ? failure_class::none : failure_class::redirect_rejected));
      BOOST_TEST(made.status_code == (follows ? 200 : status));
      BOOST_TEST(one.receiver.requests().size() == requests);
      BOOST_TEST(made.hops.size() == (follows ? 1u : 0u));
      BOOST_TEST(judge(made) == (follows ? verdict::acknowledged : verdict::failed));
    }
  }
}

BOOST_AUTO_TEST_CASE(a_followed_redirect_carries_the_same_method_bytes_and_headers_to_another_origin) {
  const test_ca ca;
  scripted_receiver second{always(http_answer(200)), good_tls(ca)};
  scripted_receiver first{always(redirect(307, second.url("/final?x=1"))), good_tls(ca)};
  outbound_world world;
  world.trust(ca);
  world.allow(first);
  world.allow(second);
  const attempt made = world.send(first.url());
  BOOST_TEST(made.failed_by == failure_class::none);
  BOOST_TEST(made.url == second.url("/final?x=1"));
  BOOST_TEST(made.hops == std::vector{second.url("/final?x=1")}, boost::test_tools::per_element());
  const auto before = first.requests(), after = second.requests();
  BOOST_REQUIRE(before.size() == 1u);
  BOOST_REQUIRE(after.size() == 1u);
  BOOST_TEST(after[0].method == "POST");
  BOOST_TEST(after[0].target == "/final?x=1");
  BOOST_TEST(after[0].body == before[0].body);
  BOOST_TEST(after[0].header("Host") == "127.0.0.1:" + std::to_string(second.port()));
  for (const char* name : {"User-Agent", "X-Service-Signature", "Content-Type", "Content-Length"})
    BOOST_TEST(after[0].header(name) == before[0].header(name));
}

BOOST_AUTO_TEST_CASE(a_request_with_a_key_stays_at_its_origin) {
  scripted_receiver second{always(http_answer(200))};
  one_receiver one{by_path({{"/away", redirect(307, second.url())}, {"/home", redirect(307, "/here")}})};
  one.world.allow(second);
  auto away = a_callback(one.receiver.url("/away")), home = a_callback(one.receiver.url("/home"));
  away.follow_to_other_origin = home.follow_to_other_origin = false;
  BOOST_TEST(one.world.send(away).failed_by == failure_class::redirect_rejected);
  BOOST_TEST(second.connections() == 0);
  BOOST_TEST(one.world.send(home).failed_by == failure_class::none);
}

BOOST_AUTO_TEST_CASE(three_redirects_are_followed_and_a_fourth_is_not) {
  one_receiver one{by_path({{"/0", redirect(302, "/1")},
                            {"/1", redirect(302, "2")},
                            {"/2", redirect(302, "?3")},
                            {"/2?3", redirect(302, "/4")},
                            {"/callback", redirect(302, "/1")}})};
  const attempt four = one.world.send(one.receiver.url("/0"));
  BOOST_TEST(four.failed_by == failure_class::redirect_rejected);
  BOOST_TEST(four.hops.size() == 3u);
  BOOST_TEST(four.status_code == 302);
  BOOST_TEST(one.world.send(one.receiver.url("/1")).failed_by == failure_class::none);
}

BOOST_AUTO_TEST_CASE(a_loop_ends_at_once) {
  one_receiver one{
      by_path({{"/a", redirect(307, "/b")}, {"/b", redirect(307, "/a")}, {"/self", redirect(307, "/self#x")}})};
  const attempt loop = one.world.send(one.receiver.url("/a"));
  BOOST_TEST(loop.failed_by == failure_class::redirect_rejected);
  BOOST_TEST(one.receiver.requests().size() == 2u);
  BOOST_TEST(one.world.send(one.receiver.url("/self")).failed_by == failure_class::redirect_rejected);
}

BOOST_AUTO_TEST_CASE(a_location_that_leads_nowhere_is_rejected) {
  const std::string cases[] = {
      http_answer(307),
      http_answer(307, "", "Location: \r\n"),
      http_answer(307, "", "Location: /a\r\nLocation: /a\r\n"),
      redirect(307, "http://[::1"),
      redirect(307, "ftp://127.0.0.1/"),
      redirect(307, "https://me@example.com/"),
      redirect(307, "https://example.com:22/"),
      redirect(307, "https://example.com:0/"),
      redirect(307, "/a b"),
      redirect(307, "https:///x"),
      redirect(307, "https://127.1/"),
      redirect(307, "http://example.com/"),
  };
  for (const std::string& answer : cases) BOOST_TEST_CONTEXT(answer) {
      one_receiver one{by_path({{"/callback", answer}})};
      const attempt made = one.world.send(one.receiver.url());
      BOOST_TEST(made.failed_by == failure_class::redirect_rejected);
      BOOST_TEST(judge(made) == verdict::failed);
      BOOST_TEST(made.status_code == 307);
      BOOST_TEST(one.receiver.requests().size() == 1u);
    }
}

BOOST_AUTO_TEST_CASE(https_is_never_left_even_for_plain_http_that_is_allowed) {
  const test_ca ca;
  scripted_receiver plain{always(http_answer(200))};
  scripted_receiver secure{always(redirect(308, plain.url())), good_tls(ca)};
  outbound_world world;
  world.trust(ca);
  world.allow(plain);
  world.allow(secure);
  BOOST_TEST(world.send(secure.url()).failed_by == failure_class::redirect_rejected);
  BOOST_TEST(plain.connections() == 0);
}

BOOST_AUTO_TEST_CASE(a_redirect_to_a_refused_address_is_blocked) {
  const std::string targets[] = {"https://10.0.0.1/",
                                 "https://127.0.0.1/",
                                 "https://[::1]/",
                                 "https://localhost/",
                                 "https://169.254.169.254/latest",
                                 "https://inner.test/x"};
  for (const std::string& target : targets) BOOST_TEST_CONTEXT(target) {
      one_receiver one{by_path({{"/callback", redirect(307, target)}})};
      one.world.dns.set("inner.test", {{.addresses = {"192.168.1.5", "fd00::1"}}});
      const attempt made = one.world.send(one.receiver.url());
      BOOST_TEST(made.failed_by == failure_class::blocked_destination);
      BOOST_TEST(judge(made) == verdict::failed);
      BOOST_TEST(one.world.count().refused_dials == 1u);
      BOOST_TEST(one.world.count().dials == 1u);
    }
}

BOOST_AUTO_TEST_CASE(all_hops_share_one_time_limit) {
  scripted_receiver receiver{[](receiver_connection& client) {
    while (const auto request = client.read_request()) {
      if (request->target == "/2") return client.hang();
      client.send(redirect(307, request->target == "/1" ? "/2" : "/1"));
    }
  }};
  outbound_world world{std::chrono::milliseconds{300}};
  world.allow(receiver);
  const attempt made = world.send(receiver.url());
  BOOST_TEST(made.failed_by == failure_class::timeout);
  BOOST_TEST(made.hops.size() == 2u);
  BOOST_TEST(made.url == receiver.url("/2"));
}

BOOST_AUTO_TEST_SUITE_END()
