#include "domain/banks/bank_status.hpp"

#include <boost/test/unit_test.hpp>

using namespace paylink;

BOOST_AUTO_TEST_SUITE(bank_modes)

BOOST_AUTO_TEST_CASE(a_bank_is_served_where_the_mode_has_it_and_the_operator_leaves_it) {
  using enum banking_mode;
  struct row {
    std::string_view code;
    banking_mode mode;
    std::vector<banking_mode> configured;
    bool is_served;
  };
  const row rows[]{
      {"MB", open_banking, {}, true},
      {"MB", national_switch, {}, true},
      {"VCB", open_banking, {}, false},
      {"VCB", national_switch, {}, true},
      {"MB", open_banking, {open_banking}, true},
      {"MB", national_switch, {open_banking}, false},
      {"MB", open_banking, {national_switch}, false},
      {"VCB", open_banking, {open_banking, national_switch}, false},
  };
  for (const auto& [code, mode, configured, expected] : rows) {
    const configured_bank as_configured{.modes = configured};
    BOOST_TEST(is_served(code, mode, &as_configured) == expected, code << " in " << to_text(mode));
    if (configured.empty()) BOOST_TEST(is_served(code, mode, nullptr) == expected);
  }
}

BOOST_AUTO_TEST_SUITE_END()
