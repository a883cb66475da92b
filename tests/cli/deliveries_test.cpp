#include "tests/cli/program_run.hpp"
#include "tests/cli/scripted_service.hpp"

#include <boost/test/unit_test.hpp>

using namespace paylink;
using namespace paylink::test;

BOOST_AUTO_TEST_SUITE(webhook_verbs)

namespace {

const std::string with_keys = R"({"id":"wh_1","api_key":"whk_shown","secret":"whs_shown"})";
const std::string counts = R"({"matched":12,"queued":1,"skipped":11,"dry_run":true})";

} // namespace

BOOST_AUTO_TEST_CASE(a_new_webhook_is_printed_with_its_keys_and_a_word_about_them) {
  scripted_service service{[](const auto&) { return success_of(with_keys); }};
  const auto ran =
      run_program({"webhooks", "create", "--workspace", "ws_1", "--name", "Books", "--url", "https://shop.example/hook",
                   "--event", "transaction.credit", "--event", "order.success", "--header", "X-Shop=hanoi"},
                  here(service));
  BOOST_TEST(ran.code == 0, ran.err);
  BOOST_TEST((ran.out.find("whk_shown") != std::string::npos && ran.out.find("whs_shown") != std::string::npos));
  BOOST_TEST(ran.err.find("not shown again") != std::string::npos);
  const auto request = service.requests().at(0);
  BOOST_TEST((request.method == http_method::post && request.path == "/v1.1/webhooks/ws_1"));
  BOOST_TEST(request.body == R"({"name":"Books","url":"https://shop.example/hook","events":["transaction.credit",)"
                             R"("order.success"],"headers":{"X-Shop":"hanoi"}})");
}

BOOST_AUTO_TEST_CASE(a_new_webhook_is_checked_when_asked_and_a_failed_check_says_why) {
  scripted_service service{[](const auto&) {
    return http_response{
        .status = 422,
        .headers = {},
        .body =
            R"({"success":false,"error":{"code":"VALIDATION_ERROR","errorCode":10022,"message":"wrong","traceId":"t",)"
            R"("messageKey":"k","details":[{"field":"url","code":"check_failed","message":"The receiver returned 404."}]}})"};
  }};
  const auto ran = run_program({"webhooks", "create", "--workspace", "ws_1", "--name", "Books", "--url",
                                "https://shop.example/hook", "--event", "order.failed", "--check"},
                               here(service));
  BOOST_TEST(ran.code == 1);
  BOOST_TEST(ran.err.find("The receiver returned 404. (check_failed)") != std::string::npos, ran.err);
  BOOST_TEST(service.requests().at(0).body ==
             R"({"name":"Books","url":"https://shop.example/hook","events":["order.failed"],"check":true})");
}

BOOST_AUTO_TEST_CASE(each_verb_of_a_webhook_calls_its_path) {
  struct verb_case {
    std::vector<std::string> arguments;
    const char* path;
    const char* body;
  };
  for (const auto& [arguments, path, body] :
       {verb_case{{"webhooks", "test", "wh_1", "--workspace", "ws_1"}, "/v1.1/webhooks/ws_1/wh_1/test", "{}"},
        verb_case{{"webhooks", "rotate", "wh_1", "--workspace", "ws_1"}, "/v1.1/webhooks/ws_1/wh_1/rotate", ""},
        verb_case{{"webhooks", "rotate", "wh_1", "--activate", "--workspace", "ws_1"},
                  "/v1.1/webhooks/ws_1/wh_1/rotate/activate",
                  ""},
        verb_case{{"deliveries", "resend", "dlv_1", "--workspace", "ws_1"}, "/v1.1/deliveries/ws_1/dlv_1/resend", "{}"},
        verb_case{{"deliveries", "resend", "dlv_1", "--to-webhook", "wh_2", "--workspace", "ws_1"},
                  "/v1.1/deliveries/ws_1/dlv_1/resend",
                  R"({"webhook_id":"wh_2"})"}}) {
    scripted_service service{[](const auto&) { return success_of(R"({"id":"x"})"); }};
    const auto ran = run_program(arguments, here(service));
    BOOST_TEST(ran.code == 0, ran.err);
    const auto request = service.requests().at(0);
    BOOST_TEST((request.method == http_method::post && request.path == path && request.body == body), path);
  }
}

BOOST_AUTO_TEST_CASE(a_webhook_is_shown_switched_and_deleted) {
  struct verb_case {
    const char* verb;
    http_method method;
    const char* body;
    int status;
  };
  for (const auto& [verb, method, body, status] :
       {verb_case{"get", http_method::get, "", 200},
        verb_case{"enable", http_method::patch, R"({"enabled":true})", 200},
        verb_case{"disable", http_method::patch, R"({"enabled":false})", 200},
        verb_case{"delete", http_method::del, "", 204}}) {
    scripted_service service{[status](const auto&) {
      auto answer = success_of(R"({"id":"wh_1","enabled":false})");
      if (status == 204) answer = {.status = 204, .headers = {}, .body = {}};
      return answer;
    }};
    const auto ran = run_program({"webhooks", verb, "wh_1", "--workspace", "ws_1"}, here(service));
    BOOST_TEST(ran.code == 0, ran.err);
    BOOST_TEST((ran.out.find("wh_1") != std::string::npos) == (status == 200), ran.out);
    const auto request = service.requests().at(0);
    BOOST_TEST((request.method == method && request.path == "/v1.1/webhooks/ws_1/wh_1" && request.body == body), verb);
  }
}

BOOST_AUTO_TEST_CASE(a_delivery_is_printed_with_its_attempts_or_as_a_command) {
  scripted_service service{[](const auto&) {
    return success_of(R"({"id":"dlv_1","status":"failed","attempts":[{"number":1,"status_code":503,"error_class":)"
                      R"("http_5xx"}],"rounds":[],"curl":"sign | curl https://shop.example/hook"})");
  }};
  const auto shown = run_program({"deliveries", "get", "dlv_1", "--workspace", "ws_1"}, here(service));
  BOOST_TEST(shown.code == 0, shown.err);
  BOOST_TEST((shown.out.find("http_5xx") != std::string::npos && shown.out.find("curl") == std::string::npos));
  BOOST_TEST(service.requests().at(0).path == "/v1.1/deliveries/ws_1/dlv_1");
  const auto command = run_program({"deliveries", "get", "dlv_1", "--curl", "--workspace", "ws_1"}, here(service));
  BOOST_TEST(command.out == "sign | curl https://shop.example/hook\n");
  scripted_service purged{[](const auto&) { return success_of(R"({"id":"dlv_1","curl":null})"); }};
  const auto none = run_program({"deliveries", "get", "dlv_1", "--curl", "--workspace", "ws_1"}, here(purged));
  BOOST_TEST((none.code == 1 && none.out.empty() && none.err.find("no command") != std::string::npos), none.err);
}

BOOST_AUTO_TEST_CASE(deliveries_are_listed_with_the_filters_of_the_api) {
  scripted_service service{[](const auto&) {
    return success_of(R"([{"id":"dlv_1","webhook_id":"wh_1","event":"transaction.credit","status":"failed"}])",
                      R"({"has_more":false,"next_cursor":null})");
  }};
  const auto ran = run_program({"deliveries", "list", "--workspace", "ws_1", "--status", "failed", "--error-class",
                                "http_5xx", "--webhook", "wh_1"},
                               here(service));
  BOOST_TEST(ran.code == 0, ran.err);
  BOOST_TEST(ran.out.find("dlv_1") != std::string::npos);
  const auto request = service.requests().at(0);
  BOOST_TEST(request.path == "/v1.1/deliveries/ws_1");
  BOOST_TEST((request.parameter("status") == "failed" && request.parameter("error_class") == "http_5xx" &&
              request.parameter("webhook_id") == "wh_1"));
}

BOOST_AUTO_TEST_CASE(many_deliveries_are_counted_and_agreed_to_before_they_are_sent) {
  scripted_service service{[](const auto&) { return success_of(counts); }};
  const auto asked = run_program({"deliveries", "resend", "--status", "failed", "--workspace", "ws_1"}, here(service));
  BOOST_TEST(asked.code == 1);
  BOOST_TEST(asked.err.find("Send 1 delivery again (12 deliveries match)?") != std::string::npos, asked.err);
  BOOST_TEST(service.requests().size() == 1u);
  const auto sent =
      run_program({"deliveries", "resend", "--status", "failed", "--yes", "--workspace", "ws_1"}, here(service));
  BOOST_TEST(sent.code == 0, sent.err);
  BOOST_TEST(service.requests().size() == 2u);
  BOOST_TEST(!service.requests().at(1).parameter("dry_run"));
  const auto none = run_program({"deliveries", "resend", "--workspace", "ws_1"}, here(service));
  BOOST_TEST(none.code == 2);
  const auto both =
      run_program({"deliveries", "resend", "dlv_1", "--status", "failed", "--workspace", "ws_1"}, here(service));
  BOOST_TEST(both.code == 2);
  BOOST_TEST(service.requests().size() == 2u);
}

BOOST_AUTO_TEST_SUITE_END()
