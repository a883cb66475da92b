#include "app/node_settings.hpp"
#include "secrets/random.hpp"
#include "tests/support/scratch_folder.hpp"

#include <boost/test/unit_test.hpp>

#include <fstream>
#include <functional>

namespace paylink::test {

namespace {

/// The names of the settings whose fingerprints differ.
std::string odd_of(const setting_prints& usual, const setting_prints& other) {
  const node_prints nodes[]{{"a", "a", timestamp{std::chrono::seconds{1}}, usual},
                            {"b", "b", timestamp{std::chrono::seconds{2}}, other}};
  std::string names;
  for (const auto& odd : find_odd_nodes(nodes))
    for (const auto& name : odd.settings) names += name + " ";
  return names;
}

} // namespace

BOOST_AUTO_TEST_SUITE(fingerprints_of_settings)

BOOST_AUTO_TEST_CASE(what_nodes_should_share_is_compared_and_what_is_of_one_machine_is_not) {
  const auto folder = test::make_scratch_folder("paylink-prints-");
  system_random random;
  const auto keys = master_keys::load_or_create(folder / "master.key", random);
  const auto ca_file = folder / "ca.pem";
  const auto write = [&](const std::string& content) { std::ofstream{ca_file} << content; };
  write("one");
  settings usual;
  usual.http.public_url = "https://pay.example.vn";
  usual.outbound.ca_file = ca_file;
  usual.banks["MB"].connector_secret = "shared-with-the-connector";
  const auto prints = prints_of(usual, keys);
  const std::pair<const char*, std::function<void(settings&)>> cases[] = {
      {"", [](settings&) {}},
      {"", [](settings& s) { s.http.listen = "127.0.0.1:9"; }},
      {"", [](settings& s) { s.http.public_url = "https://pay.example.vn/"; }},
      {"http.public_url ", [](settings& s) { s.http.public_url.clear(); }}, // then the node's own address is in force
      {"", [](settings& s) { s.database.readers = 9; }},
      {"", [](settings& s) { s.cluster.node_name = "other"; }},
      {"", [](settings& s) { s.log.level = "debug"; }},
      {"brand.name ", [](settings& s) { s.brand.name = "Other"; }},
      {"outbound.ca_file ", [](settings& s) { s.outbound.ca_file.clear(); }},
      {"outbound.ca_file ", [&](settings&) { write("two"); }},
      {"outbound.allow_networks ", [](settings& s) { s.outbound.allow_networks = {"10.0.0.0/8"}; }},
      {"outbound.dns_servers ", [](settings& s) { s.outbound.dns_servers = "9.9.9.9"; }},
      {"webhook.max_attempts ", [](settings& s) { s.webhook.max_attempts = 3; }},
      {"banks.MB ", [](settings& s) { s.banks["MB"].connector_secret = "shared-with-nobody-else"; }},
  };
  for (const auto& [odd, change] : cases) {
    auto other = usual;
    change(other);
    BOOST_TEST(odd_of(prints, prints_of(other, keys)) == odd);
    write("one");
  }
  const auto other_keys = master_keys::load_or_create(folder / "other.key", random);
  BOOST_TEST(odd_of(prints, prints_of(usual, other_keys)) == "secrets.master_key ");
  std::filesystem::remove_all(folder);
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace paylink::test
