// What compares every test's answers with the document finds what is wrong with one.
#include "tests/support/described_answers.hpp"

#include "http/server/request_guard.hpp"
#include "http/wire/envelope.hpp"

#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>

using namespace paylink;
namespace json = boost::json;

namespace {

constexpr std::string_view links = "/v1.1/payment-links/ws_01kkq9z8y7f6w9v4t3s2r1q0p9";
const timestamp now = *parse_rfc3339("2026-03-15T02:30:05.123Z");

http_request request(http_method method, std::string_view target, std::string body = {}) {
  http_request made;
  made.method = method;
  BOOST_REQUIRE(!take_target(std::string{target}, 2'048, made));
  made.body = std::move(body);
  return made;
}

constexpr std::string_view record =
    R"({"id":"txn_01kkqc6tq0e9s8v7w6x5y4z3a2","workspace_id":"ws_01kkq9z8y7f6w9v4t3s2r1q0p9",)"
    R"("payment_link_id":"pl_01kkqc0a1bec394e5f6g7h8j9k","transaction_id":"txn_01kkqc6tq0e9s8v7w6x5y4z3a2",)"
    R"("classification":"matched","amount":"150000","content":"PFSL7K2M9QX4","transaction_date":"2026-03-15T02:30:05.123Z",)"
    R"("recorded_at":"2026-03-15T02:30:06.010Z","created_at":"2026-03-15T02:30:06.010Z","note":null,"settled":false,"assigned_by":null})";

/// A page of payments whose only row has one member put in place of another.
std::string fault_with(std::string_view member, std::string_view by) {
  auto text = std::string{record};
  const auto at = text.find(member);
  BOOST_REQUIRE_MESSAGE(at != text.npos, member);
  text.replace(at, member.size(), by);
  const auto target = std::string{links} + "/pl_01kkqc0a1bec394e5f6g7h8j9k/payments";
  return test::fault_of(request(http_method::get, target), success_list("[" + text + "]", false, {}, now));
}

std::string fault_of_list(std::string_view query) {
  return test::fault_of(request(http_method::get, std::string{links} + std::string{query}),
                        success_list("[]", false, {}, now));
}

std::string fault_of_error(errc error, std::string_view target = links) {
  return test::fault_of(request(http_method::get, target), failure(error, "0123456789abcdef0123456789abcdef", now));
}

} // namespace

BOOST_AUTO_TEST_SUITE(described_answers)

BOOST_AUTO_TEST_CASE(an_answer_as_described_has_no_fault) {
  BOOST_TEST(fault_with("matched", "late") == "");
  BOOST_TEST(fault_with(R"("note":null)", R"("note":"paid back")") == "");
  BOOST_TEST(fault_of_list("?status=failed&limit=5&from=2026-03-15T00:00:00%2B07:00") == "");
  BOOST_TEST(fault_of_error(errc::validation_error) == "");
  BOOST_TEST(fault_of_error(errc::not_found, "/v1.1/nothing") == "");
}

BOOST_AUTO_TEST_CASE(a_member_that_is_missing_or_new_or_of_another_form_is_found) {
  BOOST_TEST(fault_with(R"("settled":false)", R"("settled":false,"colour":"red")") != "");
  BOOST_TEST(fault_with(R"(,"settled":false)", "") != "");
  BOOST_TEST(fault_with(R"("amount":"150000")", R"("amount":150000)") != "");
  BOOST_TEST(fault_with(R"("amount":"150000")", R"("amount":null)") != "");
  BOOST_TEST(fault_with("matched", "guessed") != "");
  BOOST_TEST(fault_with("pl_01kkqc0a1bec394e5f6g7h8j9k", "ws_01kkq9z8y7f6w9v4t3s2r1q0p9") != "");
  BOOST_TEST(fault_with("02:30:06.010Z", "02:30:06Z") != "");
}

BOOST_AUTO_TEST_CASE(so_is_what_surrounds_the_records) {
  auto answer = success_list("[]", false, {}, now);
  answer.body.insert(answer.body.size() - 1, R"(,"more":1)");
  BOOST_TEST(test::fault_of(request(http_method::get, links), answer) != "");
  BOOST_TEST(test::fault_of(request(http_method::get, links), success(200, "[]", now)) !=
             ""); // not said whether more follow
  answer = success_list("[]", false, {}, now);
  answer.status = 206;
  BOOST_TEST(test::fault_of(request(http_method::get, links), answer) != "");
  answer.status = 200;
  answer.headers.emplace_back("X-New", "1");
  BOOST_TEST(test::fault_of(request(http_method::get, links), answer) != "");
  answer.headers.clear();
  answer.content_type = "text/html";
  BOOST_TEST(test::fault_of(request(http_method::get, links), answer) != "");
}

BOOST_AUTO_TEST_CASE(so_is_an_error_that_the_route_does_not_describe) {
  BOOST_TEST(fault_of_error(errc::payment_link_not_pending) != "");
  BOOST_TEST(fault_of_error(errc::idempotency_key_reused) != ""); // of a status that it has
  BOOST_TEST(fault_of_error(errc::csrf_error) != "");             // reserved
  BOOST_TEST(fault_of_error(errc::conflict, "/v1.1/nothing") != "");
}

BOOST_AUTO_TEST_CASE(so_is_a_request_that_was_taken_and_is_not_as_described) {
  BOOST_TEST(fault_of_list("?colour=red") != "");
  BOOST_TEST(fault_of_list("?status=paid") != "");
  BOOST_TEST(fault_of_list("?limit=101") != "");
  const std::string path = "/v1.1/transactions/ws_01kkq9z8y7f6w9v4t3s2r1q0p9/txn_01kkqc6tq0e9s8v7w6x5y4z3a2";
  // The answer is no transaction either: what is said of the request comes first.
  const auto said = [&](std::string body) {
    return test::fault_of(request(http_method::patch, path, std::move(body)), success(200, "{}", now));
  };
  BOOST_TEST(said(R"({"note":"a","colour":"red"})").find("the request was taken") != std::string::npos);
  BOOST_TEST(said("{}").find("the request was taken") != std::string::npos);
  BOOST_TEST(said(R"({"note":"a"})").find("the request was taken") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(so_is_a_callback_that_is_not_as_described) {
  const auto event = [](std::string_view more, std::string_view signature) {
    http_request sent;
    sent.headers = {{"x-service-signature", std::string{signature}},
                    {"x-service-timestamp", "1773541806"},
                    {"x-service-event-id", "evt_01kkqc6v6qem2s8k7p5r1t9w0x"},
                    {"x-service-attempt", "1"}};
    sent.body = R"({"amount":"150000","currency":"VND","id":"evt_01kkqc6v6qem2s8k7p5r1t9w0x",)"
                R"("paid_at":"2026-03-15T02:30:05.123Z","payment_link_id":"pl_01kkqc0a1bec394e5f6g7h8j9k",)"
                R"("public_id":"q7Xw2LmN9pRt4KvB8sYc3Z","reference":"PFSL7K2M9QX4","status":"success",)"
                R"("transaction_id":"txn_01kkqc6tq0e9s8v7w6x5y4z3a2","version":1)" +
                std::string{more} + "}";
    return test::fault_of_event(sent);
  };
  const std::string good(64, 'a');
  BOOST_TEST(event("", good) == "");
  BOOST_TEST(event(R"(,"order_id":null)", good) != "");
  BOOST_TEST(event("", "abc") != "");
  BOOST_TEST(event("", "") != "");
}

BOOST_AUTO_TEST_CASE(so_is_a_webhook_that_is_not_as_described) {
  const auto event = [](std::string body, std::string key = "whk_q7Xw2LmN9pRt4KvB8sYc3Zq7Xw2LmN9pRt4KvB8s0aYc3Z") {
    http_request sent;
    sent.headers = {{"x-client-api-key", std::move(key)},
                    {"x-service-signature", std::string(64, 'a')},
                    {"x-service-timestamp", "1773541806"},
                    {"x-service-webhook-id", "wh_01kkqe1a2bec3d4e5f6g7h8j9k"},
                    {"x-service-attempt", "1"}};
    sent.body = std::move(body);
    return test::fault_of_event(sent);
  };
  const std::string order = R"({"amount":150000,"order_id":"DH-1","status":"success"})";
  BOOST_TEST(event(order) == "");
  BOOST_TEST(event(order, "") != "");
  BOOST_TEST(event(R"({"amount":"150000","order_id":"DH-1","status":"success"})") != "");
  BOOST_TEST(event(R"({"amount":150000,"order_id":"DH-1","status":"paid"})") != "");
  BOOST_TEST(event(R"({"amount":150000})") != ""); // a transaction, without most of it
  BOOST_TEST(event("[]") != "");
}

BOOST_AUTO_TEST_SUITE_END()
