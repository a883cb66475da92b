#include "config/setting_row.hpp"

#include <boost/test/unit_test.hpp>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>

namespace {

std::string without_quotes(std::string text) {
  std::erase(text, '"');
  return text;
}

} // namespace

BOOST_AUTO_TEST_SUITE(settings_table)

BOOST_AUTO_TEST_CASE(the_reference_is_the_one_in_the_docs) {
  std::ostringstream printed;
  paylink::print_settings_reference(printed);
  const std::string file = PAYLINK_SOURCE_DIR "/docs/configuration.md";
  if (std::getenv("PAYLINK_WRITE_DOCS") != nullptr) std::ofstream{file} << printed.str();
  std::ifstream stored{file};
  const std::string text{std::istreambuf_iterator<char>{stored}, {}};
  BOOST_TEST((text == printed.str()), "docs/configuration.md is outdated: run this program with PAYLINK_WRITE_DOCS=1");
}

BOOST_AUTO_TEST_CASE(the_defaults_that_the_reference_names_are_those_of_the_code) {
  const paylink::settings values;
  for (const auto& row : paylink::config::setting_rows()) {
    const auto shown = without_quotes(row.show(values));
    if (shown.empty() || shown == "[]") continue; // What "empty" means is told in words.
    BOOST_TEST(shown == row.unless_set, row.name);
  }
  const paylink::bank_settings bank;
  for (const auto& row : paylink::config::bank_rows()) {
    const auto shown = without_quotes(row.show(bank));
    if (!shown.empty() && shown != "[]") BOOST_TEST(shown == row.unless_set, row.name);
  }
}

BOOST_AUTO_TEST_CASE(no_two_settings_share_a_variable) {
  std::set<std::string> seen;
  for (const auto& row : paylink::config::setting_rows()) {
    BOOST_TEST(seen.insert(paylink::config::environment_name(row)).second, row.name);
    BOOST_TEST(!paylink::config::environment_name(row).starts_with("PAYLINK_BANKS_"), row.name);
  }
}

BOOST_AUTO_TEST_CASE(every_row_sets_the_member_that_it_shows) {
  // A row that writes one member and shows another would show its default still.
  const std::map<paylink::config::value_kind, std::vector<std::string>> candidates{
      {paylink::config::value_kind::text,
       {"a", "127.0.0.1:1", "https://a", "sqlite://a", "smtp://a", "a@b", "debug", "off", "open", "on", "3d"}},
      {paylink::config::value_kind::integer, {"3", "3000"}},
      {paylink::config::value_kind::number, {"3"}},
      {paylink::config::value_kind::duration, {"3s"}},
      {paylink::config::value_kind::list, {"10.0.0.0/8"}}};
  for (const auto& row : paylink::config::setting_rows()) {
    paylink::settings values;
    const auto before = row.show(values);
    for (const auto& text : candidates.at(row.kind)) {
      if (!row.set(values, {&text, 1}).empty() || row.show(values) == before) continue;
      for (const auto& other : paylink::config::setting_rows())
        if (other.name != row.name) BOOST_TEST(other.show(values) == other.show(paylink::settings{}), other.name);
      break;
    }
    BOOST_TEST(row.show(values) != before, row.name);
  }
}

BOOST_AUTO_TEST_SUITE_END()
