// What the sandbox bank's document tells the reader to type is typed here, at the real service and the real bank.
#include "tests/e2e/operated_service.hpp"
#include "tests/e2e/typed_commands.hpp"
#include "tests/support/free_port.hpp"

#include <boost/test/unit_test.hpp>

#include <chrono>
#include <csignal>
#include <fstream>
#include <set>
#include <thread>

namespace paylink::testing {

namespace json = boost::json;

namespace {

/// A sandbox whose bank runs.
struct banked_service {
  operated_service under;
  std::string address;
  child_process bank;

  banked_service() {
    under.service.start();
    const auto folder = under.service.folder().string();
    address = "http://127.0.0.1:" + std::to_string(test::free_port());
    bank = child_process{PAYLINK_BIN_DIR "/banksim",
                         {"--sandbox", folder, "--listen", address.substr(std::string{"http://"}.size())},
                         {},
                         folder + "/banksim.log"};
    auto described = json::parse(text_of_file(folder + "/sandbox.json")).as_object();
    described["bank_simulator"] = address;
    std::ofstream{folder + "/sandbox.json"} << json::serialize(described);
    api_client asks{{.base_url = address, .token = {}, .ca_file = {}}};
    for (int tries = 0; tries < 500; ++tries) {
      const auto answer = asks.send({.method = http_method::get, .target = "/entries", .body = {}, .headers = {}});
      if (std::holds_alternative<api_answer>(answer)) return;
      std::this_thread::sleep_for(std::chrono::milliseconds{20});
    }
    BOOST_FAIL("banksim does not answer");
  }
  program_output type_here(const std::string& commands) const {
    const auto folder = under.service.folder().string();
    return type("set -eo pipefail; cd " + folder + "; " + replaced(commands, ".run/sandbox/", folder + "/"),
                {{"PAYLINK_SANDBOX", folder}});
  }
};

} // namespace

BOOST_AUTO_TEST_CASE(every_command_of_the_sandbox_bank_s_document_works_as_it_is_written) {
  banked_service sandbox;
  std::string all;
  for (const auto& block : commands_of("sandbox-bank.md")) {
    const auto told = sandbox.type_here(block);
    BOOST_TEST(told.exit_code == 0, block << told.text);
    all += told.text;
  }
  for (const auto* text : {"time,bank_reference", R"("has_more":)", "once already, so that the payment is a duplicate"})
    BOOST_TEST(all.find(text) != std::string::npos, text << "\n" << all);
}

BOOST_AUTO_TEST_CASE(every_outcome_is_classified_as_it_is_called) {
  banked_service sandbox;
  for (const std::string word :
       {"matched", "overpaid", "underpaid", "below_minimum", "duplicate", "late", "rejected"}) {
    const auto link = sandbox.under.service.make_link("https://127.0.0.1:8443/callback");
    const auto id = json::value_to<std::string>(link.at("id"));
    const auto told = sandbox.type_here("paylink sandbox pay " + id + " --" + replaced(word, "_", "-"));
    BOOST_TEST(told.exit_code == 0, told.text);
    const auto paid = sandbox.under.service.call(
        http_method::get, "/v1.1/payment-links/" + sandbox.under.service.workspace() + "/" + id + "/payments");
    const auto answer = json::parse(paid.body);
    std::multiset<std::string> words;
    for (const auto& payment : answer.at("data").as_array())
      words.emplace(json::value_to<std::string>(payment.at("classification")));
    const auto expected =
        word == "duplicate" ? std::multiset<std::string>{"matched", "duplicate"} : std::multiset<std::string>{word};
    BOOST_TEST(words == expected, boost::test_tools::per_element());
  }
}

} // namespace paylink::testing
