#include "domain/plans/plan_change.hpp"
#include "domain/plans/quota_notice.hpp"
#include "tests/domain/vectors.hpp"

#include <boost/test/unit_test.hpp>

#include <vector>

namespace paylink {

namespace {

timestamp at(const char* text) { return *parse_rfc3339(text); }
calendar_month month(const char* text) { return *calendar_month::parse(text); }

/// Bytes that count up.
class counting_source final : public random_source {
public:
  void fill(std::span<std::byte> out) override {
    for (auto& byte : out) byte = std::byte{next_++};
  }

private:
  std::uint8_t next_ = 1;
};

std::int64_t number(const boost::json::value& row, const char* name) { return row.at(name).as_int64(); }

} // namespace

BOOST_AUTO_TEST_SUITE(plan_rules)

BOOST_AUTO_TEST_CASE(the_five_plans_are_those_of_the_vectors) {
  const auto document = read_vectors("plans-vectors.json");
  const auto& rows = document.at("plans").as_array();
  BOOST_REQUIRE(rows.size() == plans().size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto& row = rows[i];
    const auto& one = plans()[i];
    BOOST_TEST((one.name == text_of(row.at("plan")) && one.price.dong == number(row, "price_vnd") &&
                one.transactions == number(row, "quota") && one.workspaces == number(row, "workspaces") &&
                one.overage.dong == number(row, "overage_vnd")),
               one.name);
  }
}

BOOST_AUTO_TEST_CASE(every_month_costs_what_the_vectors_say) {
  const auto document = read_vectors("plans-vectors.json");
  for (const auto& row : document.at("cases").as_array()) {
    const auto bill = bill_of(*find_plan(text_of(row.at("plan"))), number(row, "transactions"));
    BOOST_TEST((bill.price.dong == number(row, "base_vnd") && bill.quota == number(row, "quota") &&
                bill.overage_transactions == number(row, "overage_count") &&
                bill.overage_price.dong == number(row, "overage_unit_vnd") &&
                bill.overage_amount.dong == number(row, "overage_vnd") &&
                bill.total.dong == number(row, "amount_due_vnd")),
               text_of(row.at("id")));
  }
  const auto& boundary = document.at("boundary_example").as_array()[0];
  const auto& here = boundary.at("asia_ho_chi_minh");
  BOOST_TEST(bill_of(*find_plan("P1"), number(here, "transactions")).total.dong == number(here, "amount_due_vnd"));
}

BOOST_AUTO_TEST_CASE(a_time_belongs_to_its_month_in_vietnam) {
  const auto document = read_vectors("plans-vectors.json");
  for (const auto& row : document.at("month_of_transaction").as_array()) {
    const auto time = at(text_of(row.at("transaction_date")).c_str());
    const auto wanted = text_of(row.at("month_if_asia_ho_chi_minh"));
    BOOST_TEST(calendar_month{time}.text() == wanted);
    BOOST_TEST(vietnam_month(time) == wanted); // as it is counted
  }
}

BOOST_AUTO_TEST_CASE(a_month_begins_and_ends_at_midnight_in_vietnam) {
  BOOST_TEST(format_rfc3339(month("2026-03").begin()) == "2026-02-28T17:00:00.000Z");
  BOOST_TEST(format_rfc3339(month("2026-12").end()) == "2026-12-31T17:00:00.000Z");
  BOOST_TEST(month("2026-12").plus(1).text() == "2027-01");
  BOOST_TEST(month("2026-01").plus(-1).text() == "2025-12");
  BOOST_TEST(month("2025-11").until(month("2026-02")) == 3);
  BOOST_TEST(month("2026-02").title(language::vi) == "02/2026");
  BOOST_TEST(month("2026-02").title(language::en) == "February 2026");
  BOOST_TEST(month("2029-09").text() == "2029-09");
  for (const auto* wrong : {"", "2026", "2026-13", "2026-00", "2026-1", "26-01", "2026-01-01", "2026/01", "+026-01"})
    BOOST_TEST(!calendar_month::parse(wrong).has_value(), wrong);
}

BOOST_AUTO_TEST_CASE(the_highest_plan_held_in_a_month_prices_it) {
  const auto* const free = find_plan("Free");
  const auto* const p1 = find_plan("P1");
  const auto* const p2 = find_plan("P2");
  const std::vector<plan_period> held{{at("2026-01-10T00:00:00Z"), free},
                                      {at("2026-03-31T16:59:59.999Z"), p2}, // the last moment of March
                                      {at("2026-05-31T17:00:00Z"), p1}};    // the first of June
  struct row {
    const char* month;
    const plan* wanted;
  };
  for (const auto& [name, wanted] : {row{"2026-01", free}, row{"2026-02", free}, row{"2026-03", p2}, row{"2026-04", p2},
                                     row{"2026-05", p2}, row{"2026-06", p1}, row{"2027-01", p1}, row{"2025-12", free}})
    BOOST_TEST(highest_plan(held, month(name)).name == wanted->name, name);
}

BOOST_AUTO_TEST_CASE(a_plan_held_from_the_first_moment_of_a_month_does_not_price_the_month_before) {
  const auto* const p1 = find_plan("P1");
  const auto* const p2 = find_plan("P2");
  const std::vector<plan_period> held{{at("2026-01-10T00:00:00Z"), p1}, {month("2026-04").begin(), p2}};
  BOOST_TEST(highest_plan(held, month("2026-03")).name == p1->name);
  BOOST_TEST(highest_plan(held, month("2026-04")).name == p2->name);
}

BOOST_AUTO_TEST_CASE(a_lower_plan_does_not_price_the_month_in_which_it_begins) {
  const auto* const p1 = find_plan("P1");
  const auto* const p2 = find_plan("P2");
  const std::vector<plan_period> held{{at("2026-01-10T00:00:00Z"), p2}, {at("2026-03-10T00:00:00Z"), p1}};
  BOOST_TEST(highest_plan(held, month("2026-03")).name == p2->name);
  BOOST_TEST(highest_plan(held, month("2026-04")).name == p1->name);
}

BOOST_AUTO_TEST_CASE(a_forecast_goes_on_at_the_pace_of_the_month) {
  const auto march = month("2026-03");
  const auto forecast = [&](std::int64_t so_far, const char* since, const char* now) {
    return forecast_of(so_far, march, at(since), at(now));
  };
  const auto* const long_ago = "2025-01-01T00:00:00Z";
  BOOST_TEST(forecast(100, long_ago, "2026-03-10T17:00:00Z") == 310); // 10 of 31 days
  BOOST_TEST(forecast(1, long_ago, "2026-02-28T17:01:00Z") == 31);    // as if a day had passed
  BOOST_TEST(forecast(0, long_ago, "2026-03-10T17:00:00Z") == 0);
  BOOST_TEST(forecast(100, "2026-03-05T17:00:00Z", "2026-03-10T17:00:00Z") == 520); // 5 days, and 21 are left
  BOOST_TEST(forecast(100, long_ago, "2026-04-01T00:00:00Z") == 100);               // it is over
  BOOST_TEST(forecast(900'000'000, long_ago, "2026-03-01T17:00:00Z") == 27'900'000'000);
}

BOOST_AUTO_TEST_CASE(an_upgrade_holds_at_once_and_a_downgrade_later) {
  const auto step = [](const char* from, const char* to) { return step_between(*find_plan(from), *find_plan(to)); };
  BOOST_TEST((step("Free", "VIP1") == plan_step::at_once && step("P1", "P2") == plan_step::at_once));
  BOOST_TEST((step("P2", "P1") == plan_step::next_month && step("VIP1", "Free") == plan_step::next_month));
  BOOST_TEST((step("P3", "P3") == plan_step::none));
  BOOST_TEST((is_above(*find_plan("P3"), *find_plan("P2")) && !is_above(*find_plan("P3"), *find_plan("P3"))));
  BOOST_TEST((has_room_for(*find_plan("P1"), 2) && !has_room_for(*find_plan("P1"), 3)));
  BOOST_TEST(workspaces_of(*find_plan("P2"), nullptr) == 5);
  BOOST_TEST(workspaces_of(*find_plan("P2"), find_plan("Free")) == 1);
}

BOOST_AUTO_TEST_CASE(notices_are_due_at_80_and_100_percent_once_a_month) {
  BOOST_TEST(!notice_due(23, 30, 0).has_value());
  BOOST_TEST((notice_due(24, 30, 0) == quota_notice::at_80));
  BOOST_TEST(!notice_due(29, 30, 80).has_value());
  BOOST_TEST((notice_due(30, 30, 80) == quota_notice::at_100 && notice_due(31, 30, 0) == quota_notice::at_100));
  BOOST_TEST(!notice_due(3'000, 30, 100).has_value());
  BOOST_TEST(!notice_due(400, 500, 100).has_value()); // behind an upgrade
  // To the last transaction in a large quota, too.
  BOOST_TEST(!notice_due(15'999, 20'000, 0).has_value());
  BOOST_TEST((notice_due(16'000, 20'000, 0) == quota_notice::at_80));
  BOOST_TEST((notice_due(19'999, 20'000, 0) == quota_notice::at_80));
  BOOST_TEST((notice_due(20'000, 20'000, 80) == quota_notice::at_100));
}

BOOST_AUTO_TEST_CASE(a_statements_id_follows_from_account_and_month) {
  counting_source random;
  const auto user = user_id::make(at("2026-01-01T00:00:00Z"), random);
  const auto other = user_id::make(at("2026-01-01T00:00:00Z"), random);
  const auto one = id_of_statement(user, month("2026-03"));
  BOOST_TEST(statement_id::parse(one.view()).has_value());
  BOOST_TEST((one.made_at() == month("2026-03").begin()));
  BOOST_TEST((one == id_of_statement(user, month("2026-03")) && one != id_of_statement(user, month("2026-04"))));
  BOOST_TEST((one != id_of_statement(other, month("2026-03"))));
}

BOOST_AUTO_TEST_CASE(accounts_that_differ_in_one_random_bit_have_different_statements) {
  const auto one = user_id::parse("usr_01kkqc6tq0e9s8v7w6x5y4z3a2").value();
  const auto first_differs = user_id::parse("usr_01kkqc6tq0f9s8v7w6x5y4z3a2").value();
  const auto last_differs = user_id::parse("usr_01kkqc6tq0e9s8v7w6x5y4z3a3").value();
  const auto march = month("2026-03");
  BOOST_TEST((id_of_statement(one, march) != id_of_statement(first_differs, march)));
  BOOST_TEST((id_of_statement(one, march) != id_of_statement(last_differs, march)));
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace paylink
