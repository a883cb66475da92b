#include "sandbox/connector/signature.hpp"
#include "tests/sandbox/running_bank.hpp"

#include <boost/test/unit_test.hpp>

#include <regex>
#include <set>

namespace json = boost::json;
using namespace paylink;
using namespace paylink::sandbox;
using namespace paylink::test;

namespace {

const std::string mb = "/connector/MB", napas = "/connector/NAPAS";

std::string secret_of(const std::string& target) { return target.starts_with(napas) ? "switch-secret" : "feed-secret"; }

// The service's side of the protocol, as another program would write it.
struct calling_service {
  running_bank& bank;
  int keys = 0;

  api_answer call(http_method method, const std::string& target, const std::string& body = {},
                  const std::string& key = {}) {
    const auto seconds = std::to_string(unix_seconds(bank.now()));
    std::vector<std::pair<std::string, std::string>> headers{
        {"X-Service-Timestamp", seconds},
        {"X-Service-Signature", sign_call(secret_of(target), seconds, to_text(method), target, body)}};
    if (method == http_method::post)
      headers.emplace_back("Idempotency-Key", key.empty() ? "key-" + std::to_string(++keys) : key);
    return bank.send(method, target, body, std::move(headers));
  }
  json::object post(const std::string& target, const std::string& body = "{}") {
    return json::parse(call(http_method::post, target, body).body).as_object();
  }
  std::string error(const std::string& target, const std::string& body) {
    const auto answer = call(http_method::post, target, body);
    const auto parsed = json::parse(answer.body).as_object();
    if (!parsed.contains("error")) return std::to_string(answer.status);
    const auto& error = parsed.at("error").as_object();
    return std::to_string(answer.status) + " " + std::string{error.at("code").as_string()} +
           (error.contains("field") ? " " + std::string{error.at("field").as_string()} : "");
  }
  std::string state(const std::string& connection) {
    return std::string{json::parse(call(http_method::get, connection).body).at("state").as_string()};
  }
  json::object transactions(const std::string& connection, const std::string& query = {}) {
    return json::parse(call(http_method::get, connection + "/transactions" + query).body).as_object();
  }
  std::string otp() {
    const auto waiting = json::parse(bank.send(http_method::get, "/connections").body).at("data").as_array();
    return waiting.empty() ? "" : std::string{waiting.front().at("otp").as_string()};
  }
  // The path of a connection that is connected.
  std::string connect(const std::string& base, const std::string& body) {
    const auto made =
        base + "/connections/" + std::string{post(base + "/connections", body).at("connection_id").as_string()};
    BOOST_REQUIRE(post(made + "/otp", R"({"otp":")" + otp() + R"("})").at("state").as_string() == "connected");
    return made;
  }
};

const std::string application =
    R"({"account_type":"main_with_virtual","account_number":"0907654321","holder_name":"TRAN B","phone":"0901234567"})";

std::string with(const std::string& member, const std::string& value) {
  auto body = json::parse(application).as_object();
  body[member] = value;
  return json::serialize(body);
}

} // namespace

BOOST_AUTO_TEST_SUITE(connectors)

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
    const auto right = R"({"otp":")" + asks.otp() + R"("})";
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

BOOST_AUTO_TEST_CASE(virtual_numbers_have_the_form_of_their_bank_and_are_closed_for_good) {
  played_service service;
  temporary_folder folder;
  folder.write("sandbox.json", service.description());
  running_bank bank{folder};
  calling_service asks{bank};
  const auto at_vcb = asks.connect(napas, with("bin", "970436"));
  std::set<std::string> issued;
  for (const auto& [connection, form] :
       {std::pair{mb + "/connections/demo-0123456789", "VQRQ[A-Z]{5}[0-9]{4}"},
        std::pair{napas + "/connections/demo-0071000123456", "PL[A-Z0-9]{12}"}, std::pair{at_vcb, "PL[A-Z0-9]{12}"}})
    for (int i = 0; i < 3; ++i) {
      const std::string number{
          asks.post(connection + "/virtual-accounts", R"({"name":"Till"})").at("account_number").as_string()};
      BOOST_TEST(std::regex_match(number, std::regex{form}), number);
      BOOST_TEST(issued.insert(number).second);
    }
  const auto demo = mb + "/connections/demo-0123456789/virtual-accounts/";
  for (const std::string& number : {*issued.rbegin(), std::string{"VQRQDEMO0001"}})
    for (int i = 0; i < 2; ++i) BOOST_TEST(asks.call(http_method::del, demo + number).status == 204u);
  BOOST_TEST(asks.call(http_method::del, demo + "VQRQNOBODY01").status == 404u);
  BOOST_TEST(asks.error(mb + "/connections/demo-0123456789/virtual-accounts", "{}") == "400 malformed name");
  // Without a bank, the bank finds the account by a number that it has issued and not closed.
  const auto pay = [&](const std::string& number) {
    return bank.pay(R"({"amount":5000,"account_number":")" + number + R"("})").as_object();
  };
  BOOST_TEST(pay("VQRQDEMO0001").contains("error"));
  const auto entry = pay(*issued.begin()).at("data").at("entry");
  BOOST_TEST(entry.at("virtual_account_number").as_string() == *issued.begin());
}

BOOST_AUTO_TEST_CASE(transactions_are_paged_in_the_order_of_booking_whether_told_or_not) {
  played_service service;
  temporary_folder folder;
  folder.write("sandbox.json", service.description());
  running_bank bank{folder};
  calling_service asks{bank};
  const auto connection = asks.connect(mb, application);
  const std::string number{
      asks.post(connection + "/virtual-accounts", R"({"name":"Till"})").at("account_number").as_string()};
  BOOST_TEST(asks.transactions(connection).at("entries").as_array().empty());
  bank.pay(R"({"account_number":"0907654321","amount":1})");
  bank.pay(R"({"account_number":"0123456789","amount":2})"); // another account's
  bank.pay(R"({"account_number":"0907654321","amount":3,"lose":true})");
  bank.pay(R"({"account_number":"0907654321","amount":4,"delay_ms":86400000})");
  bank.pay(R"({"amount":5,"account_number":")" + number + R"("})");
  bank.pay(R"({"account_number":"0907654321","amount":6,"status":"rejected"})");
  bank.pay(R"({"account_number":"0907654321","amount":7,"transfer_type":"debit"})");
  std::vector<std::int64_t> amounts;
  std::string after;
  for (bool has_more = true; has_more;) {
    const auto page = asks.transactions(connection, "?limit=2" + after);
    for (const auto& entry : page.at("entries").as_array()) amounts.push_back(entry.at("amount").as_int64());
    after = "&after=" + std::string{page.at("next_after").as_string()};
    has_more = page.at("has_more").as_bool();
    BOOST_TEST((page.at("entries").as_array().size() == 2u));
  }
  BOOST_TEST(amounts == (std::vector<std::int64_t>{1, 3, 4, 5, 6, 7}), boost::test_tools::per_element());
  const auto none = asks.transactions(connection, "?limit=500" + after);
  BOOST_TEST(none.at("entries").as_array().empty());
  BOOST_TEST("&after=" + std::string{none.at("next_after").as_string()} == after);
  bank.pay(R"({"account_number":"0907654321","amount":8})");
  BOOST_TEST(asks.transactions(connection, "?limit=500" + after).at("entries").at(0).at("amount").as_int64() == 8);
  for (const auto* query : {"?limit=0", "?limit=501", "?limit=x", "?after=x", "?after="})
    BOOST_TEST(asks.call(http_method::get, connection + "/transactions" + query).status == 400u, query);
  // What the feed was told is what the list has.
  const auto sent = json::parse(service.http.requests().back().body);
  BOOST_TEST(sent == asks.transactions(connection, "?limit=500" + after).at("entries").at(0));
}

BOOST_AUTO_TEST_CASE(the_accounts_of_the_sandbox_are_connected_from_the_start) {
  played_service service;
  temporary_folder folder;
  folder.write("sandbox.json", service.description());
  running_bank bank{folder};
  calling_service asks{bank};
  BOOST_TEST(asks.state(mb + "/connections/demo-0123456789") == "connected");
  const auto vcb = napas + "/connections/demo-0071000123456";
  BOOST_TEST(asks.state(vcb) == "connected");
  bank.pay(R"({"account_number":"0071000123456","amount":9000})");
  BOOST_TEST(asks.transactions(vcb).at("entries").at(0).at("bin").as_string() == "970436");
  for (const auto* unknown : {"demo-1", "demo-0071000123456", "con_0", ""})
    BOOST_TEST(asks.call(http_method::get, mb + "/connections/" + unknown).status == 404u, unknown);
  BOOST_TEST(asks.error(mb + "/connections/con_0/otp", "{}") == "404 not_found");
}

BOOST_AUTO_TEST_CASE(of_a_disconnected_account_the_bank_books_and_says_nothing_until_it_is_connected_again) {
  played_service service;
  temporary_folder folder;
  folder.write("sandbox.json", service.description());
  running_bank bank{folder};
  calling_service asks{bank};
  const auto demo = mb + "/connections/demo-0123456789";
  for (int i = 0; i < 2; ++i) BOOST_TEST(asks.call(http_method::del, demo).status == 204u);
  BOOST_TEST(asks.state(demo) == "lapsed");
  const auto unheard = bank.pay(R"({"account_number":"0123456789","amount":9000})").at("data");
  BOOST_TEST(unheard.at("state").as_string() == "lost");
  BOOST_TEST(service.http.requests().empty());
  BOOST_TEST(asks.call(http_method::get, demo + "/transactions").status == 409u);
  BOOST_TEST(asks.error(demo + "/otp/resend", "{}") == "200");
  BOOST_TEST(asks.state(demo) == "pending");
  BOOST_TEST(asks.error(demo + "/otp", R"({"otp":")" + asks.otp() + R"("})") == "200");
  BOOST_TEST(asks.transactions(demo).at("entries").as_array().size() == 1u);
  BOOST_TEST(bank.pay(R"({"account_number":"0123456789","amount":9000})").at("data").at("state").as_string() ==
             "acknowledged");
}

BOOST_AUTO_TEST_SUITE_END()
