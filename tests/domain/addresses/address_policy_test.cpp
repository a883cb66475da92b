#include "domain/addresses/address_policy.hpp"
#include "domain/addresses/loopback.hpp"

#include <boost/test/unit_test.hpp>

using namespace paylink;

namespace {

ip_address address_of(std::string_view text) {
  const auto read = ip_address::parse(text);
  BOOST_REQUIRE_MESSAGE(read.has_value(), text);
  return *read;
}

network network_of(std::string_view text) {
  const auto read = network::parse(text);
  BOOST_REQUIRE_MESSAGE(read.has_value(), text);
  return *read;
}

/// The neighbour of an address: one more, or one less.
ip_address neighbour(ip_address address, int step) {
  for (int place = address.is_v6 ? 15 : 3; place >= 0; --place) {
    auto& byte = address.bytes[static_cast<std::size_t>(place)];
    byte = static_cast<std::uint8_t>(byte + step);
    if (byte != (step > 0 ? 0 : 255)) break;
  }
  return address;
}

} // namespace

BOOST_AUTO_TEST_SUITE(address_rules)

BOOST_AUTO_TEST_CASE(addresses_are_read_and_written) {
  const std::pair<std::string_view, std::string_view> cases[] = {
      {"0.0.0.0", "0.0.0.0"},
      {"255.255.255.255", "255.255.255.255"},
      {"8.8.4.4", "8.8.4.4"},
      {"::", "::"},
      {"::1", "::1"},
      {"1::", "1::"},
      {"2606:4700:4700::1111", "2606:4700:4700::1111"},
      {"2606:4700:4700:0:0:0:0:1111", "2606:4700:4700::1111"},
      {"2001:DB8::ABCD", "2001:db8::abcd"},
      {"2001:0db8:0000:0001:0000:0000:0000:0001", "2001:db8:0:1::1"},
      {"1:0:0:2:0:0:0:3", "1:0:0:2::3"},
      {"1:0:0:2:3:0:0:4", "1::2:3:0:0:4"},
      {"1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7:8"},
      {"1:2:3:0:5:6:7:8", "1:2:3:0:5:6:7:8"},
      {"1:2:3:4:5:6:7::", "1:2:3:4:5:6:7:0"},
      {"::2:3:4:5:6:7:8", "0:2:3:4:5:6:7:8"},
      {"::ffff:127.0.0.1", "::ffff:127.0.0.1"},
      {"::ffff:7f00:1", "::ffff:127.0.0.1"},
      {"::127.0.0.1", "::7f00:1"},
      {"64:ff9b::1.2.3.4", "64:ff9b::102:304"},
      {"1:2:3:4:5:6:1.2.3.4", "1:2:3:4:5:6:102:304"},
  };
  for (const auto& [text, written] : cases) BOOST_TEST(address_of(text).text() == written);
}

BOOST_AUTO_TEST_CASE(sloppy_addresses_are_refused) {
  for (const auto* text : {"",
                           "1",
                           "1.2.3",
                           "1.2.3.4.5",
                           "256.1.1.1",
                           "01.2.3.4",
                           "1.2.3.04",
                           "1.2.3.4 ",
                           " 1.2.3.4",
                           "1..2.3",
                           "1.2.3.",
                           ".1.2.3",
                           "0x7f.0.0.1",
                           "127.0.0.1.",
                           "+1.2.3.4",
                           "1.2.3.-4",
                           "1.2.3.4/8",
                           "1,2,3,4",
                           ":",
                           ":::",
                           "1:2:3:4:5:6:7",
                           "1:2:3:4:5:6:7:8:9",
                           "1::2::3",
                           "12345::",
                           "g::",
                           "::1%eth0",
                           "fe80::1%25eth0",
                           "[::1]",
                           ":1:2:3:4:5:6:7:8",
                           "1:2:3:4:5:6:7:8:",
                           "1:2:3:4:5:6:7:",
                           ":1::",
                           "1::2:",
                           "1:2:3:4::5:6:7:8",
                           "::1.2.3",
                           "::256.1.1.1",
                           "1.2.3.4::",
                           "::1.2.3.4:1",
                           "1:2:3:4:5:6:7:1.2.3.4",
                           "::-1",
                           "::+1",
                           "::0x1"})
    BOOST_TEST(!ip_address::parse(text), text);
}

BOOST_AUTO_TEST_CASE(both_ends_of_every_refused_block_are_refused_and_their_neighbours_are_not) {
  struct row {
    std::string_view first, last;
    bool is_open_below, is_open_above; ///< Whether the neighbour may be called.
  };
  const row rows[] = {
      {"0.0.0.0", "0.255.255.255", false, true},
      {"10.0.0.0", "10.255.255.255", true, true},
      {"100.64.0.0", "100.127.255.255", true, true},
      {"127.0.0.0", "127.255.255.255", true, true},
      {"168.63.129.16", "168.63.129.16", true, true},
      {"169.254.0.0", "169.254.255.255", true, true},
      {"172.16.0.0", "172.31.255.255", true, true},
      {"192.0.0.0", "192.0.0.255", true, true},
      {"192.0.2.0", "192.0.2.255", true, true},
      {"192.31.196.0", "192.31.196.255", true, true},
      {"192.52.193.0", "192.52.193.255", true, true},
      {"192.88.99.0", "192.88.99.255", true, true},
      {"192.168.0.0", "192.168.255.255", true, true},
      {"192.175.48.0", "192.175.48.255", true, true},
      {"198.18.0.0", "198.19.255.255", true, true},
      {"198.51.100.0", "198.51.100.255", true, true},
      {"203.0.113.0", "203.0.113.255", true, true},
      {"224.0.0.0", "239.255.255.255", true, false},
      {"240.0.0.0", "255.255.255.255", false, false},
      {"::", "1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", false, true},
      {"2001::", "2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff", true, true},
      {"2001:db8::", "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff", true, true},
      {"2002::", "2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff", true, true},
      {"2620:4f:8000::", "2620:4f:8000:ffff:ffff:ffff:ffff:ffff", true, true},
      {"3ffe::", "3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff", true, false},
      {"3fff::", "3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff", false, true},
      {"4000::", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", true, false},
  };
  for (const auto& row : rows) {
    const auto first = address_of(row.first), last = address_of(row.last);
    BOOST_TEST(is_special_purpose(first), row.first);
    BOOST_TEST(is_special_purpose(last), row.last);
    if (row.is_open_below) BOOST_TEST(!is_special_purpose(neighbour(first, -1)), neighbour(first, -1).text());
    if (row.is_open_above) BOOST_TEST(!is_special_purpose(neighbour(last, 1)), neighbour(last, 1).text());
  }
}

BOOST_AUTO_TEST_CASE(ipv4_in_the_clothes_of_ipv6_is_refused_whole) {
  for (const auto* text : {"::ffff:127.0.0.1",
                           "::ffff:8.8.8.8",
                           "::127.0.0.1",
                           "::8.8.8.8",
                           "::ffff:0:127.0.0.1",
                           "64:ff9b::8.8.8.8",
                           "64:ff9b::7f00:1",
                           "64:ff9b:1::1",
                           "2002:7f00:1::",
                           "2001:0:102:304::1",
                           "::1",
                           "::",
                           "fe80::1",
                           "fec0::1",
                           "fc00::1",
                           "fd00:ec2::254",
                           "ff02::1",
                           "100::1",
                           "100:0:0:1::1",
                           "5f00::1",
                           "2001:2::1",
                           "2001:10::1",
                           "2001:20::1",
                           "2001:30::1",
                           "2001:4:112::1",
                           "3fff::1"})
    BOOST_TEST(is_special_purpose(address_of(text)), text);
  for (const auto* text : {"8.8.8.8", "1.1.1.1", "100.63.255.255", "172.32.0.0", "2606:4700:4700::1111", "2a00:1450::1",
                           "2001:4860::8888"})
    BOOST_TEST(!is_special_purpose(address_of(text)), text);
}

BOOST_AUTO_TEST_CASE(networks_are_read_with_and_without_prefix_and_port) {
  struct row {
    std::string_view text, address;
    int prefix_bits;
    int port; ///< 0: none
  };
  const row rows[] = {
      {"127.0.0.0/8", "127.0.0.0", 8, 0},
      {"127.0.0.1", "127.0.0.1", 32, 0},
      {"127.0.0.1:9901", "127.0.0.1", 32, 9901},
      {"10.0.0.0/8:443", "10.0.0.0", 8, 443},
      {"0.0.0.0/0", "0.0.0.0", 0, 0},
      {"127.0.0.1/32:65535", "127.0.0.1", 32, 65'535},
      {"[::1]/128:8443", "::1", 128, 8443},
      {"[::1]:8443", "::1", 128, 8443},
      {"[::1]", "::1", 128, 0},
      {"::1", "::1", 128, 0},
      {"fd00::/8", "fd00::", 8, 0},
      {"fd00::/8:8443", "fd00::", 8, 8443},
      {"::/0", "::", 0, 0},
  };
  for (const auto& row : rows) {
    const auto read = network_of(row.text);
    BOOST_TEST(read.address.text() == row.address, row.text);
    BOOST_TEST(read.prefix_bits == row.prefix_bits, row.text);
    BOOST_TEST(read.port.value_or(0) == row.port, row.text);
  }
  for (const auto* text : {"",
                           "/8",
                           "127.0.0.0/",
                           "127.0.0.0/33",
                           "127.0.0.0/-1",
                           "127.0.0.0/08",
                           "127.0.0.0/8/8",
                           "127.0.0.1:",
                           "127.0.0.1:0",
                           "127.0.0.1:65536",
                           "127.0.0.1:080",
                           "127.0.0.1:80/8",
                           "127.0.0/8",
                           "localhost",
                           "localhost:80",
                           "::1/129",
                           "[::1",
                           "[127.0.0.1]:80",
                           "[::1]8443",
                           "[::1]/128:",
                           " 127.0.0.1",
                           "127.0.0.1 ",
                           "127.0.0.1:+80"})
    BOOST_TEST(!network::parse(text), text);
}

BOOST_AUTO_TEST_CASE(a_network_contains_what_shares_its_prefix_and_port) {
  struct row {
    std::string_view network, address;
    std::uint16_t port;
    bool is_inside;
  };
  const row rows[] = {
      {"10.0.0.0/8", "10.255.255.255", 1, true},
      {"10.0.0.0/8", "11.0.0.0", 1, false},
      {"10.9.9.9/8", "10.1.1.1", 1, true},
      {"172.16.0.0/12", "172.31.255.255", 1, true},
      {"172.16.0.0/12", "172.32.0.0", 1, false},
      {"127.0.0.1:9901", "127.0.0.1", 9901, true},
      {"127.0.0.1:9901", "127.0.0.1", 9902, false},
      {"127.0.0.1:9901", "127.0.0.2", 9901, false},
      {"0.0.0.0/0", "255.1.2.3", 1, true},
      {"0.0.0.0/0", "::1", 1, false},
      {"::/0", "::1", 1, true},
      {"::/0", "1.2.3.4", 1, false},
      {"[::1]/128:8443", "::1", 8443, true},
      {"[::1]/128:8443", "::2", 8443, false},
      {"127.0.0.0/8", "::ffff:127.0.0.1", 1, false},
      {"fd00::/9", "fd80::1", 1, false},
  };
  for (const auto& row : rows)
    BOOST_TEST(network_of(row.network).contains(address_of(row.address), row.port) == row.is_inside,
               row.network << " " << row.address);
}

BOOST_AUTO_TEST_CASE(the_operators_lists_open_and_close_what_they_name) {
  address_policy policy;
  const auto may_dial = [&](std::string_view text, std::uint16_t port) {
    return policy.may_dial(address_of(text), port);
  };
  const auto may_use_http = [&](std::string_view text, std::uint16_t port) {
    return policy.may_use_http(address_of(text), port);
  };
  BOOST_TEST(may_dial("8.8.8.8", 443));
  BOOST_TEST(!may_dial("127.0.0.1", 443));
  BOOST_TEST(!may_use_http("8.8.8.8", 80));

  policy.allow = {network_of("127.0.0.1:9901")};
  BOOST_TEST(may_dial("127.0.0.1", 9901));
  BOOST_TEST(!may_dial("127.0.0.1", 9902));
  BOOST_TEST(!may_dial("::ffff:127.0.0.1", 9901));
  BOOST_TEST(!may_use_http("127.0.0.1", 9901));

  policy.allow_http = {network_of("10.0.0.0/8:8080")};
  BOOST_TEST(may_dial("10.1.2.3", 8080));
  BOOST_TEST(may_use_http("10.1.2.3", 8080));
  BOOST_TEST(!may_use_http("10.1.2.3", 8081));

  policy.deny = {network_of("10.1.0.0/16"), network_of("127.0.0.0/8"), network_of("8.8.8.8:8443")};
  BOOST_TEST(!may_dial("10.1.2.3", 8080));
  BOOST_TEST(!may_use_http("10.1.2.3", 8080));
  BOOST_TEST(may_dial("10.2.2.3", 8080));
  BOOST_TEST(!may_dial("127.0.0.1", 9901));
  BOOST_TEST(!may_dial("8.8.8.8", 8443));
  BOOST_TEST(may_dial("8.8.8.8", 443));
}

BOOST_AUTO_TEST_CASE(the_loopback_is_this_machine_with_a_port_and_without) {
  for (const char* own : {"127.0.0.1", "127.0.0.1:443", "127.8.9.10", "::1", "[::1]:443", "::ffff:127.0.0.1"})
    BOOST_TEST(is_loopback(own), own);
  for (const char* other : {"", "128.0.0.1", "12.7.0.1", "10.0.0.1:443", "::10", "::1:2", "[::11]:443", "2001:db8::1"})
    BOOST_TEST(!is_loopback(other), other);
}

BOOST_AUTO_TEST_SUITE_END()
