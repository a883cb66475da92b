// Plans, usage and statements over the API; and the end of a month while credits flow.
#include "tests/actors/signed_in_person.hpp"
#include "tests/support/raw_sql.hpp"

#include <boost/test/unit_test.hpp>

#include <set>

namespace paylink::test {

namespace json = boost::json;

namespace {

std::string url_of(const virtual_node& node) { return "sqlite://" + node.database_file(); }

json::object record_of(const http_response& response) {
  BOOST_REQUIRE_MESSAGE(response.status == 200u, response.body);
  return data_of(response).as_object();
}

/// The person whose Workspace the node's is, on this plan.
signed_in_person owner_on(virtual_node& node, const std::string& plan) {
  test::run_sql(url_of(node), "UPDATE users SET plan = '" + plan + "'; UPDATE plan_periods SET plan = '" + plan + "'");
  return {node, test::ask_sql(url_of(node), "SELECT u.email FROM users u JOIN workspaces w ON w.owner_id = u.id WHERE "
                                            "w.id = '" +
                                                node.workspace.text() + "'")};
}

/// The node stands still until then.
void begin_again_at(virtual_node& node, timestamp when) {
  node.crash_and_restart([&] { node.clock.elapsed += when - node.clock.now(); });
}

/// A bank tells of a payment that is for no link.
void record_one(virtual_node& node, int number) {
  const auto answer = node.feed(node.entry("FT-plan-" + std::to_string(number), 50'000 + number, "tien hang"));
  BOOST_REQUIRE_MESSAGE(answer.status == 200u, answer.body);
}

http_response put_plan(signed_in_person& person, const std::string& plan) {
  return person.call(http_method::put, "/v1.1/account/plan", R"({"plan":")" + plan + "\"}");
}

} // namespace

BOOST_AUTO_TEST_SUITE(plans_over_the_api)

BOOST_AUTO_TEST_CASE(the_plans_are_a_list_like_every_other) {
  virtual_node node;
  signed_in_person person{node, "person@shop.test"};
  const auto all = data_of(person.get("/v1.1/plans")).as_array();
  BOOST_REQUIRE(all.size() == 5u);
  BOOST_TEST(json::serialize(all[3]) ==
             R"({"name":"P1","price":"199000","quota":500,"workspaces":2,"overage_price":"400"})");
  const auto first = person.get("/v1.1/plans?order=asc&limit=3");
  BOOST_TEST(text_of(data_of(first).as_array()[0].as_object(), "name") == "Free");
  const auto meta = json::parse(first.body).at("meta").as_object();
  BOOST_TEST(meta.at("has_more").as_bool());
  const auto rest = person.get("/v1.1/plans?order=asc&limit=3&cursor=" + text_of(meta, "next_cursor"));
  BOOST_TEST(text_of(data_of(rest).as_array()[0].as_object(), "name") == "P3");
  BOOST_TEST(data_of(rest).as_array().size() == 2u);
}

BOOST_AUTO_TEST_CASE(a_person_changes_plans_up_at_once_and_down_later) {
  virtual_node node; // on the 15th of March
  auto person = owner_on(node, "P1");
  BOOST_TEST(record_of(put_plan(person, "P2")) ==
             json::parse(R"({"plan":"P2","next_plan":null,"next_plan_at":null})").as_object());
  const auto waiting =
      json::parse(R"({"plan":"P2","next_plan":"Free","next_plan_at":"2026-03-31T17:00:00.000Z"})").as_object();
  BOOST_TEST(record_of(put_plan(person, "Free")) == waiting);
  BOOST_TEST(record_of(person.get("/v1.1/account/plan")) == waiting);
  BOOST_TEST(text_of(record_of(person.get("/v1.1/account")), "plan") == "P2");
  BOOST_TEST(text_of(record_of(put_plan(person, "P2")), "plan") == "P2");
  BOOST_TEST(record_of(person.get("/v1.1/account/plan")).at("next_plan").is_null());
  const auto unknown = put_plan(person, "P9");
  BOOST_TEST((unknown.status == 422u && unknown.body.find("Free, P1, P2, P3, VIP1") != std::string::npos));
  BOOST_TEST(person.call(http_method::put, "/v1.1/account/plan", R"({})").status == 422u);
  BOOST_TEST(person.call(http_method::put, "/v1.1/account/plan", R"({"plan":"P1","at":"now"})").status == 422u);
}

BOOST_AUTO_TEST_CASE(usage_and_the_open_statement_tell_of_every_transaction) {
  virtual_node node;
  auto person = owner_on(node, "Free");
  for (int i = 0; i < 31; ++i) record_one(node, i);
  const auto used = record_of(person.get("/v1.1/account/usage"));
  BOOST_TEST(text_of(used, "month") == "2026-03");
  BOOST_TEST((text_of(used, "plan") == "Free" && used.at("quota") == 30 && used.at("transactions") == 31 &&
              used.at("overage_transactions") == 1 && text_of(used, "overage_amount") == "650"));
  // The account is some seconds old, which counts as a day; 16 days and 14.5 hours are left.
  BOOST_TEST(used.at("forecast") == 31 + 31 * 1'434'600 / 86'400);
  const auto list = data_of(person.get("/v1.1/account/statements")).as_array();
  BOOST_REQUIRE(list.size() == 1u);
  const auto& open = list[0].as_object();
  BOOST_TEST((text_of(open, "status") == "open" && text_of(open, "total") == "650" && text_of(open, "price") == "0"));
  BOOST_TEST(record_of(person.get("/v1.1/account/statements/2026-03")) == open);
  for (const auto* other : {"2026-02", "2026-04", "2026-3", "now"})
    BOOST_TEST(person.get(std::string{"/v1.1/account/statements/"} + other).status == 404u, other);
  const auto csv = read_to_end(node, person.get("/v1.1/account/statements?format=csv"));
  BOOST_REQUIRE(csv.has_value());
  BOOST_TEST(csv->find(",2026-03,Free,0,30,31,1,650,") != std::string::npos, *csv);
}

BOOST_AUTO_TEST_CASE(the_thousandth_transaction_of_a_free_plan_is_recorded_told_and_billed_like_the_first) {
  virtual_node node;
  node.world.answer_all(200);
  auto person = owner_on(node, "Free");
  const auto hook = node.api(http_method::post, "/v1.1/webhooks/" + node.workspace.text(),
                             R"({"name":"Till","url":"https://shop.test/hook","events":["transaction.credit"]})");
  BOOST_REQUIRE_MESSAGE(hook.status == 201, hook.body);
  for (int i = 0; i < 1'000; ++i) record_one(node, i);
  node.advance(1min);
  BOOST_TEST(test::ask_sql(url_of(node), "SELECT COUNT(*) FROM transactions") == "1000");
  std::set<std::string> reported;
  for (const auto& sent : node.world.requests)
    if (sent.url == "https://shop.test/hook") reported.insert(sent.body);
  BOOST_TEST(reported.size() == 1'000u);
  const auto open = record_of(person.get("/v1.1/account/statements/2026-03"));
  BOOST_TEST((open.at("transactions") == 1'000 && text_of(open, "total") == std::to_string(970 * 650)));
}

BOOST_AUTO_TEST_CASE(a_browser_gets_a_page_of_the_statement) {
  virtual_node node;
  auto person = owner_on(node, "P1");
  record_one(node, 1);
  const auto target = std::string{"/v1.1/account/statements/2026-03"};
  const auto page = person.get(target + "?format=html&lang=vi");
  BOOST_TEST((page.status == 200u && page.content_type == "text/html; charset=utf-8"));
  BOOST_TEST(page.body.find("<html lang=\"vi\">") != std::string::npos);
  BOOST_TEST(page.body.find("199.000") != std::string::npos);
  BOOST_TEST(header_of(page, "Content-Security-Policy").starts_with("default-src 'none'; style-src 'sha256-"));
  BOOST_TEST(header_of(page, "Cache-Control") == "no-store");
  auto headers = person.headers();
  headers.emplace_back("accept", "text/html,application/xhtml+xml,*/*;q=0.8");
  BOOST_TEST(node.call(http_method::get, target + "?lang=en", "", headers).body.find("<html lang=\"en\">") !=
             std::string::npos);
  headers.back().second = "application/json, text/html";
  BOOST_TEST(node.call(http_method::get, target, "", headers).content_type.starts_with("application/json"));
  BOOST_TEST(person.get(target + "?format=pdf").status == 422u);
  BOOST_TEST(node.api(http_method::get, target).status == 403u); // a token
}

BOOST_AUTO_TEST_CASE(what_a_name_holds_is_text_on_the_page) {
  virtual_node node;
  auto person = owner_on(node, "P1");
  test::run_sql(url_of(node), "UPDATE users SET name = '<script>alert(1)</script>'");
  const auto page = person.get("/v1.1/account/statements/2026-03?format=html");
  BOOST_TEST(page.body.find("<script") == std::string::npos);
  BOOST_TEST(page.body.find("&lt;script&gt;") != std::string::npos);
}

// The month ends at midnight in Vietnam, 17:00 in UTC, between two credits.
BOOST_AUTO_TEST_CASE(a_month_ends_while_credits_flow) {
  virtual_node node;
  owner_on(node, "P1");
  const auto midnight = *parse_rfc3339("2026-03-31T17:00:00Z");
  begin_again_at(node, midnight - 30s);
  auto person = owner_on(node, "P1"); // sessions end after a day
  record_of(put_plan(person, "Free"));
  int recorded = 0, before = 0;
  for (; node.clock.now() < midnight + 30s; node.advance(1s)) {
    if (node.clock.now() < midnight) ++before;
    record_one(node, recorded++);
  }
  BOOST_TEST((before == 30 && recorded == 60));
  BOOST_TEST(text_of(record_of(person.get("/v1.1/account/plan")), "plan") == "Free");
  BOOST_TEST(text_of(record_of(person.get("/v1.1/account")), "plan") == "Free");
  const auto march = [&] { return record_of(person.get("/v1.1/account/statements/2026-03")); };
  BOOST_TEST(text_of(march(), "status") == "open"); // for some minutes
  record_one(node, recorded++);
  node.advance(6min);
  BOOST_TEST((text_of(march(), "status") == "closed" && text_of(march(), "plan") == "P1"));
  BOOST_TEST((march().at("transactions") == before && text_of(march(), "total") == "199000"));
  const auto april = record_of(person.get("/v1.1/account/statements/2026-04"));
  BOOST_TEST((text_of(april, "status") == "open" && text_of(april, "plan") == "Free"));
  BOOST_TEST(april.at("transactions") == recorded - before);
  BOOST_TEST(text_of(april, "total") == "650"); // the 31st of April
  BOOST_TEST(test::ask_sql(url_of(node), "SELECT COUNT(*) FROM usage") == std::to_string(recorded));
}

BOOST_AUTO_TEST_CASE(the_owner_is_mailed_when_the_quota_is_nearly_used_and_when_it_is) {
  virtual_node node;
  auto person = owner_on(node, "Free");
  for (int i = 0; i < 24; ++i) record_one(node, i);
  node.advance(5min);
  BOOST_REQUIRE(node.mail.sent.size() == 1u);
  BOOST_TEST(node.mail.sent[0].text.find("24") != std::string::npos);
  // The addresses in it exist: the page to sign in at, and then the statement.
  const std::string page = "/v1.1/account/statements/2026-03?format=html";
  BOOST_TEST(node.mail.sent[0].text.find("/console/signin") != std::string::npos);
  BOOST_TEST(node.mail.sent[0].text.find(page + "\n") != std::string::npos);
  const auto statement = person.get(page);
  BOOST_TEST((statement.status == 200 && statement.content_type.starts_with("text/html")));
  const auto off =
      person.patch("/v1.1/workspaces/" + node.workspace.text(), R"({"notifications":{"quota_100":false}})");
  BOOST_TEST(!record_of(off).at("notifications").at("quota_100").as_bool());
  for (int i = 24; i < 31; ++i) record_one(node, i);
  node.advance(5min);
  BOOST_TEST(node.mail.sent.size() == 1u);
}

BOOST_AUTO_TEST_CASE(a_scheduled_job_goes_on_after_a_crash) {
  virtual_node node;
  const auto midnight = *parse_rfc3339("2026-03-31T17:00:00Z");
  begin_again_at(node, midnight - 30s);
  record_one(node, 1);
  node.crash_and_restart([&] { node.clock.elapsed += 10min; });
  node.advance(3min);
  BOOST_TEST(test::ask_sql(url_of(node),
                           "SELECT COUNT(*) FROM statements WHERE month = '2026-03' AND transactions = 1") == "1");
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace paylink::test
