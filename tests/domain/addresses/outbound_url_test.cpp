#include "domain/addresses/outbound_url.hpp"

#include <boost/test/unit_test.hpp>

using namespace paylink;

namespace {

const address_policy closed;

address_policy open_for_tests() {
  address_policy policy;
  policy.allow = {*network::parse("127.0.0.0/8"), *network::parse("[::1]/128:8443")};
  policy.allow_http = {*network::parse("127.0.0.1:9901"), *network::parse("10.0.0.5")};
  return policy;
}

std::string code_of(std::string_view text, const address_policy& policy = closed) {
  const auto verdict = check_outbound_url(text, policy);
  if (verdict.url) return "accepted";
  BOOST_TEST(!verdict.fault.message.empty(), text);
  return std::string{verdict.fault.code};
}

} // namespace

BOOST_AUTO_TEST_SUITE(outbound_url_rules)

BOOST_AUTO_TEST_CASE(public_https_urls_are_accepted_as_they_are_written) {
  struct row {
    std::string_view text, host;
    std::uint16_t port;
    std::string_view request_target, host_header, origin;
  };
  const row rows[] = {
      {"https://example.com", "example.com", 443, "/", "example.com", "https://example.com:443"},
      {"HTTPS://Example.COM/Cb", "Example.COM", 443, "/Cb", "Example.COM", "https://example.com:443"},
      {"https://example.com:8443/x?y=%20", "example.com", 8443, "/x?y=%20", "example.com:8443",
       "https://example.com:8443"},
      {"https://example.com:443/", "example.com", 443, "/", "example.com", "https://example.com:443"},
      {"https://example.com?y=1", "example.com", 443, "/?y=1", "example.com", "https://example.com:443"},
      {"https://example.com?", "example.com", 443, "/?", "example.com", "https://example.com:443"},
      {"https://example.com/a:b@c//d?e@f/g", "example.com", 443, "/a:b@c//d?e@f/g", "example.com",
       "https://example.com:443"},
      {"https://xn--80ak6aa92e.com/", "xn--80ak6aa92e.com", 443, "/", "xn--80ak6aa92e.com",
       "https://xn--80ak6aa92e.com:443"},
      {"https://my_shop.a-b.example:1024/", "my_shop.a-b.example", 1024, "/", "my_shop.a-b.example:1024",
       "https://my_shop.a-b.example:1024"},
      {"https://8.8.8.8/", "8.8.8.8", 443, "/", "8.8.8.8", "https://8.8.8.8:443"},
      {"https://100.63.255.255/", "100.63.255.255", 443, "/", "100.63.255.255", "https://100.63.255.255:443"},
      {"https://172.32.0.0/", "172.32.0.0", 443, "/", "172.32.0.0", "https://172.32.0.0:443"},
      {"https://[2606:4700:4700::1111]/", "2606:4700:4700::1111", 443, "/", "[2606:4700:4700::1111]",
       "https://[2606:4700:4700::1111]:443"},
      {"https://[2606:4700::AB]:65535/x", "2606:4700::AB", 65535, "/x", "[2606:4700::AB]:65535",
       "https://[2606:4700::ab]:65535"},
  };
  for (const auto& row : rows) {
    const auto verdict = check_outbound_url(row.text, closed);
    BOOST_REQUIRE_MESSAGE(verdict.url.has_value(), row.text);
    BOOST_TEST(verdict.url->is_https);
    BOOST_TEST(verdict.url->host == row.host);
    BOOST_TEST(verdict.url->port == row.port);
    BOOST_TEST(verdict.url->request_target() == row.request_target);
    BOOST_TEST(verdict.url->host_header() == row.host_header);
    BOOST_TEST(verdict.url->origin() == row.origin);
    // Views of the text that was given: nothing was copied or changed.
    BOOST_TEST(
        (verdict.url->host.data() >= row.text.data() && verdict.url->host.data() < row.text.data() + row.text.size()));
  }
}

BOOST_AUTO_TEST_CASE(other_schemes_and_odd_beginnings_are_refused) {
  const std::pair<std::string_view, std::string_view> cases[] = {
      {"http://example.com/", "not_https"},
      {"HTTP://example.com/", "not_https"},
      {"ftp://example.com/", "not_https"},
      {"wss://example.com/", "not_https"},
      {"file:///etc/passwd", "not_https"},
      {"httpss://example.com/", "not_https"},
      {"mailto:a@example.com", "not_https"},
      {"", "format"},
      {"example.com", "format"},
      {"//example.com/", "format"},
      {"/callback", "format"},
      {"https:/example.com", "format"},
      {"https:example.com", "format"},
      {"https:///example.com/", "format"},
      {"https://", "format"},
      {"https:", "format"},
      {"https", "format"},
      {"://example.com/", "format"},
      {" https://example.com/", "format"},
      {"https:\\\\127.0.0.1\\", "format"},
      {"https:\\/example.com/", "format"},
      {"1https://example.com/", "format"},
      {"https ://example.com/", "format"},
      {"https://?x", "format"},
  };
  for (const auto& [text, code] : cases) BOOST_TEST(code_of(text) == code, text);
}

BOOST_AUTO_TEST_CASE(user_info_fragments_and_foreign_characters_are_refused) {
  for (const auto* text :
       {"https://user@example.com/", "https://@example.com/", "https://user:pw@example.com/",
        "https://example.com@127.0.0.1/", "https://example.com#f", "https://example.com/#", "https://example.com/a b",
        "https://example.com/\t", "https://example.com/\r\nX: y", "https://example.com\\@127.0.0.1/",
        "https://example.com/a\\b", "https://example.com/\x7f", "https://example.com/\x01", "https://exämple.com/",
        "https://example.com/ế", "https://①②⑦.⓪.⓪.①/", "https://example。com/", "https://example.com\n"})
    BOOST_TEST(code_of(text) == "format", text);
  BOOST_TEST(code_of(std::string_view{"https://example.com/\0", 21}) == "format");
}

BOOST_AUTO_TEST_CASE(hosts_that_parsers_read_differently_are_refused) {
  for (const auto* text : {"https://127.1/",
                           "https://0177.0.0.1/",
                           "https://127.0.0.%31/",
                           "https://256.1.1.1/",
                           "https://2130706433/",
                           "https://0x7f.1/",
                           "https://0x7f000001/",
                           "https://017700000001/",
                           "https://127.0.0.1./",
                           "https://1.2.3.4.5/",
                           "https://example.0x7f/",
                           "https://example.0X/",
                           "https://example.1/",
                           "https://08.8.8.8/",
                           "https://8.8.8/",
                           "https://example.com./",
                           "https://example..com/",
                           "https://.example.com/",
                           "https://example/",
                           "https://-a.example/",
                           "https://a-.example/",
                           "https://a.b-/",
                           "https://ex%61mple.com/",
                           "https://exa$mple.com/",
                           "https://[fe80::1%25eth0]/",
                           "https://[::1%eth0]/",
                           "https://[::1/",
                           "https://[]/",
                           "https://[8.8.8.8]/",
                           "https://[2606:4700::1]x/",
                           "https://2606:4700::1/",
                           "https://[v1.x]/",
                           "https://example.com,evil.com/",
                           "https://:443/"})
    BOOST_TEST(code_of(text) == "format", text);
}

BOOST_AUTO_TEST_CASE(names_have_their_greatest_lengths) {
  const std::string label(63, 'a');
  BOOST_TEST(code_of("https://" + label + ".com/") == "accepted");
  BOOST_TEST(code_of("https://" + label + "a.com/") == "format");
  const auto longest = label + "." + label + "." + label + "." + std::string(61, 'b');
  BOOST_REQUIRE(longest.size() == 253u);
  BOOST_TEST(code_of("https://" + longest + "/") == "accepted");
  BOOST_TEST(code_of("https://" + longest + "b/") == "format");
  const std::string start = "https://example.com/";
  BOOST_TEST(code_of(start + std::string(2048 - start.size(), 'x')) == "accepted");
  BOOST_TEST(code_of(start + std::string(2049 - start.size(), 'x')) == "too_long");
}

BOOST_AUTO_TEST_CASE(names_of_local_networks_are_blocked) {
  for (const auto* host : {"localhost", "LOCALHOST", "a.localhost", "printer.local", "db.internal",
                           "metadata.google.internal", "x.home.arpa", "home.arpa", "abc.onion", "A.Local"})
    BOOST_TEST(code_of(std::string{"https://"} + host + "/") == "blocked_address", host);
  for (const auto* host :
       {"notlocal.example", "local.example", "mylocal.com", "xinternal.com", "home.arpa.example", "onion.example"})
    BOOST_TEST(code_of(std::string{"https://"} + host + "/") == "accepted", host);
}

BOOST_AUTO_TEST_CASE(a_name_of_this_machine_is_refused_with_the_address_that_works) {
  const auto message_of = [](std::string_view text, const address_policy& policy) {
    return check_outbound_url(text, policy).fault.message;
  };
  const std::string refused = "The host name is reserved for local networks.";
  const auto open = open_for_tests();
  BOOST_TEST(message_of("https://localhost:8443/cb", open) ==
             refused + " For this machine, write https://127.0.0.1:8443.");
  BOOST_TEST(message_of("https://shop.LOCALHOST/", open) ==
             refused + " For this machine, write https://127.0.0.1:443.");
  // Only what would be accepted is suggested.
  BOOST_TEST(message_of("https://localhost:22/", open) == refused);
  BOOST_TEST(message_of("https://printer.local:8443/", open) == refused);
  BOOST_TEST(message_of("https://localhost:8443/", closed) == refused);
  BOOST_TEST(message_of("https://localhost:99999/", open) == "The port is not a number from 1 to 65535.");
}

BOOST_AUTO_TEST_CASE(ports_are_443_or_high_and_harmless) {
  for (const auto* port :
       {"", "0", "00443", "0443", "65536", "99999", "100000", "+443", "-443", "44 3", "443x", "0x1bb", "443:443"})
    BOOST_TEST(code_of(std::string{"https://example.com:"} + port + "/") == "format", port);
  for (const auto* port :
       {"1",    "22",   "25",   "80",   "442",  "444",  "1023", "1719", "1720", "1723", "2049", "3659", "4045",
        "4190", "5060", "5061", "6000", "6566", "6665", "6666", "6667", "6668", "6669", "6679", "6697", "10080"})
    BOOST_TEST(code_of(std::string{"https://example.com:"} + port + "/") == "blocked_address", port);
  for (const auto* port : {"443", "1024", "3000", "8080", "8443", "6664", "6670", "9901", "65535"})
    BOOST_TEST(code_of(std::string{"https://example.com:"} + port + "/") == "accepted", port);
}

BOOST_AUTO_TEST_CASE(an_origin_is_scheme_host_and_port) {
  struct pair {
    const char* other;
    bool is_same;
  };
  for (const auto& [other, is_same] :
       {pair{"https://shop.test/hook", true}, pair{"https://shop.test/", true}, pair{"https://SHOP.test:443/a?b", true},
        pair{"https://shop.test:8443/hook", false}, pair{"http://shop.test:443/hook", false},
        pair{"https://a.shop.test/hook", false}, pair{"https://shop.test.evil.test/hook", false}, pair{"", false},
        pair{"shop.test/hook", false}}) {
    BOOST_TEST(is_same_origin("https://shop.test/hook", other) == is_same, other);
    BOOST_TEST(is_same_origin(other, "https://shop.test/hook") == is_same, other);
  }
  BOOST_TEST(!is_same_origin("", ""));
}

BOOST_AUTO_TEST_CASE(addresses_that_may_not_be_dialled_are_blocked) {
  for (const auto* host : {"10.0.0.1", "127.0.0.1", "169.254.169.254", "168.63.129.16", "0.0.0.0", "255.255.255.255",
                           "192.168.1.1", "[::1]", "[::]", "[::ffff:8.8.8.8]", "[::ffff:127.0.0.1]",
                           "[64:ff9b::7f00:1]", "[fd00:ec2::254]", "[fe80::1]", "[2001:db8::1]"})
    BOOST_TEST(code_of(std::string{"https://"} + host + "/") == "blocked_address", host);
}

BOOST_AUTO_TEST_CASE(the_operator_opens_addresses_and_plain_http_by_name_of_network) {
  const auto policy = open_for_tests();
  const std::pair<std::string_view, std::string_view> cases[] = {
      {"https://127.0.0.1:9443/", "accepted"},
      {"https://[::1]:8443/", "accepted"},
      {"https://[::1]:8444/", "blocked_address"},
      {"https://192.168.0.1/", "blocked_address"},
      {"http://127.0.0.1:9901/sink", "accepted"},
      {"http://127.0.0.1:9902/sink", "not_https"},
      {"http://10.0.0.5/", "accepted"},
      {"http://10.0.0.5:8080/", "accepted"},
      {"http://10.0.0.5:443/", "blocked_address"},
      {"https://10.0.0.5/", "accepted"},
      {"http://10.0.0.6/", "not_https"},
      {"http://8.8.8.8/", "not_https"},
      {"http://example.com:9901/", "not_https"},
      {"http://user@127.0.0.1:9901/", "not_https"},
      {"https://localhost:9901/", "blocked_address"},
  };
  for (const auto& [text, code] : cases) BOOST_TEST(code_of(text, policy) == code, text);
  const auto plain = check_outbound_url("http://10.0.0.5/x", policy);
  BOOST_REQUIRE(plain.url.has_value());
  BOOST_TEST(!plain.url->is_https);
  BOOST_TEST(plain.url->port == 80);
  BOOST_TEST(plain.url->host_header() == "10.0.0.5");
  BOOST_TEST(plain.url->origin() == "http://10.0.0.5:80");
}

BOOST_AUTO_TEST_SUITE_END()
