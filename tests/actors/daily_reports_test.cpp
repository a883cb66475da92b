// What a day brought, and how an account's bank is heard.
#include "tests/actors/signed_in_person.hpp"
#include "tests/support/raw_sql.hpp"

#include <boost/test/unit_test.hpp>

namespace paylink::test {

namespace json = boost::json;

namespace {

std::string report_of(const virtual_node& node, const std::string& rest = {}) {
  return "/v1.1/daily-reports/" + node.workspace.text() + rest;
}

json::object only_row(const http_response& answer) {
  BOOST_REQUIRE_MESSAGE(answer.status == 200, answer.body);
  const auto rows = rows_of(answer);
  BOOST_REQUIRE(rows.size() == 1u);
  return rows[0].as_object();
}

std::int64_t number_of(const json::object& record, const char* name) { return record.at(name).as_int64(); }

std::string sepay(int id, const std::string& clock, std::int64_t amount, std::int64_t balance) {
  return R"({"id":)" + std::to_string(id) + R"(,"gateway":"MBBank","transactionDate":"2026-03-15 )" + clock +
         R"(","accountNumber":"0123456789","content":"so )" + std::to_string(id) + R"(","transferType":")" +
         (amount < 0 ? "out" : "in") + R"(","transferAmount":)" + std::to_string(std::abs(amount)) +
         R"(,"accumulated":)" + std::to_string(balance) + "}";
}

} // namespace

BOOST_AUTO_TEST_SUITE(daily_reports)

BOOST_AUTO_TEST_CASE(a_day_is_compared_account_by_account) {
  virtual_node node;
  node.pay_link();
  node.advance(1s);
  node.world.answer_all(503);
  const auto unnotified = node.make_link("200000");
  node.feed(node.entry("FT-2", 200'000, text_of(unnotified, "reference")));
  node.feed(node.entry("FT-3", 30'000, "hello"));
  const auto little = node.make_link("90000");
  node.feed(node.entry("FT-4", 40'000, text_of(little, "reference")));
  auto debit = node.entry("FT-5", 5'000, "fee");
  node.feed(debit.replace(debit.find("\"credit\""), 8, "\"debit\""));
  node.advance(2s);
  const auto row = only_row(node.api(http_method::get, report_of(node)));
  BOOST_TEST(text_of(row, "bank_account_id") == node.account.text());
  BOOST_TEST((number_of(row, "credits") == 4 && text_of(row, "credit_amount") == "420000"));
  BOOST_TEST((number_of(row, "debits") == 1 && text_of(row, "debit_amount") == "5000"));
  BOOST_TEST((number_of(row, "links_completed") == 2 && text_of(row, "links_amount") == "350000"));
  BOOST_TEST((number_of(row, "orders_completed") == 0 && text_of(row, "orders_amount") == "0"));
  BOOST_TEST((number_of(row, "other_credits") == 2 && text_of(row, "other_amount") == "70000"));
  BOOST_TEST(number_of(row, "attention") == 1); // the one that was too little
  BOOST_TEST((number_of(row, "callbacks_delivered") == 1 && number_of(row, "callbacks_pending") == 1));
  BOOST_TEST(number_of(row, "callbacks_failed") == 0);
  BOOST_TEST(rows_of(node.api(http_method::get, "/v1.1/daily-reports")).size() == 1u);
  BOOST_TEST(only_row(node.api(http_method::get, report_of(node, "?day=" + text_of(row, "day")))) == row);
  BOOST_TEST(only_row(node.api(http_method::get, report_of(node, "/" + text_of(row, "day") + "?format=json"))) == row);
  // Another day has the account, and nothing in it.
  const auto before = only_row(node.api(http_method::get, report_of(node, "?day=2026-01-02")));
  BOOST_TEST((number_of(before, "credits") == 0 && text_of(before, "credit_amount") == "0"));
  for (const auto* day : {"2026-02-30", "yesterday", "2026-3-15", "2026-03-15T00:00:00Z"})
    BOOST_TEST(node.api(http_method::get, report_of(node, std::string{"?day="} + day)).status == 422u, day);
  BOOST_TEST(node.api(http_method::get, report_of(node, "/2026-02-30")).status == 404u);
}

BOOST_AUTO_TEST_CASE(a_sum_that_no_amount_can_hold_is_the_largest_one) {
  virtual_node node;
  for (const auto* reference : {"FT-1", "FT-2"}) node.feed(node.entry(reference, 30'000, reference));
  const auto url = "sqlite://" + node.database_file();
  const auto credited = [&](const std::string& amount) {
    test::run_sql(url, "UPDATE transactions SET amount = " + amount);
    return text_of(only_row(node.api(http_method::get, report_of(node))), "credit_amount");
  };
  BOOST_TEST(credited("4611686018427387903") == "9223372036854775806");
  BOOST_TEST(credited("4611686018427387904") == "9223372036854775807");
  BOOST_TEST(credited("9223372036854775807") == "9223372036854775807");
  const auto page = node.api(http_method::get, report_of(node, "/2026-03-15?format=html&lang=en"));
  BOOST_TEST(page.body.find("₫9,223,372,036,854,775,807") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_day_is_a_spreadsheet_and_a_page_to_print) {
  virtual_node node;
  node.pay_link();
  const auto page = node.api(http_method::get, report_of(node, "/2026-03-15?format=html&lang=en"));
  BOOST_TEST(page.content_type == "text/html; charset=utf-8");
  for (const auto* part : {"<html lang=\"en\">", "Daily report", "0123456789", "₫150,000", "Callbacks delivered"})
    BOOST_TEST(page.body.find(part) != std::string::npos, part);
  BOOST_TEST(page.body.find("<script") == std::string::npos);
  const auto vietnamese = node.api(http_method::get, report_of(node, "/2026-03-15?format=html"));
  BOOST_TEST(vietnamese.body.find("Đối soát ngày") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(account_health)

BOOST_AUTO_TEST_CASE(balances_show_money_that_nobody_told_of) {
  virtual_node node{{.feed_formats = {{"MB", "sepay"}}}};
  const auto reported = [&](const std::string& body) {
    const auto answer = node.call(
        http_method::post, "/v1.1/bank-feed/MB", body,
        {{"content-type", "application/json"}, {"authorization", "Apikey " + std::string{virtual_node::feed_secret}}});
    BOOST_REQUIRE_MESSAGE(answer.status == 200, answer.body);
  };
  const auto health = [&] {
    const auto answer = node.api(http_method::get, "/v1.1/bank-accounts/" + node.workspace.text() + "/" +
                                                       node.account.text() + "/health");
    BOOST_REQUIRE_MESSAGE(answer.status == 200, answer.body);
    return data_of(answer).as_object();
  };
  BOOST_TEST((health().at("last_entry_at").is_null() && health().at("balance").is_null()));
  BOOST_TEST(number_of(health(), "balances_compared") == 0); // so that no gaps mean nothing
  reported(sepay(1, "08:00:00", 100'000, 1'100'000));
  BOOST_TEST(number_of(health(), "balances_compared") == 0);
  reported(sepay(3, "08:10:00", -20'000, 1'130'000)); // 50,000 came in between, and no feed reported it
  auto seen = health();
  BOOST_TEST(text_of(seen, "balance") == "1130000");
  BOOST_TEST(number_of(seen, "balances_compared") == 1);
  BOOST_REQUIRE(seen.at("gaps").as_array().size() == 1u);
  const auto gap = seen.at("gaps").at(0).as_object();
  BOOST_TEST(text_of(gap, "amount") == "50000");
  BOOST_TEST((text_of(gap, "from") == "2026-03-15T01:00:00.000Z" && text_of(gap, "to") == "2026-03-15T01:10:00.000Z"));
  reported(sepay(2, "08:05:00", 50'000, 1'150'000));
  BOOST_TEST(health().at("gaps").as_array().empty());
  // The same id with another amount is a conflict; the first is kept.
  reported(sepay(2, "08:05:00", 51'000, 1'150'000));
  seen = health();
  BOOST_TEST((number_of(seen, "conflicts") == 1 && number_of(seen, "held") == 0));
  BOOST_TEST(number_of(seen, "lag_median_ms") > 0);
  BOOST_TEST(seen.at("fetched_at").is_null());
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace paylink::test
