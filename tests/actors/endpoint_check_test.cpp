// A webhook that is saved only if its endpoint takes a test event.
#include "secrets/hmac.hpp"
#include "tests/actors/virtual_node.hpp"
#include "tests/support/raw_sql.hpp"

#include <boost/test/unit_test.hpp>

namespace paylink::test {

namespace json = boost::json;

namespace {

std::string hooks(const virtual_node& node, const std::string& rest = {}) {
  return "/v1.1/webhooks/" + node.workspace.text() + rest;
}

std::string url_of(const virtual_node& node) { return "sqlite://" + node.database_file(); }

const std::string wanted =
    R"({"name":"Orders","url":"https://shop.test/hook","events":["transaction.credit"],"headers":{"X-Shop":"hanoi"},)"
    R"("check":true})";

json::object created(const http_response& answer) {
  BOOST_REQUIRE_MESSAGE(answer.status == 201, answer.body);
  return data_of(answer).as_object();
}

/// The only fault of a refusal, `field:code`, and its message.
std::pair<std::string, std::string> fault_of(const http_response& answer) {
  BOOST_REQUIRE_MESSAGE(answer.status == 422, answer.body);
  const auto details = json::parse(answer.body).at("error").at("details").as_array();
  BOOST_REQUIRE(details.size() == 1u);
  const auto& fault = details[0].as_object();
  return {text_of(fault, "field") + ":" + text_of(fault, "code"), text_of(fault, "message")};
}

std::size_t count_hooks(virtual_node& node) { return rows_of(node.api(http_method::get, hooks(node))).size(); }

void check_request(const outbound_request& sent, const json::object& hook, const std::string& api_key,
                   const std::string& secret) {
  const auto header = [&](std::string_view name) { return scripted_world::header(sent, name); };
  BOOST_TEST(header("X-Client-API-Key") == api_key);
  BOOST_TEST(header("X-Service-Webhook-ID") == text_of(hook, "id"));
  BOOST_TEST((header("X-Service-Attempt") == "1" && header("User-Agent") == "Service-Webhook/1"));
  BOOST_TEST(hmac_sha256{secret}.hex({header("X-Service-Timestamp") + "." + sent.body}) ==
             header("X-Service-Signature"));
  BOOST_TEST(text_of(json::parse(sent.body).as_object(), "transaction_id").starts_with("txn_test_"));
  BOOST_TEST(!sent.follow_to_other_origin);
}

} // namespace

BOOST_AUTO_TEST_SUITE(endpoint_checks)

BOOST_AUTO_TEST_CASE(a_webhook_is_created_once_its_endpoint_has_taken_a_signed_test_event) {
  virtual_node node;
  const auto hook = created(node.api(http_method::post, hooks(node), wanted));
  BOOST_TEST(hook.at("check").at("status_code") == 200);
  BOOST_REQUIRE(node.world.requests.size() == 1u);
  BOOST_TEST(node.world.requests[0].url == "https://shop.test/hook");
  BOOST_TEST(scripted_world::header(node.world.requests[0], "X-Shop") == "hanoi");
  check_request(node.world.requests[0], hook, text_of(hook, "api_key"), text_of(hook, "secret"));
  // Nothing of the check is a delivery, and later answers do not repeat it.
  const auto shown = data_of(node.api(http_method::get, hooks(node, "/" + text_of(hook, "id")))).as_object();
  BOOST_TEST((shown.at("last_delivery").is_null() && shown.at("check").is_null()));
  // Its events are signed with the pair that was checked.
  node.feed(node.entry("FT1", 150'000, "Don hang 7"));
  BOOST_REQUIRE(node.world.requests.size() == 2u);
  BOOST_TEST(scripted_world::header(node.world.requests[1], "X-Client-API-Key") == text_of(hook, "api_key"));
}

BOOST_AUTO_TEST_CASE(without_a_check_nothing_is_sent) {
  virtual_node node;
  node.world.answer_all(404);
  for (const std::string said : {"", R"(,"check":false)"})
    BOOST_TEST(created(node.api(http_method::post, hooks(node),
                                R"({"name":"a","url":"https://shop.test/hook","events":["order.failed"])" + said + "}"))
                   .at("check")
                   .is_null());
  BOOST_TEST(node.world.requests.empty());
}

BOOST_AUTO_TEST_CASE(what_an_endpoint_does_instead_of_taking_it_stands_in_the_refusal) {
  virtual_node node;
  struct answer {
    attempt made;
    std::string_view says;
  };
  for (const auto& [made, says] : {answer{scripted_world::answered(404), "(http_4xx, status 404)"},
                                   answer{scripted_world::answered(500), "(http_5xx, status 500)"},
                                   answer{scripted_world::failed(failure_class::timeout), "(timeout)"},
                                   answer{scripted_world::failed(failure_class::tls, true), "(tls)"},
                                   answer{scripted_world::failed(failure_class::dns, true), "(dns)"}}) {
    node.world.answer_by([made = made](const outbound_request&) { return made; });
    const auto [field, message] = fault_of(node.api(http_method::post, hooks(node), wanted));
    BOOST_TEST(field == "url:check_failed");
    BOOST_TEST(message.find(says) != std::string::npos, message);
    BOOST_TEST(message.find(made.error) != std::string::npos, message);
  }
  BOOST_TEST(count_hooks(node) == 0u);
}

BOOST_AUTO_TEST_CASE(an_endpoint_may_refuse_a_key_that_it_cannot_know_yet_and_no_other) {
  virtual_node node;
  node.world.answer_all(401);
  const auto hook = created(node.api(http_method::post, hooks(node), wanted));
  BOOST_TEST(hook.at("check").at("status_code") == 401);
  const auto refused =
      node.api(http_method::patch, hooks(node, "/" + text_of(hook, "id")), R"({"name":"Books","check":true})");
  BOOST_TEST(fault_of(refused).first == "url:check_failed");
  node.world.answer_all(403);
  BOOST_TEST(fault_of(node.api(http_method::post, hooks(node), wanted)).first == "url:check_failed");
  BOOST_TEST(count_hooks(node) == 1u);
}

BOOST_AUTO_TEST_CASE(a_change_is_checked_as_it_will_be_and_only_the_origin_that_it_had_sees_its_keys) {
  virtual_node node;
  const auto hook = created(node.api(http_method::post, hooks(node), wanted));
  const auto path = hooks(node, "/" + text_of(hook, "id"));
  node.api(http_method::post, path + "/rotate"); // the new pair waits
  node.world.requests.clear();
  const std::string change =
      R"({"url":"https://new.test/hook","headers":{"X-Shop":"hue"},"events":["transaction.debit"],"check":true})";
  node.world.answer_all(503);
  BOOST_TEST(fault_of(node.api(http_method::patch, path, change)).first == "url:check_failed");
  BOOST_TEST(text_of(data_of(node.api(http_method::get, path)).as_object(), "url") == "https://shop.test/hook");
  node.world.answer_all(204);
  const auto changed = node.api(http_method::patch, path, change);
  BOOST_REQUIRE_MESSAGE(changed.status == 200, changed.body);
  BOOST_TEST(data_of(changed).at("check").at("status_code") == 204);
  BOOST_TEST(text_of(data_of(changed).as_object(), "url") == "https://new.test/hook");
  BOOST_REQUIRE(node.world.requests.size() == 2u);
  for (const auto& sent : node.world.requests) {
    BOOST_TEST(sent.url == "https://new.test/hook");
    BOOST_TEST(scripted_world::header(sent, "X-Shop") == "hue");
    BOOST_TEST((json::parse(sent.body).at("transfer_type") == "debit"));
    BOOST_TEST(scripted_world::header(sent, "X-Client-API-Key").starts_with("whk_"));
    BOOST_TEST(scripted_world::header(sent, "X-Client-API-Key") != text_of(hook, "api_key"));
  }
  // It was checked with the pair that it has now.
  const auto keys = data_of(changed).as_object();
  check_request(node.world.requests.back(), hook, text_of(keys, "api_key"), text_of(keys, "secret"));
  // By itself it changes nothing, and tries what there is.
  const auto tried = node.api(http_method::patch, path, R"({"check":true})");
  BOOST_TEST(data_of(tried).at("check").at("status_code") == 204);
  BOOST_TEST(node.world.requests.back().url == "https://new.test/hook");
  BOOST_TEST((node.world.requests.size() == 3u && data_of(tried).at("api_key").is_null()));
  check_request(node.world.requests.back(), hook, text_of(keys, "api_key"), text_of(keys, "secret"));
}

BOOST_AUTO_TEST_CASE(what_moves_during_the_check_of_a_change_is_not_moved_back_with_its_new_keys) {
  virtual_node node;
  const auto hook = created(node.api(http_method::post, hooks(node), wanted));
  const auto path = hooks(node, "/" + text_of(hook, "id"));
  node.world.hold_all();
  const auto place = node.begin_call(http_method::patch, path, R"({"url":"https://shop.test/other","check":true})",
                                     {{"authorization", "Bearer " + node.token}, {"content-type", "application/json"}});
  node.run();
  BOOST_TEST(!place->has_value());
  BOOST_TEST(node.api(http_method::patch, path, R"({"url":"https://new.test/hook"})").status == 200u);
  node.world.release(scripted_world::answered(200));
  node.run();
  BOOST_REQUIRE(place->has_value());
  BOOST_TEST(((*place)->status == 409u && code_of(**place) == "CONFLICT"));
  BOOST_TEST(text_of(data_of(node.api(http_method::get, path)).as_object(), "url") == "https://new.test/hook");
}

BOOST_AUTO_TEST_CASE(a_repeated_call_is_answered_without_another_check) {
  virtual_node node;
  const auto create = [&] {
    return node.call(
        http_method::post, hooks(node), wanted,
        {{"authorization", "Bearer " + node.token}, {"content-type", "application/json"}, {"idempotency-key", "once"}});
  };
  const auto first = created(create()), again = created(create());
  BOOST_TEST((text_of(first, "id") == text_of(again, "id") && again.at("check").is_null()));
  BOOST_TEST(node.world.requests.size() == 1u);
}

BOOST_AUTO_TEST_CASE(a_chat_is_not_checked_and_other_faults_come_before_a_check) {
  virtual_node node;
  const auto chat =
      node.api(http_method::post, hooks(node),
               R"({"type":"telegram","name":"a","events":["order.failed"],"chat_id":"-1001234567890","check":true,)"
               R"("bot_token":"7123456789:AAHk3Xw_9dQz-1vTn5LpR8sYbC2eFgJmU0o"})");
  BOOST_TEST(fault_of(chat).first == "check:format");
  const auto inside = node.api(http_method::post, hooks(node),
                               R"({"name":"a","url":"https://10.0.0.1/","events":["order.failed"],"check":true})");
  BOOST_TEST(fault_of(inside).first == "url:blocked_address");
  BOOST_TEST(node.world.requests.empty());
}

BOOST_AUTO_TEST_CASE(two_checks_of_a_workspace_are_under_way_at_most) {
  virtual_node node;
  node.world.hold_all();
  const auto begin = [&] {
    auto place = node.begin_call(http_method::post, hooks(node), wanted,
                                 {{"authorization", "Bearer " + node.token}, {"content-type", "application/json"}});
    node.run();
    return place;
  };
  const auto first = begin(), second = begin(), third = begin();
  BOOST_TEST((!first->has_value() && !second->has_value()));
  BOOST_REQUIRE(third->has_value());
  BOOST_TEST((*third)->status == 429u);
  BOOST_TEST(count_hooks(node) == 0u); // other calls are answered meanwhile
  while (!node.world.held.empty()) node.world.release(scripted_world::answered(200));
  node.run();
  BOOST_REQUIRE((first->has_value() && second->has_value()));
  BOOST_TEST(((*first)->status == 201u && (*second)->status == 201u));
  const auto fourth = begin();
  node.world.release(scripted_world::answered(200));
  node.run();
  BOOST_REQUIRE(fourth->has_value());
  BOOST_TEST((*fourth)->status == 201u);
}

BOOST_AUTO_TEST_CASE(a_caller_who_has_lost_the_right_during_the_check_saves_nothing) {
  virtual_node node;
  node.world.hold_all();
  const auto place = node.begin_call(http_method::post, hooks(node), wanted,
                                     {{"authorization", "Bearer " + node.token}, {"content-type", "application/json"}});
  node.run();
  test::run_sql(url_of(node), "UPDATE memberships SET role = 'viewer'");
  node.world.release(scripted_world::answered(200));
  node.run();
  BOOST_REQUIRE(place->has_value());
  BOOST_TEST((*place)->status == 403u);
  BOOST_TEST(test::ask_sql(url_of(node), "SELECT COUNT(*) FROM webhooks") == "0");
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace paylink::test
