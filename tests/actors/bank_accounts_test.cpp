// Banks, bank accounts and virtual accounts over the API.
#include "tests/actors/signed_in_person.hpp"

#include <boost/test/unit_test.hpp>

namespace paylink::test {

namespace json = boost::json;

namespace {

std::string accounts_path(const virtual_node& node, const std::string& rest = {}) {
  return "/v1.1/bank-accounts/" + node.workspace.text() + rest;
}

std::string account_path(const virtual_node& node, const std::string& rest = {}) {
  return accounts_path(node, "/" + node.account.text() + rest);
}

} // namespace

BOOST_AUTO_TEST_SUITE(bank_accounts)

BOOST_AUTO_TEST_CASE(the_banks_are_listed_by_code_with_their_modes_and_status) {
  virtual_node node;
  node.apply({set_bank_status{.code = "ACB", .status = bank_status::maintenance, .by = {}}});
  const auto answer = node.api(http_method::get, "/v1.1/banks?order=asc&limit=100");
  BOOST_REQUIRE_MESSAGE(answer.status == 200u, answer.body);
  std::map<std::string, json::object> banks;
  for (const auto& one : rows_of(answer)) banks[text_of(one.as_object(), "code")] = one.as_object();
  BOOST_TEST(banks.size() > 30u);
  BOOST_TEST(json::serialize(banks.at("MB").at("modes")) == R"(["open_banking","national_switch"])");
  BOOST_TEST((text_of(banks.at("MB"), "bin") == "970422" && text_of(banks.at("MB"), "status") == "Active"));
  BOOST_TEST(text_of(banks.at("ACB"), "status") == "Maintenance");
  BOOST_TEST(json::serialize(banks.at("VCB").at("modes")) == R"(["national_switch"])");
  const auto first = node.api(http_method::get, "/v1.1/banks?order=asc&limit=1");
  const auto cursor = text_of(json::parse(first.body).at("meta").as_object(), "next_cursor");
  const auto second = node.api(http_method::get, "/v1.1/banks?order=asc&limit=1&cursor=" + cursor);
  BOOST_TEST(text_of(rows_of(first)[0].as_object(), "code") < text_of(rows_of(second)[0].as_object(), "code"));
  BOOST_TEST(node.call(http_method::get, "/v1.1/banks").status == 401u);
}

BOOST_AUTO_TEST_CASE(an_account_is_listed_and_shown_with_all_its_members) {
  virtual_node node;
  const auto listed = rows_of(node.api(http_method::get, accounts_path(node)));
  BOOST_REQUIRE(listed.size() == 1u);
  const auto shown = node.api(http_method::get, account_path(node));
  BOOST_TEST(data_of(shown) == json::value(listed[0]));
  const auto record = data_of(shown).as_object();
  BOOST_TEST((text_of(record, "id") == node.account.text() && text_of(record, "state") == "connected"));
  BOOST_TEST(text_of(record, "account_type") == "main_with_virtual");
  BOOST_TEST((record.at("connected_at").is_string() && record.at("last_heard_at").is_null()));
  const auto none = node.api(http_method::get, accounts_path(node, "/ba_01kkqa1s2dff4r5h6j7k8m9n0p"));
  BOOST_TEST((none.status == 404u && code_of(none) == "NOT_FOUND"));
  BOOST_TEST(node.api(http_method::get, accounts_path(node, "/x")).status == 404u);
}

BOOST_AUTO_TEST_CASE(a_person_disconnects_it_and_then_no_link_is_made) {
  virtual_node node;
  signed_in_person owner{node, "owner@shop.test"};
  const auto path = account_path(node, "/disconnect");
  BOOST_TEST(node.api(http_method::post, path).status == 403u); // a token
  const auto answer = owner.post(path);
  BOOST_REQUIRE_MESSAGE(answer.status == 200u, answer.body);
  BOOST_TEST(text_of(data_of(answer).as_object(), "state") == "disconnected");
  BOOST_TEST(data_of(owner.post(path)) == data_of(answer));
  const auto refused = node.api(http_method::post, "/v1.1/payment-links/" + node.workspace.text(),
                                R"({"amount":"150000","callback_url":"https://shop.example/paid","bank_account_id":")" +
                                    node.account.text() + R"("})");
  BOOST_TEST((refused.status == 409u && code_of(refused) == "BANK_ACCOUNT_NOT_CONNECTED"));
  BOOST_TEST(owner.post(path, R"({"x":1})").status == 422u);
}

BOOST_AUTO_TEST_CASE(a_virtual_account_is_listed_and_closed) {
  virtual_node node;
  const auto list = account_path(node, "/virtual-accounts");
  const auto rows = rows_of(node.api(http_method::get, list));
  BOOST_REQUIRE(rows.size() == 1u);
  const auto& record = rows[0].as_object();
  BOOST_TEST((text_of(record, "id") == node.receiver.text() && text_of(record, "status") == "active" &&
              text_of(record, "bank_account_id") == node.account.text()));
  const auto path = list + "/" + node.receiver.text();
  for (int turn = 0; turn < 2; ++turn) BOOST_TEST(node.api(http_method::del, path).status == 204u);
  BOOST_TEST(text_of(rows_of(node.api(http_method::get, list))[0].as_object(), "status") == "closed");
  const auto unknown = node.api(http_method::del, list + "/va_01kkqa2b3nem5v6j7h8g9f0d1s");
  BOOST_TEST(unknown.status == 404u);
  BOOST_TEST(unknown.body.find("va_01kkqa2b3nem5v6j7h8g9f0d1s") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace paylink::test
