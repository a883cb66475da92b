#include "domain/banks/vietqr.hpp"
#include "domain/values/percent.hpp"
#include "tests/sandbox/running_bank.hpp"

#include <boost/test/unit_test.hpp>

#include <set>

namespace json = boost::json;
using namespace paylink;
using namespace paylink::sandbox;
using namespace paylink::test;

namespace {

struct app_of_a_sandbox {
  played_service service;
  temporary_folder folder;
  std::unique_ptr<running_bank> bank;

  app_of_a_sandbox() {
    folder.write("sandbox.json", service.description());
    bank = std::make_unique<running_bank>(folder);
  }
  api_answer post(const std::string& fields, const std::string& origin = {}) {
    std::vector<std::pair<std::string, std::string>> headers{{"Content-Type", "application/x-www-form-urlencoded"}};
    if (!origin.empty()) headers.emplace_back("Origin", origin);
    return bank->send(http_method::post, "/app", fields, std::move(headers));
  }
};

std::string code_for(std::string_view account, std::optional<money> amount, std::string_view bin = "970422") {
  return vietqr_payload({.bin = bin, .account = account, .amount = amount, .purpose = "PFSL7K2M9QX4"}).value();
}

} // namespace

BOOST_AUTO_TEST_SUITE(bank_apps)

BOOST_AUTO_TEST_CASE(a_pasted_code_is_shown_and_paid) {
  app_of_a_sandbox app;
  const auto start = app.bank->send(http_method::get, "/app");
  BOOST_TEST(has(start.body, "<textarea name=\"payload\""));
  BOOST_TEST(start.header("content-security-policy") ==
             app.bank->send(http_method::get, "/").header("content-security-policy"));
  BOOST_TEST(!has(start.body, "<script"));
  const auto payload = "payload=" + percent_encoded(code_for("VQRQDEMO0001", money{150'000}));
  for (const auto& shown : {app.post(payload), app.bank->send(http_method::get, "/app?" + payload)}) {
    BOOST_TEST(shown.status == 200u);
    for (const auto* text : {"<dd>MBBank</dd>", "VQRQDEMO0001", "₫150,000", "PFSL7K2M9QX4", "value=\"150000\""})
      BOOST_TEST(has(shown.body, text), text);
  }
  BOOST_TEST(app.service.http.requests().empty());
  const auto paid = app.post(payload + "&amount=150000&text=PFSL7K2M9QX4&pay=yes");
  BOOST_TEST(paid.status == 200u);
  BOOST_TEST(has(paid.body, "<h2>Paid</h2>"), paid.body);
  const auto reported = json::parse(app.service.http.requests().back().body);
  BOOST_TEST(reported.at("account_number").as_string() == "0123456789");
  BOOST_TEST(reported.at("virtual_account_number").as_string() == "VQRQDEMO0001");
  BOOST_TEST(reported.at("content").as_string() == "NGUYEN VAN A chuyen tien PFSL7K2M9QX4");
  BOOST_TEST(reported.at("amount").as_int64() == 150'000);
}

BOOST_AUTO_TEST_CASE(the_payer_may_change_amount_and_text_and_has_to_choose_an_open_amount) {
  app_of_a_sandbox app;
  const auto payload = "payload=" + percent_encoded(code_for("0071000123456", std::nullopt, "970436"));
  BOOST_TEST(has(app.post(payload).body, "name=\"amount\""));
  const auto none = app.post(payload + "&pay=yes");
  BOOST_TEST(none.status == 422u);
  BOOST_TEST(has(none.body, "whole number of VND"), none.body);
  BOOST_TEST(app.post(payload + "&amount=7000&text=%3Cb%3E&pay=yes").status == 200u);
  const auto reported = json::parse(app.service.http.requests().back().body);
  BOOST_TEST(reported.at("amount").as_int64() == 7'000);
  BOOST_TEST(reported.at("bin").as_string() == "970436");
  BOOST_TEST(reported.at("content").as_string() == "NGUYEN VAN A chuyen tien <b>");
}

BOOST_AUTO_TEST_CASE(a_link_opens_the_app_with_what_its_page_asks_for) {
  app_of_a_sandbox app;
  const auto open = [&](const std::string& link) {
    return app.bank->send(http_method::get, "/app?link=" + percent_encoded(link));
  };
  for (const auto* link : {"pending", "https://elsewhere.test/l/pending?lang=vi"}) {
    const auto shown = open(link);
    BOOST_TEST(shown.status == 200u, link);
    for (const auto* text : {"<dd>MBBank</dd>", "0123456789", "₫150,000", "value=\"PFSL7K2M9QX4\""})
      BOOST_TEST(has(shown.body, text), text);
  }
  BOOST_TEST(app.bank->books.entries().empty());
  // What the page's form sends back is paid.
  const auto form = open("pending").body;
  const auto begin = form.find("name=\"payload\" value=\"") + std::string_view{"name=\"payload\" value=\""}.size();
  const auto payload = form.substr(begin, form.find('"', begin) - begin);
  BOOST_TEST(app.post("payload=" + percent_encoded(payload) + "&amount=150000&text=PFSL7K2M9QX4&pay=yes").status ==
             200u);
  BOOST_TEST(json::parse(app.service.http.requests().back().body).at("amount").as_int64() == 150'000);
}

BOOST_AUTO_TEST_CASE(a_link_of_a_demo_workspace_is_known_by_its_id_and_its_reference) {
  app_of_a_sandbox app;
  auto described = json::parse(app.service.description()).as_object();
  described["access_token"] = "plat_demo";
  for (std::size_t i : {0, 1}) described["workspaces"].at(i).as_object()["id"] = "ws_" + std::to_string(i);
  app.folder.write("sandbox.json", json::serialize(described));
  app.bank = std::make_unique<running_bank>(app.folder);
  const auto open = [&](const std::string& link) { return app.bank->send(http_method::get, "/app?link=" + link); };
  for (const auto* name : {"pl_known", "PFSL7K2M9QX4"}) {
    const auto shown = open(name);
    BOOST_TEST(has(shown.body, "0123456789"), shown.body);
    const auto asked = app.service.http.requests();
    BOOST_TEST(asked[asked.size() - 2].header("authorization") == "Bearer plat_demo");
    BOOST_TEST(asked.back().header("authorization") == "");
  }
  for (const auto* name : {"pl_unknown", "PFSL00000000"}) BOOST_TEST(open(name).status == 422u, name);
}

BOOST_AUTO_TEST_CASE(a_link_that_cannot_be_paid_is_refused_with_the_reason) {
  app_of_a_sandbox app;
  const auto open = [&](const std::string& link) { return app.bank->send(http_method::get, "/app?link=" + link); };
  const auto closed = open("closed");
  BOOST_TEST(closed.status == 409u);
  BOOST_TEST(has(closed.body, "The link is cancelled"), closed.body);
  BOOST_TEST(open("unknown").status == 404u);
  BOOST_TEST(open("away").status == 503u);
  const auto hostile = open("%22%3E%3Cscript%3E");
  BOOST_TEST(hostile.status == 422u);
  BOOST_TEST(!has(hostile.body, "<script"));
}

BOOST_AUTO_TEST_CASE(what_is_no_code_is_shown_again_harmlessly) {
  app_of_a_sandbox app;
  const auto answer = app.post("payload=%3C%2Ftextarea%3E%3Cscript%3E&pay=yes");
  BOOST_TEST(answer.status == 422u);
  BOOST_TEST(has(answer.body, "This code cannot be paid"));
  BOOST_TEST(has(answer.body, "&lt;/textarea&gt;&lt;script&gt;"));
  BOOST_TEST(!has(answer.body, "<script"));
  BOOST_TEST(app.post("").status == 422u);
  BOOST_TEST(app.post("payload=x", "https://evil.test").status == 403u);
  BOOST_TEST(app.service.http.requests().empty());
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(bank_faults)

BOOST_AUTO_TEST_CASE(a_lost_payment_is_booked_and_told_to_nobody) {
  app_of_a_sandbox app;
  const auto booked =
      app.bank->pay(R"({"account_number":"0123456789","amount":9000,"lose":true,"repeat":2})").at("data");
  BOOST_TEST(booked.at("state").as_string() == "lost");
  BOOST_TEST(booked.at("sends_planned").as_int64() == 0);
  app.bank->pay(R"({"account_number":"0123456789","amount":9001})");
  BOOST_TEST(app.service.http.requests().size() == 1u);
  BOOST_TEST(json::parse(app.bank->send(http_method::get, "/entries").body).at("data").as_array().size() == 2u);
}

BOOST_AUTO_TEST_CASE(a_changed_payment_is_told_first_as_booked_and_then_with_another_amount) {
  app_of_a_sandbox app;
  app.service.refusals = 2;
  app.bank->pay(R"({"account_number":"0123456789","amount":9000,"change":true})");
  json::value entry;
  do entry = json::parse(app.bank->send(http_method::get, "/entries").body).at("data").at(0);
  while (entry.at("state").as_string() != "acknowledged");
  std::vector<std::int64_t> amounts;
  std::set<std::string> references;
  for (const auto& request : app.service.http.requests()) {
    const auto reported = json::parse(request.body);
    amounts.push_back(reported.at("amount").as_int64());
    references.emplace(reported.at("bank_reference").as_string());
  }
  BOOST_TEST(amounts == (std::vector<std::int64_t>{9'000, 9'000, 9'000, 10'000}), boost::test_tools::per_element());
  BOOST_TEST(references.size() == 1u);
  BOOST_TEST(entry.at("entry").at("amount").as_int64() == 9'000);
}

BOOST_AUTO_TEST_CASE(a_payment_is_told_in_the_format_that_it_names) {
  app_of_a_sandbox app;
  const auto reported = [&](const std::string& format) {
    const auto order = R"({"account_number":"0123456789","amount":9000,"format":")" + format + "\"}";
    BOOST_TEST(app.bank->send(http_method::post, "/pay", order).status == 200u, format);
    return app.service.http.requests().back();
  };
  BOOST_TEST(reported("camt054").header("content-type") == "application/xml");
  BOOST_TEST(reported("sepay").header("authorization") == "Apikey feed-secret");
  BOOST_TEST(reported("casso").header("x-casso-signature").starts_with("t="));
  BOOST_TEST(reported("native").header("content-type") == "application/json");
  const auto refused =
      app.bank->pay(R"({"account_number":"0123456789","amount":9000,"format":"sepay","status":"rejected"})");
  BOOST_TEST(refused.at("error").at("details").at(0).at("field").as_string() == "format");
}

BOOST_AUTO_TEST_CASE(faults_survive_a_restart) {
  played_service service;
  temporary_folder folder;
  folder.write("sandbox.json", service.description());
  service.refusals = 1'000'000;
  {
    running_bank bank{folder};
    bank.pay(R"({"account_number":"0123456789","amount":9000,"change":true,"format":"sepay"})");
    bank.pay(R"({"account_number":"0123456789","amount":9000,"lose":true})");
  }
  service.refusals = 0;
  running_bank bank{folder};
  json::array entries;
  do entries = json::parse(bank.send(http_method::get, "/entries").body).at("data").as_array();
  while (entries.at(1).at("state").as_string() != "acknowledged");
  BOOST_TEST(entries.at(0).at("state").as_string() == "lost");
  BOOST_TEST(entries.at(1).at("format").as_string() == "sepay");
  BOOST_TEST(json::parse(service.http.requests().back().body).at("transferAmount").as_int64() == 10'000);
}

BOOST_AUTO_TEST_CASE(the_form_offers_every_fault_and_format) {
  app_of_a_sandbox app;
  const std::vector<std::pair<std::string, std::string>> form{{"Content-Type", "application/x-www-form-urlencoded"}};
  const auto page = app.bank->send(http_method::get, "/").body;
  for (const auto* name : {"repeat", "delay_ms", "shuffle", "lose", "change", "status", "format", "transfer_type"})
    BOOST_TEST(has(page, "name=\"" + std::string{name} + "\""), name);
  for (const auto* ending : {"0000", "9999"}) BOOST_TEST(has(page, ending));
  app.bank->send(http_method::post, "/pay", "account_number=0123456789&amount=5000&lose=true&change=false&format=casso",
                 form);
  const auto entry = json::parse(app.bank->send(http_method::get, "/entries").body).at("data").at(0);
  BOOST_TEST(entry.at("state").as_string() == "lost");
  BOOST_TEST(entry.at("format").as_string() == "casso");
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(statements)

BOOST_AUTO_TEST_CASE(a_statement_has_what_is_booked_on_one_account) {
  app_of_a_sandbox app;
  app.bank->pay(R"({"account_number":"0123456789","amount":9000,"lose":true,"content":"one"})");
  app.bank->pay(R"({"account_number":"VQRQDEMO0001","amount":1000,"content":"two"})");
  app.bank->pay(R"({"account_number":"0123456789","amount":4000,"transfer_type":"debit","content":"three"})");
  app.bank->pay(R"({"account_number":"0123456789","amount":7777,"status":"rejected"})");
  app.bank->pay(R"({"account_number":"0071000123456","amount":8888})");
  const auto get = [&](const std::string& query) { return app.bank->send(http_method::get, "/statement?" + query); };
  const auto csv = get("bank=MB&account=0123456789&format=csv");
  BOOST_TEST(csv.status == 200u);
  BOOST_TEST(csv.header("content-type") == "text/csv; charset=utf-8");
  BOOST_TEST(csv.header("content-disposition") == "attachment; filename=\"statement-0123456789.csv\"");
  for (const auto* cells : {",,,9000,9000,\"one\"", ",VQRQDEMO0001,,1000,10000,\"two\"", ",,4000,,6000,\"three\""})
    BOOST_TEST(has(csv.body, cells), csv.body);
  for (const auto* other : {"7777", "8888"}) BOOST_TEST(!has(csv.body, other));
  BOOST_TEST(has(get("account=VQRQDEMO0001&format=mt940").body, ":25:0123456789\r\n"));
  BOOST_TEST(
      has(get("account=0123456789&format=camt053").body, "<Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy=\"VND\">6000<"));
  // Long ago nothing had moved, and what is before the first day is in the opening balance.
  BOOST_TEST(has(get("account=0123456789&format=mt940&to=2020-01-01").body, ":62F:C200101VND0,"));
  const auto later = get("account=0123456789&format=mt940&from=2999-01-01&to=2999-01-02").body;
  BOOST_TEST(has(later, ":60F:C990101VND6000,\r\n:62F:C990102VND6000,"), later);
  for (const auto* query : {"", "account=0123456789", "account=0123456789&format=pdf", "account=1&format=csv",
                            "bank=ACB&account=0123456789&format=csv", "account=0123456789&format=csv&from=yesterday",
                            "account=0123456789&format=csv&from=2026-03-02&to=2026-03-01"})
    BOOST_TEST(get(query).status == 422u, query);
}

BOOST_AUTO_TEST_SUITE_END()
