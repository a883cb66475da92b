#include "tests/sandbox/calling_service.hpp"

#include <boost/test/unit_test.hpp>

#include <regex>
#include <set>

namespace json = boost::json;
using namespace paylink;
using namespace paylink::sandbox;
using namespace paylink::test;

BOOST_AUTO_TEST_SUITE(connected_accounts)

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

// As the service does when the account turns out to be connected in another Workspace.
BOOST_AUTO_TEST_CASE(a_second_connection_that_ends_leaves_the_first) {
  played_service service;
  temporary_folder folder;
  folder.write("sandbox.json", service.description());
  running_bank bank{folder};
  calling_service asks{bank};
  for (const std::string number : {"0123456789", "0907654321"}) {
    if (number == "0907654321") asks.connect(mb, application);
    const auto second = asks.connect(mb, with("account_number", number));
    BOOST_TEST(asks.call(http_method::del, second).status == 204u);
    const auto paid = bank.pay(R"({"amount":9000,"account_number":")" + number + "\"}").at("data");
    BOOST_TEST(paid.at("state").as_string() == "acknowledged", number);
  }
}

BOOST_AUTO_TEST_SUITE_END()
