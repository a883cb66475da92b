#include "secrets/hmac.hpp"
#include "tests/cli/program_run.hpp"
#include "tests/cli/scripted_service.hpp"

#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>

namespace json = boost::json;
using namespace paylink;
using namespace paylink::test;

namespace {

const std::string delivery_json =
    R"([{"id":"dlv_1","webhook_id":"wh_1","status":"delivered","event":"transaction.debit"}])";

/// A sandbox whose service answers as the test says.
struct scripted_sandbox {
  explicit scripted_sandbox(std::string result = "recorded")
      : service{[result](const http_request& request) {
          if (request.path.starts_with("/v1.1/bank-feed/"))
            return success_of(R"([{"bank_reference":"FT","result":")" + result +
                              R"(","transaction_id":"txn_1","reason":"the account is closed"}])");
          return success_of(request.path.starts_with("/v1.1/deliveries/") ? deliveries : "[]");
        }} {
    const auto feed = [&](const std::string& code) {
      return R"(")" + code + R"(":{"url":")" + service.url() + "/v1.1/bank-feed/" + code + R"(","secret":"bank_)" +
             code + R"("})";
    };
    folder.write("sandbox.json", R"({"base_url":")" + service.url() + R"(","access_token":")" + canary_token +
                                     R"(","feeds":{)" + feed("MB") + "," + feed("NAPAS") +
                                     R"(},"workspaces":[{"id":"ws_1","bank_accounts":[
                     {"id":"ba_1","feed":"MB","bank":"MB","account_number":"0123456789"}]},{"id":"ws_2","bank_accounts":[
                     {"id":"ba_2","feed":"NAPAS","bank":"VCB","account_number":"0071000123456"}]}]})");
  }
  program_result trigger(std::vector<std::string> words) const {
    words.insert(words.begin(), "trigger");
    return run_program(words, {{"PAYLINK_SANDBOX", folder.path()}});
  }

  inline static std::string deliveries = delivery_json;
  temporary_folder folder;
  scripted_service service;
};

} // namespace

BOOST_AUTO_TEST_SUITE(trigger_verb)

BOOST_AUTO_TEST_CASE(outside_a_sandbox_it_says_what_serves_there) {
  const auto ran = run_program({"trigger", "transaction.credit"},
                               {{"PAYLINK_BASE_URL", "http://127.0.0.1:1"}, {"PAYLINK_TOKEN", canary_token}});
  BOOST_TEST(ran.code == 2);
  BOOST_TEST((has(ran.err, "in a sandbox only") && has(ran.err, "paylink webhooks test")));
}

BOOST_AUTO_TEST_CASE(an_entry_is_signed_as_the_bank_signs_and_what_was_told_is_shown) {
  const scripted_sandbox sandbox;
  const auto ran = sandbox.trigger({"transaction.debit", "--amount", "30000", "--content", "Tra tien hang"});
  BOOST_TEST(ran.code == 0, ran.err);
  BOOST_TEST((has(ran.out, "txn_1") && has(ran.out, "30,000 VND") && has(ran.out, "dlv_1")));
  const auto requests = sandbox.service.requests();
  BOOST_REQUIRE(requests.size() == 2u);
  BOOST_TEST(requests[0].path == "/v1.1/bank-feed/MB");
  const auto entry = json::parse(requests[0].body);
  BOOST_TEST((entry.at("transfer_type") == "debit" && entry.at("amount") == 30'000 && entry.at("status") == "booked"));
  BOOST_TEST((entry.at("account_number") == "0123456789" && entry.at("content") == "Tra tien hang"));
  const auto signed_at = requests[0].header("x-service-timestamp");
  BOOST_TEST(requests[0].header("x-service-signature") ==
             hmac_sha256{"bank_MB"}.hex({signed_at, ".", requests[0].body}));
  BOOST_TEST(requests[0].header("authorization") == ""); // the token is the merchant's
  BOOST_TEST(requests[1].path == "/v1.1/deliveries/ws_1");
}

BOOST_AUTO_TEST_CASE(an_entry_of_the_switch_names_the_accounts_bank) {
  const scripted_sandbox sandbox;
  BOOST_TEST(sandbox.trigger({"transaction.credit", "--workspace", "ws_2", "--json"}).code == 0);
  const auto requests = sandbox.service.requests();
  BOOST_REQUIRE(!requests.empty());
  BOOST_TEST(requests[0].path == "/v1.1/bank-feed/NAPAS");
  BOOST_TEST((json::parse(requests[0].body).at("bin") == "970436")); // of Vietcombank
}

BOOST_AUTO_TEST_CASE(without_a_webhook_it_says_so_and_an_entry_that_is_not_recorded_is_a_failure) {
  scripted_sandbox::deliveries = "[]";
  const auto unnotified = scripted_sandbox{}.trigger({"transaction.credit"});
  scripted_sandbox::deliveries = delivery_json;
  BOOST_TEST(unnotified.code == 0);
  BOOST_TEST(has(unnotified.err, "paylink webhooks create"));
  const auto refused = scripted_sandbox{"unknown_account"}.trigger({"transaction.credit"});
  BOOST_TEST(refused.code == 1);
  BOOST_TEST((has(refused.err, "unknown_account") && has(refused.err, "the account is closed")));
}

BOOST_AUTO_TEST_CASE(what_cannot_be_triggered_sends_nothing) {
  const scripted_sandbox sandbox;
  for (const std::vector<std::string>& words : {std::vector<std::string>{},
                                                {"payment_link.success"},
                                                {"transaction.credit", "--amount", "1.5"},
                                                {"transaction.credit", "--amount", "0"},
                                                {"transaction.credit", "--workspace", "ws_9"},
                                                {"transaction.credit", "--account", "999"}})
    BOOST_TEST(sandbox.trigger(words).code == 2);
  BOOST_TEST(sandbox.service.requests().empty());
}

BOOST_AUTO_TEST_SUITE_END()
