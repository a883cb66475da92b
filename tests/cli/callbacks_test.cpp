#include "tests/cli/program_run.hpp"
#include "tests/cli/scripted_service.hpp"

#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>

namespace json = boost::json;
using namespace paylink;
using namespace paylink::test;

namespace {

const std::string event_json =
    R"({"id":"evt_1","workspace_id":"ws_1","status":"delivered","body":"{\"a\":1}","timestamp":1769846400,"attempts":[)"
    R"({"number":1,"started_at":"2026-01-31T08:00:00.000Z","duration_ms":12,"status_code":404,"error_class":"http_4xx","error":"Answered 404."},)"
    R"({"number":2,"started_at":"2026-01-31T09:00:00.000Z","duration_ms":9,"status_code":200,"error_class":null}],)"
    R"("rounds":[{"first_attempt":2,"repeats":1,"asked_at":"2026-01-31T08:59:59.000Z",)"
    R"("asked_by":{"type":"api_token","id":"tok_1"},"signed_anew":null,"timestamp":1769846400}],)"
    R"("next_attempt_at":null,"curl":"curl --data-raw '{\"a\":1}' --url 'https://shop.test/cb'","created_at":"x"})";

/// Answers what a filter comes to, as the service does.
http_response count(const http_request& request) {
  const bool only_counts = request.parameter("dry_run") == "true";
  return success_of(std::string{R"({"matched":12,"queued":10,"skipped":2,"dry_run":)"} +
                    (only_counts ? "true}" : "false}"));
}

bool sends(const http_request& request) { return request.parameter("dry_run") != "true"; }

const std::vector<std::string> resend_all{"payment-links",     "resend-all", "--workspace", "ws_1",
                                          "--callback-status", "failed",     "--from",      "2026-01-01T00:00:00Z"};

std::vector<std::string> with(std::vector<std::string> words, std::initializer_list<std::string> more) {
  words.insert(words.end(), more);
  return words;
}

} // namespace

BOOST_AUTO_TEST_SUITE(callbacks)

BOOST_AUTO_TEST_CASE(a_callback_is_shown_with_its_attempts_and_rounds) {
  scripted_service service{[](const auto&) { return success_of(event_json); }};
  const std::vector<std::string> words{"payment-links", "callback", "pl_1", "--workspace", "ws_1"};
  const auto shown = run_program(words, here(service));
  BOOST_TEST(shown.code == 0, shown.err);
  BOOST_TEST(service.requests().at(0).path == "/v1.1/payment-links/ws_1/pl_1/callback");
  for (const auto* part : {"delivered", "http_4xx", "Answered 404.", "resent by hand", "2026-01-31T08:59:59.000Z"})
    BOOST_TEST(has(shown.out, part), shown.out);
  BOOST_TEST(!has(shown.out, "curl"));
  BOOST_TEST(json::parse(run_program(with(words, {"--json"}), here(service)).out) == json::parse(event_json));
}

BOOST_AUTO_TEST_CASE(as_curl_the_command_stands_alone_on_one_line) {
  scripted_service service{[](const auto&) { return success_of(event_json); }};
  const auto shown = run_program({"payment-links", "callback", "pl_1", "--workspace", "ws_1", "--curl"}, here(service));
  BOOST_TEST(shown.code == 0, shown.err);
  BOOST_TEST(shown.out == "curl --data-raw '{\"a\":1}' --url 'https://shop.test/cb'\n");
}

// What is printed is to be run: a receiver beside a sandbox has a certificate of the sandbox's own.
BOOST_AUTO_TEST_CASE(a_callback_without_a_body_has_no_command) {
  scripted_service service{[](const auto&) {
    return success_of(R"({"id":"evt_1","status":"failed","body":null,"attempts":[],"rounds":[],"curl":null})");
  }};
  const std::vector<std::string> words{"payment-links", "callback", "pl_1", "--workspace", "ws_1"};
  const auto shown = run_program(with(words, {"--curl"}), here(service));
  BOOST_TEST((shown.code == 1 && shown.out.empty()));
  BOOST_TEST(has(shown.err, "the body has been deleted"), shown.err);
  BOOST_TEST(run_program(words, here(service)).code == 0);
}

BOOST_AUTO_TEST_CASE(as_curl_in_a_sandbox_the_command_trusts_its_authority) {
  scripted_service service{[](const auto&) { return success_of(event_json); }};
  temporary_folder folder;
  folder.write("sandbox.json",
               R"({"base_url":")" + service.url() + R"(","access_token":"plat_x","ca_file":"/it's/ca.pem"})");
  const auto shown =
      run_program({"payment-links", "callback", "pl_1", "--workspace", "ws_1", "--curl", "--sandbox", folder.path()});
  BOOST_TEST(shown.code == 0, shown.err);
  BOOST_TEST(shown.out.starts_with("curl --cacert '/it'\\''s/ca.pem' --data-raw"), shown.out);
}

BOOST_AUTO_TEST_CASE(one_callback_is_sent_again_and_its_round_is_printed) {
  const std::string answer = R"({"id":"evt_1","payment_link_id":"pl_1","round":{"first_attempt":4,"repeats":1}})";
  scripted_service service{[&](const auto&) { return success_of(answer); }};
  const std::vector<std::string> words{"payment-links", "resend", "pl_1", "--workspace", "ws_1"};
  const auto sent = run_program(words, here(service));
  BOOST_TEST(sent.code == 0, sent.err);
  BOOST_TEST(sent.out == "first_attempt  4\nrepeats        1\n");
  BOOST_TEST((service.requests().at(0).method == http_method::post));
  BOOST_TEST(service.requests().at(0).path == "/v1.1/payment-links/ws_1/pl_1/callback/resend");
  BOOST_TEST(json::parse(run_program(with(words, {"--json"}), here(service)).out) == json::parse(answer));
}

BOOST_AUTO_TEST_CASE(a_dry_run_counts_and_sends_nothing) {
  scripted_service service{count};
  const auto counted = run_program(with(resend_all, {"--dry-run", "--json"}), here(service), "y\n");
  BOOST_TEST(counted.code == 0, counted.err);
  BOOST_TEST(json::parse(counted.out).at("queued").as_int64() == 10);
  const auto requests = service.requests();
  BOOST_REQUIRE(requests.size() == 1u);
  BOOST_TEST(!sends(requests[0]));
  BOOST_TEST(requests[0].parameter("callback_status").value_or("") == "failed");
  BOOST_TEST(requests[0].parameter("from").value_or("") == "2026-01-01T00:00:00Z");
}

BOOST_AUTO_TEST_CASE(without_yes_the_count_is_shown_and_only_a_yes_sends) {
  struct asked {
    std::string answer;
    bool sent;
  };
  for (const auto& one : {asked{"y\n", true}, {"yes\n", true}, {"n\n", false}, {"\n", false}, {"", false}}) {
    scripted_service service{count};
    const auto ran = run_program(resend_all, here(service), one.answer);
    BOOST_TEST_CONTEXT("answer " << one.answer) {
      BOOST_TEST(has(ran.err, "Send 10 callbacks again (12 links match)?"), ran.err);
      BOOST_TEST(ran.code == (one.sent ? 0 : 1));
      BOOST_TEST(service.requests().size() == (one.sent ? 2u : 1u));
      BOOST_TEST(sends(service.requests().back()) == one.sent);
      BOOST_TEST(has(ran.out, "queued") == one.sent);
      BOOST_TEST(has(ran.err, "nothing was sent") == !one.sent);
      // A typed answer ends the line; without one, the program does.
      BOOST_TEST(has(ran.err, "[y/N] \n") == one.answer.empty(), ran.err);
    }
  }
}

BOOST_AUTO_TEST_CASE(with_yes_it_is_sent_at_once) {
  scripted_service service{count};
  const auto ran = run_program(with(resend_all, {"--yes"}), here(service));
  BOOST_TEST(ran.code == 0, ran.err);
  BOOST_REQUIRE(service.requests().size() == 1u);
  BOOST_TEST(sends(service.requests()[0]));
  BOOST_TEST(service.requests()[0].path == "/v1.1/payment-links/ws_1/callbacks/resend");
  BOOST_TEST(has(ran.out, "skipped  2"), ran.out);
}

BOOST_AUTO_TEST_CASE(with_yes_and_dry_run_nothing_is_sent) {
  scripted_service service{count};
  BOOST_TEST(run_program(with(resend_all, {"--yes", "--dry-run"}), here(service)).code == 0);
  BOOST_REQUIRE(service.requests().size() == 1u);
  BOOST_TEST(!sends(service.requests()[0]));
}

BOOST_AUTO_TEST_CASE(every_callback_is_sent_again_only_when_that_is_said) {
  scripted_service service{
      [](const http_request&) { return success_of(R"({"matched":1,"queued":1,"skipped":0,"dry_run":true})"); }};
  const std::vector<std::string> words{"payment-links", "resend-all", "--workspace", "ws_1"};
  const auto refused = run_program(with(words, {"--yes"}), here(service));
  BOOST_TEST(refused.code == 2);
  BOOST_TEST(has(refused.err, "--all"), refused.err);
  BOOST_TEST(service.requests().empty());
  const auto ran = run_program(with(words, {"--all"}), here(service), "y\n");
  BOOST_TEST(ran.code == 0, ran.err);
  BOOST_TEST(has(ran.err, "Send 1 callback again (1 link matches)?"), ran.err);
  for (const auto& request : service.requests()) BOOST_TEST(request.parameter("all").value_or("") == "true");
}

BOOST_AUTO_TEST_CASE(a_refused_count_ends_with_1_and_sends_nothing) {
  scripted_service service{[](const auto&) {
    return http_response{
        .status = 422,
        .headers = {},
        .body = R"({"success":false,"error":{"code":"VALIDATION_ERROR","message":"No.","traceId":"t","details":[]}})"};
  }};
  BOOST_TEST(run_program(resend_all, here(service), "y\n").code == 1);
  BOOST_TEST(service.requests().size() == 1u);
}

BOOST_AUTO_TEST_SUITE_END()
