#include "domain/addresses/household.hpp"

#include <boost/test/unit_test.hpp>

using namespace paylink;

BOOST_AUTO_TEST_SUITE(households)

BOOST_AUTO_TEST_CASE(a_block_of_64_bits_is_one_household_and_its_neighbour_another) {
  BOOST_TEST(household_of("2001:db8:1:2::1") == household_of("2001:db8:1:2:ffff:ffff:ffff:ffff"));
  BOOST_TEST(household_of("2001:db8:1:2::1") != household_of("2001:db8:1:3::1"));
}

BOOST_AUTO_TEST_CASE(ipv4_addresses_are_households_of_their_own_however_they_are_written) {
  BOOST_TEST(household_of("192.0.2.1") != household_of("192.0.2.2"));
  BOOST_TEST(household_of("::ffff:192.0.2.1") == household_of("192.0.2.1"));
  BOOST_TEST(household_of("::ffff:192.0.2.1") != household_of("::ffff:192.0.2.2"));
}

BOOST_AUTO_TEST_CASE(what_is_no_address_stands_for_itself) { BOOST_TEST(household_of("unknown") == "unknown"); }

BOOST_AUTO_TEST_SUITE_END()
