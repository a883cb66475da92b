// Which receivers are believed to be who they say they are.
#include "tests/http/outbound/outbound_world.hpp"

#include <openssl/ssl.h>

using namespace paylink;
using namespace paylink::test;

namespace {

struct tls_case {
  const char* name;
  const char* host;
  tls_identity identity;
};

attempt meet(const test_ca& trusted, const std::string& host, receiver_options options,
             receiver_script script = always(http_answer(200)),
             std::chrono::milliseconds timeout = std::chrono::seconds{20}) {
  scripted_receiver receiver{std::move(script), std::move(options)};
  outbound_world world{timeout};
  world.trust(trusted);
  world.allow(receiver);
  if (host != "127.0.0.1") world.dns.set(host, {{.addresses = {"127.0.0.1"}}});
  return world.send(receiver.url_of(host));
}

// A reset may overtake the news that the connection stands, so the same receiver can be met in three ways.
bool is_of_the_network(failure_class failed_by) {
  return failed_by == failure_class::tls || failed_by == failure_class::reset || failed_by == failure_class::connect;
}

} // namespace

BOOST_AUTO_TEST_SUITE(outbound_tls)

BOOST_AUTO_TEST_CASE(valid_certificates_are_accepted) {
  const test_ca root;
  const test_ca middle = root.intermediate("Test intermediate");
  const tls_case cases[] = {
      {"name", "shop.test", root.issue({.alternative_names = {"DNS:other.test", "DNS:shop.test"}})},
      {"letters of another case", "shop.test", root.issue({.alternative_names = {"DNS:SHOP.Test"}})},
      {"wildcard", "pay.shop.test", root.issue({.alternative_names = {"DNS:*.shop.test"}})},
      {"address", "127.0.0.1", root.issue({.alternative_names = {"IP:127.0.0.1"}})},
      {"intermediate sent along", "shop.test", middle.issue({.alternative_names = {"DNS:shop.test"}}, true)},
      {"no extended usage", "shop.test", root.issue({.alternative_names = {"DNS:shop.test"}, .extended_usage = ""})},
      {"RSA 2048", "shop.test", root.issue({.alternative_names = {"DNS:shop.test"}, .rsa_bits = 2048})},
  };
  for (const tls_case& one : cases) BOOST_TEST_CONTEXT(one.name) {
      const attempt made = meet(root, one.host, {.tls = one.identity});
      BOOST_TEST(made.failed_by == failure_class::none);
      BOOST_TEST(made.tls.starts_with("TLSv1.3 "));
    }
}

BOOST_AUTO_TEST_CASE(refused_certificates_are_final) {
  const test_ca root, stranger{"Stranger"};
  const test_ca middle = root.intermediate("Test intermediate");
  const std::vector<std::string> shop{"DNS:shop.test"};
  const tls_case cases[] = {
      {"expired", "shop.test", root.issue({.alternative_names = shop, .valid_from_days = -10, .valid_to_days = -1})},
      {"not yet valid", "shop.test", root.issue({.alternative_names = shop, .valid_from_days = 2})},
      {"wrong host", "shop.test", root.issue({.alternative_names = {"DNS:shop.example"}})},
      {"common name alone", "shop.test", root.issue({.common_name = "shop.test", .alternative_names = {}})},
      {"common name beside another name", "shop.test",
       root.issue({.common_name = "shop.test", .alternative_names = {"DNS:x.test"}})},
      {"self-signed", "shop.test", test_ca::self_signed({.alternative_names = shop})},
      {"unknown authority", "shop.test", stranger.issue({.alternative_names = shop})},
      {"missing intermediate", "shop.test", middle.issue({.alternative_names = shop})},
      {"partial wildcard", "www.shop.test", root.issue({.alternative_names = {"DNS:w*.shop.test"}})},
      {"wildcard over two labels", "a.b.shop.test", root.issue({.alternative_names = {"DNS:*.shop.test"}})},
      {"wildcard without a label", "shop.test", root.issue({.alternative_names = {"DNS:*.shop.test"}})},
      {"address as a DNS name", "127.0.0.1", root.issue({.alternative_names = {"DNS:127.0.0.1"}})},
      {"address as the common name", "127.0.0.1", root.issue({.common_name = "127.0.0.1", .alternative_names = {}})},
      {"another address", "127.0.0.1", root.issue({.alternative_names = {"IP:127.0.0.2"}})},
      {"for clients only", "shop.test", root.issue({.alternative_names = shop, .extended_usage = "clientAuth"})},
      {"NUL in the name", "shop.test",
       root.issue({.alternative_names = {}, .raw_dns_name = std::string{"shop.test\0.evil.example", 23}})},
      {"NUL behind the name", "shop.test",
       root.issue({.alternative_names = {}, .raw_dns_name = std::string{"shop.test\0", 10}})},
      {"no usage but signing code", "shop.test",
       root.issue({.alternative_names = shop, .extended_usage = "codeSigning"})},
      {"RSA 1024", "shop.test", root.issue({.alternative_names = shop, .rsa_bits = 1024})},
      {"SHA-1", "shop.test", root.issue({.alternative_names = shop, .digest = "SHA1"})},
  };
  for (const tls_case& one : cases) BOOST_TEST_CONTEXT(one.name) {
      const attempt made = meet(root, one.host, {.tls = one.identity});
      BOOST_TEST(made.failed_by == failure_class::tls);
      BOOST_TEST(made.final);
      BOOST_TEST(judge(made) == verdict::unconfirmed);
      BOOST_TEST(made.error.find("certificate of") != std::string::npos);
      BOOST_TEST(made.status_code == 0);
    }
}

BOOST_AUTO_TEST_CASE(certificates_are_judged_by_the_time_that_decides_and_soon_valid_ones_are_waited_for) {
  const test_ca root;
  // The authority's certificate, too, is valid from a day before.
  const auto identity = root.issue({.alternative_names = {"DNS:shop.test"}, .valid_from_days = 0, .valid_to_days = 10});
  const struct {
    std::chrono::minutes ahead;
    failure_class failed_by;
    verdict judged;
  } cases[] = {
      {std::chrono::minutes{0}, failure_class::none, verdict::acknowledged},
      {std::chrono::days{9}, failure_class::none, verdict::acknowledged},
      {std::chrono::days{11}, failure_class::tls, verdict::unconfirmed},
      {std::chrono::minutes{-2}, failure_class::tls, verdict::retry},
      {std::chrono::minutes{-59}, failure_class::tls, verdict::retry},
      {std::chrono::minutes{-62}, failure_class::tls, verdict::unconfirmed},
  };
  for (const auto& [ahead, failed_by, judged] : cases) BOOST_TEST_CONTEXT(ahead.count()) {
      scripted_receiver receiver{always(http_answer(200)), {.tls = identity}};
      outbound_world world;
      world.trust(root);
      world.allow(receiver);
      world.dns.set("shop.test", {{.addresses = {"127.0.0.1"}}});
      world.options.time = [ahead] { return system_wall_clock{}.now() + ahead; };
      const attempt made = world.send(receiver.url_of("shop.test"));
      BOOST_TEST(made.failed_by == failed_by);
      BOOST_TEST(judge(made) == judged);
    }
}

BOOST_AUTO_TEST_CASE(an_extra_authority_is_needed_to_trust_it) {
  const test_ca root;
  scripted_receiver receiver{always(http_answer(200)), good_tls(root)};
  outbound_world world;
  world.allow(receiver);
  const attempt made = world.send(receiver.url());
  BOOST_TEST(made.failed_by == failure_class::tls);
  BOOST_TEST(made.final);
  BOOST_TEST(receiver.requests().empty());
}

BOOST_AUTO_TEST_CASE(a_broken_handshake_is_retried) {
  const std::pair<const char*, receiver_script> cases[] = {
      {"reset before TLS", [](receiver_connection& client) { client.reset(); }},
      {"closed before TLS", [](receiver_connection& client) { client.close(); }},
      {"plain HTTP",
       [](receiver_connection& client) {
         client.send("HTTP/1.1 400 Bad Request\r\n\r\n");
         client.hang();
       }},
      {"a fatal alert",
       [](receiver_connection& client) {
         client.send({"\x15\x03\x03\x00\x02\x02\x28", 7});
         client.hang();
       }},
      {"reset in the handshake",
       [](receiver_connection& client) {
         client.send({"\x16\x03\x03\x00\x7a\x02", 6});
         client.reset();
       }},
  };
  for (const auto& [name, script] : cases) BOOST_TEST_CONTEXT(name) {
      const attempt made = meet(test_ca{}, "127.0.0.1", {.before_tls = script});
      BOOST_TEST(is_of_the_network(made.failed_by));
      BOOST_TEST(!made.final);
      BOOST_TEST(judge(made) == verdict::retry);
    }
}

BOOST_AUTO_TEST_CASE(a_receiver_that_demands_a_certificate_is_named_as_such_and_retried) {
  const test_ca root;
  for (const int version : {TLS1_2_VERSION, TLS1_3_VERSION}) {
    receiver_options options = good_tls(root);
    options.tls_version_max = version;
    options.demands_certificate = true;
    const attempt made = meet(root, "shop.test", options);
    BOOST_TEST(made.failed_by == failure_class::tls);
    BOOST_TEST(judge(made) == verdict::retry);
    BOOST_TEST(made.error.find("shop.test requires a client certificate") != std::string::npos, made.error);
  }
}

BOOST_AUTO_TEST_CASE(silence_in_the_handshake_is_a_timeout) {
  const attempt made = meet(test_ca{}, "127.0.0.1", {.before_tls = [](receiver_connection& client) { client.hang(); }},
                            {}, std::chrono::milliseconds{300});
  BOOST_TEST(made.failed_by == failure_class::timeout);
  BOOST_TEST(made.error.find("negotiating TLS") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(tls_1_2_is_accepted_and_older_is_not) {
  const test_ca root;
  receiver_options options = good_tls(root);
  options.tls_version_max = TLS1_2_VERSION;
  const attempt newer = meet(root, "127.0.0.1", options);
  BOOST_TEST(newer.failed_by == failure_class::none);
  BOOST_TEST(newer.tls.starts_with("TLSv1.2 "));
  options.tls_version_max = TLS1_1_VERSION;
  const attempt older = meet(root, "127.0.0.1", options);
  BOOST_TEST(older.failed_by == failure_class::tls);
  BOOST_TEST(judge(older) == verdict::retry);
}

BOOST_AUTO_TEST_CASE(the_session_of_an_origin_is_resumed_on_a_new_connection) {
  for (const int version : {TLS1_2_VERSION, TLS1_3_VERSION}) {
    const test_ca root;
    receiver_options options = good_tls(root);
    options.tls_version_max = version;
    scripted_receiver receiver{always(http_answer(200, "ok", "Connection: close\r\n")), options};
    outbound_world world;
    world.trust(root);
    world.allow(receiver);
    for (int i = 0; i < 3; ++i) BOOST_TEST(world.send(receiver.url()).failed_by == failure_class::none);
    BOOST_TEST(world.count().tls_handshakes == 3u);
    BOOST_TEST(world.count().tls_resumed == 2u);
  }
}

BOOST_AUTO_TEST_CASE(a_session_of_one_host_does_not_open_another) {
  const test_ca root;
  scripted_receiver receiver{always(http_answer(200, "ok", "Connection: close\r\n")), good_tls(root)};
  outbound_world world;
  world.trust(root);
  world.allow(receiver);
  world.dns.set("shop.test", {{.addresses = {"127.0.0.1"}}});
  world.dns.set("evil.test", {{.addresses = {"127.0.0.1"}}});
  BOOST_TEST(world.send(receiver.url_of("shop.test")).failed_by == failure_class::none);
  BOOST_TEST(world.send(receiver.url_of("evil.test")).failed_by == failure_class::tls);
}

BOOST_AUTO_TEST_CASE(a_file_of_authorities_that_cannot_be_read_is_refused) {
  boost::asio::io_context io;
  outbound_options options;
  options.ca_file = "/nowhere/ca.pem";
  BOOST_CHECK_THROW(outbound_client(io, options), std::runtime_error);
}

BOOST_AUTO_TEST_SUITE_END()
