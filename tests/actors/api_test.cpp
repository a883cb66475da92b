#include "tests/actors/virtual_node.hpp"

#include "secrets/tokens.hpp"
#include "tests/support/raw_sql.hpp"

#include <boost/test/unit_test.hpp>

#include <set>

namespace paylink::test {

namespace json = boost::json;
using test::run_sql;

namespace {

std::string traced_code_of(const http_response& response) {
  const auto envelope = json::parse(response.body).as_object();
  BOOST_TEST(envelope.at("success").as_bool() == false);
  const auto& error = envelope.at("error").as_object();
  BOOST_TEST(text_of(error, "traceId") == "0123456789abcdef0123456789abcdef");
  return text_of(error, "code");
}

} // namespace

BOOST_AUTO_TEST_SUITE(api)

// Renamed, a table answers no query: as if the database were away while this request is looked into.
BOOST_AUTO_TEST_CASE(a_database_that_does_not_answer_is_never_taken_for_a_thing_that_does_not_exist) {
  virtual_node node;
  const auto link = node.make_link(), paid = node.pay_link();
  const auto url = "sqlite://" + node.database_file();
  const auto page = "/l/" + text_of(link, "public_id");
  const auto create = "/v1.1/payment-links/" + node.workspace.text();
  const auto body = R"({"bank_account_id":")" + node.account.text() +
                    R"(","amount":"150000","callback_url":"https://shop.test/cb","virtual_account_id":")" +
                    node.receiver.text() + "\"}";
  struct probe {
    const char* table;
    http_method method;
    std::string target, body;
    unsigned otherwise;
  };
  const probe probes[] = {{"payment_links", http_method::get, page, {}, 200},
                          {"payment_links", http_method::get, page + "/qr.svg", {}, 200},
                          {"payment_links", http_method::get, page + "/events", {}, 200},
                          {"payment_links", http_method::get, node.link_path(link), {}, 200},
                          {"bank_accounts", http_method::post, create, body, 201},
                          {"virtual_accounts", http_method::post, create, body, 201},
                          {"workspaces", http_method::post, create, body, 201},
                          {"deliveries", http_method::get, node.link_path(paid, "/callback"), {}, 200}};
  for (const auto& [table, method, target, sent, otherwise] : probes) {
    const std::string name = table;
    node.pages.forget(text_of(link, "public_id"));
    run_sql(url, "ALTER TABLE " + name + " RENAME TO put_away");
    const auto during = node.api(method, target, sent);
    run_sql(url, "ALTER TABLE put_away RENAME TO " + name);
    BOOST_TEST(during.status == 503u, target << " without " << name << " is answered with " << during.status);
    BOOST_TEST(header_of(during, "Retry-After") == "1");
    if (target.starts_with(page))
      BOOST_TEST(during.body.find(R"(data-status="unavailable")") != std::string::npos, target << " is told by a page");
    else
      BOOST_TEST(traced_code_of(during) == "SERVICE_UNAVAILABLE");
    BOOST_TEST(node.api(method, target, sent).status == otherwise);
  }
}

BOOST_AUTO_TEST_CASE(paths_and_methods_that_do_not_exist_say_which_do) {
  struct probe {
    http_method method;
    const char* target;
    unsigned status;
    const char* code;
  };
  const probe probes[] = {
      {http_method::get, "/v1/payment-links/x", 404, "UNSUPPORTED_VERSION"},
      {http_method::get, "/v2/anything", 404, "UNSUPPORTED_VERSION"},
      {http_method::post, "/payment-links/x", 404, "UNSUPPORTED_VERSION"},
      {http_method::post, "/bank-feed/MB", 404, "UNSUPPORTED_VERSION"},
      {http_method::get, "/v1.1/nothing", 404, "NOT_FOUND"},
      {http_method::get, "/nothing", 404, "NOT_FOUND"},
      {http_method::del, "/v1.1/payment-links/x", 405, "METHOD_NOT_ALLOWED"},
      {http_method::get, "/v1.1/bank-feed/MB", 405, "METHOD_NOT_ALLOWED"},
      {http_method::post, "/livez", 405, "METHOD_NOT_ALLOWED"},
  };
  virtual_node node;
  for (const auto& [method, target, status, code] : probes) {
    BOOST_TEST_CONTEXT(target) {
      const auto response = node.call(method, target);
      BOOST_TEST(response.status == status);
      BOOST_TEST(traced_code_of(response) == code);
      if (status == 405) BOOST_TEST(!header_of(response, "Allow").empty());
    }
  }
}

BOOST_AUTO_TEST_CASE(who_calls_is_settled_before_anything_else_is_told) {
  virtual_node node;
  const auto path = "/v1.1/payment-links/" + node.workspace.text();
  const auto with = [&](const std::string& authorization, const std::string& target, const std::string& body) {
    std::vector<std::pair<std::string, std::string>> headers;
    if (!authorization.empty()) headers.emplace_back("authorization", authorization);
    return node.call(http_method::post, target, body, headers);
  };
  const auto stranger = make_secret("plat", node.random);
  for (const auto& bad : {std::string{}, std::string{"Basic eDp5"}, std::string{"Bearer"}, "Bearer  " + node.token,
                          node.token, "Bearer " + stranger, "Bearer " + node.token + "x"}) {
    BOOST_TEST_CONTEXT(bad) {
      const auto response = with(bad, path, "not json");
      BOOST_TEST(response.status == 401u);
      BOOST_TEST(traced_code_of(response) == "AUTHENTICATION_ERROR");
      BOOST_TEST(header_of(response, "WWW-Authenticate").starts_with("Bearer"));
    }
  }
  BOOST_TEST(with("bearer " + node.token, path, "not json").status == 415u);
  for (const auto* elsewhere : {"ws_00000000000000000000000000", "nonsense"}) {
    const auto response = with("Bearer " + node.token, std::string{"/v1.1/payment-links/"} + elsewhere, "not json");
    BOOST_TEST(response.status == 403u);
    BOOST_TEST(traced_code_of(response) == "INSUFFICIENT_PERMISSIONS");
  }
}

BOOST_AUTO_TEST_CASE(documents_that_are_wrong_are_400_and_types_415) {
  virtual_node node;
  const auto path = "/v1.1/payment-links/" + node.workspace.text();
  for (const auto* body : {"", "{", "[]", "\"x\"", "{\"a\":1,\"a\":2}", "{} x"})
    BOOST_TEST(traced_code_of(node.api(http_method::post, path, body)) == "MALFORMED_REQUEST", body);
  const auto typed = [&](const char* type) {
    return node.call(http_method::post, path, "{}", {{"authorization", "Bearer " + node.token}, {"content-type", type}})
        .status;
  };
  BOOST_TEST(typed("text/plain") == 415u);
  BOOST_TEST(typed("application/json; charset=latin1") == 415u);
  BOOST_TEST(typed("application/json; charset=utf-8") == 422u);
}

BOOST_AUTO_TEST_CASE(a_closed_link_cannot_be_cancelled_and_the_answer_says_why) {
  virtual_node node;
  const auto link = node.make_link();
  const auto cancel = node.link_path(link, "/cancel");
  const auto done = node.api(http_method::post, cancel, "{}");
  BOOST_TEST(done.status == 200u);
  BOOST_TEST(text_of(data_of(done).as_object(), "status") == "cancelled");
  const auto again = node.api(http_method::post, cancel);
  BOOST_TEST(again.status == 409u);
  BOOST_TEST(traced_code_of(again) == "PAYMENT_LINK_NOT_PENDING");
  const auto details = json::parse(again.body).at("error").at("details").as_array();
  BOOST_TEST(text_of(details.at(0).as_object(), "code") == "cancelled");
  BOOST_TEST(node.api(http_method::post, node.link_path(node.make_link(), "/cancel"), R"({"why":"x"})").status == 422u);
  BOOST_TEST(node.api(http_method::post, "/v1.1/payment-links/" + node.workspace.text() + "/pl_x/cancel").status ==
             404u);
}

BOOST_AUTO_TEST_CASE(lists_are_walked_by_cursor_without_loss_while_links_are_added) {
  virtual_node node;
  std::set<std::string> at_start;
  for (int i = 0; i < 25; ++i) at_start.insert(text_of(node.make_link(), "id"));
  const auto path = "/v1.1/payment-links/" + node.workspace.text() + "?limit=10";
  std::multiset<std::string> seen;
  std::string cursor;
  do {
    const auto page = node.api(http_method::get, path + (cursor.empty() ? "" : "&cursor=" + cursor));
    BOOST_REQUIRE_MESSAGE(page.status == 200u, page.body);
    for (const auto& link : rows_of(page)) seen.insert(text_of(link.as_object(), "id"));
    const auto meta = json::parse(page.body).at("meta").as_object();
    cursor = meta.at("has_more").as_bool() ? text_of(meta, "next_cursor") : "";
    node.make_link();
  } while (!cursor.empty());
  for (const auto& id : at_start) BOOST_TEST(seen.count(id) == 1u);
}

BOOST_AUTO_TEST_CASE(list_filters_select_and_bad_parameters_are_named) {
  virtual_node node;
  const auto paid = node.make_link(), open = node.make_link();
  node.feed(node.entry("P", 150'000, text_of(paid, "reference")));
  const auto path = "/v1.1/payment-links/" + node.workspace.text();
  const auto count = [&](const std::string& query) {
    return rows_of(node.api(http_method::get, path + "?" + query)).size();
  };
  BOOST_TEST(count("status=succeeded") == 1u);
  BOOST_TEST(count("status=pending") == 1u);
  BOOST_TEST(count("callback_status=delivered") == 1u);
  BOOST_TEST(count("reference=" + text_of(open, "reference")) == 1u);
  BOOST_TEST(count("bank_account_id=" + node.account.text()) == 2u);
  BOOST_TEST(count("order=asc") == 2u);
  for (const auto* bad :
       {"limit=0", "limit=101", "limit=x", "order=up", "status=open", "from=yesterday", "cursor=abc", "colour=red"}) {
    const auto response = node.api(http_method::get, path + "?" + bad);
    BOOST_TEST_CONTEXT(bad) BOOST_TEST(response.status == 422u);
  }
}

BOOST_AUTO_TEST_CASE(the_payer_page_tells_what_to_pay_and_nothing_when_closed) {
  virtual_node node;
  const auto link = node.make_link();
  const auto page = "/l/" + text_of(link, "public_id");
  const auto pending = node.call(http_method::get, page);
  BOOST_TEST(pending.status == 200u);
  BOOST_TEST((pending.body.find(text_of(link, "reference")) != std::string::npos));
  BOOST_TEST((pending.body.find(text_of(link, "id")) == std::string::npos));
  BOOST_TEST((pending.body.find(text_of(link, "public_id")) == std::string::npos));
  BOOST_TEST(node.call(http_method::get, page + "/qr.svg").status == 200u);
  node.feed(node.entry("P", 150'000, text_of(link, "reference")));
  const auto closed = node.call(http_method::get, page);
  BOOST_TEST(closed.status == 200u);
  for (const auto& hidden : {text_of(link, "reference"), std::string{"0123456789"}, std::string{"NGUYEN VAN A"}})
    BOOST_TEST((closed.body.find(hidden) == std::string::npos), hidden);
  BOOST_TEST(node.call(http_method::get, page + "/qr.svg").status == 404u);
  BOOST_TEST(node.call(http_method::get, "/l/AAAAAAAAAAAAAAAAAAAAAA").status == 404u);
  BOOST_TEST(node.call(http_method::get, "/l/short").status == 404u);
}

BOOST_AUTO_TEST_CASE(every_path_of_the_payers_that_is_none_is_answered_with_a_page) {
  virtual_node node;
  const auto page = "/l/" + text_of(node.make_link(), "public_id");
  for (const auto& path : {std::string{"/l"}, std::string{"/l/"}, page + "/", page + "/nothing", page + "/events/"}) {
    const auto response = node.call(http_method::get, path);
    BOOST_TEST(response.status == 404u, path);
    BOOST_TEST(response.content_type == "text/html; charset=utf-8", path);
    BOOST_TEST((response.body.find(R"(data-status="unknown")") != std::string::npos), path);
  }
  // Others who ask for what is not there are programs.
  BOOST_TEST((node.call(http_method::post, "/l").body.find("NOT_FOUND") != std::string::npos));
  BOOST_TEST((node.call(http_method::get, "/lx").body.find("NOT_FOUND") != std::string::npos));
}

BOOST_AUTO_TEST_CASE(return_leads_to_the_merchant_with_the_five_values) {
  virtual_node node;
  const auto link = node.make_link("150000", R"(,"redirect_url":"https://shop.test/thanks?order=7")");
  const auto target = "/l/" + text_of(link, "public_id") + "?return";
  BOOST_TEST(node.call(http_method::get, target).status == 200u);
  node.feed(node.entry("P", 150'000, text_of(link, "reference")));
  const auto response = node.call(http_method::get, target);
  BOOST_TEST(response.status == 303u);
  const auto location = header_of(response, "Location");
  BOOST_TEST(location.starts_with("https://shop.test/thanks?order=7&status=success&amount=150000&link_id="));
  BOOST_TEST((location.find(text_of(link, "id")) == std::string::npos));
}

BOOST_AUTO_TEST_CASE(health_is_told_without_a_caller) {
  virtual_node node;
  BOOST_TEST(node.call(http_method::get, "/livez").status == 200u);
  BOOST_TEST(node.call(http_method::get, "/readyz").status == 200u);
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace paylink::test
