#include "domain/values/ascii.hpp"
#include "domain/webhooks/webhook_payload.hpp"
#include "tests/cli/local_application.hpp"
#include "tests/cli/running_listener.hpp"
#include "tests/support/free_port.hpp"

#include <boost/test/unit_test.hpp>

using namespace paylink;
using namespace paylink::test;
using headers = std::vector<std::pair<std::string, std::string>>;

namespace {

std::string credit(const std::string& id, std::string_view content = "Nguyễn \"Ấn\" 😀") {
  return webhook_payload(transaction_event_facts{id, "ba_1", "MB", "0123456789", money{150'000}, transfer_type::credit,
                                                 content, from_millis(0)});
}
std::string order(const std::string& id, bool is_success) {
  return webhook_payload(order_event_facts{id, money{2000}, is_success, {}, {}});
}

headers signed_headers(const std::string& body, const std::string& secret = canary_secret,
                       const std::string& api_key = canary_api_key, std::int64_t age = 0) {
  const auto signed_at = std::to_string(unix_seconds(system_wall_clock{}.now()) - age);
  headers all{{"X-Service-Timestamp", signed_at},
              {"X-Service-Signature", hmac_sha256{secret}.hex({signed_at, ".", body})},
              {"X-Service-Webhook-ID", "wh_1"},
              {"X-Service-Attempt", "3"}};
  if (!api_key.empty()) all.emplace_back("X-Client-API-Key", api_key);
  return all;
}

unsigned send(running_listener& to, const std::string& body) {
  return to.status_of(to.post(body, signed_headers(body)));
}

} // namespace

BOOST_AUTO_TEST_SUITE(webhook_listening)

BOOST_AUTO_TEST_CASE(good_and_repeated_webhooks_are_told_apart) {
  temporary_folder folder;
  running_listener listener{folder, {"--webhook", "--count", "5"}};
  BOOST_TEST(listener.url().ends_with("/webhook"));
  const struct {
    std::string body, id, event;
    bool is_repeated;
  } rows[] = {{credit("txn_1"), "txn_1", "transaction.credit", false},
              {credit("txn_1"), "txn_1", "transaction.credit", true},
              {order("DH 1%", true), "DH%201%25:success", "order.success", false},
              {order("DH 1%", false), "DH%201%25:failed", "order.failed", false},
              {order("DH 1%", true), "DH%201%25:success", "order.success", true},
              {order("đ\u007f", true), "%C4%91%7F:success", "order.success", false},
              {credit("txn_2"), "txn_2", "transaction.credit", false}};
  for (const auto& row : rows) {
    BOOST_TEST(send(listener, row.body) == 200u);
    const auto line = listener.next();
    BOOST_TEST(line.at("verified").as_bool());
    BOOST_TEST(line.at("event_id").as_string() == row.id);
    BOOST_TEST(line.at("event").as_string() == row.event);
    BOOST_TEST(line.at("attempt").as_string() == "3");
    BOOST_TEST(line.at("repeated").as_bool() == row.is_repeated, row.id);
  }
  BOOST_TEST(listener.wait() == 0);
}

BOOST_AUTO_TEST_CASE(a_webhook_that_does_not_verify_is_refused_and_not_an_event) {
  temporary_folder folder;
  running_listener listener{folder, {"--webhook", "--count", "1"}};
  const auto body = credit("txn_1");
  auto no_signature = signed_headers(body);
  std::erase_if(no_signature, [](const auto& header) { return header.first == "X-Service-Signature"; });
  const struct {
    headers sent;
    std::string_view problem;
  } rows[] = {
      {signed_headers(body, canary_secret, ""), "the API key is missing"},
      {signed_headers(body, canary_secret, canary_api_key + "0"), "the API key is wrong"},
      {signed_headers(body, canary_secret, canary_api_key.substr(1)), "the API key is wrong"},
      {no_signature, "the signature headers are missing"},
      {signed_headers(body, "whs_other"), "the signature does not match: check the webhook's secret, and that the body "
                                          "is unchanged, without an added newline"},
      {signed_headers(body, canary_api_key), "the signature does not match: check the webhook's secret, and that the "
                                             "body is unchanged, without an added newline"},
      {signed_headers(body, canary_secret, canary_api_key, 310), "the timestamp is more than 5 minutes old"},
      {signed_headers(body, canary_secret, canary_api_key, -310), "the timestamp is more than 5 minutes ahead"},
  };
  for (const auto& row : rows) {
    BOOST_TEST(listener.status_of(listener.post(body, row.sent)) == 401u, row.problem);
    const auto line = listener.next();
    BOOST_TEST(!line.at("verified").as_bool());
    BOOST_TEST(line.at("problem").as_string() == row.problem);
    BOOST_TEST(line.at("event").is_null());
  }
  BOOST_TEST(send(listener, body) == 200u);
  BOOST_TEST(!listener.next().at("repeated").as_bool());
}

BOOST_AUTO_TEST_CASE(a_payload_that_is_none_of_ours_is_answered_400) {
  temporary_folder folder;
  running_listener listener{folder, {"--webhook", "--count", "1"}};
  const std::pair<std::string, std::string_view> rows[] = {
      {"[]", "the body is not a JSON object"},
      {"{", "the body is not a JSON object"},
      {R"({"amount":"2000","order_id":"1","status":"failed"})", "the amount is not a positive integer"},
      {R"({"amount":0,"order_id":"1","status":"failed"})", "the amount is not a positive integer"},
      {R"({"amount":1.5,"order_id":"1","status":"failed"})", "the amount is not a positive integer"},
      {R"({"order_id":"1","status":"failed"})", "the amount is not a positive integer"},
      {R"({"amount":1,"status":"failed"})", "there is no transaction_id and no order_id"},
      {R"({"amount":1,"order_id":"1","status":"pending"})", "the transfer_type or status is unknown"},
      {R"({"amount":1,"transaction_id":"1","transfer_type":"both"})", "the transfer_type or status is unknown"},
      {R"({"amount":1,"transaction_id":"a b","transfer_type":"debit"})", "the transaction_id is not an id"}};
  for (const auto& [body, problem] : rows) {
    BOOST_TEST(send(listener, body) == 400u, body);
    BOOST_TEST(listener.next().at("problem").as_string() == problem, body);
  }
  BOOST_TEST(send(listener, R"({"amount":1,"transaction_id":"1","transfer_type":"debit"})") == 200u);
}

BOOST_AUTO_TEST_CASE(during_a_rotation_both_pairs_of_the_files_are_taken) {
  temporary_folder folder;
  running_listener listener{folder,
                            {"--webhook", "--count", "2", "--webhook-secret-file",
                             folder.write("secrets", "whs_new\nwhs_old\n"), "--webhook-api-key-file",
                             folder.write("api-keys", "whk_new\nwhk_old\n")}};
  for (const std::string age : {"new", "old"}) {
    const auto body = credit("txn_" + age);
    BOOST_TEST(listener.status_of(listener.post(body, signed_headers(body, "whs_" + age, "whk_" + age))) == 200u);
  }
  BOOST_TEST(listener.wait() == 0);
}

BOOST_AUTO_TEST_CASE(without_a_secret_or_an_api_key_the_call_is_wrong) {
  const auto no_secret = run_program({"listen", "--webhook"}, {{"PAYLINK_WEBHOOK_API_KEY", "k"}});
  BOOST_TEST(no_secret.code == 2);
  BOOST_TEST(has(no_secret.err, "no webhook secret: give --webhook-secret-file or PAYLINK_WEBHOOK_SECRET"));
  const auto no_api_key = run_program({"listen", "--webhook"}, {{"PAYLINK_WEBHOOK_SECRET", "s"}});
  BOOST_TEST(no_api_key.code == 2);
  BOOST_TEST(has(no_api_key.err, "no webhook API key: give --webhook-api-key-file or PAYLINK_WEBHOOK_API_KEY"));
}

BOOST_AUTO_TEST_CASE(a_verified_webhook_is_forwarded_with_its_bytes_and_headers_and_a_bad_one_never) {
  temporary_folder folder;
  local_application application{"202 Accepted"};
  running_listener listener{folder, {"--webhook", "--count", "2", "--forward-to", application.url()}};
  const auto body = credit("txn_1", "a\u2028b\ufeff \\ 😀");
  const auto sent = signed_headers(body);
  BOOST_TEST(listener.status_of(listener.post(body, signed_headers(body, "whs_other"))) == 401u);
  BOOST_TEST(listener.next().at("conduct").as_string() == "answered");
  BOOST_TEST(listener.status_of(listener.post(body, sent)) == 202u);
  BOOST_TEST(listener.next().at("conduct").as_string() == "forwarded");
  BOOST_TEST(listener.status_of(listener.post(body, sent)) == 202u);
  BOOST_TEST(listener.next().at("repeated").as_bool());
  const auto heard = application.heard();
  BOOST_TEST_REQUIRE(heard.size() == 2u);
  for (const auto& request : heard) {
    BOOST_TEST(request.line == "POST /hook?shop=1 HTTP/1.1");
    BOOST_TEST(request.body == body);
    BOOST_TEST(request.headers.at("host") == application.url("").substr(7));
    BOOST_TEST(request.headers.at("content-type") == "application/json");
    for (const auto& [name, value] : sent) BOOST_TEST(request.headers.at(ascii_lowered(name)) == value, name);
  }
  BOOST_TEST(send(listener, credit("txn_2")) == 202u);
}

BOOST_AUTO_TEST_CASE(the_applications_status_is_the_answer_and_a_redirect_is_not_followed) {
  for (const auto& [answer, status] : {std::pair{"422 No", 422u}, {"503 Later", 503u}}) {
    temporary_folder folder;
    local_application application{answer};
    running_listener listener{folder, {"--webhook", "--count", "1", "--forward-to", application.url()}};
    BOOST_TEST(send(listener, credit("txn_1")) == status);
  }
  temporary_folder folder;
  local_application elsewhere{"200 OK"};
  local_application moved{"307 Moved\r\nLocation: " + elsewhere.url()};
  running_listener listener{folder, {"--webhook", "--count", "1", "--forward-to", moved.url()}};
  BOOST_TEST(send(listener, credit("txn_1")) == 307u);
  BOOST_TEST(listener.wait() == 0);
  BOOST_TEST(moved.heard().size() == 1u);
  BOOST_TEST(elsewhere.heard().empty());
}

BOOST_AUTO_TEST_CASE(an_application_that_does_not_answer_makes_it_502_and_the_event_is_new_later) {
  temporary_folder folder;
  {
    running_listener listener{
        folder, {"--webhook", "--count", "1", "--forward-to", "http://127.0.0.1:" + std::to_string(free_port()) + "/"}};
    BOOST_TEST(send(listener, credit("txn_1")) == 502u);
    BOOST_TEST(listener.next().at("status").as_int64() == 502);
    listener.wait();
    BOOST_TEST(has(listener.reported(), "not forwarded: No connection to 127.0.0.1"), listener.reported());
  }
  running_listener again{folder, {"--webhook", "--count", "1"}};
  BOOST_TEST(send(again, credit("txn_1")) == 200u);
  BOOST_TEST(!again.next().at("repeated").as_bool());
}

BOOST_AUTO_TEST_CASE(an_answer_is_lost_only_after_the_application_has_processed_the_event) {
  for (const auto& [answer, status] : {std::pair{"200 OK", 0u}, {"500 No", 500u}}) {
    temporary_folder folder;
    local_application application{answer};
    running_listener listener{folder, {"--webhook", "--count", "1", "--lose", "1", "--forward-to", application.url()}};
    BOOST_TEST(send(listener, credit("txn_1")) == status);
    listener.wait();
    BOOST_TEST(application.heard().size() == 1u);
  }
}

BOOST_AUTO_TEST_CASE(callbacks_are_forwarded_too) {
  temporary_folder folder;
  local_application application{"200 OK"};
  running_listener listener{folder, {"--count", "1", "--forward-to", application.url("/callback")}};
  BOOST_TEST(listener.status_of("evt_1") == 200u);
  BOOST_TEST(listener.wait() == 0);
  const auto heard = application.heard();
  BOOST_TEST_REQUIRE(heard.size() == 1u);
  BOOST_TEST(heard[0].body == R"({"amount":"150000","currency":"VND","id":"evt_1"})");
  BOOST_TEST(heard[0].headers.at("x-service-event-id") == "evt_1");
}

BOOST_AUTO_TEST_CASE(nothing_is_forwarded_beyond_this_machine) {
  temporary_folder folder;
  for (const std::string url : {"http://192.0.2.1/", "https://shop.example/", "http://127.example/", "ftp://127.0.0.1/",
                                "http://127.0.0.1@192.0.2.1/", "http://[2001:db8::1]/", "http://localhost/", "x"}) {
    const auto ran = run_program(
        {"listen", "--webhook", "--listen", "127.0.0.1:0", "--forward-to", url},
        {{"PAYLINK_WEBHOOK_SECRET", "s"}, {"PAYLINK_WEBHOOK_API_KEY", "k"}, {"XDG_STATE_HOME", folder.path()}});
    BOOST_TEST(ran.code == 2, url);
    BOOST_TEST(has(ran.err, "--forward-to takes a URL on this machine"), url << ": " << ran.err);
  }
}

BOOST_AUTO_TEST_SUITE_END()
