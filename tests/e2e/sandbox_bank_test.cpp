// What the sandbox bank's document tells the reader to type is typed here, at the real service and the real bank.
#include "domain/values/percent.hpp"
#include "tests/e2e/operated_service.hpp"
#include "tests/e2e/typed_commands.hpp"
#include "tests/support/free_port.hpp"
#include "tests/support/until.hpp"

#include <boost/test/unit_test.hpp>

#include <csignal>
#include <fstream>
#include <set>

namespace paylink::test {

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
    bank = child_process{
        PAYLINK_BIN_DIR "/banksim",
        {"--sandbox", folder, "--listen", address.substr(std::string{"http://"}.size()), "--receiver-port", "0"},
        {},
        folder + "/banksim.log"};
    auto described = json::parse(text_of_file(folder + "/sandbox.json")).as_object();
    described["bank_simulator"] = address;
    std::ofstream{folder + "/sandbox.json"} << json::serialize(described);
    api_client asks{{.base_url = address, .token = {}, .ca_file = {}}};
    const api_call entries{.method = http_method::get, .target = "/entries", .body = {}, .headers = {}};
    const auto answers = [&] { return std::holds_alternative<api_answer>(asks.send(entries)); };
    BOOST_REQUIRE_MESSAGE(test::until(answers), "banksim does not answer");
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
    const auto reported = sandbox.type_here(block);
    BOOST_TEST(reported.exit_code == 0, block << reported.text);
    all += reported.text;
  }
  for (const auto* text : {"time,bank_reference", R"("has_more":)", "once, so that the payment is a duplicate"})
    BOOST_TEST(all.find(text) != std::string::npos, text << "\n" << all);
}

BOOST_AUTO_TEST_CASE(a_link_is_paid_in_the_app_and_its_callback_verified_by_the_receiver) {
  banked_service sandbox;
  api_client bank{{.base_url = sandbox.address, .token = {}, .ca_file = {}}};
  const auto get = [&](const std::string& target) {
    return std::get<api_answer>(bank.send({.method = http_method::get, .target = target, .body = {}, .headers = {}}));
  };
  const auto address = json::parse(get("/receiver/address").body).at("data").at("callback_url");
  const auto link = sandbox.under.service.make_link(json::value_to<std::string>(address));
  const auto url = json::value_to<std::string>(link.at("url"));
  const auto app = get("/app?link=" + percent_encoded(url)).body;
  const std::string begins = "name=\"payload\" value=\"";
  const auto from = app.find(begins) + begins.size();
  BOOST_REQUIRE(from > begins.size());
  const auto reference = json::value_to<std::string>(link.at("reference"));
  const auto amount = json::value_to<std::string>(link.at("amount"));
  const auto paid = std::get<api_answer>(
      bank.send({.method = http_method::post,
                 .target = "/app",
                 .body = "payload=" + percent_encoded(app.substr(from, app.find('"', from) - from)) +
                         "&amount=" + amount + "&text=" + reference + "&pay=yes",
                 .headers = {{"Content-Type", "application/x-www-form-urlencoded"}}}));
  BOOST_TEST(paid.status == 200u, paid.body);
  std::string page;
  const auto is_verified = [&] {
    page = get("/receiver").body;
    return page.find("<h2>Verified: callback</h2>") != page.npos;
  };
  BOOST_TEST(test::until(is_verified), page);
  BOOST_TEST(page.find(reference) != page.npos);
}

BOOST_AUTO_TEST_CASE(every_outcome_is_classified_as_it_is_called) {
  banked_service sandbox;
  for (const std::string word :
       {"matched", "overpaid", "underpaid", "below_minimum", "duplicate", "late", "rejected"}) {
    const auto link = sandbox.under.service.make_link("https://127.0.0.1:8443/callback");
    const auto id = json::value_to<std::string>(link.at("id"));
    const auto reported = sandbox.type_here("paylink sandbox pay " + id + " --" + replaced(word, "_", "-"));
    BOOST_TEST(reported.exit_code == 0, reported.text);
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

} // namespace paylink::test
