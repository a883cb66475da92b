// Calls that give rights, or change what protects them: who may make them is asked of every one of the route table.
#include "api/route_table.hpp"
#include "tests/actors/signed_in_person.hpp"
#include "tests/support/raw_sql.hpp"

#include <boost/test/unit_test.hpp>

#include <set>

namespace paylink::test {

namespace {

std::string route_name(const api_route& route) {
  return std::string{to_text(route.method)} + " " + std::string{route.pattern};
}

/// Members whose names say that they give rights, or change what protects them.
const std::set<std::string> names_of_rights{"role",     "roles",  "permission", "permissions", "second_factor_required",
                                            "networks", "grants", "workspaces", "owner",       "owner_id"};

/// Adds the route if its body has a marked member. What a marked member contains is marked with it.
void find_marked(const std::string& route, const record_description& body, std::set<std::string>& marked) {
  for (const auto& member : body.members) {
    if (member.widens_rights) {
      marked.insert(route);
      continue;
    }
    BOOST_TEST(!names_of_rights.contains(std::string{member.name}), route << ": " << member.name << " is not marked");
    if (member.has.of != nullptr) find_marked(route, *member.has.of, marked);
  }
}

/// What a call that can give rights may not do for everybody who may make it.
struct widening_call {
  const char* route;
  std::string wide;   ///< Above member, or another rule.
  std::string narrow; ///< A token may do this, unless the call is for people.
  unsigned answer;    ///< To a person with a recent password.
};
const widening_call widening_calls_asked[]{
    {"PATCH /v1.1/workspaces/{workspace_id}/members/{user_id}", R"({"role":"admin"})", R"({"role":"member"})", 200},
    {"POST /v1.1/workspaces/{workspace_id}/invitations", R"({"email":"new@people.test","role":"admin"})",
     R"({"email":"newer@people.test","role":"member"})", 201},
    {"PATCH /v1.1/workspaces/{workspace_id}", R"({"second_factor_required":false})", R"({"name":"Shop"})", 200},
    {"POST /v1.1/api-tokens", R"({"name":"T","expires_at":"2026-12-31T00:00:00Z","workspaces":[GRANT]})", "{}", 201},
    {"PATCH /v1.1/api-tokens/{token_id}", R"({"workspaces":[GRANT]})", R"({"name":"T"})", 404},
    {"PATCH /v1.1/api-tokens/{token_id}", R"({"networks":[]})", R"({"name":"T"})", 404},
};

std::string with_text(std::string text, const std::string& what, const std::string& with) {
  if (const auto at = text.find(what); at != text.npos) text.replace(at, what.size(), with);
  return text;
}

} // namespace

BOOST_AUTO_TEST_SUITE(widening_calls)

BOOST_AUTO_TEST_CASE(whatever_gives_rights_is_marked_in_the_description_of_its_body_and_guarded) {
  std::set<std::string> marked, asked;
  for (const auto& route : api_routes()) {
    if (!route.description || !is_for_sessions(route)) continue;
    for (const auto* body : route.description->bodies)
      if (body != nullptr) find_marked(route_name(route), *body, marked);
    if (marked.contains(route_name(route)))
      BOOST_TEST((route.callers.guarded != guard::none), route_name(route) << " gives rights and is not guarded");
  }
  for (const auto& one : widening_calls_asked) asked.insert(one.route);
  BOOST_TEST(marked == asked, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(rights_are_given_by_people_with_a_recent_password_and_above_member_by_no_token) {
  virtual_node node;
  const auto url = "sqlite://" + node.database_file();
  signed_in_person fresh{node, "owner@shop.test"}, guest{node, "guest@people.test"};
  test::run_sql(url, "UPDATE sessions SET confirmed_at = confirmed_at - 360000");
  test::run_sql(url, "INSERT INTO memberships (id, workspace_id, user_id, role, status, created_at) VALUES ('" +
                         membership_id::make(node.clock.now(), node.random).text() + "', '" + node.workspace.text() +
                         "', '" + guest.id.text() + "', 'viewer', 'active', 0)");
  auto stale = fresh;
  fresh = {node, "owner@shop.test"};
  const auto granted = R"({"workspace_id":")" + node.workspace.text() + R"(","permissions":["workspaces:members"]})";
  const auto role = [&] {
    return test::ask_sql(url, "SELECT role FROM memberships WHERE user_id = '" + guest.id.text() + "'");
  };
  for (const auto& one : widening_calls_asked) {
    const auto& route = *std::ranges::find(api_routes(), std::string{one.route}, route_name);
    auto path = with_text(std::string{route.pattern}, "{workspace_id}", node.workspace.text());
    path = with_text(with_text(path, "{user_id}", guest.id.text()), "{token_id}", "tok_unknown");
    const auto wide = with_text(one.wide, "GRANT", granted);
    BOOST_TEST_CONTEXT(one.route << " " << one.wide) {
      BOOST_TEST(node.api(route.method, path, wide).status == 403u);
      const auto late = stale.call(route.method, path, wide);
      BOOST_TEST((late.status == 403u && code_of(late) == "REAUTHENTICATION_REQUIRED"), late.body);
      BOOST_TEST(role() == "viewer");
      const auto narrow = node.api(route.method, path, one.narrow);
      BOOST_TEST((narrow.status != 403u) != route.callers.session_only, narrow.body);
      const auto allowed = fresh.call(route.method, path, wide);
      BOOST_TEST(allowed.status == one.answer, allowed.body);
      test::run_sql(url, "UPDATE memberships SET role = 'viewer' WHERE user_id = '" + guest.id.text() + "'");
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace paylink::test
