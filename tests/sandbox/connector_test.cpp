#include "connectors/connector_check.hpp"
#include "secrets/random.hpp"
#include "tests/sandbox/calling_service.hpp"

#include <boost/test/unit_test.hpp>

#include <regex>

namespace json = boost::json;
using namespace paylink;
using namespace paylink::sandbox;
using namespace paylink::test;

namespace {

/// What the conformance test of a connector finds wrong, and how many checks it makes.
std::pair<std::string, std::size_t> examine(running_bank& bank, connector_trial trial) {
  trial.secret = "feed-secret";
  trial.feed = "MB";
  trial.account_number = "0907654321";
  trial.holder_name = "TRAN B";
  trial.phone = "0901234567";
  api_client client{{.base_url = "http://" + bank.server.address() + mb, .token = {}, .ca_file = {}}};
  const system_wall_clock clock;
  system_random random;
  const auto results = check_connector(client, trial, clock, random);
  std::string wrong;
  for (const auto& one : results)
    if (!one.problem.empty()) wrong += one.name + ": " + one.problem + "\n";
  return {wrong, results.size()};
}

} // namespace

BOOST_AUTO_TEST_SUITE(connectors)

BOOST_AUTO_TEST_CASE(the_conformance_test_finds_the_bank_right_before_an_account_is_connected_and_after) {
  played_service service;
  temporary_folder folder;
  folder.write("sandbox.json", service.description());
  running_bank bank{folder};
  const auto [wrong_of_new, checks_of_new] = examine(bank, {});
  BOOST_TEST(wrong_of_new == "");
  BOOST_TEST(checks_of_new == 11u); // the last one: it tells no entries before its code was given
  bank.pay(R"({"account_number":"0123456789","amount":20000,"content":"one"})");
  bank.pay(R"({"account_number":"0123456789","amount":30000,"content":"two"})");
  const auto [wrong_of_known, checks_of_known] = examine(bank, {.connection_id = "demo-0123456789"});
  BOOST_TEST(wrong_of_known == "");
  BOOST_TEST(checks_of_known == 8u); // an entry, and the page behind it
  const auto [wrong_of_other, checks_of_other] = examine(bank, {.brand = "Other"});
  BOOST_TEST(wrong_of_other.starts_with("an unknown connection gets 404: the answer is 401, not 404\n"),
             wrong_of_other);
}

BOOST_AUTO_TEST_CASE(an_account_is_connected_with_the_code_that_the_bank_shows) {
  played_service service;
  temporary_folder folder;
  folder.write("sandbox.json", service.description());
  running_bank bank{folder};
  calling_service asks{bank};
  const auto made = asks.call(http_method::post, mb + "/connections", application);
  BOOST_TEST(made.status == 201u);
  const auto connection = mb + "/connections/" + std::string{json::parse(made.body).at("connection_id").as_string()};
  BOOST_TEST(json::parse(made.body).at("otp_required").as_bool());
  BOOST_TEST(asks.state(connection) == "pending");
  const auto otp = asks.otp();
  BOOST_TEST(std::regex_match(otp, std::regex{"[0-9]{6}"}), otp);
  BOOST_TEST(has(bank.send(http_method::get, "/").body, otp));
  BOOST_TEST(asks.error(connection + "/otp", R"({"otp":"x"})") == "422 otp_wrong otp");
  BOOST_TEST(asks.error(connection + "/transactions", "{}") == "405 method_not_allowed");
  BOOST_TEST(asks.call(http_method::get, connection + "/transactions").status == 409u);
  BOOST_TEST(asks.post(connection + "/otp", R"({"otp":")" + otp + R"("})").at("state").as_string() == "connected");
  BOOST_TEST(asks.state(connection) == "connected");
  BOOST_TEST(asks.otp() == "");
  BOOST_TEST(!has(bank.send(http_method::get, "/").body, otp));
}

BOOST_AUTO_TEST_CASE(a_code_ends_after_five_minutes_and_when_another_is_asked_for) {
  played_service service;
  temporary_folder folder;
  folder.write("sandbox.json", service.description());
  running_bank bank{folder};
  calling_service asks{bank};
  const auto connection =
      mb + "/connections/" + std::string{asks.post(mb + "/connections", application).at("connection_id").as_string()};
  const auto first = asks.otp();
  bank.seconds_ahead = 301;
  BOOST_TEST(asks.otp() == "");
  BOOST_TEST(asks.error(connection + "/otp", R"({"otp":")" + first + R"("})") == "422 otp_expired otp");
  auto second = first;
  while (second == first) { // one time in a million they are equal
    const auto again = asks.call(http_method::post, connection + "/otp/resend", "{}");
    BOOST_TEST(again.status == 200u);
    BOOST_TEST(again.body == "{}");
    second = asks.otp();
  }
  BOOST_TEST(asks.error(connection + "/otp", R"({"otp":")" + first + R"("})") == "422 otp_wrong otp");
  BOOST_TEST(asks.error(connection + "/otp", R"({"otp":")" + second + R"("})") == "200");
}

BOOST_AUTO_TEST_CASE(the_bank_refuses_on_purpose_and_names_the_field) {
  played_service service;
  temporary_folder folder;
  folder.write("sandbox.json", service.description());
  running_bank bank{folder};
  calling_service asks{bank};
  struct row {
    std::string base, body, answer;
  };
  for (
      const auto& [base, body, answer] :
      {row{mb, with("account_number", "0901230000"), "422 account_unknown account_number"},
       row{mb, with("account_number", "12345"), "422 account_unknown account_number"},
       row{mb, with("account_number", "12345678901234567890"), "422 account_unknown account_number"},
       row{mb, with("account_number", "09012345AB"), "422 account_unknown account_number"},
       row{mb, with("account_number", "0901239999"), "422 identity_number_required identity_number"},
       row{mb, with("phone", "0901230000"), "422 phone_mismatch phone"},
       row{mb, with("holder_name", "12 34"), "422 holder_mismatch holder_name"},
       row{mb, with("account_type", "savings"), "400 malformed account_type"}, row{mb, "[]", "400 malformed"},
       row{mb, application, "201"},
       row{mb,
           R"({"account_type":"main","account_number":"0901239999","holder_name":"A","phone":"1","identity_number":"079"})",
           "201"},
       row{napas, application, "400 malformed bin"}, row{napas, with("bin", "970436"), "201"}})
    BOOST_TEST(asks.error(base + "/connections", body) == answer, body);
}

BOOST_AUTO_TEST_CASE(only_what_the_service_has_signed_is_answered) {
  played_service service;
  temporary_folder folder;
  folder.write("sandbox.json", service.description());
  running_bank bank{folder};
  const auto target = mb + "/connections/demo-0123456789";
  const auto now = unix_seconds(bank.now());
  const auto ask = [&](std::int64_t seconds, const std::string& secret, const std::string& signed_target,
                       const std::string& sent_target) {
    const auto at = std::to_string(seconds);
    return bank.send(
        http_method::get, sent_target, {},
        {{"X-Service-Timestamp", at}, {"X-Service-Signature", sign_call(secret, at, "GET", signed_target, {})}});
  };
  const auto list = target + "/transactions?limit=1&after=0";
  BOOST_TEST(ask(now, "feed-secret", target, target).status == 200u);
  BOOST_TEST(ask(now, "feed-secret", list, list).status == 200u);
  BOOST_TEST(ask(now - 290, "feed-secret", target, target).status == 200u);
  const auto refused = ask(now - 310, "feed-secret", target, target);
  BOOST_TEST(refused.status == 401u);
  BOOST_TEST(json::parse(refused.body).at("error").at("code").as_string() == "signature");
  BOOST_TEST(ask(now + 310, "feed-secret", target, target).status == 401u);
  BOOST_TEST(ask(now, "switch-secret", target, target).status == 401u);
  BOOST_TEST(ask(now, "feed-secret", target, target + "?x=1").status == 401u);
  BOOST_TEST(ask(now, "feed-secret", target + "/transactions?after=0&limit=1", list).status == 401u);
  BOOST_TEST(bank.send(http_method::get, target).status == 401u);
  BOOST_TEST(ask(now, "feed-secret", "/connector/VCB/connections/x", "/connector/VCB/connections/x").status == 404u);
  // As another program computes it.
  BOOST_TEST(sign_call("secret", "1773541806", "POST", "/connector/MB/connections?a=b", "{}") ==
             "add337ae548d95d4709b7e5e4fe5d091ebd71b61aa7e21a5da4f32928948fa56");
}

BOOST_AUTO_TEST_CASE(a_repeated_call_is_answered_as_before_even_after_a_restart) {
  played_service service;
  temporary_folder folder;
  folder.write("sandbox.json", service.description());
  std::string first, connection, number;
  {
    running_bank bank{folder};
    calling_service asks{bank};
    first = asks.call(http_method::post, mb + "/connections", application, "same").body;
    BOOST_TEST(asks.call(http_method::post, mb + "/connections", application, "same").body == first);
    BOOST_TEST(asks.call(http_method::post, mb + "/connections", application, "other").body != first);
    connection = mb + "/connections/" + std::string{json::parse(first).at("connection_id").as_string()};
    asks.call(http_method::post, connection + "/otp/resend", "{}", "same"); // another target: another call
    const auto right = R"({"otp":")" + asks.otp(connection) + R"("})";
    BOOST_TEST(asks.call(http_method::post, connection + "/otp", R"({"otp":"x"})", "wrong").status == 422u);
    BOOST_TEST(asks.call(http_method::post, connection + "/otp", right, "wrong").status == 422u);
    BOOST_TEST(asks.call(http_method::post, connection + "/otp", right, "right").status == 200u);
    BOOST_TEST(asks.call(http_method::post, connection + "/otp", right, "right").status == 200u);
    number = asks.call(http_method::post, connection + "/virtual-accounts", R"({"name":"Till 1"})", "va").body;
  }
  running_bank bank{folder};
  calling_service asks{bank};
  BOOST_TEST(asks.state(connection) == "connected");
  BOOST_TEST(asks.call(http_method::post, mb + "/connections", application, "same").body == first);
  const auto again = asks.call(http_method::post, connection + "/virtual-accounts", R"({"name":"Till 1"})", "va");
  BOOST_TEST(again.status == 201u);
  BOOST_TEST(again.body == number);
  // The other connection still waits for its code.
  BOOST_TEST(asks.otp().size() == 6u);
  const auto seconds = std::to_string(unix_seconds(bank.now()));
  BOOST_TEST(
      bank.send(http_method::post, mb + "/connections", application,
                {{"X-Service-Timestamp", seconds},
                 {"X-Service-Signature", sign_call("feed-secret", seconds, "POST", mb + "/connections", application)}})
          .status == 400u);
}

BOOST_AUTO_TEST_SUITE_END()
