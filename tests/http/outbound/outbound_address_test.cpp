// Where the client goes: literal addresses, names, and what name servers say of them.
#include "tests/http/outbound/outbound_world.hpp"

using namespace paylink;
using namespace paylink::test;
using kind = dns_answer::kind;

namespace {

struct named_shop {
  explicit named_shop(std::chrono::milliseconds timeout = std::chrono::seconds{20}) : world{timeout} {
    world.trust(ca);
    world.allow(receiver);
  }
  attempt send() { return world.send(receiver.url_of("shop.test")); }

  test_ca ca;
  scripted_receiver receiver{always(http_answer(200, "", "Connection: close\r\n")), good_tls(ca)};
  outbound_world world;
};

} // namespace

BOOST_AUTO_TEST_SUITE(outbound_address)

BOOST_AUTO_TEST_CASE(a_refused_url_is_blocked_without_a_dial_or_a_look_up) {
  const char* urls[] = {"https://127.0.0.1/",
                        "https://10.1.2.3:8443/x",
                        "https://[::1]/",
                        "https://[::ffff:8.8.8.8]/",
                        "https://0x7f.1/",
                        "https://me@8.8.8.8/",
                        "http://example.com/",
                        "https://localhost/",
                        "https://8.8.8.8:22/",
                        "https:/example.com",
                        "",
                        "http://8.8.8.8/"};
  outbound_world world;
  for (const char* url : urls) BOOST_TEST_CONTEXT(url) {
      const attempt made = world.send(url);
      BOOST_TEST(made.failed_by == failure_class::blocked_destination);
      BOOST_TEST(judge(made) == verdict::unconfirmed);
      BOOST_TEST(made.address.empty());
    }
  BOOST_TEST(world.count().dials == 0u);
  BOOST_TEST(world.count().refused_dials == std::size(urls));
  BOOST_TEST(world.dns.names().empty());
}

BOOST_AUTO_TEST_CASE(an_opened_address_is_opened_for_its_port_alone) {
  scripted_receiver opened{always(http_answer(200))}, other{always(http_answer(200))};
  outbound_world world;
  world.allow(opened);
  BOOST_TEST(world.send(opened.url()).failed_by == failure_class::none);
  BOOST_TEST(world.send(other.url()).failed_by == failure_class::blocked_destination);
  BOOST_TEST(other.connections() == 0);
}

BOOST_AUTO_TEST_CASE(a_name_is_looked_up_whole_and_its_address_dialled) {
  named_shop shop;
  shop.world.dns.set("shop.test", {{.addresses = {"127.0.0.1"}}});
  const attempt made = shop.send();
  BOOST_TEST(made.failed_by == failure_class::none);
  BOOST_TEST(made.address == "127.0.0.1:" + std::to_string(shop.receiver.port()));
  BOOST_TEST(shop.receiver.requests().at(0).header("Host") == "shop.test:" + std::to_string(shop.receiver.port()));
  for (const std::string& asked : shop.world.dns.names()) BOOST_TEST(asked == "shop.test"); // nothing appended
}

BOOST_AUTO_TEST_CASE(of_mixed_answers_only_allowed_addresses_are_dialled) {
  named_shop shop;
  shop.world.dns.set("shop.test",
                     {{.addresses = {"10.0.0.1", "192.168.0.1", "127.0.0.1", "fd00::1", "::1", "::ffff:127.0.0.1"}}});
  BOOST_TEST(shop.send().failed_by == failure_class::none);
  BOOST_TEST(shop.world.count().dials == 1u);
}

BOOST_AUTO_TEST_CASE(a_name_that_leads_only_to_refused_addresses_is_blocked) {
  named_shop shop;
  shop.world.dns.set(
      "shop.test", {{.addresses = {"10.0.0.1", "127.0.0.2", "169.254.169.254", "::1", "fe80::1", "64:ff9b::7f00:1"}}});
  const attempt made = shop.send();
  BOOST_TEST(made.failed_by == failure_class::blocked_destination);
  BOOST_TEST(judge(made) == verdict::unconfirmed);
  // The merchant reads this record, and must not learn what names lead to inside.
  BOOST_TEST(made.address.empty());
  for (const char* inside : {"10.0.0.1", "127.0.0.2", "169.254", "fe80", "7f00"})
    BOOST_TEST(made.error.find(inside) == std::string::npos);
  BOOST_TEST(made.error.find("shop.test resolves only to private") != std::string::npos);
  BOOST_TEST(shop.world.count().refused_dials == 1u);
  BOOST_TEST(shop.world.count().dials == 0u);
}

BOOST_AUTO_TEST_CASE(every_attempt_looks_the_name_up_anew) {
  named_shop shop;
  shop.world.dns.set("shop.test",
                     {{.addresses = {"127.0.0.1"}}, {.addresses = {"127.0.0.2"}}, {.addresses = {"127.0.0.1"}}});
  BOOST_TEST(shop.send().failed_by == failure_class::none);
  BOOST_TEST(shop.send().failed_by == failure_class::blocked_destination);
  BOOST_TEST(shop.send().failed_by == failure_class::none);
}

BOOST_AUTO_TEST_CASE(a_host_that_does_not_exist_is_final) {
  for (const dns_answer& answer : {dns_answer{.says = kind::no_such_name, .addresses = {}}, dns_answer{}}) {
    named_shop shop;
    shop.world.dns.set("shop.test", {answer});
    const attempt made = shop.send();
    BOOST_TEST(made.failed_by == failure_class::dns);
    BOOST_TEST(made.final);
    BOOST_TEST(judge(made) == verdict::unconfirmed);
  }
}

BOOST_AUTO_TEST_CASE(name_servers_that_cannot_say_are_asked_again_later) {
  for (const kind says : {kind::server_failure, kind::refused, kind::not_responsible}) {
    named_shop shop;
    shop.world.dns.set("shop.test", {{.says = says, .addresses = {}}});
    const attempt made = shop.send();
    BOOST_TEST(made.failed_by == failure_class::dns);
    BOOST_TEST(!made.final);
    BOOST_TEST(judge(made) == verdict::retry);
  }
}

BOOST_AUTO_TEST_CASE(silent_name_servers_end_the_look_up_before_the_attempt) {
  named_shop shop;
  shop.world.dns.set("shop.test", {{.says = kind::silence, .addresses = {}}});
  const attempt made = shop.send();
  BOOST_TEST(made.failed_by == failure_class::dns);
  BOOST_TEST(judge(made) == verdict::retry);
}

BOOST_AUTO_TEST_CASE(the_time_of_the_attempt_bounds_the_look_up) {
  named_shop shop{std::chrono::milliseconds{300}};
  shop.world.dns.set("shop.test", {{.says = kind::silence, .addresses = {}}});
  const attempt made = shop.send();
  BOOST_TEST(made.failed_by == failure_class::timeout);
  BOOST_TEST(made.address.empty());
}

BOOST_AUTO_TEST_CASE(an_address_that_refuses_makes_room_for_the_next) {
  named_shop shop;
  const auto closed = network::parse("127.0.0.9/32:" + std::to_string(shop.receiver.port()));
  shop.world.options.addresses.allow.push_back(closed.value());
  shop.world.dns.set("shop.test", {{.addresses = {"127.0.0.9", "127.0.0.1"}}});
  BOOST_TEST(shop.send().failed_by == failure_class::none);
  BOOST_TEST(shop.world.count().dials == 2u);
}

BOOST_AUTO_TEST_CASE(a_translated_private_address_is_blocked_when_the_network_translates) {
  named_shop shop;
  shop.world.dns.set("ipv4only.arpa", {{.addresses = {"2600:1:2:3:4:5:c000:aa"}}});
  shop.world.dns.set("shop.test", {{.addresses = {"2600:1:2:3:4:5:7f00:1"}}});
  BOOST_TEST(shop.send().failed_by == failure_class::blocked_destination);
  BOOST_TEST(shop.world.count().dials == 0u);
}

BOOST_AUTO_TEST_SUITE_END()
