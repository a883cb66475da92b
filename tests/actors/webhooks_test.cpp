// Webhooks over the API: who is told of what, with which key and signature, and what becomes of it.
#include "domain/deliveries/callback.hpp"
#include "secrets/hmac.hpp"
#include "tests/actors/signed_in_person.hpp"
#include "tests/support/raw_sql.hpp"

#include <boost/test/unit_test.hpp>

namespace paylink::test {

namespace json = boost::json;

namespace {

std::string hooks(const virtual_node& node, const std::string& rest = {}) {
  return "/v1.1/webhooks/" + node.workspace.text() + rest;
}

json::object make_hook(virtual_node& node, const std::string& more = {},
                       const std::string& events = R"("transaction.credit","transaction.debit")") {
  const auto made =
      node.api(http_method::post, hooks(node),
               R"({"name":"Orders","url":"https://shop.test/hook","events":[)" + events + "]" + more + "}");
  BOOST_REQUIRE_MESSAGE(made.status == 201, made.body);
  return data_of(made).as_object();
}

json::object call_hook(virtual_node& node, http_method method, const json::object& hook, const std::string& rest,
                       const std::string& body = {}) {
  const auto done = node.api(method, hooks(node, "/" + text_of(hook, "id") + rest), body);
  BOOST_REQUIRE_MESSAGE(done.status == 200, done.body);
  return data_of(done).as_object();
}

/// As a receiver does.
bool is_signed(const outbound_request& request, const std::string& secret) {
  const auto time = scripted_world::header(request, "X-Service-Timestamp");
  return hmac_sha256{secret}.hex({time + "." + request.body}) == scripted_world::header(request, "X-Service-Signature");
}

std::vector<outbound_request> requests_to(const virtual_node& node, const std::string& url) {
  std::vector<outbound_request> found;
  std::ranges::copy_if(node.world.requests, std::back_inserter(found),
                       [&](const outbound_request& one) { return one.url == url; });
  return found;
}

} // namespace

BOOST_AUTO_TEST_SUITE(webhooks)

BOOST_AUTO_TEST_CASE(a_credit_is_told_with_the_key_and_signed_with_the_secret) {
  virtual_node node;
  const auto hook = make_hook(node, R"(,"headers":{"X-Shop":"hanoi"})");
  node.feed(node.entry("FT1", 150'000, "Don hang 7"));
  BOOST_REQUIRE(node.world.requests.size() == 1u);
  const auto& sent = node.world.requests[0];
  BOOST_TEST((sent.url == "https://shop.test/hook" && !sent.follow_to_other_origin));
  BOOST_TEST(scripted_world::header(sent, "X-Client-API-Key") == text_of(hook, "api_key"));
  BOOST_TEST(scripted_world::header(sent, "X-Service-Webhook-ID") == text_of(hook, "id"));
  BOOST_TEST(scripted_world::header(sent, "User-Agent") == "Service-Webhook/1");
  BOOST_TEST(scripted_world::header(sent, "X-Service-Attempt") == "1");
  BOOST_TEST(scripted_world::header(sent, "X-Shop") == "hanoi");
  BOOST_TEST(is_signed(sent, text_of(hook, "secret")));
  const auto payload = json::parse(sent.body).as_object();
  BOOST_TEST(payload.size() == 8u);
  BOOST_TEST((payload.at("amount") == 150'000 && payload.at("transfer_type") == "credit"));
  BOOST_TEST((payload.at("bank") == "MB" && payload.at("bank_account_number") == "0123456789"));
  BOOST_TEST(text_of(payload, "account_id") == node.account.text());
  BOOST_TEST(text_of(call_hook(node, http_method::get, hook, "").at("last_delivery").as_object(), "status") ==
             "delivered");
}

BOOST_AUTO_TEST_CASE(every_attempt_is_signed_by_itself) {
  virtual_node node;
  node.world.answer_all(503);
  const auto hook = make_hook(node);
  node.feed(node.entry("FT1", 150'000, "thanh toan"));
  node.advance(11s);
  node.advance(21s);
  BOOST_REQUIRE(node.world.requests.size() == 3u);
  std::set<std::string> times;
  for (const auto& sent : node.world.requests) {
    BOOST_TEST((is_signed(sent, text_of(hook, "secret")) && sent.body == node.world.requests[0].body));
    times.insert(scripted_world::header(sent, "X-Service-Timestamp"));
  }
  BOOST_TEST(times.size() == 3u);
  BOOST_TEST(scripted_world::header(node.world.requests[2], "X-Service-Attempt") == "3");
}

BOOST_AUTO_TEST_CASE(keys_are_shown_once_and_rotate_when_they_are_activated) {
  virtual_node node;
  node.world.answer_all(503);
  const auto hook = make_hook(node);
  BOOST_TEST(call_hook(node, http_method::get, hook, "").at("api_key").is_null());
  const auto rotated = call_hook(node, http_method::post, hook, "/rotate");
  BOOST_TEST(text_of(rotated, "secret") != text_of(hook, "secret"));
  node.feed(node.entry("FT1", 150'000, "thanh toan"));
  BOOST_TEST(is_signed(node.world.requests.at(0), text_of(hook, "secret")));
  BOOST_TEST(call_hook(node, http_method::post, hook, "/rotate/activate").at("rotates_at").is_null());
  node.advance(10s);
  // The same delivery, with the key of now.
  BOOST_TEST(is_signed(node.world.requests.at(1), text_of(rotated, "secret")));
  BOOST_TEST(scripted_world::header(node.world.requests[1], "X-Client-API-Key") == text_of(rotated, "api_key"));
  BOOST_TEST(node.api(http_method::post, hooks(node, "/" + text_of(hook, "id") + "/rotate/activate")).status == 409u);
  call_hook(node, http_method::post, hook, "/rotate");
  node.doze(24h + 1min);
  node.world.requests.clear();
  node.feed(node.entry("FT2", 150'000, "thanh toan"));
  BOOST_TEST(!is_signed(node.world.requests.at(0), text_of(rotated, "secret")));
}

BOOST_AUTO_TEST_CASE(at_another_origin_a_webhook_has_other_keys_from_the_first_request_on) {
  struct move {
    const char* url;
    bool is_elsewhere;
  };
  for (const auto& [url, is_elsewhere] :
       {move{"https://shop.test/other?a=b", false}, move{"https://SHOP.test:443/other", false},
        move{"https://shop.test:8443/hook", true}, move{"https://hooks.shop.test/hook", true},
        move{"https://evil.test/hook", true}})
    BOOST_TEST_CONTEXT(url) {
      virtual_node node;
      node.world.answer_all(503);
      const auto hook = make_hook(node);
      node.feed(node.entry("FT1", 150'000, "thanh toan"));                   // waits for its second attempt
      if (is_elsewhere) call_hook(node, http_method::post, hook, "/rotate"); // this pair is not used either
      const auto moved = call_hook(node, http_method::patch, hook, "", R"({"url":")" + std::string{url} + "\"}");
      BOOST_TEST((text_of(moved, "url") == url && moved.at("rotates_at").is_null()));
      BOOST_TEST(moved.at("api_key").is_null() == !is_elsewhere);
      BOOST_TEST(moved.at("secret").is_null() == !is_elsewhere);
      BOOST_TEST(call_hook(node, http_method::get, hook, "").at("api_key").is_null());
      const auto& keys = is_elsewhere ? moved : hook;
      node.world.requests.clear();
      node.world.answer_all(200);
      call_hook(node, http_method::post, hook, "/test");
      node.advance(15s);
      node.doze(25h);
      node.feed(node.entry("FT2", 150'000, "thanh toan"));
      BOOST_TEST(requests_to(node, url).size() == 3u);
      for (const auto& sent : node.world.requests) {
        BOOST_TEST(scripted_world::header(sent, "X-Client-API-Key") == text_of(keys, "api_key"));
        BOOST_TEST(is_signed(sent, text_of(keys, "secret")));
      }
      BOOST_TEST(node.api(http_method::post, hooks(node, "/" + text_of(hook, "id") + "/rotate/activate")).status ==
                 409u);
      BOOST_TEST(test::ask_sql("sqlite://" + node.database_file(), "SELECT COUNT(*) FROM webhook_keys") == "1");
    }
}

BOOST_AUTO_TEST_CASE(a_webhook_moves_to_another_origin_only_shortly_after_a_password) {
  virtual_node node;
  signed_in_person owner{node, "owner@shop.test"};
  const auto hook = make_hook(node);
  const auto path = hooks(node, "/" + text_of(hook, "id"));
  const std::string away = R"({"url":"https://new.test/hook"})";
  node.doze(10min);
  for (const auto& body : {away, std::string{R"({"url":"https://new.test/hook","check":true})"}}) {
    const auto refused = owner.patch(path, body);
    BOOST_TEST((refused.status == 403u && code_of(refused) == "REAUTHENTICATION_REQUIRED"), refused.body);
  }
  BOOST_TEST(text_of(call_hook(node, http_method::get, hook, ""), "url") == "https://shop.test/hook");
  BOOST_TEST(node.world.requests.empty());
  for (const auto* body : {R"({"url":"https://shop.test/other"})", R"({"name":"Books"})", R"({"enabled":true})"})
    BOOST_TEST(owner.patch(path, body).status == 200u, body);
  BOOST_TEST(owner.patch(path, R"({"url":"http://new.test/"})").status == 422u); // faults come first
  signed_in_person again{node, "owner@shop.test"};
  const auto moved = again.patch(path, away);
  BOOST_TEST_REQUIRE(moved.status == 200u, moved.body);
  BOOST_TEST(text_of(data_of(moved).as_object(), "secret").starts_with("whs_"));
  // A token has no password to give, and learns no key that a receiver knows.
  BOOST_TEST(node.api(http_method::patch, path, R"({"url":"https://third.test/hook"})").status == 200u);
}

BOOST_AUTO_TEST_CASE(a_paid_link_is_one_callback_and_a_delivery_for_each_webhook) {
  virtual_node node;
  for (int i = 0; i < 5; ++i) make_hook(node);
  make_hook(node, {}, R"("order.success","order.failed")");
  node.pay_link();
  node.run();
  BOOST_TEST(requests_to(node, "https://shop.test/hook").size() == 5u);
  BOOST_TEST(node.world.requests.size() == 6u);
}

BOOST_AUTO_TEST_CASE(a_disabled_webhook_gets_nothing_and_keeps_what_it_missed) {
  virtual_node node;
  const auto hook = make_hook(node);
  const auto off = call_hook(node, http_method::patch, hook, "", R"({"enabled":false})");
  BOOST_TEST(text_of(off, "disabled_reason") == "disabled_by_user");
  node.feed(node.entry("FT1", 150'000, "thanh toan"));
  node.advance(15s);
  BOOST_TEST(node.world.requests.empty());
  BOOST_TEST(text_of(call_hook(node, http_method::get, hook, "").at("last_delivery").as_object(), "status") ==
             "skipped");
  call_hook(node, http_method::patch, hook, "", R"({"enabled":true})");
  node.feed(node.entry("FT2", 150'000, "thanh toan"));
  BOOST_TEST(node.world.requests.size() == 1u);
}

BOOST_AUTO_TEST_CASE(a_test_event_is_sent_at_once) {
  virtual_node node;
  const auto hook = make_hook(node);
  call_hook(node, http_method::post, hook, "/test", "{}");
  call_hook(node, http_method::post, hook, "/test"); // the same
  node.advance(1s);
  BOOST_REQUIRE(node.world.requests.size() == 2u);
  for (const auto& request : node.world.requests) {
    BOOST_TEST(text_of(json::parse(request.body).as_object(), "transaction_id").starts_with("txn_test_"));
    BOOST_TEST(is_signed(request, text_of(hook, "secret")));
  }
  call_hook(node, http_method::post, hook, "/test", R"({"event":"order.failed"})");
  node.advance(1s);
  BOOST_TEST(text_of(json::parse(node.world.requests.at(2).body).as_object(), "order_id").starts_with("ord_test_"));
  BOOST_TEST(node.api(http_method::post, hooks(node, "/" + text_of(hook, "id") + "/test"), R"({"event":"x"})").status ==
             422u);
}

BOOST_AUTO_TEST_CASE(a_filter_is_taken_away_as_it_is_shown_when_there_is_none) {
  virtual_node node;
  const auto hook = make_hook(node);
  const auto filtered = [&] { return call_hook(node, http_method::get, hook, "").at("filter"); };
  BOOST_TEST(filtered().is_null());
  for (const auto* none : {R"({"filter":null})", R"({"filter":{}})"}) {
    call_hook(node, http_method::patch, hook, "", R"({"filter":{"transfer_type":"debit"}})");
    BOOST_TEST(filtered().is_object());
    call_hook(node, http_method::patch, hook, "", R"({"name":"another"})");
    BOOST_TEST(filtered().is_object());
    call_hook(node, http_method::patch, hook, "", none);
    BOOST_TEST(filtered().is_null(), none);
  }
}

BOOST_AUTO_TEST_CASE(faults_are_named_by_field) {
  virtual_node node;
  const auto refused = node.api(
      http_method::post, hooks(node),
      R"({"name":" ","url":"http://shop.test/","events":["transaction.credit","x"],"headers":{"Host":"a","X-Service-Y":"b","X-A":"\u00e9"},"filter":{"bank_account_ids":["ba_no"],"transfer_type":"in","min_amount":"1.5","text":"--"}})");
  BOOST_TEST(refused.status == 422u);
  std::set<std::string> fields;
  const auto answer = json::parse(refused.body);
  for (const auto& one : answer.at("error").at("details").as_array()) fields.insert(text_of(one.as_object(), "field"));
  const std::set<std::string> expected{"name",
                                       "url",
                                       "events.1",
                                       "headers.Host",
                                       "headers.X-Service-Y",
                                       "headers.X-A",
                                       "filter.bank_account_ids.0",
                                       "filter.transfer_type",
                                       "filter.min_amount",
                                       "filter.text"};
  BOOST_TEST(fields == expected, boost::test_tools::per_element());
  BOOST_TEST(node.api(http_method::post, hooks(node), "{}").status == 422u);
}

BOOST_AUTO_TEST_CASE(a_deleted_webhook_is_gone) {
  virtual_node node;
  const auto hook = make_hook(node);
  const auto path = hooks(node, "/" + text_of(hook, "id"));
  BOOST_TEST(node.api(http_method::del, path).status == 204u);
  BOOST_TEST(node.api(http_method::get, path).status == 404u);
  BOOST_TEST(node.api(http_method::del, path).status == 404u);
  node.feed(node.entry("FT1", 150'000, "thanh toan"));
  BOOST_TEST(node.world.requests.empty());
}

BOOST_AUTO_TEST_CASE(an_idempotency_key_makes_one_webhook_and_shows_its_keys_once) {
  virtual_node node;
  const std::string body = R"({"name":"Orders","url":"https://shop.test/hook","events":["transaction.credit"]})";
  const std::vector<std::pair<std::string, std::string>> headers{
      {"authorization", "Bearer " + node.token}, {"content-type", "application/json"}, {"idempotency-key", "k1"}};
  const auto first = data_of(node.call(http_method::post, hooks(node), body, headers)).as_object();
  const auto again = data_of(node.call(http_method::post, hooks(node), body, headers)).as_object();
  BOOST_TEST((text_of(first, "id") == text_of(again, "id") && again.at("secret").is_null()));
  BOOST_TEST(json::parse(node.api(http_method::get, hooks(node)).body).at("data").as_array().size() == 1u);
  BOOST_TEST(node.api(http_method::del, hooks(node, "/" + text_of(first, "id"))).status == 204u);
  const auto gone = node.call(http_method::post, hooks(node), body, headers);
  BOOST_TEST((gone.status == 404u &&
              gone.body.find("webhook that this idempotency key created has been deleted") != std::string::npos));
}

BOOST_AUTO_TEST_CASE(keys_are_in_no_row_and_no_log) {
  virtual_node node;
  const auto hook = make_hook(node);
  node.feed(node.entry("FT1", 150'000, "thanh toan"));
  const auto stored = test::ask_sql("sqlite://" + node.database_file(),
                                    "SELECT group_concat(sealed_api_key || sealed_secret) FROM webhook_keys");
  BOOST_TEST(stored.find(text_of(hook, "secret")) == std::string::npos);
  BOOST_TEST(stored.find(text_of(hook, "api_key")) == std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace paylink::test
