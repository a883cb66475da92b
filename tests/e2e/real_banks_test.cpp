// docs/real-banks.md, as a merchant follows it who has an aggregator: its settings, and the bodies that SePay and Casso
// publish as examples of what they send.
#include "secrets/hmac.hpp"
#include "tests/e2e/production_service.hpp"

#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>

namespace paylink::test {

namespace json = boost::json;
using header_list = std::vector<std::pair<std::string, std::string>>;

namespace {

/// The settings that the document shows, up to the way with files.
std::string documented_settings() {
  const auto text = text_of_file(PAYLINK_SOURCE_DIR "/docs/real-banks.md");
  const auto end = text.find("## camt.054");
  constexpr std::string_view opening = "```toml\n";
  std::string settings;
  for (auto at = text.find(opening); at < end; at = text.find(opening, at)) {
    at += opening.size();
    settings += text.substr(at, text.find("```", at) - at) + "\n";
  }
  return settings;
}

/// A merchant with a running service, signed in, with a Workspace.
class merchant_with_aggregators {
public:
  merchant_with_aggregators() : service_{documented_settings()} {
    service_.start();
    BOOST_REQUIRE(service_.make_account("an@shop.example", service_.printed_token()) == 201u);
    const auto signed_in = service_.post("/v1.1/sessions", R"({"email":"an@shop.example","password":"Correct1horse"})");
    BOOST_REQUIRE_MESSAGE(signed_in.status == 201, signed_in.body);
    const std::string cookie{signed_in.header("set-cookie")};
    session_ = {{"Cookie", cookie.substr(0, cookie.find(';'))},
                {"X-CSRF-Token", text_of(json::parse(signed_in.body).at("data").at("user").as_object(), "csrf_token")},
                {"Content-Type", "application/json"}};
    workspace_ = text_of(asked(http_method::post, "/v1.1/workspaces",
                               R"({"name":"Shop","entity_type":"individual","banking_mode":"open_banking"})"),
                         "id");
  }

  static std::string text_of(const json::object& of, const char* name) {
    return json::value_to<std::string>(of.at(name));
  }

  json::object asked(http_method method, const std::string& target, const std::string& body = {}) {
    api_client client{{.base_url = service_.url(), .token = {}, .ca_file = {}}};
    auto answer = client.send({method, target, body, session_, false});
    BOOST_REQUIRE(std::holds_alternative<api_answer>(answer));
    const auto& reported = std::get<api_answer>(answer);
    BOOST_REQUIRE_MESSAGE(reported.status < 300, reported.body);
    return json::parse(reported.body).at("data").as_object();
  }

  /// Starts to connect an account; its record.
  json::object start(const std::string& bank, const std::string& number) {
    return asked(http_method::post, accounts(),
                 R"({"bank":")" + bank + R"(","account_number":")" + number + R"(","holder_name":"NGUYEN VAN A"})");
  }
  json::object account(const std::string& id) { return asked(http_method::get, accounts() + "/" + id); }
  json::object make_link(const std::string& account_id) {
    return asked(http_method::post, "/v1.1/payment-links/" + workspace_,
                 R"({"bank_account_id":")" + account_id +
                     R"(","amount":"2277000","callback_url":"https://shop.example/paid"})");
  }
  std::string status_of(const json::object& link) {
    return text_of(asked(http_method::get, "/v1.1/payment-links/" + workspace_ + "/" + text_of(link, "id")), "status");
  }

  /// What the aggregator is answered: the status, and the result for the entry.
  std::pair<unsigned, std::string> reported(const std::string& bank, const std::string& body, header_list headers) {
    headers.emplace_back("Content-Type", "application/json");
    api_client client{{.base_url = service_.url(), .token = {}, .ca_file = {}}};
    auto answer = client.send({http_method::post, "/v1.1/bank-feed/" + bank, body, std::move(headers), false});
    BOOST_REQUIRE(std::holds_alternative<api_answer>(answer));
    const auto& heard = std::get<api_answer>(answer);
    if (heard.status != 200) return {heard.status, {}};
    BOOST_TEST(json::parse(heard.body).at("success").as_bool());
    return {200, text_of(json::parse(heard.body).at("data").at(0).as_object(), "result")};
  }

private:
  std::string accounts() const { return "/v1.1/bank-accounts/" + workspace_; }

  production_service service_;
  header_list session_;
  std::string workspace_;
};

/// SePay's published example of a webhook, with another text and id; `out`: money leaves the account.
std::string sepay_body(int id, const std::string& content, const std::string& type = "in") {
  return R"({"id":)" + std::to_string(id) +
         R"(,"gateway":"MBBank","transactionDate":"2023-03-25 14:02:37","accountNumber":"0123499999","code":null,)"
         R"("content":")" +
         content + R"(","transferType":")" + type +
         R"(","transferAmount":2277000,"accumulated":19077000,"subAccount":null,)"
         R"("referenceCode":"MBVCB.3278907687","description":""})";
}

/// Casso's published example of a webhook of version 2, with another text and id; its members in the order in which it
/// is signed. A negative amount leaves the account.
std::string casso_body(int id, const std::string& content, const std::string& amount = "2277000") {
  return R"({"data":{"accountNumber":"88888888","amount":)" + amount +
         R"(,"bankAbbreviation":"ACB","bankName":"ACB",)"
         R"("counterAccountBankId":"","counterAccountBankName":"","counterAccountName":"","counterAccountNumber":"",)"
         R"("description":")" +
         content + R"(","id":)" + std::to_string(id) +
         R"(,"reference":"BANK_REF_ID","runningBalance":25000000,"transactionDateTime":"2025-02-12 15:36:21",)"
         R"("virtualAccountName":"","virtualAccountNumber":""},"error":0})";
}

header_list signed_by_casso(const std::string& body) {
  const auto time = std::to_string(to_millis(system_wall_clock{}.now()));
  return {{"X-Casso-Signature",
           "t=" + time + ",v1=" + hmac_sha512_hex("the-key-that-casso-shows-for-the-webhook", time + "." + body)}};
}

} // namespace

BOOST_AUTO_TEST_CASE(a_merchant_with_sepay_takes_a_first_payment_as_the_document_says) {
  merchant_with_aggregators shop;
  const header_list key{{"Authorization", "Apikey a-secret-of-16-to-256-characters"}};
  const auto begun = shop.start("MB", "0123499999");
  const auto id = shop.text_of(begun, "id");
  BOOST_TEST(shop.text_of(begun, "state") == "pending");
  const auto text = shop.text_of(begun.at("connection").as_object(), "verification_text");
  BOOST_TEST(shop.reported("MB", sepay_body(92704, "chuyen tien " + text), {{"Authorization", "Apikey wrong"}}).first ==
             401u);
  BOOST_TEST(shop.reported("MB", sepay_body(92703, "chuyen tien"), key).second == "unknown_account");
  BOOST_TEST(shop.reported("MB", sepay_body(92704, "CHUYEN TIEN " + text + " toi 0987", "out"), key).second ==
             "recorded");
  BOOST_TEST(shop.text_of(shop.account(id), "state") == "connected");
  const auto link = shop.make_link(id);
  const auto paid = sepay_body(92705, "MBVCB.3278907687." + shop.text_of(link, "reference") + ".CT tu 0987");
  BOOST_TEST(shop.reported("MB", paid, key).second == "recorded");
  BOOST_TEST(shop.status_of(link) == "succeeded");
  BOOST_TEST(shop.reported("MB", paid, key).second == "duplicate"); // it sends again what it was not answered in time
}

BOOST_AUTO_TEST_CASE(a_merchant_with_casso_takes_a_first_payment_as_the_document_says) {
  merchant_with_aggregators shop;
  const auto begun = shop.start("ACB", "88888888");
  const auto id = shop.text_of(begun, "id");
  const auto proof =
      casso_body(185, "giao dich " + shop.text_of(begun.at("connection").as_object(), "verification_text"), "-2277000");
  BOOST_TEST(shop.reported("ACB", proof, {{"X-Casso-Signature", "t=1,v1=" + std::string(128, 'a')}}).first == 401u);
  BOOST_TEST(shop.reported("ACB", proof, signed_by_casso(proof)).second == "recorded");
  BOOST_TEST(shop.text_of(shop.account(id), "state") == "connected");
  const auto link = shop.make_link(id);
  const auto paid = casso_body(186, "thanh toan " + shop.text_of(link, "reference"));
  BOOST_TEST(shop.reported("ACB", paid, signed_by_casso(paid)).second == "recorded");
  BOOST_TEST(shop.status_of(link) == "succeeded");
  BOOST_TEST(shop.reported("ACB", paid, signed_by_casso(paid)).second == "duplicate");
}

} // namespace paylink::test
