// What a token imports is evidence and no proof; a statement whose balances disagree is recorded only if a person says
// so.
#include "secrets/hmac.hpp"
#include "tests/actors/signed_in_person.hpp"
#include "tests/support/raw_sql.hpp"

#include <boost/test/unit_test.hpp>

namespace paylink::test {

namespace json = boost::json;

namespace {

/// A shop whose Owner has just signed in, with a token that may import.
struct stated_shop {
  std::string import_path() const {
    return "/v1.1/bank-accounts/" + node.workspace.text() + "/" + node.account.text() + "/import";
  }
  std::string path_of(const std::string& transaction, const std::string& rest = {}) const {
    return "/v1.1/transactions/" + node.workspace.text() + "/" + transaction + rest;
  }
  /// An MT940 file of today, with a credit for each text; below 0, a debit.
  std::string file(const std::vector<std::pair<std::int64_t, std::string>>& entries, std::int64_t closing) const {
    const auto shown = format_vietnam(node.clock.now()); // 15:15 31/01/2026
    const auto day = shown.substr(14) + shown.substr(9, 2) + shown.substr(6, 2);
    std::string text = ":20:1\n:25:0123456789\n:60F:C" + day + "VND1000,\n";
    for (const auto& [amount, content] : entries)
      text += ":61:" + day + (amount < 0 ? "D" : "C") + std::to_string(std::abs(amount)) + ",NTRFNONREF//FT" +
              std::to_string(amount) + "\n:86:" + content + "\n";
    return text + ":62F:C" + day + "VND" + std::to_string(closing) + ",\n";
  }
  static std::string body_of(const std::string& text, const std::string& unexplained = {}) {
    json::object body{{"format", "mt940"}, {"statement", text}};
    if (!unexplained.empty()) body["unexplained_amount"] = unexplained;
    return json::serialize(body);
  }
  /// A CSV file of today with one credit.
  std::string csv_body_of(std::int64_t amount, const std::string& content) const {
    const auto day = format_vietnam(node.clock.now()).substr(6);
    return json::serialize(json::object{
        {"format", "csv"},
        {"statement", "Ngay,So tien,Noi dung\n" + day + "," + std::to_string(amount) + "," + content + "\n"},
        {"columns", {{"date", "Ngay"}, {"date_pattern", "dd/MM/yyyy"}, {"amount", "So tien"}, {"text", "Noi dung"}}}});
  }
  /// A token imports what one credit says, and its transaction waits.
  std::string import_match(const std::string& reference, std::int64_t amount = 150'000) {
    const auto answer =
        node.api(http_method::post, import_path(), body_of(file({{amount, reference}}, 1'000 + amount)));
    BOOST_REQUIRE_MESSAGE(answer.status == 200, answer.body);
    return std::string{data_of(answer).at("transaction_ids").at(0).as_string()};
  }
  http_response confirm(const std::string& transaction) { return owner.post(path_of(transaction, "/confirm-match")); }
  json::object shown(const std::string& transaction) {
    return data_of(node.api(http_method::get, path_of(transaction))).as_object();
  }
  std::string ask(const std::string& sql) { return test::ask_sql("sqlite://" + node.database_file(), sql); }

  virtual_node node;
  signed_in_person owner{node, "owner@shop.test"};
};

json::object fault_in(const http_response& answer) {
  BOOST_REQUIRE_MESSAGE(answer.status == 422, answer.body);
  return json::parse(answer.body).at("error").at("details").at(0).as_object();
}

} // namespace

BOOST_AUTO_TEST_SUITE(statement_match)

BOOST_AUTO_TEST_CASE(what_a_token_imports_waits_until_a_person_confirms_it) {
  stated_shop with;
  auto& node = with.node;
  const auto link = node.make_link();
  const auto answer =
      node.api(http_method::post, with.import_path(),
               with.body_of(with.file({{150'000, text_of(link, "reference")}, {5'000, "chao"}}, 156'000)));
  const auto reported = data_of(answer).as_object();
  BOOST_TEST((reported.at("recorded").as_int64() == 2 && reported.at("unconfirmed").as_int64() == 1));
  node.advance(2s);
  BOOST_TEST((text_of(node.get_link(link), "status") == "pending" && node.world.requests.empty()));
  const auto waiting =
      rows_of(node.api(http_method::get, with.path_of("").substr(0, with.path_of("").size() - 1) + "?attention=open"));
  BOOST_REQUIRE(waiting.size() == 1u);
  const auto& one = waiting.at(0).as_object();
  const auto transaction = text_of(one, "id");
  BOOST_TEST((text_of(one, "attention") == "statement_match" && one.at("classification").is_null()));
  BOOST_TEST(one.at("unproven").as_bool());
  BOOST_TEST((text_of(one, "payment_link_id") == text_of(link, "id") && text_of(one, "source") == "statement"));
  BOOST_TEST(text_of(one.at("imported_by").as_object(), "type") == "api_token");
  const auto now = data_of(node.api(http_method::get, "/v1.1/statistics/" + node.workspace.text() + "/now"));
  BOOST_TEST(now.at("needs_attention").as_int64() == 1);

  BOOST_TEST(node.api(http_method::post, with.path_of(transaction, "/confirm-match"), "{}").status == 403u);
  const auto confirmed = with.confirm(transaction);
  BOOST_REQUIRE_MESSAGE(confirmed.status == 200, confirmed.body);
  const auto shown = data_of(confirmed).as_object();
  BOOST_TEST((text_of(shown, "classification") == "matched" && shown.at("attention").is_null()));
  BOOST_TEST((text_of(shown.at("assigned_by").as_object(), "id") == with.owner.id.text()));
  node.advance(2s);
  BOOST_TEST((text_of(node.get_link(link), "status") == "succeeded" && node.world.requests.size() == 1u));
  const auto history = rows_of(node.api(http_method::get, node.link_path(link, "/payments")));
  BOOST_TEST(text_of(history.at(0).at("assigned_by").as_object(), "id") == with.owner.id.text());
  const auto again = with.confirm(transaction);
  BOOST_TEST((again.status == 409u && code_of(again) == "CONFLICT"));
  BOOST_TEST(with.ask("SELECT became FROM audit_log WHERE action = 'transaction.match_confirmed'") ==
             R"({"classification":"matched","payment_link_id":")" + text_of(link, "id") + "\"}");
}

BOOST_AUTO_TEST_CASE(what_the_bank_tells_of_confirms_itself) {
  stated_shop with;
  auto& node = with.node;
  const auto link = node.make_link();
  const auto transaction = with.import_match(text_of(link, "reference"));
  node.feed(node.entry("FT1", 150'000, text_of(link, "reference")));
  node.advance(2s);
  BOOST_TEST((text_of(node.get_link(link), "status") == "succeeded" && node.world.requests.size() == 1u));
  const auto shown = with.shown(transaction);
  BOOST_TEST((text_of(shown, "source") == "feed" && shown.at("assigned_by").is_null()));
  BOOST_TEST(shown.at("imported_by").is_object());
}

BOOST_AUTO_TEST_CASE(a_match_that_cannot_be_confirmed_says_why) {
  stated_shop with;
  auto& node = with.node;
  const auto cancelled = node.make_link(), asks_more = node.make_link("200000");
  const auto late = with.import_match(text_of(cancelled, "reference"));
  const auto small = with.import_match(text_of(asks_more, "reference"), 190'000);
  node.api(http_method::post, node.link_path(cancelled, "/cancel"), "{}");
  const auto closed = with.confirm(late);
  BOOST_TEST((closed.status == 409u && code_of(closed) == "PAYMENT_LINK_NOT_PENDING"));
  BOOST_TEST(text_of(json::parse(closed.body).at("error").at("details").at(0).as_object(), "code") == "cancelled");
  BOOST_TEST(text_of(fault_in(with.confirm(small)), "code") == "too_small");
  BOOST_TEST(with.confirm("txn_01kkqc6tq0e9s8v7w6x5y4z3a2").status == 404u);
  // One that is wrong is settled.
  BOOST_TEST(with.owner.patch(with.path_of(late), R"({"settled":true})").status == 200u);

  json::object order{{"amount", "150000"}, {"bank_account_id", node.account.text()}};
  const auto made =
      data_of(node.api(http_method::post, "/v1.1/orders/" + node.workspace.text(), json::serialize(order))).as_object();
  const auto of_order = with.import_match(text_of(made, "reference"), 151'000);
  node.api(http_method::post, "/v1.1/orders/" + node.workspace.text() + "/" + text_of(made, "id") + "/cancel", "{}");
  const auto refused = with.confirm(of_order);
  BOOST_TEST((refused.status == 409u && code_of(refused) == "CONFLICT"));
  BOOST_TEST(text_of(json::parse(refused.body).at("error").at("details").at(0).as_object(), "code") == "cancelled");
}

BOOST_AUTO_TEST_CASE(an_owner_imports_with_the_password_of_the_last_minutes_and_completes_links) {
  stated_shop with;
  auto& node = with.node;
  const auto link = node.make_link();
  const auto body = with.csv_body_of(150'000, text_of(link, "reference"));
  // What a token has imported before, the Owner's import proves.
  node.api(http_method::post, with.import_path(), body);
  node.doze(6min);
  const auto refused = with.owner.post(with.import_path(), body);
  BOOST_TEST((refused.status == 403u && code_of(refused) == "REAUTHENTICATION_REQUIRED"));
  BOOST_TEST(text_of(node.get_link(link), "status") == "pending");
  signed_in_person again{node, "owner@shop.test"};
  const auto answer = again.post(with.import_path(), body);
  BOOST_TEST((answer.status == 200u && data_of(answer).at("unconfirmed").as_int64() == 0));
  node.advance(2s);
  BOOST_TEST((text_of(node.get_link(link), "status") == "succeeded" && node.world.requests.size() == 1u));
}

// A payer may have written some of them: the balances agree with and without these.
BOOST_AUTO_TEST_CASE(matches_of_an_mt940_wait_whoever_imports_it) {
  stated_shop with;
  auto& node = with.node;
  const auto real = node.make_link("200000"), invented = node.make_link();
  const auto shows_width = "NGUYEN VAN A chuyen tien " + std::string(40, 'X') + "\nB";
  const auto text = with.file({{200'000, text_of(real, "reference")},
                               {300'000, shows_width},
                               {150'000, text_of(invented, "reference")},
                               {-150'000, "X"}},
                              501'000);
  const auto answer = with.owner.post(with.import_path(), with.body_of(text));
  BOOST_REQUIRE_MESSAGE(answer.status == 200, answer.body);
  BOOST_TEST((data_of(answer).at("recorded").as_int64() == 4 && data_of(answer).at("unconfirmed").as_int64() == 2));
  node.advance(2s);
  BOOST_TEST(node.world.requests.empty());
  BOOST_TEST(with.confirm(std::string{data_of(answer).at("transaction_ids").at(0).as_string()}).status == 200u);
  node.advance(2s);
  BOOST_TEST(text_of(node.get_link(real), "status") == "succeeded");
  BOOST_TEST((text_of(node.get_link(invented), "status") == "pending" && node.world.requests.size() == 1u));
}

BOOST_AUTO_TEST_CASE(a_statement_whose_balances_disagree_records_nothing_unless_a_person_names_the_amount) {
  stated_shop with;
  auto& node = with.node;
  const auto link = node.make_link();
  const auto text = with.file({{150'000, text_of(link, "reference")}}, 151'000 - 70'000);
  for (const std::string named : {"", "0", "70000", "-70001", "-070000", "many"}) {
    const auto fault = fault_in(with.owner.post(with.import_path(), with.body_of(text, named)));
    BOOST_TEST((text_of(fault, "field") == "unexplained_amount" && text_of(fault, "code") == "unexplained"), named);
    BOOST_TEST((text_of(fault, "value") == "-70000" && text_of(fault, "message").find("-70000") != std::string::npos));
  }
  BOOST_TEST((with.ask("SELECT COUNT(*) FROM transactions") == "0" &&
              with.ask("SELECT stated_to IS NULL FROM bank_accounts") == "1"));
  const auto answer = with.owner.post(with.import_path(), with.body_of(text, "-70000"));
  BOOST_REQUIRE_MESSAGE(answer.status == 200, answer.body);
  const auto reported = data_of(answer).as_object();
  BOOST_TEST((text_of(reported, "unexplained_amount") == "-70000" && reported.at("unconfirmed").as_int64() == 1));
  node.advance(2s);
  BOOST_TEST((text_of(node.get_link(link), "status") == "pending" && node.world.requests.empty()));
  BOOST_TEST(with.confirm(std::string{reported.at("transaction_ids").at(0).as_string()}).status == 200u);
  node.advance(2s);
  BOOST_TEST(text_of(node.get_link(link), "status") == "succeeded");
}

BOOST_AUTO_TEST_CASE(an_amount_is_named_only_where_balances_disagree) {
  stated_shop with;
  const auto agrees = with.file({{150'000, "chao"}}, 151'000);
  const auto without = agrees.substr(0, agrees.find(":62F:"));
  for (const auto& text : {agrees, without})
    for (const std::string named : {"0", "-70000"}) {
      const auto fault = fault_in(with.owner.post(with.import_path(), with.body_of(text, named)));
      BOOST_TEST((text_of(fault, "code") == "not_needed" && !fault.contains("value")));
    }
  BOOST_TEST(with.ask("SELECT COUNT(*) FROM transactions") == "0");
  const auto answer = with.owner.post(with.import_path(), with.body_of(without));
  BOOST_TEST((answer.status == 200u && data_of(answer).at("unexplained_amount").is_null()));
}

// What cannot be read is why they disagree.
BOOST_AUTO_TEST_CASE(a_refusal_names_the_entries_that_cannot_be_read) {
  stated_shop with;
  with.node.clock.moved += 72h;
  const auto text = with.file({{5'000, "chao"}}, 6'000);
  with.node.clock.moved -= 72h;
  const auto answer = with.owner.post(with.import_path(), with.body_of(text));
  BOOST_TEST(text_of(fault_in(answer), "value") == "5000");
  const auto reason = text_of(json::parse(answer.body).at("error").at("details").at(1).as_object(), "message");
  BOOST_TEST(reason == "Entry 1 cannot be read: is in the future.");
}

BOOST_AUTO_TEST_CASE(the_audit_log_tells_which_file_was_imported_and_what_became_of_it) {
  stated_shop with;
  const auto text = with.file({{150'000, "chao"}, {20'000, "hai"}}, 171'000);
  BOOST_TEST(with.node.api(http_method::post, with.import_path(), with.body_of(text)).status == 200u);
  BOOST_TEST(with.node.api(http_method::post, with.import_path(), with.body_of(text)).status == 200u);
  const auto logged = [&](const std::string& action, int turn) {
    return json::parse(with.ask("SELECT became FROM audit_log WHERE action = '" + action +
                                "' ORDER BY row LIMIT 1 OFFSET " + std::to_string(turn)));
  };
  const json::object file{
      {"format", "mt940"},  {"sha256", sha256_hex(text)}, {"credits", "170000"},         {"debits", "0"},
      {"completes", false}, {"opening_balance", "1000"},  {"closing_balance", "171000"}, {"unexplained_amount", "0"},
      {"entries", 2}};
  BOOST_TEST((logged("bank_account.import_begun", 0) == file));
  auto ended = file;
  for (const char* name : {"duplicate", "held", "ignored", "unconfirmed", "unusable"}) ended[name] = 0;
  ended["recorded"] = 2;
  BOOST_TEST((logged("bank_account.statement_imported", 0) == ended));
  ended["recorded"] = 0;
  ended["duplicate"] = 2;
  BOOST_TEST((logged("bank_account.statement_imported", 1) == ended));
  BOOST_TEST(with.ask("SELECT COUNT(DISTINCT actor_id) FROM audit_log WHERE action LIKE 'bank_account.%import%' AND "
                      "actor_type = 'api_token'") == "1");
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace paylink::test
