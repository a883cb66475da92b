#include "tests/actors/signed_in_person.hpp"
#include "tests/actors/virtual_node.hpp"
#include "tests/support/raw_sql.hpp"

#include <boost/test/unit_test.hpp>

#include <fstream>

namespace paylink::test {

namespace json = boost::json;

namespace {

const std::string token = "7123456789:AAHk3Xw_9dQz-1vTn5LpR8sYbC2eFgJmU0o";
const std::string send_url = "https://api.telegram.org/bot" + token + "/sendMessage";

std::string chats_path(const virtual_node& node, const std::string& rest = {}) {
  return "/v1.1/webhooks/" + node.workspace.text() + rest;
}

http_response ask_for_chat(virtual_node& node, const std::string& chat_id, const std::string& more = {}) {
  return node.api(http_method::post, chats_path(node),
                  R"({"type":"telegram","name":"Phone","events":["transaction.credit"],"chat_id":")" + chat_id +
                      R"(","bot_token":")" + token + "\"" + more + "}");
}

json::object make_chat(virtual_node& node, const std::string& chat_id = "5123456789") {
  const auto made = ask_for_chat(node, chat_id);
  BOOST_REQUIRE_MESSAGE(made.status == 201, made.body);
  node.run();
  return data_of(made).as_object();
}

/// The same with its test message sent, and its turn over.
json::object make_tested_chat(virtual_node& node, const std::string& chat_id = "5123456789") {
  auto made = make_chat(node, chat_id);
  node.advance(10s);
  BOOST_REQUIRE(node.world.requests.size() == 1u);
  node.world.requests.clear();
  node.world.times.clear();
  return made;
}

json::object show_chat(virtual_node& node, const json::object& chat) {
  return data_of(node.api(http_method::get, chats_path(node, "/" + text_of(chat, "id")))).as_object();
}

void credit(virtual_node& node, const std::string& bank_reference, const std::string& content = "thanh toan") {
  BOOST_REQUIRE(node.feed(node.entry(bank_reference, 50'000, content)).status == 200);
}

attempt telegram(int status, const std::string& body) {
  auto made = scripted_world::answered(status);
  made.response_body = body;
  return made;
}

attempt refusal(int code, const std::string& description, const std::string& parameters = {}) {
  return telegram(code, R"({"ok":false,"error_code":)" + std::to_string(code) + R"(,"description":")" + description +
                            "\"" + (parameters.empty() ? "" : R"(,"parameters":)" + parameters) + "}");
}

/// Answers the first requests so, and all others with success.
void answer_first(virtual_node& node, std::vector<attempt> answers) {
  node.world.answer_by([left = std::deque<attempt>(answers.begin(), answers.end())](const outbound_request&) mutable {
    if (left.empty()) return telegram(200, R"({"ok":true,"result":{}})");
    auto next = left.front();
    left.pop_front();
    return next;
  });
}

json::object body_of(const outbound_request& request) { return json::parse(request.body).as_object(); }

std::string ask(virtual_node& node, const std::string& sql) {
  return test::ask_sql("sqlite://" + node.database_file(), sql);
}

} // namespace

BOOST_AUTO_TEST_SUITE(chats)

BOOST_AUTO_TEST_CASE(a_new_chat_is_sent_a_test_message_and_shows_no_secret) {
  virtual_node node;
  const auto made = make_chat(node);
  BOOST_TEST((text_of(made, "type") == "telegram" && text_of(made, "chat_id") == "5123456789"));
  BOOST_TEST((made.at("url").is_null() && made.at("api_key").is_null() && made.at("secret").is_null()));
  BOOST_TEST(!made.contains("bot_token"));
  node.advance(100ms);
  BOOST_REQUIRE(node.world.requests.size() == 1u);
  const auto& sent = node.world.requests[0];
  BOOST_TEST((sent.url == send_url && sent.shown_url == "https://api.telegram.org" && sent.is_operators));
  BOOST_TEST(!sent.follow_to_other_origin);
  const auto body = body_of(sent);
  BOOST_TEST((body.at("chat_id") == 5'123'456'789 && body.at("parse_mode") == "HTML"));
  BOOST_TEST(json::value_to<std::string>(body.at("text")).find("txn_test_") != std::string::npos);
  const auto shown = show_chat(node, made);
  BOOST_TEST(json::value_to<std::string>(shown.at("last_delivery").at("status")) == "delivered");
}

BOOST_AUTO_TEST_CASE(a_credit_is_told_with_what_strangers_wrote_escaped) {
  virtual_node node;
  make_tested_chat(node);
  credit(node, "FT1", "Trả <b>nợ</b> & tiền nhà");
  node.advance(100ms);
  BOOST_REQUIRE(node.world.requests.size() == 1u);
  const auto text = json::value_to<std::string>(body_of(node.world.requests[0]).at("text"));
  BOOST_TEST(text.find("<b>Tiền vào: +50.000\u00A0₫</b>") == 0u);
  BOOST_TEST(text.find("Trả &lt;b&gt;nợ&lt;/b&gt; &amp; tiền nhà") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_workspace_with_a_chat_alone_is_told_once_of_a_link_that_completes) {
  virtual_node node;
  make_tested_chat(node);
  node.world.answer_all(200);
  const auto made = node.api(http_method::post, "/v1.1/payment-links/" + node.workspace.text(),
                             R"({"bank_account_id":")" + node.account.text() +
                                 R"(","amount":"150000","callback_url":"https://shop.test/cb"})");
  BOOST_REQUIRE_MESSAGE(made.status == 201, made.body);
  const auto link = data_of(made).as_object();
  BOOST_REQUIRE(node.feed(node.entry("FT1", 150'000, text_of(link, "reference"))).status == 200);
  node.advance(10min);
  std::size_t messages = 0, callbacks = 0;
  for (const auto& sent : node.world.requests) sent.url == send_url ? ++messages : ++callbacks;
  BOOST_TEST((messages == 1u && callbacks == 1u));
  BOOST_TEST(text_of(node.get_link(link), "status") == "succeeded");
}

BOOST_AUTO_TEST_CASE(a_burst_is_told_second_by_second_in_no_more_attempts) {
  virtual_node node;
  make_tested_chat(node);
  for (int i = 0; i < 8; ++i) credit(node, "FT" + std::to_string(i));
  node.advance(20s);
  BOOST_REQUIRE(node.world.requests.size() == 8u);
  for (std::size_t i = 1; i < 8; ++i) BOOST_TEST((node.world.times[i] - node.world.times[i - 1] >= 1s));
  BOOST_TEST((node.world.times.back() - node.world.times.front() <= 9s));
  for (const auto& sent : node.world.requests) BOOST_TEST(sent.attempt == 1);
}

BOOST_AUTO_TEST_CASE(a_group_is_told_twenty_times_a_minute) {
  virtual_node node;
  make_tested_chat(node, "-1001234567890");
  for (int i = 0; i < 30; ++i) credit(node, "FT" + std::to_string(i));
  node.advance(59s);
  BOOST_TEST(node.world.requests.size() <= 20u);
  BOOST_TEST(node.world.requests.size() >= 18u);
  node.advance(45s);
  BOOST_TEST(node.world.requests.size() == 30u);
}

BOOST_AUTO_TEST_CASE(other_deliveries_do_not_wait_for_a_chat) {
  virtual_node node;
  make_tested_chat(node);
  node.world.answer_by([](const outbound_request& sent) {
    return sent.url == send_url ? refusal(429, "Too Many Requests: retry after 300", R"({"retry_after":300})")
                                : scripted_world::answered(200);
  });
  for (int i = 0; i < 5; ++i) credit(node, "FT" + std::to_string(i));
  node.advance(5s);
  node.world.requests.clear();
  const auto link = node.pay_link();
  node.advance(20ms);
  BOOST_REQUIRE(node.world.requests.size() == 1u);
  BOOST_TEST(text_of(node.get_link(link), "callback_status") == "delivered");
}

BOOST_AUTO_TEST_CASE(too_many_requests_is_an_attempt_and_the_whole_chat_waits_as_long_as_asked) {
  virtual_node node;
  make_tested_chat(node);
  answer_first(node, {refusal(429, "Too Many Requests: retry after 30", R"({"retry_after":30})")});
  credit(node, "FT1"), credit(node, "FT2");
  node.advance(29s);
  BOOST_TEST(node.world.requests.size() == 1u);
  node.advance(8s);
  BOOST_REQUIRE(node.world.requests.size() == 3u);
  std::multiset<int> attempts;
  for (const auto& sent : node.world.requests) attempts.insert(sent.attempt);
  BOOST_TEST((attempts == std::multiset<int>{1, 1, 2}));
}

BOOST_AUTO_TEST_CASE(a_group_that_has_moved_is_told_at_its_new_id_within_the_attempt) {
  virtual_node node;
  const auto chat = make_tested_chat(node, "-4001");
  answer_first(node, {refusal(400, "Bad Request: group chat was upgraded to a supergroup chat",
                              R"({"migrate_to_chat_id":-1001234567890})")});
  credit(node, "FT1");
  node.advance(100ms);
  BOOST_REQUIRE(node.world.requests.size() == 2u);
  BOOST_TEST(body_of(node.world.requests[1]).at("chat_id") == -1'001'234'567'890);
  BOOST_TEST((node.world.requests[0].attempt == 1 && node.world.requests[1].attempt == 1));
  const auto shown = show_chat(node, chat);
  BOOST_TEST(text_of(shown, "chat_id") == "-1001234567890");
  BOOST_TEST(json::value_to<std::string>(shown.at("last_delivery").at("status")) == "delivered");
  BOOST_TEST(ask(node, "SELECT COUNT(*) FROM attempts a JOIN deliveries d ON d.row = a.delivery_row AND "
                       "d.subject_id NOT LIKE 'txn_test%'") == "1");
}

BOOST_AUTO_TEST_CASE(markup_that_is_refused_is_sent_once_more_as_plain_text) {
  virtual_node node;
  make_tested_chat(node);
  const auto bad = refusal(400, "Bad Request: can't parse entities: unexpected end tag");
  answer_first(node, {bad, bad});
  credit(node, "FT1", "a <b> & c");
  node.advance(1h);
  BOOST_REQUIRE(node.world.requests.size() == 2u);
  const auto plain = body_of(node.world.requests[1]);
  BOOST_TEST(!plain.contains("parse_mode"));
  BOOST_TEST(json::value_to<std::string>(plain.at("text")).find("a <b> & c") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_chat_that_refuses_the_bot_is_disabled_with_a_mail) {
  virtual_node node;
  const auto chat = make_tested_chat(node);
  answer_first(node, {refusal(403, "Forbidden: bot was blocked by the user")});
  credit(node, "FT1");
  node.advance(1min);
  const auto shown = show_chat(node, chat);
  BOOST_TEST((!shown.at("enabled").as_bool() && text_of(shown, "disabled_reason") == "chat_refused"));
  BOOST_REQUIRE(node.mail.sent.size() == 1u);
  BOOST_TEST(node.mail.sent[0].subject.find("Phone") != std::string::npos);
  credit(node, "FT2");
  node.advance(1h);
  BOOST_TEST(node.world.requests.size() == 1u);
  BOOST_TEST(ask(node, "SELECT COUNT(*) FROM deliveries WHERE is_skipped = 1") == "1");
}

BOOST_AUTO_TEST_CASE(a_failure_of_the_network_is_repeated_by_the_schedule) {
  virtual_node node;
  make_tested_chat(node);
  node.world.answer_by([](const outbound_request&) { return scripted_world::failed(failure_class::timeout); });
  credit(node, "FT1");
  node.advance(10s);
  BOOST_TEST(node.world.requests.size() == 2u);
  node.world.answer_all(200);
  node.advance(21s);
  BOOST_TEST(node.world.requests.size() == 3u);
  node.advance(1h);
  BOOST_TEST(node.world.requests.size() == 3u);
}

BOOST_AUTO_TEST_CASE(what_waits_for_its_turn_survives_a_crash) {
  virtual_node node;
  make_tested_chat(node);
  for (int i = 0; i < 6; ++i) credit(node, "FT" + std::to_string(i));
  node.advance(2s);
  node.crash_and_restart();
  node.advance(2min);
  std::set<std::string> texts;
  for (const auto& sent : node.world.requests) texts.insert(sent.body);
  BOOST_TEST(texts.size() == 6u);
}

BOOST_AUTO_TEST_CASE(a_chat_is_changed_by_its_own_members_alone) {
  virtual_node node;
  const auto chat = make_tested_chat(node);
  const auto path = chats_path(node, "/" + text_of(chat, "id"));
  using faults = std::vector<std::pair<std::string, std::string>>;
  const auto url = node.api(http_method::patch, path, R"({"url":"https://shop.test/hook"})");
  BOOST_TEST((url.status == 422 && faults_of(url) == faults{{"url", "format"}}));
  const auto other = node.api(http_method::patch, path, R"({"chat_id":"@shop_payments"})");
  BOOST_TEST(other.status == 200);
  node.advance(5s);
  BOOST_REQUIRE(node.world.requests.size() == 1u);
  BOOST_TEST(body_of(node.world.requests[0]).at("chat_id") == "@shop_payments");
  const std::string next = "7123456789:BBHk3Xw_9dQz-1vTn5LpR8sYbC2eFgJmU0o";
  BOOST_TEST(node.api(http_method::patch, path, R"({"bot_token":")" + next + "\"}").status == 200);
  node.advance(5s);
  BOOST_REQUIRE(node.world.requests.size() == 2u);
  BOOST_TEST(node.world.requests[1].url == "https://api.telegram.org/bot" + next + "/sendMessage");
  BOOST_TEST(node.api(http_method::post, path + "/rotate").status == 409);
  BOOST_TEST(node.api(http_method::post, path + "/test", R"({"event":"order.failed"})").status == 200);
  node.advance(5s);
  BOOST_REQUIRE(node.world.requests.size() == 3u);
  BOOST_TEST(json::value_to<std::string>(body_of(node.world.requests[2]).at("text")).find("ord_test_") !=
             std::string::npos);
}

BOOST_AUTO_TEST_CASE(what_is_wrong_with_a_chat_is_said_by_name_and_without_its_token) {
  virtual_node node;
  using faults = std::vector<std::pair<std::string, std::string>>;
  const auto make = [&](const std::string& members) {
    return node.api(http_method::post, chats_path(node),
                    R"({"name":"x","events":["transaction.credit"],)" + members + "}");
  };
  BOOST_TEST((faults_of(make(R"("type":"telegram")")) == faults{{"chat_id", "required"}, {"bot_token", "required"}}));
  BOOST_TEST((faults_of(make(R"("type":"pigeon")")).front() == std::pair<std::string, std::string>{"type", "format"}));
  const auto bad = make(R"("type":"telegram","chat_id":"no chat","bot_token":")" + token + "x\"");
  BOOST_TEST((faults_of(bad) == faults{{"chat_id", "format"}, {"bot_token", "format"}}));
  BOOST_TEST(bad.body.find(token.substr(11)) == std::string::npos);
  const auto mixed = make(R"("url":"https://shop.test/hook","chat_id":"1")");
  BOOST_TEST((faults_of(mixed) == faults{{"chat_id", "format"}}));
  BOOST_TEST((faults_of(ask_for_chat(node, "1", R"(,"url":"https://shop.test/hook")")) == faults{{"url", "format"}}));
}

BOOST_AUTO_TEST_CASE(a_workspace_does_not_read_where_the_operators_bot_api_is) {
  virtual_node node;
  make_tested_chat(node);
  auto broken = scripted_world::failed(failure_class::connect);
  broken.address = "10.7.7.7:8081";
  broken.error = "No connection to bots.internal (10.7.7.7:8081: Connection refused)";
  auto proxied = telegram(502, "<h1>bots.internal</h1>");
  proxied.response_headers.emplace_back("Via", "1.1 bots.internal");
  proxied.tls = "TLSv1.3 bots.internal";
  auto busy = refusal(429, "Too Many Requests");
  busy.address = "10.7.7.7:8081";
  answer_first(node, {broken, proxied, busy});
  credit(node, "FT1");
  node.advance(1h);
  BOOST_REQUIRE(node.world.requests.size() == 4u);
  const auto listed = node.api(http_method::get, "/v1.1/deliveries/" + node.workspace.text());
  BOOST_REQUIRE(listed.status == 200);
  const auto id = text_of(data_of(listed).as_array().at(0).as_object(), "id");
  const auto whole = node.api(http_method::get, "/v1.1/deliveries/" + node.workspace.text() + "/" + id);
  for (const auto* answer : {&listed, &whole}) {
    for (const char* inside : {"bots.internal", "10.7.7.7", "api.telegram.org"})
      BOOST_TEST(answer->body.find(inside) == std::string::npos, inside);
    BOOST_TEST(answer->body.find("The operator's log contains the reason") != std::string::npos);
  }
  BOOST_TEST(whole.body.find("Too Many Requests") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(the_token_stands_in_no_row_even_if_the_answer_repeats_it) {
  virtual_node node;
  make_tested_chat(node);
  auto echo = telegram(404, "no such page: /bot" + token + "/sendMessage");
  echo.response_headers.emplace_back("X-Path", "/bot" + token + "/sendMessage");
  echo.error = "POST " + send_url + " failed";
  answer_first(node, {echo});
  credit(node, "FT1");
  node.advance(1min);
  BOOST_TEST(ask(node, "SELECT COUNT(*) FROM attempts WHERE response_body LIKE '%bot7123456789:***%'") == "1");
  for (const auto* suffix : {"", "-wal"}) {
    std::ifstream in{node.database_file() + suffix, std::ios::binary};
    const std::string content{std::istreambuf_iterator<char>{in}, {}};
    BOOST_TEST(content.find(token.substr(11)) == std::string::npos);
  }
}

BOOST_AUTO_TEST_CASE(a_chat_moves_only_shortly_after_a_password) {
  virtual_node node;
  signed_in_person owner{node, "owner@shop.test"};
  const auto chat = make_tested_chat(node);
  const auto path = chats_path(node, "/" + text_of(chat, "id"));
  node.doze(10min);
  const std::string same = R"({"chat_id":"5123456789","name":"Counter"})", other = R"({"chat_id":"5987654321"})",
                    bot = R"({"bot_token":")" + token + "\"}";
  BOOST_TEST(owner.patch(path, same).status == 200u);
  for (const auto& body : {other, bot}) {
    const auto refused = owner.patch(path, body);
    BOOST_TEST((refused.status == 403u && code_of(refused) == "REAUTHENTICATION_REQUIRED"), refused.body);
  }
  BOOST_TEST(text_of(show_chat(node, chat), "chat_id") == "5123456789");
  signed_in_person again{node, "owner@shop.test"};
  for (const auto& body : {other, bot}) BOOST_TEST(again.patch(path, body).status == 200u);
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace paylink::test
