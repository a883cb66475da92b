// API tokens over the API: what they may do, when they are refused, and who may make and change them.
#include "secrets/tokens.hpp"
#include "tests/actors/person.hpp"
#include "tests/support/raw_sql.hpp"

#include <boost/test/unit_test.hpp>

namespace paylink::test {

namespace json = boost::json;

namespace {

const std::string maker = "maker@shop.test";
const std::string end_of_april = "2026-04-30T00:00:00Z";

/// A person with a role in the Workspace.
struct member : person {
  explicit member(virtual_node& node, const std::string& role = "admin", const std::string& email = maker)
      : person{node} {
    enter(email);
    take_role(email, role);
  }
};

std::string token_body(const virtual_node& node, const std::string& permissions = R"("payment_links:read")",
                       const std::string& more = {}) {
  return R"({"name":"Server","expires_at":")" + end_of_april + R"(","workspaces":[{"workspace_id":")" +
         node.workspace.text() + R"(","permissions":[)" + permissions + "]}]" + more + "}";
}

json::object make_token(virtual_node& node, person& by, const std::string& body = {}) {
  const auto made = by.call(http_method::post, "/v1.1/api-tokens", body.empty() ? token_body(node) : body);
  BOOST_REQUIRE_MESSAGE(made.status == 201, made.body);
  return data_of(made).as_object();
}

http_response call_with(virtual_node& node, const std::string& secret, const std::string& peer = "192.0.2.9") {
  auto request = virtual_node::request_of(http_method::get, "/v1.1/payment-links/" + node.workspace.text(), {},
                                          {{"authorization", "Bearer " + secret}});
  request.peer = peer;
  return node.call(std::move(request));
}

std::string ask_tokens(const virtual_node& node, const std::string& sql) {
  return test::ask_sql("sqlite://" + node.database_file(), sql);
}
void change_rows(const virtual_node& node, const std::string& sql) {
  test::run_sql("sqlite://" + node.database_file(), sql);
}

std::string token_path(const json::object& token, const std::string& rest = {}) {
  return "/v1.1/api-tokens/" + text_of(token, "id") + rest;
}

} // namespace

BOOST_AUTO_TEST_SUITE(tokens)

BOOST_AUTO_TEST_CASE(a_token_is_shown_once_and_works) {
  virtual_node node;
  member one{node};
  const auto made =
      one.call(http_method::post, "/v1.1/api-tokens",
               token_body(node, R"("payment_links:read","workspaces:read")", R"(,"networks":["192.0.2.0/24"])"));
  BOOST_REQUIRE_MESSAGE(made.status == 201, made.body);
  const auto token = data_of(made).as_object();
  BOOST_TEST(header_of(made, "Location") == token_path(token));
  const auto secret = text_of(token, "token");
  BOOST_TEST(is_well_formed_secret("plat", secret));
  BOOST_TEST(text_of(token, "last4") == secret.substr(secret.size() - 4));
  BOOST_TEST((text_of(token, "status") == "active" && token.at("last_used_at").is_null()));
  BOOST_TEST((token.at("networks") == json::array{"192.0.2.0/24"}));
  BOOST_TEST((token.at("workspaces") ==
              json::array{json::object{{"workspace_id", node.workspace.text()},
                                       {"permissions", json::array{"workspaces:read", "payment_links:read"}}}}));
  BOOST_TEST(call_with(node, secret).status == 200u);
  const auto listed = rows_of(one.call(http_method::get, "/v1.1/api-tokens"));
  BOOST_TEST_REQUIRE(listed.size() == 1u);
  const auto& row = listed.at(0).as_object();
  BOOST_TEST(row.at("token").is_null());
  BOOST_TEST(text_of(row, "last_used_at") == "2026-03-15T02:30:10.000Z");
  BOOST_TEST(text_of(row, "last_used_address") == "192.0.2.9");
  BOOST_TEST(ask_tokens(node, "SELECT COUNT(*) FROM api_tokens WHERE digest = '" + secret + "'") == "0");
}

BOOST_AUTO_TEST_CASE(what_is_wrong_with_a_token_is_told_by_field) {
  virtual_node node;
  member one{node, "member"};
  const auto other = node.open_shop("5550001111").workspace.text(), own = node.workspace.text();
  const auto grants = [](const std::string& workspace, const std::string& permissions) {
    return R"("workspaces":[{"workspace_id":")" + workspace + R"(","permissions":[)" + permissions + "]}]";
  };
  const auto with_end = [&](const std::string& end) {
    return R"("name":"x","expires_at":")" + end + R"(",)" + grants(own, R"("payment_links:read")");
  };
  const auto with_more = [&](const std::string& more) { return with_end(end_of_april) + "," + more; };
  const auto with_grants = [&](const std::string& given) {
    return R"("name":"x","expires_at":")" + end_of_april + R"(",)" + given;
  };
  std::string networks;
  for (int i = 0; i < 21; ++i) networks += (i > 0 ? "," : "") + std::string{"\"10.0.0.1\""};
  const std::pair<std::string, std::string> all[] = {
      {"", "name required, expires_at required, workspaces required"},
      {with_end("2026-03-15T03:30:09Z"), "expires_at too_small"},
      {with_end("2026-03-15T02:00:00Z"), "expires_at in_the_past"},
      {with_end("2027-03-15T02:30:11Z"), "expires_at too_far"},
      {with_end("soon"), "expires_at format"},
      {with_grants(grants(other, R"("payment_links:read")")), "workspaces.0.workspace_id not_found"},
      {with_grants(grants("ws_nope", R"("payment_links:read")")), "workspaces.0.workspace_id not_found"},
      {with_grants(grants(workspace_id::make(node.clock.now(), node.random).text(), R"("payment_links:read")")),
       "workspaces.0.workspace_id not_found"},
      {with_grants(grants(own, "")), "workspaces.0.permissions required"},
      {with_grants(grants(own, R"("payment_links:read","payment_links:delete")")), "workspaces.0.permissions.1 format"},
      {with_grants(grants(own, R"("payment_links:write","webhooks:write")")), "workspaces.0.permissions.1 not_allowed"},
      {with_grants(grants(own, "1")), "workspaces.0.permissions.0 type"},
      {with_grants(R"("workspaces":[])"), "workspaces required"},
      {with_grants(R"("workspaces":["x"])"), "workspaces.0 type"},
      {with_grants(R"("workspaces":[{"workspace":"x"}])"), "workspaces.0.workspace unknown_member"},
      {with_more(R"("networks":["10.0.0.0/33"])"), "networks.0 format"},
      {with_more(R"("networks":["10.0.0.1:80"])"), "networks.0 format"},
      {with_more(R"("networks":["2001:db8::/32","example.com"])"), "networks.1 format"},
      {with_more(R"("networks":[)" + networks + "]"), "networks too_large"},
      {with_more(R"("user_id":"usr_x")"), "user_id unknown_member"},
  };
  for (const auto& [members, expected] : all) {
    const auto refused = one.call(http_method::post, "/v1.1/api-tokens", "{" + members + "}");
    BOOST_TEST(refused.status == 422u, refused.body);
    std::string found;
    for (const auto& [field, code] : faults_of(refused)) found += (found.empty() ? "" : ", ") + field + " " + code;
    BOOST_TEST(found.starts_with(expected), members << ": " << found);
  }
  BOOST_TEST(ask_tokens(node, "SELECT COUNT(*) FROM api_tokens WHERE name = 'x'") == "0");
  for (const auto* end : {"2026-03-15T03:31:00Z", "2027-03-15T02:30:00Z"})
    make_token(node, one, "{" + with_end(end) + "}");
}

namespace {

/// What ends a token's power, and how the next request is answered.
struct token_ending {
  const char* what;
  std::function<void(virtual_node&, person&, const json::object&)> happens;
  unsigned status;
};

const token_ending token_endings[] = {
    {"demotion", [](virtual_node&, person& of, const json::object&) { of.take_role(maker, "viewer"); }, 403},
    {"leaving",
     [](virtual_node& node, person&, const json::object&) {
       change_rows(node,
                   "UPDATE memberships SET status = 'left' WHERE user_id = (SELECT id FROM users WHERE email = '" +
                       maker + "')");
     },
     403},
    {"removal",
     [](virtual_node& node, person&, const json::object&) {
       change_rows(node,
                   "DELETE FROM memberships WHERE user_id = (SELECT id FROM users WHERE email = '" + maker + "')");
     },
     403},
    {"locking of the creator",
     [](virtual_node& node, person&, const json::object&) {
       change_rows(node, "UPDATE users SET status = 'disabled' WHERE email = '" + maker + "'");
     },
     401},
    {"fewer permissions",
     [](virtual_node& node, person& by, const json::object& token) {
       const auto changed = by.call(http_method::patch, token_path(token),
                                    R"({"workspaces":[{"workspace_id":")" + node.workspace.text() +
                                        R"(","permissions":["payment_links:read"]}]})");
       BOOST_TEST(changed.status == 200u, changed.body);
     },
     403},
    {"rotation",
     [](virtual_node&, person& by, const json::object& token) {
       const auto rotated = by.call(http_method::post, token_path(token, "/rotate"));
       BOOST_TEST(rotated.status == 200u, rotated.body);
       BOOST_TEST(text_of(data_of(rotated).as_object(), "id") == text_of(token, "id"));
       BOOST_TEST(text_of(data_of(rotated).as_object(), "token") != text_of(token, "token"));
     },
     401},
    {"revocation",
     [](virtual_node&, person& by, const json::object& token) {
       for (int again = 0; again < 2; ++again) BOOST_TEST(by.call(http_method::del, token_path(token)).status == 204u);
     },
     401},
    {"expiry",
     [](virtual_node& node, person&, const json::object&) {
       node.clock.moved = *parse_rfc3339(end_of_april) - node.clock.now();
     },
     401},
};

} // namespace

BOOST_AUTO_TEST_CASE(what_ends_a_tokens_power_holds_for_the_very_next_request) {
  for (const auto& one : token_endings) {
    virtual_node node;
    member by{node};
    const auto token = make_token(node, by, token_body(node, R"("payment_links:read","payment_links:write")"));
    const auto link = node.make_link();
    const auto cancel = [&] {
      return node
          .call(http_method::post, node.link_path(link, "/cancel"), {},
                {{"authorization", "Bearer " + text_of(token, "token")}})
          .status;
    };
    BOOST_TEST(call_with(node, text_of(token, "token")).status == 200u, one.what);
    one.happens(node, by, token);
    BOOST_TEST(cancel() == one.status, one.what);
    BOOST_TEST(text_of(node.get_link(link), "status") != "cancelled", one.what);
  }
}

BOOST_AUTO_TEST_CASE(from_outside_its_networks_a_token_is_refused_like_an_unknown_one) {
  virtual_node node;
  member one{node};
  const auto token = make_token(
      node, one, token_body(node, R"("payment_links:read")", R"(,"networks":["192.0.2.0/28","2001:db8::/32"])"));
  const auto secret = text_of(token, "token");
  const auto reported = [](const http_response& answer) {
    auto body = json::parse(answer.body).at("error").as_object();
    body.erase("traceId"), body.erase("timestamp");
    std::string all = std::to_string(answer.status) + json::serialize(body);
    for (const auto& [name, value] : answer.headers)
      if (name == "WWW-Authenticate") all += value;
    return all;
  };
  BOOST_TEST(call_with(node, secret, "192.0.2.15").status == 200u);
  BOOST_TEST(call_with(node, secret, "2001:db8:1::7").status == 200u);
  const auto unknown = reported(call_with(node, make_secret("plat", node.random)));
  for (const auto* peer : {"192.0.2.16", "2001:db9::1", "198.51.100.1"}) {
    BOOST_TEST(reported(call_with(node, secret, peer)) == unknown, peer);
    node.run();
  }
  // One row an hour, since everyone who has the secret could cause them.
  const std::string count = "SELECT COUNT(*) FROM audit_log WHERE action = 'api_token.refused'";
  BOOST_TEST(ask_tokens(node, count) == "1");
  BOOST_TEST(ask_tokens(node, "SELECT address FROM audit_log WHERE action = 'api_token.refused'") == "192.0.2.16");
  node.doze(1h);
  call_with(node, secret, "192.0.2.16");
  node.run();
  BOOST_TEST(ask_tokens(node, count) == "2");
  BOOST_TEST(call_with(node, secret, "192.0.2.15").status == 200u);
  const auto opened = one.call(http_method::patch, token_path(token), R"({"networks":[]})");
  BOOST_TEST(code_of(opened) == "REAUTHENTICATION_REQUIRED");
}

BOOST_AUTO_TEST_CASE(making_and_widening_tokens_needs_the_password_again) {
  virtual_node node;
  member one{node};
  const auto token = make_token(node, one);
  node.advance(6min);
  const std::pair<http_method, std::string> guarded[] = {{http_method::post, "/v1.1/api-tokens"},
                                                         {http_method::post, token_path(token, "/rotate")}};
  for (const auto& [method, path] : guarded) {
    const auto refused = one.call(method, path, path.ends_with("rotate") ? "" : token_body(node));
    BOOST_TEST(refused.status == 403u, path);
    BOOST_TEST(code_of(refused) == "REAUTHENTICATION_REQUIRED");
  }
  for (const auto* body : {R"({"networks":["10.0.0.0/8"]})", R"({"name":"Till","networks":[]})"})
    BOOST_TEST(code_of(one.call(http_method::patch, token_path(token), body)) == "REAUTHENTICATION_REQUIRED");
  const auto named = one.call(http_method::patch, token_path(token), R"({"name":"Till"})");
  BOOST_TEST((named.status == 200u && text_of(data_of(named).as_object(), "name") == "Till"));
  BOOST_TEST(one.call(http_method::post, "/v1.1/sessions/current/confirm", R"({"password":"Pass word 1"})").status ==
             204u);
  BOOST_TEST(one.call(http_method::patch, token_path(token), R"({"networks":["10.0.0.0/8"]})").status == 200u);
  node.advance(6min);
  BOOST_TEST(one.call(http_method::del, token_path(token)).status == 204u);
  BOOST_TEST(code_of(one.call(http_method::patch, token_path(token), R"({"name":"x"})")) == "CONFLICT");
}

BOOST_AUTO_TEST_CASE(tokens_are_their_creators_alone_and_no_token_makes_tokens) {
  virtual_node node;
  member one{node}, other{node, "owner", "binh@shop.test"};
  const auto token = make_token(node, one);
  BOOST_TEST(rows_of(other.call(http_method::get, "/v1.1/api-tokens")).empty());
  const std::pair<http_method, std::string> calls[] = {{http_method::patch, R"({"name":"x"})"}, {http_method::del, ""}};
  for (const auto& [method, body] : calls) BOOST_TEST(other.call(method, token_path(token), body).status == 404u);
  BOOST_TEST(other.call(http_method::post, token_path(token, "/rotate")).status == 404u);
  for (const auto* id : {"tok_nope", "tok_01kkq9a8b7e6d9e4f3g2h1j0k9"})
    BOOST_TEST(one.call(http_method::del, std::string{"/v1.1/api-tokens/"} + id).status == 404u);
  BOOST_TEST(call_with(node, text_of(token, "token")).status == 200u);
  for (const auto method : {http_method::get, http_method::post}) {
    const auto refused = node.api(method, "/v1.1/api-tokens", method == http_method::post ? token_body(node) : "");
    BOOST_TEST((refused.status == 403u && code_of(refused) == "INSUFFICIENT_PERMISSIONS"));
  }
}

BOOST_AUTO_TEST_CASE(a_repeated_call_makes_one_token_and_does_not_show_it_again) {
  virtual_node node;
  member one{node};
  one.more = {{"idempotency-key", "token-1"}};
  const auto first = one.call(http_method::post, "/v1.1/api-tokens", token_body(node)),
             again = one.call(http_method::post, "/v1.1/api-tokens", token_body(node));
  BOOST_TEST((first.status == 201u && again.status == 201u));
  BOOST_TEST(header_of(again, "Idempotency-Replayed") == "true");
  BOOST_TEST(text_of(data_of(first).as_object(), "id") == text_of(data_of(again).as_object(), "id"));
  BOOST_TEST(data_of(again).as_object().at("token").is_null());
  const auto other = one.call(http_method::post, "/v1.1/api-tokens", token_body(node, R"("workspaces:read")"));
  BOOST_TEST(code_of(other) == "IDEMPOTENCY_KEY_REUSED");
}

BOOST_AUTO_TEST_CASE(uses_of_permissions_are_written_once_a_day) {
  virtual_node node;
  member one{node};
  const auto token = make_token(node, one, token_body(node, R"("payment_links:read","webhooks:read")"));
  const auto uses = [&] { return ask_tokens(node, "SELECT COUNT(*) || '/' || MAX(day) FROM permission_uses"); };
  for (int call = 0; call < 3; ++call) call_with(node, text_of(token, "token")), node.run();
  const auto today = std::to_string(day_of(node.clock.now()));
  BOOST_TEST(uses() == "1/" + today);
  change_rows(node, "UPDATE permission_uses SET day = 1");
  call_with(node, text_of(token, "token")), node.run();
  BOOST_TEST(uses() == "1/1");
  node.doze(24h);
  call_with(node, text_of(token, "token")), node.run();
  BOOST_TEST(uses() == "1/" + std::to_string(day_of(node.clock.now())));
}

BOOST_AUTO_TEST_CASE(its_creator_gets_a_mail_before_a_token_ends) {
  virtual_node node;
  member one{node};
  make_token(node, one);
  node.mail.sent.clear();
  node.clock.moved = *parse_rfc3339(end_of_april) - 14 * 24h - node.clock.now();
  node.doze(2h);
  BOOST_TEST_REQUIRE(node.mail.sent.size() == 1u);
  const auto& mail = node.mail.sent[0];
  BOOST_TEST(mail.to.address == maker);
  BOOST_TEST(mail.subject == "API token \"Server\" sẽ hết hạn sau 14 ngày");
  BOOST_TEST(mail.text.find("07:00 30/04/2026") != mail.text.npos);
  BOOST_TEST(mail.text.find("https://pay.test/console/tokens") != mail.text.npos);
  node.doze(24h);
  BOOST_TEST(node.mail.sent.size() == 1u);
  // After a crash nobody is told again.
  node.crash_and_restart();
  node.doze(2h);
  BOOST_TEST(node.mail.sent.size() == 1u);
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace paylink::test
