// Sending callbacks again by hand: one, or all that a filter matches.
#include "tests/actors/aging.hpp"

#include "secrets/hmac.hpp"
#include "secrets/tokens.hpp"
#include "tests/support/raw_sql.hpp"

#include <boost/test/unit_test.hpp>

#include <map>
#include <set>

namespace paylink::test {

namespace json = boost::json;

namespace {

/// A link whose receiver has refused the callback for good.
json::object pay_unnotified(virtual_node& node) {
  node.world.answer_all(404);
  auto link = node.pay_link();
  node.world.answer_all(200);
  return link;
}

http_response resend(virtual_node& node, const json::object& link, const std::string& key = {}) {
  std::vector<std::pair<std::string, std::string>> headers{{"authorization", "Bearer " + node.token}};
  if (!key.empty()) headers.emplace_back("idempotency-key", key);
  return node.call(http_method::post, node.link_path(link, "/callback/resend"), {}, headers);
}

http_response resend_all(virtual_node& node, const std::string& parameters, const std::string& key = {}) {
  std::vector<std::pair<std::string, std::string>> headers{{"authorization", "Bearer " + node.token}};
  if (!key.empty()) headers.emplace_back("idempotency-key", key);
  return node.call(http_method::post, "/v1.1/payment-links/" + node.workspace.text() + "/callbacks/resend" + parameters,
                   {}, headers);
}

std::string counts_of(const http_response& response) {
  BOOST_REQUIRE_MESSAGE(response.status == 200, response.body);
  const auto counts = data_of(response).as_object();
  return json::serialize(counts.at("matched")) + "/" + json::serialize(counts.at("queued")) + "/" +
         json::serialize(counts.at("skipped"));
}

json::object callback_of(virtual_node& node, const json::object& link) {
  return data_of(node.api(http_method::get, node.link_path(link, "/callback"))).as_object();
}

bool is_replay(const http_response& response) {
  return std::ranges::find(response.headers, std::pair<std::string, std::string>{"Idempotency-Replayed", "true"}) !=
         response.headers.end();
}

} // namespace

BOOST_AUTO_TEST_SUITE(resends)

BOOST_AUTO_TEST_CASE(an_old_callback_shows_no_body_and_is_not_sent_again) {
  virtual_node node;
  const auto link = pay_unnotified(node), newest = node.pay_link();
  grow_old(node, 91);
  auto callback = callback_of(node, link);
  BOOST_TEST((callback.at("body").is_null() && callback.at("curl").is_null()));
  BOOST_TEST((callback.at("status").as_string() == "failed" && callback.at("attempts").as_array().size() == 1u));
  const auto refused = resend(node, link);
  BOOST_TEST(refused.status == 409u);
  BOOST_TEST((faults_of(refused).at(0) == std::pair<std::string, std::string>{"body", "deleted"}));
  BOOST_TEST(counts_of(resend_all(node, "?all=true&dry_run=true")) == "2/0/2");
  BOOST_TEST(counts_of(resend_all(node, "?all=true")) == "2/0/2");
  node.pay_link();
  grow_old(node, 401);
  callback = callback_of(node, link);
  BOOST_TEST((callback.at("attempts").as_array().empty() && callback.at("status").as_string() == "failed"));
  BOOST_TEST(text_of(node.get_link(link), "callback_status") == "failed");
  BOOST_TEST(text_of(node.get_link(newest), "callback_status") == "delivered");
  BOOST_TEST(resend(node, link).status == 409u);
}

BOOST_AUTO_TEST_CASE(a_callback_is_sent_again_at_once_with_the_same_bytes_and_the_next_number) {
  virtual_node node;
  const auto link = pay_unnotified(node);
  const auto token = data_of(node.api(http_method::get, node.link_path(link))).at("created_by");
  const auto answer = resend(node, link);
  BOOST_REQUIRE_MESSAGE(answer.status == 200, answer.body);
  BOOST_REQUIRE(node.world.requests.size() == 2u);
  const auto &first = node.world.requests[0], &again = node.world.requests[1];
  BOOST_TEST(again.body == first.body);
  for (const auto* name : {"X-Service-Signature", "X-Service-Timestamp", "X-Service-Event-ID", "User-Agent"})
    BOOST_TEST(scripted_world::header(again, name) == scripted_world::header(first, name));
  BOOST_TEST(scripted_world::header(again, "X-Service-Attempt") == "2");

  const auto event = callback_of(node, link);
  BOOST_TEST(text_of(event, "status") == "delivered");
  BOOST_TEST(event.at("attempts").as_array().size() == 2u);
  const auto& rounds = event.at("rounds").as_array();
  BOOST_REQUIRE(rounds.size() == 1u);
  const auto answered = data_of(answer).as_object();
  BOOST_TEST(text_of(answered, "id") == text_of(event, "id"));
  BOOST_TEST(text_of(answered, "payment_link_id") == text_of(link, "id"));
  BOOST_TEST(answered.at("round") == rounds.at(0));
  const auto round = rounds.at(0).as_object();
  BOOST_TEST(round.at("first_attempt").as_int64() == 2);
  BOOST_TEST(round.at("repeats").as_int64() == 1);
  BOOST_TEST(round.at("signed_anew").is_null());
  BOOST_TEST(round.at("asked_by") == token);
  BOOST_TEST(text_of(event, "curl").find(scripted_world::header(first, "X-Service-Signature")) != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_round_has_ten_attempts_with_waits_of_its_own) {
  virtual_node node;
  node.world.answer_all(503);
  const auto link = node.pay_link();
  node.doze(2h);
  BOOST_REQUIRE(node.world.requests.size() == 10u);
  BOOST_TEST(resend(node, link).status == 200u);
  BOOST_TEST(text_of(node.get_link(link), "callback_status") == "pending");
  std::size_t attempts = 11;
  for (const auto wait : {10s, 20s, 40s, 80s, 160s, 320s, 512s, 512s, 512s}) {
    BOOST_TEST(node.world.requests.size() == attempts);
    node.advance(wait - 1ms);
    BOOST_TEST(node.world.requests.size() == attempts);
    node.advance(1ms);
    BOOST_TEST(node.world.requests.size() == ++attempts);
  }
  node.doze(2h);
  BOOST_REQUIRE(node.world.requests.size() == 20u);
  for (std::size_t i = 0; i < 20; ++i)
    BOOST_TEST(scripted_world::header(node.world.requests[i], "X-Service-Attempt") == std::to_string(i + 1));
  BOOST_TEST(text_of(node.get_link(link), "callback_status") == "failed");
}

BOOST_AUTO_TEST_CASE(after_a_day_it_is_signed_anew_with_the_key_in_force_and_the_record_says_so) {
  virtual_node node;
  const auto link = pay_unnotified(node);
  node.doze(24h + 1s);
  BOOST_TEST(resend(node, link).status == 200u);
  BOOST_REQUIRE(node.world.requests.size() == 2u);
  const auto& again = node.world.requests[1];
  BOOST_TEST(again.body == node.world.requests[0].body);
  const auto timestamp = scripted_world::header(again, "X-Service-Timestamp");
  BOOST_TEST(timestamp == std::to_string(unix_seconds(node.clock.now())));
  BOOST_TEST(scripted_world::header(again, "X-Service-Signature") ==
             hmac_sha256{node.signing_key}.hex({timestamp, ".", again.body}));
  const auto round = callback_of(node, link).at("rounds").as_array().at(0).as_object();
  BOOST_TEST(text_of(round, "signed_anew") == "too_old");
  BOOST_TEST(std::to_string(round.at("timestamp").as_int64()) == timestamp);
}

BOOST_AUTO_TEST_CASE(a_crash_before_the_attempt_loses_nothing_and_no_number_comes_twice) {
  virtual_node node;
  const auto link = pay_unnotified(node);
  node.world.hold_all();
  BOOST_TEST(resend(node, link).status == 200u);
  BOOST_REQUIRE(node.world.requests.size() == 2u);
  node.crash_and_restart();
  BOOST_REQUIRE(node.world.requests.size() == 3u);
  node.world.release(scripted_world::answered(200));
  node.run();
  std::set<std::string> numbers;
  for (const auto& request : node.world.requests) numbers.insert(scripted_world::header(request, "X-Service-Attempt"));
  BOOST_TEST(numbers.size() == 3u);
  BOOST_TEST(text_of(node.get_link(link), "callback_status") == "delivered");
}

BOOST_AUTO_TEST_CASE(what_is_still_being_sent_is_refused_with_its_status) {
  virtual_node node;
  node.world.answer_all(503);
  const auto link = node.pay_link();
  const auto refused = resend(node, link);
  BOOST_TEST(refused.status == 409u);
  BOOST_TEST(code_of(refused) == "CONFLICT");
  const auto detail = json::parse(refused.body).at("error").at("details").at(0).as_object();
  BOOST_TEST(text_of(detail, "field") == "status");
  BOOST_TEST(text_of(detail, "code") == "pending");
  BOOST_TEST(node.world.requests.size() == 1u);
  const auto unpaid = resend(node, node.make_link());
  BOOST_TEST(unpaid.status == 404u);
}

BOOST_AUTO_TEST_CASE(all_that_a_filter_matches_is_counted_first_and_then_sent) {
  virtual_node node;
  const auto reported = node.pay_link(), unnotified = pay_unnotified(node), other = pay_unnotified(node);
  node.make_link();
  const auto before = node.world.requests.size();
  BOOST_TEST(counts_of(resend_all(node, "?dry_run=true")) == "4/3/1");
  BOOST_TEST(counts_of(resend_all(node, "?callback_status=failed&dry_run=true")) == "2/2/0");
  BOOST_TEST(node.world.requests.size() == before);
  const auto sent = resend_all(node, "?callback_status=failed&dry_run=false");
  BOOST_TEST(counts_of(sent) == "2/2/0");
  BOOST_TEST(data_of(sent).at("dry_run").as_bool() == false);
  BOOST_TEST(node.world.requests.size() == before + 2);
  for (const auto& link : {unnotified, other})
    BOOST_TEST(text_of(node.get_link(link), "callback_status") == "delivered");
  BOOST_TEST(callback_of(node, reported).at("rounds").as_array().empty());
  BOOST_TEST(counts_of(resend_all(node, "?callback_status=failed")) == "0/0/0");
  BOOST_TEST(counts_of(resend_all(node, "?reference=" + text_of(reported, "reference"))) == "1/1/0");
  BOOST_TEST(callback_of(node, reported).at("attempts").as_array().size() == 2u);
}

BOOST_AUTO_TEST_CASE(more_than_one_portion_is_sent_again_each_once) {
  virtual_node node;
  constexpr std::size_t count = 520; // of 250 each
  node.world.answer_all(404);
  std::map<std::string, int> sent;
  for (std::size_t i = 0; i < count; ++i) node.pay_link();
  node.world.answer_all(200);
  node.world.requests.clear();
  BOOST_TEST(counts_of(resend_all(node, "?callback_status=failed")) == "520/520/0");
  node.advance(1min);
  for (const auto& request : node.world.requests) ++sent[scripted_world::header(request, "X-Service-Event-ID")];
  BOOST_TEST(sent.size() == count);
  BOOST_TEST(node.world.requests.size() == count);
}

BOOST_AUTO_TEST_CASE(a_key_sends_once_and_gets_the_first_answer_again_to_the_byte) {
  virtual_node node;
  const auto link = pay_unnotified(node), other = pay_unnotified(node);
  node.world.answer_all(404);
  const auto first = resend(node, link, "again-1");
  BOOST_REQUIRE_MESSAGE(first.status == 200, first.body);
  node.doze(1h);
  const auto replayed = resend(node, link, "again-1");
  BOOST_TEST(replayed.status == 200u);
  BOOST_TEST(replayed.body == first.body);
  BOOST_TEST((is_replay(replayed) && !is_replay(first)));
  BOOST_TEST(code_of(resend(node, other, "again-1")) == "IDEMPOTENCY_KEY_REUSED");
  BOOST_TEST(callback_of(node, link).at("rounds").as_array().size() == 1u);

  const auto all = resend_all(node, "?callback_status=failed", "again-all");
  BOOST_TEST(counts_of(all) == "2/2/0");
  node.doze(1h);
  const auto all_again = resend_all(node, "?callback_status=failed", "again-all");
  BOOST_TEST(all_again.body == all.body);
  BOOST_TEST(is_replay(all_again));
  BOOST_TEST(code_of(resend_all(node, "", "again-all")) == "IDEMPOTENCY_KEY_REUSED");
  BOOST_TEST(callback_of(node, link).at("rounds").as_array().size() == 2u);
  node.doze(24h);
  BOOST_TEST(counts_of(resend_all(node, "?callback_status=failed", "again-all")) == "2/2/0");
}

BOOST_AUTO_TEST_CASE(two_at_once_with_one_key_send_once) {
  virtual_node node;
  const auto link = pay_unnotified(node);
  const std::vector<std::pair<std::string, std::string>> headers{{"authorization", "Bearer " + node.token},
                                                                 {"idempotency-key", "again"}};
  const auto path = node.link_path(link, "/callback/resend");
  const auto one = node.begin_call(http_method::post, path, {}, headers);
  const auto other = node.begin_call(http_method::post, path, {}, headers);
  node.run();
  BOOST_TEST(one->value().status + other->value().status == 200u + 409u);
  const auto& refused = one->value().status == 409u ? one->value() : other->value();
  BOOST_TEST(code_of(refused) == "IDEMPOTENCY_IN_PROGRESS");
  BOOST_TEST(node.world.requests.size() == 2u);
}

BOOST_AUTO_TEST_CASE(of_all_that_is_wrong_the_first_is_told) {
  virtual_node node;
  const auto link = node.make_link();
  const auto reading = make_secret("plat", node.random);
  const create_token reader{
      token_id::make(node.clock.now(), node.random),
      user_id::from_store(test::ask_sql("sqlite://" + node.database_file(), "SELECT id FROM users")),
      sha256_hex(reading),
      "last",
      "reads",
      node.clock.now() + 24h,
      {{node.workspace, static_cast<std::uint32_t>(permission::payment_links_read)}}};
  // The file has one writer: between two lives of the node it is free.
  node.crash_and_restart([&] { BOOST_REQUIRE(node.apply({reader}).at(0).has_value()); });
  const auto all = "/v1.1/payment-links/" + node.workspace.text() + "/callbacks/resend";
  for (const auto& path : {node.link_path(link, "/callback/resend"), all}) {
    // Everything is wrong; from step to step one thing less.
    auto request = virtual_node::request_of(http_method::put, path + "?dry_run=perhaps&limit=5", "not json",
                                            {{"content-type", "x/y"}});
    request.body_state = body_state::too_large;
    const auto status = [&] { return node.call(request).status; };
    BOOST_TEST(status() == 405u);
    request.method = http_method::post;
    BOOST_TEST(status() == 401u);
    request.headers.emplace_back("authorization", "Bearer " + reading);
    BOOST_TEST(status() == 403u);
    request.headers.back().second = "Bearer " + node.token;
    BOOST_TEST(status() == 413u);
    request.body_state = body_state::here;
    BOOST_TEST(status() == 415u);
    request.headers.front().second = "application/json";
    BOOST_TEST(status() == 400u);
    request.body = R"({"dry_run":true})";
    BOOST_TEST(status() == 422u);
    request.body = "{}";
    if (path == all) {
      const auto refused = json::parse(node.call(request).body).at("error").at("details").as_array();
      BOOST_REQUIRE(refused.size() == 3u);
      BOOST_TEST(text_of(refused[0].as_object(), "field") == "limit");
      BOOST_TEST(text_of(refused[1].as_object(), "field") == "dry_run");
      BOOST_TEST(text_of(refused[2].as_object(), "field") == "all");
    } else {
      BOOST_TEST(status() == 404u); // not paid
    }
  }
}

// Typed without the filter that was meant, it would knock at every receiver of the Workspace again.
BOOST_AUTO_TEST_CASE(every_callback_is_sent_again_only_when_that_is_said) {
  virtual_node node;
  const auto reported = node.pay_link();
  node.advance(15s);
  const auto before = node.world.requests.size();
  for (const auto* parameters : {"", "?all=false", "?dry_run=false"}) {
    const auto refused = resend_all(node, parameters);
    BOOST_TEST(refused.status == 422u, parameters);
    const auto fault = json::parse(refused.body).at("error").at("details").at(0).as_object();
    BOOST_TEST(text_of(fault, "field") == "all");
    BOOST_TEST(text_of(fault, "code") == "required");
  }
  BOOST_TEST(node.world.requests.size() == before);
  BOOST_TEST(counts_of(resend_all(node, "?dry_run=true")) == "1/1/0");
  BOOST_TEST(counts_of(resend_all(node, "?public_id=" + text_of(reported, "public_id"))) == "1/1/0");
  node.advance(15s);
  BOOST_TEST(counts_of(resend_all(node, "?all=true")) == "1/1/0");
  node.advance(15s);
  BOOST_TEST(node.world.requests.size() == before + 2);
}

BOOST_AUTO_TEST_CASE(callbacks_of_one_workspace_are_sent_again_by_one_filter_at_a_time) {
  virtual_node node;
  node.pay_link();
  node.advance(15s);
  const std::string path = "/v1.1/payment-links/" + node.workspace.text() + "/callbacks/resend?all=true";
  node.store_stands_still = true;
  const auto first = node.begin_call(http_method::post, path, {}, {{"authorization", "Bearer " + node.token}});
  node.run();
  const auto second = node.api(http_method::post, path);
  BOOST_TEST(second.status == 429u);
  BOOST_TEST(second.body.find("Wait until that has finished") != std::string::npos);
  BOOST_TEST(!first->has_value());
}

// The receiver knows of the payment: it needs nobody's attention, and no mail says that it does not know.
BOOST_AUTO_TEST_CASE(a_failed_round_of_what_was_acknowledged_alarms_nobody) {
  virtual_node node;
  const auto link = node.pay_link();
  node.advance(15s);
  BOOST_TEST(text_of(node.get_link(link), "callback_status") == "delivered");
  node.world.answer_all(404);
  BOOST_TEST(resend(node, link).status == 200u);
  node.advance(15s);
  BOOST_TEST(text_of(node.get_link(link), "callback_status") == "failed");
  const auto list = "/v1.1/payment-links/" + node.workspace.text();
  BOOST_TEST(rows_of(node.api(http_method::get, list + "?attention=open")).empty());
  BOOST_TEST(rows_of(node.api(http_method::get, list + "?callback_status=failed")).size() == 1u);
  // Neither does a later success speak of a recovery.
  node.world.answer_all(200);
  node.pay_link();
  node.doze(2h);
  BOOST_TEST(node.mail.sent.empty());
  // What was never acknowledged alarms as before.
  node.world.answer_all(404);
  node.pay_link();
  node.advance(15s);
  BOOST_TEST(node.mail.sent.size() == 1u);
  BOOST_TEST(rows_of(node.api(http_method::get, list + "?attention=open")).size() == 1u);
}

BOOST_AUTO_TEST_CASE(what_is_no_filter_is_refused_by_name) {
  virtual_node node;
  for (const auto& [parameters, field] :
       std::initializer_list<std::pair<std::string, std::string>>{{"?status=open", "status"},
                                                                  {"?callback_status=done", "callback_status"},
                                                                  {"?reference=PFSL1", "reference"},
                                                                  {"?bank_account_id=x", "bank_account_id"},
                                                                  {"?from=yesterday", "from"},
                                                                  {"?to=0", "to"},
                                                                  {"?attention=all", "attention"},
                                                                  {"?all=true&cursor=x", "cursor"},
                                                                  {"?all=true&order=asc", "order"},
                                                                  {"?all=true&callbackstatus=failed", "callbackstatus"},
                                                                  {"?all=true&dry_run=1", "dry_run"},
                                                                  {"?all=yes&dry_run=true", "all"},
                                                                  {"?public_id=pl_1", "public_id"},
                                                                  {"?dry_run=true&dry_run=true", "dry_run"}}) {
    const auto refused = resend_all(node, parameters);
    BOOST_TEST_CONTEXT(parameters) {
      BOOST_TEST(refused.status == 422u);
      const auto details = json::parse(refused.body).at("error").at("details").as_array();
      BOOST_REQUIRE(details.size() == 1u);
      BOOST_TEST(text_of(details[0].as_object(), "field") == field);
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace paylink::test
