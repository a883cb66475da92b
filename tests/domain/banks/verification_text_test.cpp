#include "domain/banks/connection.hpp"

#include <boost/test/unit_test.hpp>

using namespace paylink;

BOOST_AUTO_TEST_SUITE(verification_texts)

BOOST_AUTO_TEST_CASE(they_are_found_however_a_bank_writes_them) {
  using texts = std::vector<std::string>;
  struct row {
    const char* transfer;
    texts found;
  };
  const row rows[]{
      {"PFVA2K7M9QX4", {"PFVA2K7M9QX4"}},
      {"chuyen tien pfva2k7m9qx4 tu 0987", {"PFVA2K7M9QX4"}},
      {"MBVCB.3278907687.PFVA 2K7M-9QX4.CT", {"PFVA2K7M9QX4"}},
      {"p-f-v-a 2k7m9qx4", {"PFVA2K7M9QX4"}},
      {"Pf\u1e7d\u00e12k7m9qx4", {"PFVA2K7M9QX4"}}, // ṽ and á
      {"PFVA2K7M9QX4 PFVA2K7M9QX4 PFVA00000000", {"PFVA2K7M9QX4", "PFVA00000000"}},
      {"PFVA2K7M9QX", {}},
      {"PFSL2K7M9QX4", {}},
      {"AVFP2K7M9QX4", {}},
      {"", {}},
  };
  for (const auto& [transfer, found] : rows) {
    BOOST_TEST((find_verification_texts(transfer) == found), transfer);
    BOOST_TEST(holds_verification_text(transfer, "PFVA2K7M9QX4") == std::ranges::count(found, "PFVA2K7M9QX4"),
               transfer);
  }
  std::string decoys;
  for (char c = 'A'; c <= 'J'; ++c) decoys.append("PFVA").append(8, c).append(" ");
  BOOST_TEST(find_verification_texts(decoys + "PFVA2K7M9QX4").size() == 8u);
  BOOST_TEST(holds_verification_text(decoys + "pfva-2k7m9qx4", "PFVA2K7M9QX4"));
}

BOOST_AUTO_TEST_SUITE_END()
