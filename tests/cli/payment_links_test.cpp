#include "domain/errors/errc.hpp"
#include "tests/cli/program_run.hpp"
#include "tests/cli/scripted_service.hpp"

#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>

namespace json = boost::json;
using namespace paylink;
using namespace paylink::test;

namespace {

const std::string link_json =
    R"({"id":"pl_1","url":"http://127.0.0.1:1/l/abc","status":"pending","amount":"150000","reference":"PFSL7K2M9QX4","description":null})";

std::vector<std::string> links(std::initializer_list<std::string> rest) {
  std::vector<std::string> words{"payment-links"};
  words.insert(words.end(), rest);
  return words;
}

} // namespace

BOOST_AUTO_TEST_SUITE(payment_links)

BOOST_AUTO_TEST_CASE(create_sends_every_option_as_the_member_that_it_names) {
  scripted_service service{[](const auto&) { return success_of(link_json); }};
  auto ran = run_program(links({"create",
                                "--workspace",
                                "ws_1",
                                "--bank-account",
                                "ba_1",
                                "--callback-url",
                                "https://shop.test/cb",
                                "--amount",
                                "150000",
                                "--redirect-url",
                                "https://shop.test/done",
                                "--description",
                                "Đơn hàng 12",
                                "--expires-at",
                                "2026-01-31T08:15:30Z",
                                "--virtual-account",
                                "va_1",
                                "--metadata",
                                "order=12",
                                "--metadata",
                                "note=a=b",
                                "--idempotency-key",
                                "k-1"}),
                         here(service));
  BOOST_TEST(ran.code == 0, ran.err);
  auto requests = service.requests();
  BOOST_REQUIRE(requests.size() == 1u);
  BOOST_TEST((requests[0].method == http_method::post));
  BOOST_TEST(requests[0].path == "/v1.1/payment-links/ws_1");
  BOOST_TEST(requests[0].header("authorization") == "Bearer " + canary_token);
  BOOST_TEST(requests[0].header("content-type") == "application/json");
  BOOST_TEST(requests[0].header("idempotency-key") == "k-1");
  auto expected = json::parse(R"({"bank_account_id":"ba_1","callback_url":"https://shop.test/cb","amount":"150000",
    "redirect_url":"https://shop.test/done","description":"Đơn hàng 12","expires_at":"2026-01-31T08:15:30Z",
    "virtual_account_id":"va_1","metadata":{"order":"12","note":"a=b"}})");
  BOOST_TEST(json::parse(requests[0].body) == expected);
}

BOOST_AUTO_TEST_CASE(create_leaves_out_what_was_not_given) {
  scripted_service service{[](const auto&) { return success_of(link_json); }};
  run_program(
      links({"create", "--workspace", "ws_1", "--bank-account", "ba_1", "--callback-url", "https://shop.test/cb"}),
      here(service));
  BOOST_REQUIRE(service.requests().size() == 1u);
  BOOST_TEST(service.requests()[0].body == R"({"bank_account_id":"ba_1","callback_url":"https://shop.test/cb"})");
}

BOOST_AUTO_TEST_CASE(a_sandbox_names_the_service_the_token_the_workspace_and_the_account) {
  scripted_service service{[](const auto&) { return success_of(link_json); }};
  temporary_folder folder;
  folder.write("sandbox.json", R"({"base_url":")" + service.url() + R"(","access_token":")" + canary_token +
                                   R"(","workspaces":[{"id":"ws_9","bank_accounts":[{"id":"ba_9"}]}]})");
  auto ran = run_program(links({"create", "--sandbox", folder.path(), "--callback-url", "https://shop.test/cb"}));
  BOOST_TEST(ran.code == 0, ran.err);
  BOOST_REQUIRE(service.requests().size() == 1u);
  BOOST_TEST(service.requests()[0].path == "/v1.1/payment-links/ws_9");
  BOOST_TEST(has(service.requests()[0].body, "ba_9"));
  BOOST_TEST(service.requests()[0].header("authorization") == "Bearer " + canary_token);
}

BOOST_AUTO_TEST_CASE(the_configuration_file_is_the_weakest_source) {
  scripted_service service{[](const auto&) { return success_of(link_json); }};
  temporary_folder folder;
  auto file = folder.write("token", canary_token + "\n");
  folder.write("paylink/config.toml", "base_url = \"" + service.url() + "\"\ntoken_file = \"" + file + "\"\n");
  environment variables{{"XDG_CONFIG_HOME", folder.path()}};
  auto from_file = run_program(links({"get", "pl_1", "--workspace", "ws_1"}), variables);
  BOOST_TEST(from_file.code == 0, from_file.err);
  variables["PAYLINK_BASE_URL"] = "http://127.0.0.1:1";
  BOOST_TEST(run_program(links({"get", "pl_1", "--workspace", "ws_1"}), variables).code == 3);
  folder.write("paylink/config.toml", "base_url = \"" + service.url() + "\"\ntoken_file = \"" + file +
                                          "\"\nworkspace = \"ws_7\"\nbank_account = \"ba_7\"\n");
  const environment usual{{"XDG_CONFIG_HOME", folder.path()}};
  BOOST_TEST(run_program(links({"create", "--callback-url", "https://shop.test/cb"}), usual).code == 0);
  BOOST_TEST(service.requests().back().path == "/v1.1/payment-links/ws_7");
  BOOST_TEST(has(service.requests().back().body, "ba_7"));
  folder.write("paylink/config.toml", "base_ulr = \"x\"\n");
  auto wrong = run_program(links({"get", "pl_1", "--workspace", "ws_1"}), variables);
  BOOST_TEST(wrong.code == 2);
  BOOST_TEST(has(wrong.err, "base_ulr"));
}

BOOST_AUTO_TEST_CASE(a_record_is_printed_for_people_or_as_json) {
  scripted_service service{[](const auto&) { return success_of(link_json); }};
  auto table = run_program(links({"get", "pl_1", "--workspace", "ws_1"}), here(service));
  BOOST_TEST(has(table.out, "amount       150,000 VND\n"));
  BOOST_TEST(has(table.out, "description  -\n"));
  auto as_json = run_program(links({"get", "pl_1", "--workspace", "ws_1", "--json"}), here(service));
  BOOST_TEST(json::parse(as_json.out) == json::parse(link_json));
  BOOST_TEST(service.requests()[0].path == "/v1.1/payment-links/ws_1/pl_1");
}

BOOST_AUTO_TEST_CASE(what_others_wrote_cannot_drive_the_terminal) {
  scripted_service service{
      [](const auto&) { return success_of(R"({"id":"pl_1","description":"a\u001b[2Jb\u009bc"})"); }};
  auto ran = run_program(links({"get", "pl_1", "--workspace", "ws_1"}), here(service));
  BOOST_TEST(has(ran.out, R"(a\x1b[2Jb\x9bc)"), ran.out);
  // Nor turn the amounts beside it around, or begin a line.
  scripted_service turning{[](const auto&) {
    return success_of(R"({"id":"pl_1","description":"\u202e7\u2066\u061c\u200f\u2028\n\u2027"})");
  }};
  ran = run_program(links({"get", "pl_1", "--workspace", "ws_1"}), here(turning));
  BOOST_TEST(has(ran.out, R"(\u202e7\u2066\u061c\u200f\u2028\x0a)"
                          "\u2027\n"),
             ran.out);
}

BOOST_AUTO_TEST_CASE(list_sends_its_filters_and_says_how_to_go_on) {
  scripted_service service{
      [](const auto&) { return success_of("[" + link_json + "]", R"({"has_more":true,"next_cursor":"c2"})"); }};
  auto ran = run_program(links({"list", "--workspace", "ws_1", "--status", "pending", "--callback-status", "failed",
                                "--from", "2026-01-01T00:00:00+07:00", "--limit", "1"}),
                         here(service));
  BOOST_TEST(ran.code == 0, ran.err);
  BOOST_TEST(has(ran.out, "PFSL7K2M9QX4"));
  BOOST_TEST(has(ran.err, "more: --cursor c2"));
  auto request = service.requests().at(0);
  BOOST_TEST(request.parameter("status").value_or("") == "pending");
  BOOST_TEST(request.parameter("callback_status").value_or("") == "failed");
  BOOST_TEST(request.parameter("from").value_or("") == "2026-01-01T00:00:00+07:00");
  BOOST_TEST(request.parameter("limit").value_or("") == "1");
}

BOOST_AUTO_TEST_CASE(a_list_as_json_holds_the_cursor_of_the_next_page) {
  scripted_service service{
      [](const auto&) { return success_of("[" + link_json + "]", R"({"has_more":true,"next_cursor":"c2"})"); }};
  auto ran = run_program(links({"list", "--workspace", "ws_1", "--json", "--attention", "open", "--public-id", "a1"}),
                         here(service));
  BOOST_TEST(ran.code == 0, ran.err);
  const auto printed = json::parse(ran.out).as_object();
  BOOST_TEST(printed.at("data").as_array().size() == 1u);
  BOOST_TEST(printed.at("has_more").as_bool());
  BOOST_TEST(printed.at("next_cursor").as_string() == "c2");
  BOOST_TEST(service.requests().at(0).parameter("attention").value_or("") == "open");
  BOOST_TEST(service.requests().at(0).parameter("public_id").value_or("") == "a1");
}

BOOST_AUTO_TEST_CASE(every_verb_finds_a_link_by_its_id_its_public_id_and_its_page) {
  const std::string public_id = "q7Xw2LmN9pRtq7Xw2LmN9p";
  scripted_service service{[&](const http_request& request) {
    if (request.path != "/v1.1/payment-links/ws_1") return success_of(link_json);
    return success_of(request.parameter("public_id") == public_id ? "[" + link_json + "]" : "[]");
  }};
  const std::pair<const char*, const char*> verbs[]{{"get", ""},
                                                    {"payments", "/payments"},
                                                    {"cancel", "/cancel"},
                                                    {"callback", "/callback"},
                                                    {"resend", "/callback/resend"}};
  for (const auto& [name, path] : verbs) {
    for (const auto& text : {std::string{"pl_1"}, public_id, "http://127.0.0.1:1/l/" + public_id + "?lang=en"}) {
      auto ran = run_program(links({name, text, "--workspace", "ws_1", "--json"}), here(service));
      BOOST_TEST(ran.code == 0, name << " " << text << ": " << ran.err);
      BOOST_TEST(service.requests().back().path == std::string{"/v1.1/payment-links/ws_1/pl_1"} + path);
    }
    const std::string nobody(22, 'n');
    auto unknown = run_program(links({name, nobody, "--workspace", "ws_1"}), here(service));
    BOOST_TEST(unknown.code == 1);
    BOOST_TEST(has(unknown.err, "no payment link with the public id " + nobody));
    BOOST_TEST(service.requests().back().path == "/v1.1/payment-links/ws_1");
    // The page of another service, or of this one under a name that is not its own.
    for (const auto* host : {"https://pay.test", "http://127.0.0.1:2", "http://localhost:1"}) {
      auto elsewhere =
          run_program(links({name, std::string{host} + "/l/" + public_id, "--workspace", "ws_1"}), here(service));
      BOOST_TEST(elsewhere.code == 1);
      BOOST_TEST(has(elsewhere.err, "another host: the page of link pl_1 is http://127.0.0.1:1/l/abc"), elsewhere.err);
      BOOST_TEST(service.requests().back().path == "/v1.1/payment-links/ws_1");
    }
  }
}

BOOST_AUTO_TEST_CASE(a_page_is_the_links_own_whatever_the_case_of_its_host) {
  const std::string public_id = "q7Xw2LmN9pRtq7Xw2LmN9p";
  scripted_service service{[](const http_request& request) {
    constexpr const char* link = R"({"id":"pl_1","url":"https://Pay.Shop.Test/l/q7Xw2LmN9pRtq7Xw2LmN9p"})";
    return success_of(request.path == "/v1.1/payment-links/ws_1" ? "[" + std::string{link} + "]" : link);
  }};
  for (const auto* host : {"https://pay.shop.test", "https://PAY.Shop.test"}) {
    auto ran = run_program(links({"get", std::string{host} + "/l/" + public_id, "--workspace", "ws_1", "--json"}),
                           here(service));
    BOOST_TEST(ran.code == 0, host << ": " << ran.err);
  }
}

BOOST_AUTO_TEST_CASE(what_names_no_link_is_refused_before_anything_is_sent) {
  scripted_service service{[](const auto&) { return success_of("[]"); }};
  for (const std::string text : {"", "null", "http://127.0.0.1:1/", "http://127.0.0.1:1/l/", "http://127.0.0.1:1/l/a?b",
                                 "127.0.0.1:1/l/q7Xw2LmN9pRtq7Xw2LmN9p", "q7Xw2LmN9pRtq7Xw2LmN9p7", "txn_1"}) {
    auto ran = run_program(links({"get", text, "--workspace", "ws_1"}), here(service));
    BOOST_TEST(ran.code == 2, text);
    BOOST_TEST(has(ran.err, "`" + text + "` is neither pl_…, a public id nor a payment page's address"), ran.err);
  }
  BOOST_TEST(service.requests().empty());
}

BOOST_AUTO_TEST_CASE(a_near_miss_is_listed_with_the_link_that_it_is_likely_of) {
  scripted_service service{[](const auto&) {
    return success_of(R"([{"transaction_id":"txn_1","payment_link_id":null,"likely_payment_link_id":"pl_7"},
      {"transaction_id":"txn_2","payment_link_id":"pl_8","likely_payment_link_id":null},
      {"transaction_id":"txn_3","payment_link_id":null,"likely_payment_link_id":null}])");
  }};
  const auto list = run_program({"transactions", "list", "--workspace", "ws_1"}, here(service)).out;
  BOOST_TEST(has(list, " pl_7? "), list);
  BOOST_TEST(has(list, " pl_8 "), list);
  BOOST_TEST(!has(list, "-?"), list);
}

BOOST_AUTO_TEST_CASE(payments_and_transactions_are_listed_read_and_noted) {
  scripted_service service{[](const http_request& request) {
    const std::string one = R"({"transaction_id":"txn_1","classification":"late","amount":"5000","content":"PFSL"})";
    const bool is_list = request.method == http_method::get && !request.path.ends_with("txn_1");
    return success_of(is_list ? "[" + one + "]" : one, R"({"has_more":false,"next_cursor":null})");
  }};
  auto payments = run_program(links({"payments", "pl_1", "--workspace", "ws_1"}), here(service));
  BOOST_TEST(has(payments.out, "late"), payments.out);
  BOOST_TEST(service.requests().back().path == "/v1.1/payment-links/ws_1/pl_1/payments");

  auto list = run_program({"transactions", "list", "--workspace", "ws_1", "--attention", "open", "--content", "Đơn 7",
                           "--classification", "none", "--min-amount", "2000"},
                          here(service));
  BOOST_TEST(has(list.out, "5,000 VND"), list.out);
  BOOST_TEST(service.requests().back().path == "/v1.1/transactions/ws_1");
  for (const auto& [name, value] : std::initializer_list<std::pair<const char*, const char*>>{
           {"attention", "open"}, {"q", "Đơn 7"}, {"classification", "none"}, {"min_amount", "2000"}})
    BOOST_TEST(service.requests().back().parameter(name).value_or("") == value, name);
  run_program({"transactions", "list", "--all-workspaces"}, here(service));
  BOOST_TEST(service.requests().back().path == "/v1.1/transactions");

  BOOST_TEST(run_program({"transactions", "get", "txn_1", "--workspace", "ws_1"}, here(service)).code == 0);
  BOOST_TEST(service.requests().back().path == "/v1.1/transactions/ws_1/txn_1");
  auto noted = run_program({"transactions", "note", "txn_1", "--workspace", "ws_1", "--note", "paid back", "--settled"},
                           here(service));
  BOOST_TEST(noted.code == 0, noted.err);
  BOOST_TEST((service.requests().back().method == http_method::patch));
  BOOST_TEST(service.requests().back().body == R"({"note":"paid back","settled":true})");
  const auto before = service.requests().size();
  BOOST_TEST(run_program({"transactions", "note", "txn_1", "--workspace", "ws_1"}, here(service)).code == 2);
  BOOST_TEST(service.requests().size() == before);
}

BOOST_AUTO_TEST_CASE(the_audit_log_is_listed) {
  scripted_service service{[](const auto&) {
    return success_of(R"([{"created_at":"2026-03-15T02:30:00.000Z","actor":{"type":"user","id":"usr_1"},
      "address":"203.0.113.7","action":"signing_key.rotated","target":"key_1"}])",
                      R"({"has_more":false,"next_cursor":null})");
  }};
  const auto listed = run_program(
      {"audit-log", "--workspace", "ws_1", "--actor", "usr_1", "--from", "2026-03-15T00:00:00Z"}, here(service));
  BOOST_TEST(listed.code == 0, listed.err);
  for (const auto* part : {"usr_1", "203.0.113.7", "signing_key.rotated", "key_1"})
    BOOST_TEST(has(listed.out, part), listed.out);
  BOOST_TEST(service.requests().back().path == "/v1.1/workspaces/ws_1/audit-log");
  BOOST_TEST(service.requests().back().parameter("actor").value_or("") == "usr_1");
  BOOST_TEST(service.requests().back().parameter("from").value_or("") == "2026-03-15T00:00:00Z");
}

BOOST_AUTO_TEST_CASE(an_unknown_command_is_named) {
  for (const std::vector<std::string>& words : {std::vector<std::string>{"nonsense"}, links({"nonsense"})}) {
    auto ran = run_program(words);
    BOOST_TEST(ran.code == 2);
    BOOST_TEST(has(ran.err, "unknown command 'nonsense'"), ran.err);
  }
  // A word behind an option may be its value, and a secret.
  auto secret = run_program({"--token", canary_token});
  BOOST_TEST(secret.code == 2);
  BOOST_TEST(!has(secret.err, canary_token), secret.err);
}

BOOST_AUTO_TEST_CASE(a_refusal_is_told_whole_and_ends_with_1) {
  scripted_service service{[](const auto&) {
    return http_response{.status = 422,
                         .headers = {},
                         .body =
                             R"({"success":false,"error":{"code":"VALIDATION_ERROR","errorCode":10022,"message":")" +
                             std::string{describe(errc::validation_error).message} + R"(",
      "traceId":"0af7651916cd43dd8448eb211c80319c","messageKey":"request/validation-error",
      "details":[{"field":"amount","code":"too_small","message":"must be 2000 or more"},
                 {"field":"callback_url","code":"not_https","message":"must be https"},
                 {"field":"status","code":"unknown","message":"status must be one of a, b."}]},"meta":{}})"};
  }};
  auto ran = run_program(links({"cancel", "pl_1", "--workspace", "ws_1", "--json"}), here(service));
  BOOST_TEST(ran.code == 1);
  BOOST_TEST(ran.out == "");
  for (auto part : {"VALIDATION_ERROR: Some values are not valid.\n", "amount: must be 2000 or more (too_small)",
                    "callback_url: must be https", "0af7651916cd43dd8448eb211c80319c"})
    BOOST_TEST(has(ran.err, part), part);
  BOOST_TEST(has(ran.err, "\n  status must be one of a, b. (unknown)\n"), ran.err);
  BOOST_TEST(!has(ran.err, "details lists"), ran.err);
  BOOST_TEST(!has(ran.err, canary_token));
  BOOST_TEST(service.requests().at(0).path == "/v1.1/payment-links/ws_1/pl_1/cancel");
}

BOOST_AUTO_TEST_CASE(a_service_that_is_not_there_or_is_another_ends_with_3) {
  auto absent = run_program(links({"get", "pl_1", "--workspace", "ws_1"}),
                            {{"PAYLINK_BASE_URL", "http://127.0.0.1:1"}, {"PAYLINK_TOKEN", canary_token}});
  BOOST_TEST(absent.code == 3);
  BOOST_TEST(has(absent.err, "127.0.0.1:1"));
  scripted_service other{[](const auto&) { return http_response{.status = 200, .headers = {}, .body = "<html>"}; }};
  BOOST_TEST(run_program(links({"get", "pl_1", "--workspace", "ws_1"}), here(other)).code == 3);
}

BOOST_AUTO_TEST_CASE(a_wrong_call_ends_with_2_and_sends_nothing) {
  scripted_service service{[](const auto&) { return success_of(link_json); }};
  auto known = here(service);
  const std::vector<std::pair<std::vector<std::string>, environment>> cases{
      {{}, known},
      {{"payment-links"}, known},
      {links({"create", "--workspace", "ws_1", "--bank-account", "ba_1"}), known},
      {links({"create", "--workspace", "ws_1", "--callback-url", "https://shop.test/cb"}), known},
      {links({"create", "--workspace", "w", "--bank-account", "b", "--callback-url", "u", "--metadata", "novalue"}),
       known},
      {links({"get", "--workspace", "ws_1"}), known},
      {links({"get", "pl_1"}), known},
      {links({"get", "pl_1", "--workspace", "ws_1", "--token", canary_token}), known},
      {links({"get", "pl_1", "--workspace", "ws_1"}), {{"PAYLINK_BASE_URL", service.url()}}},
      {links({"get", "pl_1", "--workspace", "ws_1"}), {{"PAYLINK_TOKEN", canary_token}}},
      {links({"get", "pl_1", "--workspace", "ws_1", "--base-url", "ftp://x"}), known},
      {links({"get", "pl_1", "--workspace", "ws_1", "--token-file", "/nowhere/token"}), known},
      {links({"get", "pl_1", "--workspace", "ws_1", "--sandbox", "/nowhere"}), known},
  };
  for (const auto& [arguments, variables] : cases) {
    auto ran = run_program(arguments, variables);
    BOOST_TEST(ran.code == 2, (arguments.empty() ? "nothing" : arguments.back()) << ": " << ran.err);
    BOOST_TEST(ran.out == "");
    BOOST_TEST(ran.err != "");
    BOOST_TEST(!has(ran.err, canary_token));
  }
  BOOST_TEST(service.requests().empty());
}

BOOST_AUTO_TEST_CASE(help_names_the_exit_codes_and_goes_to_standard_output) {
  auto ran = run_program({"--help"});
  BOOST_TEST(ran.code == 0);
  BOOST_TEST(has(ran.out, "Exit codes"));
  auto verb = run_program({"payment-links", "create", "--help"});
  BOOST_TEST(has(verb.out, "--callback-url"));
  BOOST_TEST(has(verb.out, "Usage: paylink payment-links create"), verb.out);
}

BOOST_AUTO_TEST_CASE(paying_an_account_needs_an_amount) {
  auto ran = run_program({"sandbox", "pay", "--account", "0123456789", "--reference", "PFSL7K2M9QX4",
                          "--bank-simulator", "http://127.0.0.1:1"});
  BOOST_TEST(ran.code == 2);
  BOOST_TEST(has(ran.err, "give --amount: only a link or an order has one"), ran.err);
}

BOOST_AUTO_TEST_CASE(all_workspaces_and_one_exclude_each_other) {
  scripted_service service{[](const auto&) { return success_of("[]"); }};
  auto ran = run_program({"transactions", "list", "--all-workspaces", "--workspace", "ws_1"}, here(service));
  BOOST_TEST(ran.code == 2);
  BOOST_TEST(has(ran.err, "--workspace"), ran.err);
  BOOST_TEST(service.requests().empty());
  BOOST_TEST(run_program({"transactions", "list", "--all-workspaces"}, here(service)).code == 0);
  BOOST_TEST(service.requests().back().path == "/v1.1/transactions");
}

BOOST_AUTO_TEST_CASE(paying_sends_the_page_of_a_link_given_in_any_form) {
  scripted_service bank{[](const auto&) { return success_of(R"({"number":1,"state":"acknowledged"})"); }};
  for (const auto& link : {std::string{"http://127.0.0.1:1/l/abc"}, link_json}) {
    auto ran = run_program({"sandbox", "pay", link, "--amount", "7000", "--repeat", "2", "--shuffle", "--rejected",
                            "--bank-simulator", bank.url(), "--json"});
    BOOST_TEST(ran.code == 0, ran.err);
    auto expected = json::parse(
        R"({"link":"http://127.0.0.1:1/l/abc","amount":"7000","repeat":2,"shuffle":true,"status":"rejected"})");
    BOOST_TEST(json::parse(bank.requests().back().body) == expected);
    BOOST_TEST(bank.requests().back().path == "/pay");
  }
}

BOOST_AUTO_TEST_SUITE_END()
