// A person's Workspaces over the API: making, changing, exporting and deleting them.
#include "failpoints/failpoint.hpp"
#include "tests/actors/signed_in_person.hpp"
#include "tests/support/raw_sql.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <map>

namespace paylink::test {

namespace json = boost::json;

namespace {

std::string own_path(const virtual_node& node, const std::string& rest = {}) {
  return "/v1.1/workspaces/" + node.workspace.text() + rest;
}

std::string ask_database(const virtual_node& node, const std::string& sql) {
  return test::ask_sql("sqlite://" + node.database_file(), sql);
}

std::vector<std::string> faulty_fields(const http_response& response) {
  std::vector<std::string> fields;
  const auto document = json::parse(response.body);
  for (const auto& one : document.at("error").at("details").as_array())
    fields.push_back(text_of(one.as_object(), "field"));
  return fields;
}

/// How often each kind of line occurs.
std::map<std::string, int> kinds_of(const std::string& lines) {
  std::map<std::string, int> kinds;
  for (std::size_t at = 0, end = 0; (end = lines.find('\n', at)) != lines.npos; at = end + 1)
    ++kinds[text_of(json::parse(lines.substr(at, end - at)).as_object(), "kind")];
  return kinds;
}

constexpr const char* new_shop = R"({"name":"Second","entity_type":"enterprise","banking_mode":"national_switch"})";

} // namespace

BOOST_AUTO_TEST_SUITE(own_workspaces)

BOOST_AUTO_TEST_CASE(a_person_makes_as_many_as_the_plan_allows) {
  virtual_node node;
  signed_in_person person{node, "person@shop.test"};
  const auto made = person.post("/v1.1/workspaces", new_shop);
  BOOST_REQUIRE_MESSAGE(made.status == 201u, made.body);
  const auto record = data_of(made).as_object();
  BOOST_TEST((text_of(record, "role") == "owner" && text_of(record, "banking_mode") == "national_switch" &&
              text_of(record, "language") == "en" && text_of(record, "status") == "active"));
  BOOST_TEST(header_of(made, "Location") == "/v1.1/workspaces/" + text_of(record, "id"));
  BOOST_TEST(data_of(person.get(header_of(made, "Location"))) == data_of(made));
  const auto id = *workspace_id::parse(text_of(record, "id"));
  BOOST_TEST(node.rows().ask(find_signing_keys{id, node.clock.now()}).has_value());
  const auto refused = person.post("/v1.1/workspaces", new_shop);
  BOOST_TEST(code_of(refused) == "PLAN_WORKSPACE_LIMIT");
  BOOST_TEST(refused.body.find("The plan Free has room for 1 Workspace.") != std::string::npos, refused.body);
  BOOST_TEST(node.api(http_method::post, "/v1.1/workspaces", new_shop).status == 403u);
  test::run_sql("sqlite://" + node.database_file(), "UPDATE users SET plan = 'P1'");
  BOOST_TEST(person.post("/v1.1/workspaces", new_shop).status == 201u);
  const auto full = person.post("/v1.1/workspaces", new_shop);
  BOOST_TEST(code_of(full) == "PLAN_WORKSPACE_LIMIT");
  BOOST_TEST(full.body.find("The plan P1 has room for 2 Workspaces.") != std::string::npos, full.body);
}

BOOST_AUTO_TEST_CASE(an_idempotency_key_makes_one) {
  virtual_node node;
  signed_in_person person{node, "person@shop.test"};
  auto headers = person.headers();
  headers.emplace_back("idempotency-key", "first");
  const auto first = node.call(http_method::post, "/v1.1/workspaces", new_shop, headers);
  const auto again = node.call(http_method::post, "/v1.1/workspaces", new_shop, headers);
  BOOST_TEST((first.status == 201u && again.status == 201u && first.body == again.body));
  BOOST_TEST(header_of(again, "Idempotency-Replayed") == "true");
  BOOST_TEST(code_of(node.call(http_method::post, "/v1.1/workspaces",
                               R"({"name":"X","entity_type":"individual","banking_mode":"open_banking"})", headers)) ==
             "IDEMPOTENCY_KEY_REUSED");
}

BOOST_AUTO_TEST_CASE(what_cannot_be_is_refused_by_field) {
  virtual_node node;
  signed_in_person person{node, "person@shop.test"};
  struct refusal {
    const char* body;
    std::vector<std::string> fields;
  };
  const refusal rows[] = {
      {R"({})", {"name", "entity_type", "banking_mode"}},
      {R"({"name":" ","entity_type":"individual","banking_mode":"open_banking"})", {"name"}},
      {R"({"name":"a\nb","entity_type":"individual","banking_mode":"open_banking"})", {"name"}},
      {R"({"name":"a","entity_type":"individual","banking_mode":"national_switch"})", {"banking_mode"}},
      {R"({"name":"a","entity_type":"household_business","banking_mode":"national_switch"})", {"banking_mode"}},
      {R"({"name":"a","entity_type":"person","banking_mode":"switch"})", {"entity_type", "banking_mode"}},
      {R"({"name":"a","entity_type":"enterprise","banking_mode":"open_banking","language":"fr"})", {"language"}},
      {R"({"name":"a","entity_type":"enterprise","banking_mode":"open_banking","plan":"P1"})", {"plan"}},
  };
  for (const auto& row : rows) {
    const auto refused = person.post("/v1.1/workspaces", row.body);
    BOOST_TEST_CONTEXT(row.body) {
      BOOST_TEST(refused.status == 422u);
      BOOST_TEST((faulty_fields(refused) == row.fields), refused.body);
    }
  }
  const refusal changes[] = {
      {R"({})", {"body"}},
      {R"({"notifications":{}})", {"notifications"}},
      {R"({"entity_type":"enterprise"})", {"entity_type"}},
      {R"({"banking_mode":"open_banking"})", {"banking_mode"}},
      {R"({"name":""})", {"name"}},
      {R"({"notifications":{"quota":true}})", {"notifications.quota"}},
      {R"({"notifications":{"delivery_failed":"no"}})", {"notifications.delivery_failed"}},
      {R"({"notifications":true})", {"notifications"}},
      {R"({"second_factor_required":"yes"})", {"second_factor_required"}},
  };
  const auto codes_of = [&](const char* body) {
    std::vector<std::string> codes;
    for (const auto& [field, code] : faults_of(node.api(http_method::patch, own_path(node), body)))
      codes.push_back(code);
    return codes;
  };
  BOOST_TEST((codes_of(R"({"entity_type":"enterprise","banking_mode":"open_banking","status":"active","kind":1})") ==
              std::vector<std::string>{"unchangeable", "unchangeable", "unchangeable", "unknown_member"}));
  for (const auto& row : changes) {
    const auto refused = node.api(http_method::patch, own_path(node), row.body);
    BOOST_TEST_CONTEXT(row.body) {
      BOOST_TEST(refused.status == 422u);
      BOOST_TEST((faulty_fields(refused) == row.fields), refused.body);
    }
  }
}

BOOST_AUTO_TEST_CASE(a_change_shows_in_the_record) {
  virtual_node node;
  const auto changed = data_of(node.api(http_method::patch, own_path(node),
                                        R"({"name":"Quán Phở","language":"en",)"
                                        R"("notifications":{"delivery_recovered":false}})"))
                           .as_object();
  BOOST_TEST((text_of(changed, "name") == "Quán Phở" && text_of(changed, "language") == "en"));
  const json::object mails{{"delivery_failed", true},
                           {"delivery_recovered", false},
                           {"webhook_disabled", true},
                           {"quota_80", true},
                           {"quota_100", true}};
  BOOST_TEST((changed.at("notifications") == mails));
  BOOST_TEST((data_of(node.api(http_method::get, own_path(node))).as_object() == changed));
}

BOOST_AUTO_TEST_CASE(a_list_has_what_the_caller_may_see) {
  virtual_node node;
  node.open_shop("0000000002");
  signed_in_person owner{node, "owner@shop.test"}, stranger{node, "stranger@shop.test"};
  for (const auto& rows :
       {rows_of(owner.get("/v1.1/workspaces")), rows_of(node.api(http_method::get, "/v1.1/workspaces"))}) {
    BOOST_TEST_REQUIRE(rows.size() == 1u);
    BOOST_TEST(text_of(rows.at(0).as_object(), "id") == node.workspace.text());
  }
  BOOST_TEST(rows_of(stranger.get("/v1.1/workspaces")).empty());
  BOOST_TEST(owner.get("/v1.1/workspaces?limit=0").status == 422u);
}

BOOST_AUTO_TEST_CASE(a_deleted_workspace_answers_like_one_that_never_was) {
  virtual_node node;
  signed_in_person owner{node, "owner@shop.test"};
  const auto pending = node.make_link();
  const auto paid = node.pay_link();
  node.run();
  node.published.clear();
  BOOST_TEST(owner.del(own_path(node)).status == 422u);
  BOOST_TEST(owner.del(own_path(node) + "?confirm=shop").status == 422u);
  BOOST_TEST(owner.del(own_path(node) + "?confirm=Shop&force=maybe").status == 422u);
  BOOST_TEST(owner.del(own_path(node) + "?confirm=Shop").status == 204u);

  BOOST_REQUIRE(node.published.size() == 1u);
  BOOST_TEST((node.published[0] == std::pair{text_of(pending, "public_id"), link_status::failed}));
  const auto never = "/v1.1/workspaces/" + workspace_id::make(node.clock.now(), node.random).text();
  for (const auto& [mine, unknown] :
       {std::pair{owner.get(own_path(node)), owner.get(never)},
        std::pair{node.api(http_method::get, own_path(node)), node.api(http_method::get, never)}})
    BOOST_TEST((mine.status == 403u && mine.body == unknown.body));
  BOOST_TEST(rows_of(owner.get("/v1.1/workspaces")).empty());
  // By then, what a node remembers of the account has been looked up again.
  node.advance(11s);
  const auto result = rows_of(node.feed(node.entry("LATE", 150'000, text_of(pending, "reference"))));
  BOOST_TEST(text_of(result.at(0).as_object(), "result") == "unknown_account");
  for (const auto& link : {pending, paid}) {
    const auto page = node.call(http_method::get, "/l/" + text_of(link, "public_id"));
    BOOST_TEST(page.status == 200u);
    BOOST_TEST(page.body.find("0123456789") == std::string::npos);
  }
  // Its data goes by itself.
  node.advance(5min);
  BOOST_TEST(ask_database(node, "SELECT COUNT(*) FROM deliveries") == "0");
  BOOST_TEST(ask_database(node, "SELECT COUNT(*) FROM workspaces WHERE clear_at IS NOT NULL OR name <> ''") == "0");
  BOOST_TEST(ask_database(node, "SELECT COUNT(*) FROM usage") == "1");
  BOOST_TEST(node.call(http_method::get, "/l/" + text_of(paid, "public_id")).status == 200u);
}

BOOST_AUTO_TEST_CASE(deleting_asks_for_the_password_again) {
  virtual_node node;
  signed_in_person owner{node, "owner@shop.test"};
  node.advance(10min);
  BOOST_TEST(code_of(owner.del(own_path(node) + "?confirm=Shop")) == "REAUTHENTICATION_REQUIRED");
  // A token that may delete has no password to give.
  BOOST_TEST(node.api(http_method::del, own_path(node) + "?confirm=Shop").status == 204u);
}

BOOST_AUTO_TEST_CASE(unfinished_callbacks_are_told_unless_they_are_to_end) {
  virtual_node node;
  signed_in_person owner{node, "owner@shop.test"};
  node.world.answer_all(503);
  node.pay_link();
  node.run();
  const auto refused = owner.del(own_path(node) + "?confirm=Shop");
  BOOST_TEST(refused.status == 409u);
  const auto detail = json::parse(refused.body).at("error").at("details").at(0).as_object();
  BOOST_TEST((text_of(detail, "field") == "callbacks" && text_of(detail, "code") == "unfinished"));
  BOOST_TEST(text_of(detail, "message").starts_with("1 callback is still being sent"));
  const auto sent = node.world.requests.size();
  BOOST_TEST(owner.del(own_path(node) + "?confirm=Shop&force=true").status == 204u);
  node.advance(1h);
  BOOST_TEST(node.world.requests.size() == sent);
  BOOST_TEST(ask_database(node, "SELECT COUNT(*) FROM deliveries") == "0");
}

BOOST_AUTO_TEST_CASE(a_crash_while_it_is_deleted_delays_it_and_no_more) {
  virtual_node node;
  signed_in_person owner{node, "owner@shop.test"};
  for (int count = 0; count < 3; ++count) node.make_link();
  const auto answer = node.begin_call(http_method::del, own_path(node) + "?confirm=Shop", {}, owner.headers());
  const std::string marked = "SELECT COUNT(*) FROM workspaces WHERE deleted_at IS NOT NULL";
  for (int steps = 0; steps < 1'000 && ask_database(node, marked) == "0"; ++steps) node.run_steps(1);
  BOOST_TEST_REQUIRE(ask_database(node, marked) == "1");
  node.crash_and_restart();
  BOOST_TEST(owner.get(own_path(node)).status == 403u);
  node.advance(5min);
  BOOST_TEST(ask_database(node, "SELECT COUNT(*) FROM payment_links WHERE status = 2 AND failure_reason = 2") == "3");
  BOOST_TEST(ask_database(node, "SELECT COUNT(*) FROM workspaces WHERE clear_at IS NOT NULL") == "0");
}

#ifdef PAYLINK_FAILPOINTS
// Repeating the call would get 403, as for a Workspace of others.
BOOST_AUTO_TEST_CASE(a_workspace_is_deleted_even_if_its_links_cannot_be_closed_now) {
  virtual_node node;
  signed_in_person owner{node, "owner@shop.test"};
  node.make_link();
  failpoints::on_reach([](failpoints::place reached) {
    if (reached == failpoints::place::after_deleted_links_closed) throw std::runtime_error{"a defect"};
  });
  BOOST_TEST(owner.del(own_path(node) + "?confirm=Shop").status == 204u);
  failpoints::on_reach(nullptr);
  node.advance(1min);
  BOOST_TEST(ask_database(node, "SELECT COUNT(*) FROM payment_links WHERE status = 2 AND failure_reason = 2") == "1");
}
#endif

BOOST_AUTO_TEST_CASE(an_export_has_every_record_and_no_secret) {
  virtual_node node;
  signed_in_person owner{node, "owner@shop.test"};
  for (int count = 0; count < 120; ++count) node.make_link();
  node.pay_link();
  node.run();
  BOOST_TEST(node.api(http_method::get, own_path(node, "/export")).status == 403u);
  const auto begun = owner.get(own_path(node, "/export"));
  BOOST_TEST_REQUIRE(begun.status == 200u);
  BOOST_TEST(begun.content_type == "application/x-ndjson");
  const auto lines = read_to_end(node, begun);
  BOOST_TEST_REQUIRE(lines.has_value());
  const std::map<std::string, int> expected{
      {"workspace", 1},      {"member", 1},   {"bank_account", 1}, {"virtual_account", 1},
      {"payment_link", 121}, {"callback", 1}, {"transaction", 1},  {"end", 1}};
  BOOST_TEST((kinds_of(*lines) == expected));
  for (const auto& secret : {node.signing_key, node.token}) BOOST_TEST(lines->find(secret) == std::string::npos);
}

// Deleting the Workspace removes them, and no other call shows them.
BOOST_AUTO_TEST_CASE(an_export_has_the_entries_that_are_held_and_all_that_were_rejected) {
  virtual_node node;
  signed_in_person owner{node, "owner@shop.test"};
  const auto link = node.make_link();
  // More than a portion.
  test::run_sql(
      "sqlite://" + node.database_file(),
      "WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 120) INSERT INTO "
      "kept_entries (feed, account_number, source_id, status, reason, fingerprint, detail, raw, workspace_id, "
      "account_row, link_row, amount, type, content, occurred_at, received_at) SELECT 'MB', '1', 'R' || n, "
      "'rejected', 'rejected', 0, '', '', l.workspace_id, l.account_row, l.row, 1000, 0, '', 0, n FROM numbers "
      "JOIN payment_links l ON l.id = '" +
          text_of(link, "id") + "'");
  BOOST_TEST(node.api(http_method::post, own_path(node, "/suspend")).status == 200u);
  node.feed(node.entry("HELD-1", 150'000, text_of(link, "reference")));
  const auto lines = read_to_end(node, owner.get(own_path(node, "/export")));
  BOOST_TEST_REQUIRE(lines.has_value());
  auto kinds = kinds_of(*lines);
  BOOST_TEST((kinds["rejected_payment"] == 120 && kinds["held_entry"] == 1 && kinds["end"] == 1));
  BOOST_TEST(lines->find(R"("bank_reference":"HELD-1","bank_account_number":"0123456789","amount":"150000")") !=
             lines->npos);
}

BOOST_AUTO_TEST_CASE(an_export_ends_with_the_role_of_its_reader) {
  virtual_node node;
  signed_in_person owner{node, "owner@shop.test"};
  const auto begun = owner.get(own_path(node, "/export"));
  test::run_sql("sqlite://" + node.database_file(), "UPDATE memberships SET role = 'member'");
  BOOST_TEST(!read_to_end(node, begun).has_value());
  BOOST_TEST(owner.get(own_path(node, "/export")).status == 403u);
}

BOOST_AUTO_TEST_CASE(an_export_ends_when_a_second_factor_is_required_that_its_reader_lacks) {
  virtual_node node;
  signed_in_person owner{node, "owner@shop.test"};
  const auto begun = owner.get(own_path(node, "/export"));
  test::run_sql("sqlite://" + node.database_file(), "UPDATE workspaces SET second_factor_required = 1");
  BOOST_TEST(!read_to_end(node, begun).has_value());
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace paylink::test
