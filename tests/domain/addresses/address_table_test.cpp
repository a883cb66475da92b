// Every line of the registries at its ends, and IPv4 in each dress of IPv6, as the parser of a URL sees them.
#include "domain/addresses/outbound_url.hpp"
#include "tests/domain/addresses/address_oracle.hpp"

#include <boost/test/unit_test.hpp>

#include <set>

using namespace paylink;
using namespace paylink::test;

namespace {

std::string url_of(const ip_address& address) {
  return address.is_v6 ? "https://[" + address.text() + "]/" : "https://" + address.text() + "/";
}

/// Whether everybody who decides agrees with what is expected.
void check(const ip_address& address, bool refused) {
  const address_policy policy;
  BOOST_TEST_CONTEXT(address.text() << (refused ? " is refused" : " is allowed")) {
    BOOST_TEST(is_special_purpose(address) == refused);
    BOOST_TEST(policy.may_dial(address, 443) == !refused);
    const auto verdict = check_outbound_url(url_of(address), policy);
    BOOST_TEST(verdict.url.has_value() == !refused);
    BOOST_TEST(verdict.fault.code == (refused ? "blocked_address" : ""));
  }
}

/// The four places around a block: its ends and their neighbours.
std::vector<ip_address> places_of(std::string_view block) {
  const auto first = oracle::first_of(block), last = oracle::last_of(block);
  return {oracle::moved(first, -1), first, last, oracle::moved(last, 1)};
}

ip_address with_v4(std::string_view start, std::size_t place, const ip_address& v4) {
  auto address = oracle::first_of(start);
  std::copy_n(v4.bytes.begin(), 4, address.bytes.begin() + static_cast<std::ptrdiff_t>(place));
  return address;
}

} // namespace

BOOST_AUTO_TEST_SUITE(address_table)

BOOST_AUTO_TEST_CASE(every_registered_block_is_refused_from_its_first_address_to_its_last_and_not_beyond) {
  std::size_t checked = 0, allowed_neighbours = 0;
  for (const auto block : oracle::refused_blocks()) {
    const auto places = places_of(block);
    BOOST_TEST(oracle::refuses(places[1]), block);
    BOOST_TEST(oracle::refuses(places[2]), block);
    for (const auto& place : places) {
      const bool refused = oracle::refuses(place);
      check(place, refused);
      ++checked;
      if (!refused) ++allowed_neighbours;
    }
  }
  BOOST_TEST(checked >= 300u);
  BOOST_TEST(allowed_neighbours >= 40u); // or the oracle refuses everything
}

// An address that a translator, a tunnel or a lenient stack would take for IPv4 is refused, public or not.
BOOST_AUTO_TEST_CASE(ipv4_is_refused_in_every_dress_of_ipv6) {
  const std::pair<std::string_view, std::size_t> dresses[] = {
      {"::/96", 12},           // compatible
      {"::ffff:0:0/96", 12},   // mapped
      {"::ffff:0:0:0/96", 12}, // translated
      {"64:ff9b::/96", 12},    // NAT64
      {"64:ff9b:1::/48", 12},  // NAT64 of a site
      {"2002::/16", 2},        // 6to4
      {"2001::/32", 4},        // Teredo's server
      {"2001::/32", 12},       // Teredo's client
  };
  std::set<std::string> checked;
  for (const auto block : oracle::refused_blocks()) {
    if (block.find(':') != block.npos) continue;
    for (const auto& v4 : places_of(block))
      for (const auto& [start, place] : dresses) {
        const auto address = with_v4(start, place, v4);
        check(address, true);
        checked.insert(address.text());
      }
  }
  BOOST_TEST(checked.size() >= 600u);
}

BOOST_AUTO_TEST_CASE(a_random_address_is_judged_as_the_registries_text_says) {
  const auto found = compare_opinions(20'000, 20'251'001);
  BOOST_TEST(found.differing == 0u, found.first_difference);
  BOOST_TEST(found.refused > 5'000u);
  BOOST_TEST(found.compared - found.refused > 5'000u);
}

BOOST_AUTO_TEST_SUITE_END()
