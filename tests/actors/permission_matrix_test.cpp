// Who may make which call: the route table, crossed with every kind of caller and of Workspace.
#include "api/route_table.hpp"
#include "secrets/hmac.hpp"
#include "secrets/tokens.hpp"
#include "tests/actors/virtual_node.hpp"
#include "tests/support/raw_sql.hpp"

#include <boost/test/unit_test.hpp>

#include <map>
#include <set>

namespace paylink::test {

namespace json = boost::json;

namespace {

/// Who may make a call. The words are those of the contract, not of the route table, which is what is tested.
struct rule {
  const char* permission = ""; ///< On the Workspace of the path; of a `spanning` call, in any.
  enum class callers {
    everybody, ///< Without credentials.
    people,    ///< Signed-in sessions; no Workspace is named.
    spanning,  ///< Sessions and tokens; no Workspace is named.
    any,       ///< Sessions and tokens.
    sessions,
    admins,         ///< Sessions and tokens of an Owner or Admin.
    admin_sessions, ///< Sessions of an Owner or Admin.
  } who = callers::any;
  bool is_guarded = false; ///< The password was given within five minutes.
};
using enum rule::callers;

const std::map<std::string, rule> rules{
    {"POST /v1.1/accounts", {"", everybody}},
    {"POST /v1.1/accounts/confirm", {"", everybody}},
    {"POST /v1.1/account/recovery", {"", everybody}},
    {"POST /v1.1/account/recovery/confirm", {"", everybody}},
    {"POST /v1.1/sessions", {"", everybody}},
    {"GET /v1.1/sessions", {"", people}},
    {"DELETE /v1.1/sessions/current", {"", people}},
    {"DELETE /v1.1/sessions/{session_id}", {"", people}},
    {"POST /v1.1/sessions/current/confirm", {"", people}},
    {"POST /v1.1/sessions/options", {"", everybody}},
    {"POST /v1.1/sessions/current/confirm/options", {"", people}},
    {"GET /v1.1/account/second-factor", {"", people}},
    {"POST /v1.1/account/second-factor", {"", people, true}},
    {"POST /v1.1/account/second-factor/confirm", {"", people, true}},
    {"POST /v1.1/account/second-factor/recovery-codes", {"", people, true}},
    {"DELETE /v1.1/account/second-factor", {"", people, true}},
    {"POST /v1.1/account/passkeys/options", {"", people, true}},
    {"POST /v1.1/account/passkeys", {"", people, true}},
    {"GET /v1.1/account/passkeys", {"", people}},
    {"DELETE /v1.1/account/passkeys/{passkey_id}", {"", people, true}},
    {"GET /v1.1/account", {"", people}},
    {"PATCH /v1.1/account", {"", people}},
    {"GET /v1.1/plans", {"", people}},
    {"GET /v1.1/account/plan", {"", people}},
    {"PUT /v1.1/account/plan", {"", people}},
    {"GET /v1.1/account/usage", {"", people}},
    {"GET /v1.1/account/statements", {"", people}},
    {"GET /v1.1/account/statements/{month}", {"", people}},
    {"POST /v1.1/account/password", {"", people}},
    {"GET /v1.1/api-tokens", {"", people}},
    {"POST /v1.1/api-tokens", {"", people, true}},
    {"PATCH /v1.1/api-tokens/{token_id}", {"", people}},
    {"DELETE /v1.1/api-tokens/{token_id}", {"", people}},
    {"POST /v1.1/api-tokens/{token_id}/rotate", {"", people, true}},
    {"GET /v1.1/workspaces/{workspace_id}/signing-key", {"workspaces:read", admin_sessions, true}},
    {"POST /v1.1/workspaces/{workspace_id}/signing-key/rotate", {"workspaces:write", admin_sessions, true}},
    {"GET /v1.1/workspaces/{workspace_id}/audit-log", {"workspaces:read", admins}},
    {"GET /v1.1/workspaces/{workspace_id}", {"workspaces:read"}},
    {"GET /v1.1/workspaces", {"", spanning}},
    {"POST /v1.1/workspaces", {"", people}},
    {"PATCH /v1.1/workspaces/{workspace_id}", {"workspaces:write"}},
    {"DELETE /v1.1/workspaces/{workspace_id}", {"workspaces:delete", any, true}},
    {"GET /v1.1/workspaces/{workspace_id}/export", {"workspaces:read", admin_sessions}},
    {"GET /v1.1/workspaces/{workspace_id}/members", {"workspaces:read"}},
    {"PATCH /v1.1/workspaces/{workspace_id}/members/{user_id}", {"workspaces:members", any, true}},
    {"DELETE /v1.1/workspaces/{workspace_id}/members/{user_id}", {"workspaces:members"}},
    {"GET /v1.1/workspaces/{workspace_id}/invitations", {"workspaces:members"}},
    {"POST /v1.1/workspaces/{workspace_id}/invitations", {"workspaces:members", any, true}},
    {"DELETE /v1.1/workspaces/{workspace_id}/invitations/{invitation_id}", {"workspaces:members"}},
    {"POST /v1.1/invitations/show", {"", everybody}},
    {"POST /v1.1/invitations/accept", {"", people}},
    {"POST /v1.1/workspaces/{workspace_id}/suspend", {"workspaces:write"}},
    {"POST /v1.1/workspaces/{workspace_id}/reactivate", {"workspaces:write"}},
    {"GET /v1.1/payment-links/{workspace_id}", {"payment_links:read"}},
    {"POST /v1.1/payment-links/{workspace_id}", {"payment_links:write"}},
    {"GET /v1.1/payment-links/{workspace_id}/{link_id}", {"payment_links:read"}},
    {"POST /v1.1/payment-links/{workspace_id}/{link_id}/cancel", {"payment_links:write"}},
    {"GET /v1.1/payment-links/{workspace_id}/{link_id}/payments", {"payment_links:read"}},
    {"GET /v1.1/payment-links/{workspace_id}/{link_id}/callback", {"payment_links:read"}},
    {"POST /v1.1/payment-links/{workspace_id}/{link_id}/callback/resend", {"payment_links:write"}},
    {"POST /v1.1/payment-links/{workspace_id}/callbacks/resend", {"payment_links:write"}},
    {"GET /v1.1/orders/{workspace_id}", {"payment_links:read"}},
    {"POST /v1.1/orders/{workspace_id}", {"payment_links:write"}},
    {"GET /v1.1/orders/{workspace_id}/{order_id}", {"payment_links:read"}},
    {"POST /v1.1/orders/{workspace_id}/{order_id}/cancel", {"payment_links:write"}},
    {"GET /v1.1/banks", {"", spanning}},
    {"POST /v1.1/bank-accounts/{workspace_id}", {"bank_accounts:write"}},
    {"DELETE /v1.1/bank-accounts/{workspace_id}/{bank_account_id}", {"bank_accounts:delete"}},
    {"POST /v1.1/bank-accounts/{workspace_id}/{bank_account_id}/reconnect", {"bank_accounts:write", admin_sessions}},
    {"POST /v1.1/bank-accounts/{workspace_id}/{bank_account_id}/otp", {"bank_accounts:write", admin_sessions}},
    {"POST /v1.1/bank-accounts/{workspace_id}/{bank_account_id}/otp/resend", {"bank_accounts:write", admin_sessions}},
    {"POST /v1.1/bank-accounts/{workspace_id}/{bank_account_id}/virtual-accounts", {"bank_accounts:write"}},
    {"POST /v1.1/bank-accounts/{workspace_id}/{bank_account_id}/import", {"bank_accounts:write", any, true}},
    {"GET /v1.1/daily-reports", {"bank_accounts:read"}},
    {"GET /v1.1/daily-reports/{workspace_id}", {"bank_accounts:read"}},
    {"GET /v1.1/daily-reports/{workspace_id}/{day}", {"bank_accounts:read"}},
    {"GET /v1.1/statistics/{workspace_id}", {"bank_accounts:read"}},
    {"GET /v1.1/statistics/{workspace_id}/now", {"bank_accounts:read"}},
    {"GET /v1.1/bank-accounts/{workspace_id}/{bank_account_id}/health", {"bank_accounts:read"}},
    {"GET /v1.1/bank-accounts/{workspace_id}", {"bank_accounts:read"}},
    {"GET /v1.1/bank-accounts/{workspace_id}/{bank_account_id}", {"bank_accounts:read"}},
    {"POST /v1.1/bank-accounts/{workspace_id}/{bank_account_id}/disconnect", {"bank_accounts:write", admin_sessions}},
    {"GET /v1.1/bank-accounts/{workspace_id}/{bank_account_id}/virtual-accounts", {"bank_accounts:read"}},
    {"DELETE /v1.1/bank-accounts/{workspace_id}/{bank_account_id}/virtual-accounts/{virtual_account_id}",
     {"bank_accounts:delete"}},
    {"GET /v1.1/transactions", {"bank_accounts:read", spanning}},
    {"GET /v1.1/transactions/{workspace_id}", {"bank_accounts:read"}},
    {"GET /v1.1/transactions/{workspace_id}/{transaction_id}", {"bank_accounts:read"}},
    {"PATCH /v1.1/transactions/{workspace_id}/{transaction_id}", {"payment_links:write"}},
    {"POST /v1.1/transactions/{workspace_id}/{transaction_id}/confirm-match", {"payment_links:write", sessions}},
    {"GET /v1.1/webhooks/{workspace_id}", {"webhooks:read"}},
    {"POST /v1.1/webhooks/{workspace_id}", {"webhooks:write", any, true}},
    {"GET /v1.1/webhooks/{workspace_id}/{webhook_id}", {"webhooks:read"}},
    {"PATCH /v1.1/webhooks/{workspace_id}/{webhook_id}", {"webhooks:write"}},
    {"DELETE /v1.1/webhooks/{workspace_id}/{webhook_id}", {"webhooks:delete"}},
    {"POST /v1.1/webhooks/{workspace_id}/{webhook_id}/rotate", {"webhooks:write", any, true}},
    {"POST /v1.1/webhooks/{workspace_id}/{webhook_id}/rotate/activate", {"webhooks:write"}},
    {"POST /v1.1/webhooks/{workspace_id}/{webhook_id}/test", {"webhooks:write"}},
    {"GET /v1.1/deliveries/{workspace_id}", {"webhooks:read"}},
    {"GET /v1.1/deliveries/{workspace_id}/{delivery_id}", {"webhooks:read"}},
    {"POST /v1.1/deliveries/{workspace_id}/{delivery_id}/resend", {"webhooks:write"}},
    {"POST /v1.1/deliveries/{workspace_id}/resend", {"webhooks:write"}},
    {"GET /v1.1/events/{workspace_id}", {"webhooks:read"}},
    {"GET /v1.1/changes/{workspace_id}", {"workspaces:read", sessions}},
    {"POST /v1.1/bank-feed/{bank}", {"", everybody}},
    {"GET /v1.1/openapi.json", {"", everybody}},
    {"GET /livez", {"", everybody}},
    {"GET /readyz", {"", everybody}},
};

std::string name_of(const api_route& route) {
  return std::string{to_text(route.method)} + " " + std::string{route.pattern};
}

/// The contract's table of roles.
std::set<std::string> held_by(const std::string& role) {
  std::set<std::string> read{"workspaces:read", "bank_accounts:read", "webhooks:read", "payment_links:read"};
  auto held = read;
  if (role == "viewer") return held;
  held.insert("payment_links:write");
  if (role == "member") return held;
  held.merge(std::set<std::string>{"workspaces:write", "workspaces:members", "bank_accounts:write",
                                   "bank_accounts:delete", "webhooks:write", "webhooks:delete"});
  if (role == "admin") return held;
  held.insert("workspaces:delete");
  return held;
}

/// What stands behind a caller's credentials.
struct standing {
  std::string name;
  bool is_known = true;   ///< Its credentials hold.
  bool is_session = true; ///< A token, if not.
  std::string role{};     ///< In the Workspaces that are its own; empty: none.
  std::set<std::string> held{};
  user_id user{};
  std::string credential{}; ///< Of a token.
};

class matrix {
public:
  matrix() {
    other = node.open_shop("0999999999", "other@shop.test").workspace;
    suspended = node.open_shop("0888888888", "second@shop.test").workspace;
    node.apply({suspend_workspace{suspended}});
    deleted = node.open_shop("0777777777", "third@shop.test").workspace;
    unknown = workspace_id::make(node.clock.now(), node.random);
    owner = user_id::from_store(ask("SELECT owner_id FROM workspaces WHERE id = '" + node.workspace.text() + "'"));
    for (const auto& in : {suspended, deleted})
      run("UPDATE memberships SET user_id = '" + owner.text() + "' WHERE workspace_id = '" + in.text() + "'");
    callers.push_back({.name = "nobody", .is_known = false});
    callers.push_back({.name = "owner", .role = "owner", .held = held_by("owner"), .user = owner});
    for (const std::string role : {"admin", "member", "viewer"})
      callers.push_back({.name = role, .role = role, .held = held_by(role), .user = join(role, role)});
    callers.push_back({.name = "outsider", .user = join("outsider", "")});
    callers.push_back({.name = "removed member", .user = join("removed", "admin", "left")});
    for (const auto& one : held_by("owner")) callers.push_back(token("token of " + one, owner, {one}, "owner"));
    auto creator = join("demoted", "admin");
    auto demoted = token("token of a demoted creator", creator, held_by("admin"), "viewer");
    demoted.held = held_by("viewer");
    run("UPDATE memberships SET role = 'viewer' WHERE user_id = '" + creator.text() + "'");
    callers.push_back(demoted);
    creator = join("gone", "admin");
    auto left = token("token of a creator who left", creator, held_by("admin"), "");
    left.held.clear();
    run("UPDATE memberships SET status = 'left' WHERE user_id = '" + creator.text() + "'");
    callers.push_back(left);
    for (const std::string how : {"expired", "revoked", "rotated"}) {
      auto ended = token(how + " token", owner, held_by("owner"), "owner");
      ended.is_known = false;
      const auto digest = " WHERE digest = '" + sha256_hex(ended.credential) + "'";
      const auto id = token_id::from_store(ask("SELECT id FROM api_tokens" + digest));
      if (how == "expired")
        run("UPDATE api_tokens SET expires_at = 1" + digest);
      else if (how == "revoked")
        apply(revoke_token{.id = id, .user = owner, .by = by_owner()});
      else
        apply(rotate_token{.id = id, .user = owner, .digest = "another", .last4 = "last", .by = by_owner()});
      callers.push_back(ended);
    }
    apply(delete_workspace{.id = deleted, .by = by_owner()});
  }

  /// Makes the call, with a body that no call takes, so that nothing changes.
  http_response make(const api_route& route, const standing& as, workspace_id in, std::chrono::minutes confirmed = {}) {
    std::string path{route.pattern};
    for (auto at = path.find('{'); at != std::string::npos; at = path.find('{')) {
      const auto end = path.find('}', at);
      const auto name = path.substr(at + 1, end - at - 1);
      path.replace(at, end - at + 1, name == "workspace_id" ? in.text() : "unknown");
    }
    const bool has_body = route.method != http_method::get && route.method != http_method::del;
    std::vector<std::pair<std::string, std::string>> headers;
    if (has_body) headers.emplace_back("content-type", "application/json");
    if (!as.credential.empty()) headers.emplace_back("authorization", "Bearer " + as.credential);
    if (as.credential.empty() && !as.user.empty()) {
      const auto cookie = make_one_time_token(node.random);
      const auto session = session_id::make(node.clock.now(), node.random);
      node.apply({open_session{.id = session,
                               .digest = sha256_hex(cookie),
                               .user = as.user,
                               .agent = "",
                               .life = 24h,
                               .tried = {},
                               .by = {}}});
      run("UPDATE sessions SET confirmed_at = confirmed_at - " +
          std::to_string(std::chrono::milliseconds{confirmed}.count()) + " WHERE id = '" + session.text() + "'");
      headers.emplace_back("cookie", "__Host-paylink_session=" + cookie);
      headers.emplace_back("x-csrf-token", sha256_hex("csrf|" + cookie));
    }
    return node.call(route.method, path, has_body ? "[" : "", headers);
  }

  virtual_node node;
  workspace_id other, suspended, deleted, unknown;
  user_id owner;
  std::vector<standing> callers;

private:
  std::string url() const { return "sqlite://" + node.database_file(); }
  std::string ask(const std::string& sql) const { return test::ask_sql(url(), sql); }
  void run(const std::string& sql) const { test::run_sql(url(), sql); }
  void apply(write_command command) {
    for (const auto& reply : node.apply({std::move(command)})) BOOST_REQUIRE(reply.has_value());
  }
  act by_owner() {
    return {.id = audit_id::make(node.clock.now(), node.random),
            .by = {audit_actor::kind::user, owner.text()},
            .address = {}};
  }

  /// A user with this role in all Workspaces of the Owner; empty: in none.
  user_id join(const std::string& name, const std::string& role, const std::string& status = "active") {
    const auto user = user_id::make(node.clock.now(), node.random);
    node.apply({create_user{user, name + "@people.test", name, "none", "Free", language::vi}});
    for (const auto& in : {node.workspace, suspended, deleted})
      if (!role.empty())
        run("INSERT INTO memberships (id, workspace_id, user_id, role, status, created_at) VALUES ('" +
            membership_id::make(node.clock.now(), node.random).text() + "', '" + in.text() + "', '" + user.text() +
            "', '" + role + "', '" + status + "', 0)");
    return user;
  }

  standing token(const std::string& name, user_id of, const std::set<std::string>& given, const std::string& role) {
    standing made{.name = name, .is_session = false, .role = role, .held = given, .user = of};
    made.credential = make_secret("plat", node.random);
    permission_set set = 0;
    for (const auto& one : given) set |= static_cast<permission_set>(*parse_permission(one));
    const auto now = node.clock.now();
    for (const auto& reply : node.apply({create_token{token_id::make(now, node.random),
                                                      of,
                                                      sha256_hex(made.credential),
                                                      "last",
                                                      name,
                                                      now + 24h,
                                                      {{node.workspace, set}, {suspended, set}, {deleted, set}}}}))
      BOOST_REQUIRE(reply.has_value());
    return made;
  }
};

/// An answer without what differs from call to call.
std::string reported(const http_response& response) {
  auto body = json::parse(response.body).as_object();
  body.at("error").as_object().erase("traceId");
  body.at("meta").as_object().erase("timestamp");
  std::string text = std::to_string(response.status) + " " + json::serialize(body);
  for (const auto& [name, value] : response.headers)
    if (name != "X-Request-Id") text.append("\n").append(name).append(": ").append(value);
  return text;
}

/// What the rule makes of the call, where the Workspace is the caller's own or none is named.
unsigned expected(const rule& of, const standing& as) {
  if (of.who == everybody) return 200;
  if (!as.is_known) return 401;
  if (of.who == people) return as.is_session ? 200 : 403;
  if (of.who == spanning) return *of.permission == 0 || as.held.contains(of.permission) ? 200 : 403;
  const bool is_admin = as.role == "owner" || as.role == "admin";
  if ((of.who == sessions || of.who == admin_sessions) && !as.is_session) return 403;
  if ((of.who == admins || of.who == admin_sessions) && !is_admin) return 403;
  return *of.permission == 0 || as.held.contains(of.permission) ? 200 : 403;
}

/// 401 and 403 as they are; anything else: the call got past the door.
unsigned seen(const http_response& response) {
  if (response.status == 401) return 401;
  return response.status == 403 ? 403 : 200;
}

} // namespace

BOOST_AUTO_TEST_SUITE(permission_matrix)

BOOST_AUTO_TEST_CASE(every_route_of_the_api_has_its_rule) {
  std::set<std::string> described;
  for (const auto& route : api_routes())
    if (route.description) described.insert(name_of(route));
  std::set<std::string> ruled;
  for (const auto& [name, rule] : rules) ruled.insert(name);
  for (const auto& name : described) BOOST_TEST(ruled.contains(name), name << " has no rule here");
  for (const auto& name : ruled) BOOST_TEST(described.contains(name), name << " is no route");
}

BOOST_AUTO_TEST_CASE(every_caller_gets_past_the_door_where_its_rule_says_and_nowhere_else) {
  matrix all;
  std::size_t calls = 0;
  for (const auto& route : api_routes()) {
    const auto of = rules.find(name_of(route));
    if (!route.description || of == rules.end() || of->second.who == everybody) continue;
    const bool names_workspace = of->first.find("{workspace_id}") != std::string::npos;
    for (const auto& as : all.callers) {
      const auto what = of->first + " by " + as.name;
      const auto own = expected(of->second, as);
      BOOST_TEST(seen(all.make(route, as, all.node.workspace)) == own, what);
      ++calls;
      if (!names_workspace) continue;
      BOOST_TEST(seen(all.make(route, as, all.suspended)) == own, what << ", suspended");
      const auto strange = all.make(route, as, all.other), unknown = all.make(route, as, all.unknown);
      BOOST_TEST(strange.status == (as.is_known ? 403u : 401u), what << ", another's");
      BOOST_TEST(reported(strange) == reported(unknown), what << ", another's and unknown");
      BOOST_TEST(reported(all.make(route, as, all.deleted)) == reported(unknown),
                 what << ", a deleted one and unknown");
      calls += 4;
    }
  }
  BOOST_TEST(calls > 1'000u);
}

BOOST_AUTO_TEST_CASE(a_guarded_call_needs_the_password_again_and_no_other_does) {
  matrix all;
  const auto owner = std::ranges::find(all.callers, "owner", &standing::name);
  for (const auto& route : api_routes()) {
    const auto of = rules.find(name_of(route));
    if (!route.description || of == rules.end() || of->second.who == everybody) continue;
    const auto fresh = all.make(route, *owner, all.node.workspace, 4min),
               stale = all.make(route, *owner, all.node.workspace, 6min);
    BOOST_TEST(seen(fresh) == 200u, of->first);
    BOOST_TEST((stale.status == 403u) == of->second.is_guarded, of->first);
    if (stale.status == 403u) BOOST_TEST(code_of(stale) == "REAUTHENTICATION_REQUIRED", of->first);
  }
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace paylink::test
