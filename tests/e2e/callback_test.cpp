#include "persistence/store.hpp"
#include "tests/e2e/merchant.hpp"
#include "tests/e2e/sandbox_service.hpp"
#include "tests/support/until.hpp"

#include <boost/test/unit_test.hpp>

#include <csignal>
#include <fstream>

namespace paylink::test {

namespace json = boost::json;

namespace {

/// Waits until the merchant has acknowledged this many events; the caller checks.
void wait_for_events(const merchant& shop, std::size_t count) {
  test::until([&] { return shop.acknowledged_events() >= count; });
}

/// HMAC-SHA256 as Node's own crypto computes it.
constexpr const char* node_program =
    "const{createHmac}=require('crypto');let d=[];process.stdin.on('data',c=>d.push(c)).on('end',()=>"
    "process.stdout.write(createHmac('sha256',process.argv[1]).update(Buffer.concat(d)).digest('hex')))";

} // namespace

BOOST_AUTO_TEST_CASE(others_compute_the_same_signature_over_the_bytes_on_the_wire) {
  sandbox_service service;
  service.start();
  merchant shop{service.authority(), 0, 1};
  const auto link = service.make_link(shop.url());
  const auto reported = service.notify("FT-1", json::value_to<std::string>(link.at("reference")));
  BOOST_REQUIRE((reported && reported->status == 200));
  wait_for_events(shop, 1);
  const auto arrivals = shop.arrivals();
  BOOST_REQUIRE(arrivals.size() == 1u);
  const auto& heard = arrivals.begin()->second.front();
  BOOST_TEST(heard.agent == "Service-Payment-Link/1");
  const auto data = heard.timestamp + "." + heard.body;
  const auto by_openssl = run_program({"openssl", "dgst", "-sha256", "-hmac", service.signing_key()}, data);
  BOOST_REQUIRE(by_openssl.exit_code == 0);
  BOOST_TEST(by_openssl.text.find(heard.signature) != std::string::npos);
  const auto by_node = run_program({"node", "-e", node_program, service.signing_key()}, data);
  BOOST_REQUIRE(by_node.exit_code == 0);
  BOOST_TEST(by_node.text == heard.signature);
}

BOOST_AUTO_TEST_CASE(by_hand_it_comes_again_from_the_service_and_from_a_pasted_command) {
  sandbox_service service;
  service.start();
  merchant shop{service.authority(), 0, 1};
  const auto link = service.make_link(shop.url());
  service.notify("FT-1", json::value_to<std::string>(link.at("reference")));
  wait_for_events(shop, 1);
  const auto callback =
      "/v1.1/payment-links/" + service.workspace() + "/" + json::value_to<std::string>(link.at("id")) + "/callback";
  const auto event = [&] { return json::parse(service.call(http_method::get, callback).body).at("data").as_object(); };
  const auto wait_for_end = [&] {
    test::until([&] {
      const auto status = event().at("status");
      return status != "pending" && status != "sending";
    });
  };
  wait_for_end(); // the receiver has it before the service has its answer on disk
  const auto again = service.call(http_method::post, callback + "/resend");
  BOOST_REQUIRE_MESSAGE(again.status == 200, again.body);
  wait_for_end();
  const auto command = json::value_to<std::string>(event().at("curl"));
  std::ofstream{service.folder() / "trusted.pem"} << service.authority().certificate;
  const auto pasted = "CURL_CA_BUNDLE='" + (service.folder() / "trusted.pem").string() + "' " + command;
  BOOST_TEST(run_program({"sh", "-c", pasted}, {}).exit_code == 0);
  const auto arrivals = shop.arrivals();
  BOOST_REQUIRE((arrivals.size() == 1u && arrivals.begin()->second.size() == 3u));
  const auto& heard = arrivals.begin()->second;
  for (std::size_t i = 0; i < heard.size(); ++i) {
    BOOST_TEST((heard[i].body == heard[0].body && heard[i].signature == heard[0].signature));
    BOOST_TEST((heard[i].timestamp == heard[0].timestamp && heard[i].agent == heard[0].agent));
    BOOST_TEST(heard[i].attempt == (i == 0 ? 1 : 2)); // the command is that of the last attempt
  }
}

BOOST_AUTO_TEST_CASE(a_trace_id_leads_from_the_answer_to_the_log) {
  sandbox_service service;
  service.start();
  const auto answer = service.call(http_method::get, "/v1.1/payment-links/" + service.workspace() + "?limit=0");
  BOOST_TEST(answer.status == 422u);
  const auto trace = json::value_to<std::string>(json::parse(answer.body).at("error").at("traceId"));
  BOOST_TEST(trace.size() == 32u);
  BOOST_TEST(service.end(SIGTERM) == 0);
  BOOST_TEST(service.log().find(trace) != std::string::npos);
}

BOOST_AUTO_TEST_CASE(no_secret_stands_in_the_database_or_the_log) {
  sandbox_service service;
  service.start();
  merchant shop{service.authority(), 0, 1};
  const auto link = service.make_link(shop.url());
  service.notify("FT-1", json::value_to<std::string>(link.at("reference")));
  wait_for_events(shop, 1);
  const auto file = json::parse([&] {
    std::ifstream in{service.folder() / "sandbox.json"};
    return std::string{std::istreambuf_iterator<char>{in}, {}};
  }());
  const std::vector<std::string> secrets{service.signing_key(), json::value_to<std::string>(file.at("access_token")),
                                         json::value_to<std::string>(file.at("user").at("password")),
                                         json::value_to<std::string>(file.at("feeds").at("MB").at("secret"))};
  for (const auto* name : {"paylink.db", "paylink.db-wal", "paylinkd.log"}) {
    std::ifstream in{service.folder() / name, std::ios::binary};
    const std::string content{std::istreambuf_iterator<char>{in}, {}};
    for (const auto& secret : secrets)
      BOOST_TEST(content.find(secret) == std::string::npos, "a secret stands in " << name);
  }
}

BOOST_AUTO_TEST_CASE(an_orderly_end_lets_everything_finish_and_the_next_start_goes_on) {
  sandbox_service service;
  service.start();
  merchant shop{service.authority(), 0, 1};
  const auto link = service.make_link(shop.url());
  BOOST_TEST(service.end(SIGTERM) == 0);
  service.start();
  service.notify("FT-1", json::value_to<std::string>(link.at("reference")));
  wait_for_events(shop, 1);
  BOOST_TEST(shop.acknowledged_events() == 1u);
  BOOST_TEST(service.end(SIGTERM) == 0);
  BOOST_TEST(service.log().find("service.stopped") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_token_made_by_the_administrator_works_at_once) {
  sandbox_service service;
  service.start();
  const std::string program = std::string{PAYLINK_BIN_DIR} + "/paylinkd";
  const auto made = run_program({program, "--sandbox", "--data", service.folder().string(), "admin", "create-token",
                                 "--workspace", service.workspace(), "--permission", "payment_links:read"},
                                {});
  BOOST_REQUIRE(made.exit_code == 0);
  const auto token = made.text.substr(0, made.text.find('\n'));
  BOOST_TEST(token.starts_with("plat_"));
  api_client with_token{{.base_url = "http://" + std::string{service.client().address().authority()},
                         .token = token,
                         .ca_file = {},
                         .timeout = std::chrono::seconds{10}}};
  const auto target = "/v1.1/payment-links/" + service.workspace();
  BOOST_TEST(std::get<api_answer>(with_token.send({http_method::get, target, {}, {}, true})).status == 200u);
  BOOST_TEST(std::get<api_answer>(
                 with_token.send({http_method::post, target, "{}", {{"Content-Type", "application/json"}}, false}))
                 .status == 403u);
  service.end(SIGTERM);
  const auto alone = run_program({program, "--sandbox", "--data", service.folder().string(), "admin", "create-token",
                                  "--workspace", service.workspace()},
                                 {});
  BOOST_TEST(alone.exit_code == 0);
}

BOOST_AUTO_TEST_CASE(a_copy_is_made_while_the_service_runs_and_while_it_does_not) {
  sandbox_service service;
  service.start();
  const std::vector<std::string> back_up{std::string{PAYLINK_BIN_DIR} + "/paylinkd", "--sandbox", "--data",
                                         service.folder().string(), "backup"};
  const auto copied = run_program(back_up, {});
  BOOST_REQUIRE(copied.exit_code == 0);
  const std::filesystem::path copy = copied.text.substr(0, copied.text.find('\n'));
  BOOST_TEST(copy.parent_path() == service.folder() / "backups");
  const auto opened = open_database("sqlite://" + copy.string());
  BOOST_TEST(opened->check_integrity() == "");
  BOOST_TEST(opened->open_reader()->ask(find_workspace{workspace_id::parse(service.workspace()).value()}).has_value());

  service.end(SIGTERM);
  std::filesystem::remove(copy);
  BOOST_TEST(run_program(back_up, {}).exit_code == 0);
}

BOOST_AUTO_TEST_CASE(a_sandbox_and_a_production_run_do_not_share_a_folder) {
  sandbox_service service;
  service.start();
  service.end(SIGTERM);
  const auto refused =
      run_program({std::string{PAYLINK_BIN_DIR} + "/paylinkd", "--data", service.folder().string()}, {});
  BOOST_TEST(refused.exit_code == 1);
}

} // namespace paylink::test
