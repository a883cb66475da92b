#include "sandbox/books/payment.hpp"

#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>

namespace json = boost::json;
using namespace paylink;
using namespace paylink::sandbox;

namespace {

const std::string described = R"({"base_url":"http://127.0.0.1:1","feeds":{"MB":{"url":"http://a/MB","secret":"s"},
  "NAPAS":{"url":"http://a/NAPAS","secret":"t"}},"workspaces":[
  {"mode":"open_banking","bank_accounts":[{"bank":"MB","account_number":"0123456789","virtual_accounts":[{"number":"VMB001"}]}]},
  {"mode":"national_switch","bank_accounts":[{"bank":"VCB","account_number":"1017595600","virtual_accounts":[]}]}]})";

payment_order order_to(const std::string& number, const std::string& bank = {}) {
  payment_order order;
  order.account_number = number;
  order.bank = bank;
  order.amount = 150'000;
  order.reference = "PFSL7K2M9QX4";
  return order;
}

json::object entry_of(const notification& content) { return json::parse(content.entry).as_object(); }

} // namespace

BOOST_AUTO_TEST_SUITE(orders)

BOOST_AUTO_TEST_CASE(a_page_and_a_program_order_alike) {
  auto from_json =
      decode_order_json(R"({"link":"http://h/l/abc","amount":"7000","repeat":2,"shuffle":true,"status":"rejected"})");
  auto from_form =
      decode_order_form("link=http%3A%2F%2Fh%2Fl%2Fabc&amount=+7000&repeat=2&shuffle=true&status=rejected&bank=");
  for (const auto& decoded : {from_json, from_form}) {
    BOOST_TEST(decoded.faults.empty());
    BOOST_TEST(decoded.order.link == "http://h/l/abc");
    BOOST_TEST(decoded.order.amount.value_or(0) == 7000);
    BOOST_TEST(decoded.order.repeat == 2);
    BOOST_TEST(decoded.order.shuffle);
    BOOST_TEST(decoded.order.is_rejected);
    BOOST_TEST(!decoded.order.is_debit);
  }
}

BOOST_AUTO_TEST_CASE(a_wrong_member_is_named) {
  for (auto [body, field] :
       std::initializer_list<std::pair<std::string_view, std::string_view>>{{R"({"amount":"7 000"})", "amount"},
                                                                            {R"({"amount":-1})", "amount"},
                                                                            {R"({"amount":1.5})", "amount"},
                                                                            {R"({"repeat":101})", "repeat"},
                                                                            {R"({"delay_ms":"soon"})", "delay_ms"},
                                                                            {R"({"status":"lost"})", "status"},
                                                                            {R"({"colour":"red"})", "colour"},
                                                                            {"[]", ""},
                                                                            {"{", ""}}) {
    auto decoded = decode_order_json(body);
    BOOST_REQUIRE_MESSAGE(decoded.faults.size() == 1u, body);
    BOOST_TEST(decoded.faults[0].field == field);
  }
}

BOOST_AUTO_TEST_CASE(the_public_id_is_found_in_whatever_was_pasted) {
  for (auto link : {"abcDEF123", "/l/abcDEF123", "http://127.0.0.1:8080/l/abcDEF123",
                    "https://pay.test/l/abcDEF123?lang=en", "https://pay.test/l/abcDEF123/"})
    BOOST_TEST(public_id_of(link) == "abcDEF123", link);
  for (auto link : {"", "http://127.0.0.1:8080/", "../../v1.1", "a b"}) BOOST_TEST(public_id_of(link) == "", link);
}

BOOST_AUTO_TEST_CASE(the_page_s_marked_elements_complete_an_order) {
  auto page = read_payment_page(
      R"(<p><b data-field="bank" class="x">MB</b><span class="n" data-field="account">0123 4567 89</span>
    <code data-field="reference">PFSL7K2M9QX4</code><strong data-value="150000" data-field="amount">150.000&nbsp;₫</strong>)");
  payment_order order;
  complete_order(order, page);
  BOOST_TEST(order.bank == "MB");
  BOOST_TEST(order.account_number == "0123456789");
  BOOST_TEST(order.reference == "PFSL7K2M9QX4");
  BOOST_TEST(order.amount.value_or(0) == 150'000);
  payment_order underpaying;
  underpaying.amount = 5'000;
  complete_order(underpaying, page);
  BOOST_TEST(underpaying.amount.value_or(0) == 5'000);
  BOOST_TEST(read_payment_page("<h1>Paid</h1>").account == "");
}

BOOST_AUTO_TEST_CASE(an_entry_goes_to_the_feed_that_speaks_for_its_account) {
  auto service = parse_description(described).value();
  struct row {
    std::string number, bank, feed, main, virtual_number, bin;
  };
  for (const auto& [number, bank, feed, main, virtual_number, bin] :
       {row{"0123456789", "MB", "MB", "0123456789", "", ""}, row{"VMB001", "", "MB", "0123456789", "VMB001", ""},
        row{"1017595600", "VCB", "NAPAS", "1017595600", "", "970436"}, row{"555", "MB", "MB", "555", "", ""},
        row{"555", "ACB", "NAPAS", "555", "", "970416"}}) {
    auto [content, faults] = make_notification(order_to(number, bank), service, "BS1", "2026-01-31T08:15:30.000Z");
    BOOST_REQUIRE_MESSAGE(faults.empty(), number);
    BOOST_TEST(content.feed == feed);
    auto entry = entry_of(content);
    BOOST_TEST(entry.at("account_number").as_string() == main);
    BOOST_TEST(entry.contains("virtual_account_number") == !virtual_number.empty());
    BOOST_TEST((entry.contains("bin") ? std::string{entry.at("bin").as_string()} : "") == bin);
    BOOST_TEST(entry.at("amount").as_int64() == 150'000);
    BOOST_TEST(entry.at("status").as_string() == "booked");
    BOOST_TEST(entry.at("transfer_type").as_string() == "credit");
    BOOST_TEST(std::string{entry.at("content").as_string()}.ends_with("PFSL7K2M9QX4"));
  }
}

BOOST_AUTO_TEST_CASE(an_order_that_lacks_something_is_not_booked) {
  auto service = parse_description(described).value();
  auto without_amount = order_to("0123456789");
  without_amount.amount.reset();
  BOOST_TEST(make_notification(without_amount, service, "BS1", "t").second.at(0).field == "amount");
  BOOST_TEST(make_notification(order_to(""), service, "BS1", "t").second.at(0).field == "account_number");
  BOOST_TEST(make_notification(order_to("555", "NOBANK"), service, "BS1", "t").second.at(0).field == "bank");
}

BOOST_AUTO_TEST_CASE(only_a_whole_description_is_taken) {
  for (auto text : {"", "{", "[]", "{}", R"({"base_url":"http://a"})"}) BOOST_TEST(!parse_description(text), text);
}

BOOST_AUTO_TEST_SUITE_END()
