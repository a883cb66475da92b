// The people in a Workspace over the API: roles, invitations, and what each of them may do.
#include "tests/actors/signed_in_person.hpp"
#include "tests/support/raw_sql.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>

namespace paylink::test {

namespace json = boost::json;

namespace {

std::string below(const virtual_node& node, const std::string& rest = {}) {
  return "/v1.1/workspaces/" + node.workspace.text() + rest;
}

std::string field_of(const http_response& response, std::size_t at = 0) {
  const auto details = json::parse(response.body).at("error").at("details").as_array();
  return text_of(details.at(at).as_object(), "field");
}

/// The one-time token of the last mail, as its link has it.
std::string mailed_token(virtual_node& node) {
  node.advance(1min);
  BOOST_REQUIRE(!node.mail.sent.empty());
  const auto& text = node.mail.sent.back().text;
  const auto at = text.find("/console/invitation#");
  BOOST_REQUIRE(at != text.npos);
  return text.substr(at + 20, 43);
}

std::string invitation_body(const std::string& email, const std::string& role_name) {
  return R"({"email":")" + email + R"(","role":")" + role_name + "\"}";
}

/// A person who was invited, and has joined.
signed_in_person join(virtual_node& node, signed_in_person& owner, const std::string& email,
                      const std::string& role_name) {
  BOOST_TEST_REQUIRE(owner.post(below(node, "/invitations"), invitation_body(email, role_name)).status == 201u);
  signed_in_person guest{node, email};
  const auto joined = guest.post("/v1.1/invitations/accept", R"({"token":")" + mailed_token(node) + "\"}");
  BOOST_REQUIRE_MESSAGE(joined.status == 200u, joined.body);
  return guest;
}

} // namespace

BOOST_AUTO_TEST_SUITE(workspace_members)

BOOST_AUTO_TEST_CASE(a_mailed_invitation_makes_a_member_of_the_invited_person_alone) {
  virtual_node node;
  signed_in_person owner{node, "owner@shop.test"}, other{node, "other@shop.test"};
  const auto made = owner.post(below(node, "/invitations"), invitation_body("guest@shop.test", "member"));
  BOOST_REQUIRE_MESSAGE(made.status == 201u, made.body);
  const auto record = data_of(made).as_object();
  BOOST_TEST((text_of(record, "status") == "pending" && text_of(record, "invited_by") == owner.id.text()));
  BOOST_TEST(header_of(made, "Location") == below(node, "/invitations/" + text_of(record, "id")));
  const auto token = mailed_token(node);
  BOOST_TEST(made.body.find(token) == std::string::npos);
  BOOST_TEST(node.mail.sent.back().text.find("Shop") != std::string::npos);

  const auto showing = [&](const std::string& given) {
    return node.call(http_method::post, "/v1.1/invitations/show", R"({"token":")" + given + "\"}",
                     {{"content-type", "application/json"}});
  };
  const auto shown = data_of(showing(token)).as_object();
  BOOST_TEST((text_of(shown, "workspace_name") == "Shop" && text_of(shown, "email") == "guest@shop.test"));
  BOOST_TEST((text_of(shown, "role") == "member" && !text_of(shown, "invited_by").empty()));

  // Another's and an unknown one get the same answer.
  const auto accepting = R"({"token":")" + token + "\"}";
  const auto refused = other.post("/v1.1/invitations/accept", accepting);
  const auto unknown = other.post("/v1.1/invitations/accept", R"({"token":")" + std::string(43, 'A') + "\"}");
  BOOST_TEST((refused.status == 422u && refused.body == unknown.body));
  BOOST_TEST((field_of(refused) == "token" && refused.body.find("\"not_found\"") != std::string::npos), refused.body);
  BOOST_TEST(node.api(http_method::post, "/v1.1/invitations/accept", accepting).status == 403u);

  signed_in_person guest{node, "guest@shop.test"};
  BOOST_TEST(guest.get(below(node)).status == 403u);
  const auto joined = guest.post("/v1.1/invitations/accept", accepting);
  BOOST_TEST((joined.status == 200u && text_of(data_of(joined).as_object(), "role") == "member"));
  BOOST_TEST(text_of(data_of(guest.get(below(node))).as_object(), "role") == "member");
  BOOST_TEST(guest.post("/v1.1/invitations/accept", accepting).status == 422u);
  const auto used = showing(token), never_made = showing(std::string(43, 'A'));
  BOOST_TEST((used.status == 422u && used.body == never_made.body), used.body);
  BOOST_TEST(owner.post(below(node, "/invitations"), invitation_body("guest@shop.test", "admin")).status == 409u);
  const auto listed = rows_of(owner.get(below(node, "/invitations")));
  BOOST_TEST((listed.size() == 1u && text_of(listed.at(0).as_object(), "status") == "accepted"));
  BOOST_TEST(rows_of(owner.get(below(node, "/members"))).size() == 2u);
}

BOOST_AUTO_TEST_CASE(an_invitation_names_the_role_in_the_words_of_its_language) {
  virtual_node node;
  signed_in_person owner{node, "owner@shop.test"}, english{node, "english@shop.test"};
  test::run_sql("sqlite://" + node.database_file(),
                "UPDATE users SET language = 'en' WHERE email = 'english@shop.test'");
  struct mailed {
    std::string role, to, words;
  };
  const mailed rows[] = {
      {"admin", "a@shop.test", "vai trò Quản trị viên."}, {"member", "b@shop.test", "vai trò Thành viên."},
      {"viewer", "c@shop.test", "vai trò Người xem."},    {"admin", "english@shop.test", "as an Admin."},
      {"member", "english@shop.test", "as a Member."},    {"viewer", "english@shop.test", "as a Viewer."},
  };
  for (const auto& [role, to, words] : rows) {
    BOOST_TEST(owner.post(below(node, "/invitations"), invitation_body(to, role)).status == 201u);
    mailed_token(node);
    const auto& text = node.mail.sent.back().text;
    BOOST_TEST(text.find(words) != text.npos, role << ": " << text);
  }
}

BOOST_AUTO_TEST_CASE(a_person_without_an_account_makes_one_by_the_invitation_even_if_sign_up_is_closed) {
  virtual_node node{{.sign_up_is_open = false}};
  signed_in_person owner{node, "owner@shop.test"};
  owner.post(below(node, "/invitations"), invitation_body("guest@shop.test", "viewer"));
  const auto token = mailed_token(node);
  const auto sign_up = [&](const std::string& email, const std::string& more) {
    return node.call(http_method::post, "/v1.1/accounts",
                     R"({"email":")" + email + R"(","password":"Correct-Horse-7","name":"Guest")" + more + "}",
                     {{"content-type", "application/json"}});
  };
  BOOST_TEST(sign_up("guest@shop.test", "").status == 403u);
  BOOST_TEST(sign_up("other@shop.test", R"(,"invitation":")" + token + "\"").status == 422u);
  BOOST_TEST(sign_up("guest@shop.test", R"(,"invitation":")" + token + "\"").status == 201u);
  signed_in_person guest{node, "guest@shop.test"};
  BOOST_TEST(text_of(data_of(guest.get(below(node))).as_object(), "role") == "viewer");
  BOOST_TEST(sign_up("guest@shop.test", R"(,"invitation":")" + token + "\"").status == 422u);
}

BOOST_AUTO_TEST_CASE(each_role_may_do_what_it_holds) {
  virtual_node node;
  signed_in_person owner{node, "owner@shop.test"};
  struct may {
    const char* role;
    unsigned list_members, list_invitations, invite, change_role, change, suspend, remove;
  };
  const may rows[] = {
      {"admin", 200, 200, 201, 200, 200, 200, 204},
      {"member", 200, 403, 403, 403, 403, 403, 403},
      {"viewer", 200, 403, 403, 403, 403, 403, 403},
  };
  int number = 0;
  auto other = join(node, owner, "other@shop.test", "viewer");
  for (const auto& row : rows) {
    const auto mark = std::to_string(++number);
    auto person = join(node, owner, row.role + std::string{"@shop.test"}, row.role);
    const auto of_other = below(node, "/members/" + other.id.text());
    BOOST_TEST_CONTEXT(row.role) {
      BOOST_TEST(person.get(below(node, "/members")).status == row.list_members);
      BOOST_TEST(person.get(below(node, "/invitations")).status == row.list_invitations);
      BOOST_TEST(person.post(below(node, "/invitations"), invitation_body(mark + "@shop.test", "viewer")).status ==
                 row.invite);
      BOOST_TEST(person.patch(of_other, R"({"role":"member"})").status == row.change_role);
      BOOST_TEST(person.patch(below(node), R"({"description":")" + mark + "\"}").status == row.change);
      BOOST_TEST(person.post(below(node, "/suspend")).status == row.suspend);
      BOOST_TEST(person.del(below(node) + "?confirm=Shop").status == 403u);
      BOOST_TEST(person.del(of_other).status == row.remove);
    }
    if (row.remove == 204u) other = join(node, owner, "other@shop.test", "viewer");
    // Everybody may leave.
    BOOST_TEST(person.del(below(node, "/members/" + person.id.text())).status == 204u);
    BOOST_TEST(person.get(below(node)).status == 403u);
  }
}

BOOST_AUTO_TEST_CASE(a_role_and_a_removal_hold_from_the_next_call_on) {
  virtual_node node;
  signed_in_person owner{node, "owner@shop.test"};
  auto guest = join(node, owner, "guest@shop.test", "admin");
  const auto of_guest = below(node, "/members/" + guest.id.text());
  BOOST_TEST(guest.patch(below(node), R"({"name":"New"})").status == 200u);
  BOOST_TEST(text_of(data_of(owner.patch(of_guest, R"({"role":"viewer"})")).as_object(), "role") == "viewer");
  BOOST_TEST(guest.patch(below(node), R"({"name":"Newer"})").status == 403u);
  BOOST_TEST(guest.get(below(node)).status == 200u);
  BOOST_TEST(owner.del(of_guest).status == 204u);
  BOOST_TEST(guest.get(below(node)).status == 403u);
  BOOST_TEST(owner.del(of_guest).status == 404u);
  BOOST_TEST(rows_of(guest.get("/v1.1/workspaces")).empty());
}

// Otherwise who finds an open session makes an admin of their own, and reads the signing key as that one.
BOOST_AUTO_TEST_CASE(a_role_is_given_only_shortly_after_a_password) {
  virtual_node node;
  signed_in_person owner{node, "owner@shop.test"};
  auto guest = join(node, owner, "guest@shop.test", "member");
  const auto invitations = below(node, "/invitations"), of_guest = below(node, "/members/" + guest.id.text());
  const auto make_admin = R"({"role":"admin"})";
  node.doze(10min);
  for (const auto& refused :
       {owner.post(invitations, invitation_body("thief@shop.test", "admin")), owner.patch(of_guest, make_admin)})
    BOOST_TEST((refused.status == 403u && code_of(refused) == "REAUTHENTICATION_REQUIRED"), refused.body);
  BOOST_TEST(rows_of(owner.get(invitations)).size() == 1u);
  BOOST_TEST(text_of(data_of(guest.get(below(node))).as_object(), "role") == "member");
  // Tokens have no password to give, and make nobody an Admin; taking a role away needs none.
  BOOST_TEST(node.api(http_method::patch, of_guest, make_admin).status == 403u);
  BOOST_TEST(node.api(http_method::patch, of_guest, R"({"role":"viewer"})").status == 200u);
  BOOST_TEST(owner.del(of_guest).status == 204u);
  signed_in_person again{node, "owner@shop.test"};
  BOOST_TEST(again.post(invitations, invitation_body("guest@shop.test", "admin")).status == 201u);
}

BOOST_AUTO_TEST_CASE(the_owner_stays_the_owner) {
  virtual_node node;
  signed_in_person owner{node, "owner@shop.test"};
  auto admin = join(node, owner, "admin@shop.test", "admin");
  const auto of_owner = below(node, "/members/" + owner.id.text());
  BOOST_TEST(admin.patch(of_owner, R"({"role":"viewer"})").status == 409u);
  BOOST_TEST(admin.del(of_owner).status == 409u);
  BOOST_TEST(owner.del(of_owner).status == 409u);
  BOOST_TEST(node.api(http_method::del, of_owner).status == 409u);
  for (const auto* body : {R"({"role":"owner"})", R"({"role":"boss"})", R"({})", R"({"role":7})"}) {
    const auto refused = owner.patch(below(node, "/members/" + admin.id.text()), body);
    BOOST_TEST((refused.status == 422u && field_of(refused) == "role"), body);
  }
  BOOST_TEST(owner.post(below(node, "/invitations"), invitation_body("x@shop.test", "owner")).status == 422u);
  BOOST_TEST(owner.post(below(node, "/invitations"), invitation_body("x", "admin")).status == 422u);
}

BOOST_AUTO_TEST_CASE(a_cancelled_invitation_is_dead_at_once) {
  virtual_node node;
  signed_in_person owner{node, "owner@shop.test"}, guest{node, "guest@shop.test"};
  const auto made = data_of(owner.post(below(node, "/invitations"), invitation_body("guest@shop.test", "member")));
  const auto token = mailed_token(node), path = below(node, "/invitations/" + text_of(made.as_object(), "id"));
  BOOST_TEST(node.api(http_method::del, path).status == 204u);
  BOOST_TEST(node.api(http_method::del, path).status == 409u);
  BOOST_TEST(node.api(http_method::del, below(node, "/invitations/inv_x")).status == 404u);
  BOOST_TEST(guest.post("/v1.1/invitations/accept", R"({"token":")" + token + "\"}").status == 422u);
}

BOOST_AUTO_TEST_CASE(nobody_is_flooded_with_invitations) {
  virtual_node node;
  test::run_sql("sqlite://" + node.database_file(), "UPDATE users SET created_at = 0");
  signed_in_person owner{node, "owner@shop.test"};
  const auto invite = [&](const std::string& email) {
    return owner.post(below(node, "/invitations"), invitation_body(email, "viewer")).status;
  };
  for (int mails = 0; mails < 10; ++mails) BOOST_TEST(invite("guest@shop.test") == 201u);
  BOOST_TEST(invite("Guest@shop.test") == 429u);
  node.advance(15min);
  owner = {node, "owner@shop.test"}; // the password was given too long ago
  BOOST_TEST(invite("guest@shop.test") == 201u);
}

BOOST_AUTO_TEST_CASE(a_person_sends_so_many_invitations_in_a_day_as_the_account_is_old) {
  struct age {
    std::chrono::hours of_account;
    int a_day;
  };
  for (const auto& [of_account, a_day] : {age{0h, 10}, age{24h * 7 - 1h, 10}, age{24h * 7, 30}, age{24h * 30, 100}}) {
    virtual_node node;
    test::run_sql("sqlite://" + node.database_file(),
                  "UPDATE users SET created_at = " + std::to_string(to_millis(node.clock.now() - of_account)));
    signed_in_person owner{node, "owner@shop.test"};
    int sent = 0;
    http_response last;
    const auto invite = [&] {
      // By a session, and by a token of the same person.
      const auto body = invitation_body(std::to_string(sent) + "@elsewhere.test", "viewer");
      last = sent % 2 == 0 ? owner.post(below(node, "/invitations"), body)
                           : node.api(http_method::post, below(node, "/invitations"), body);
      return last.status == 201u;
    };
    while (sent <= a_day && invite()) ++sent;
    BOOST_TEST(sent == a_day);
    BOOST_TEST((last.status == 429u && std::stoi(header_of(last, "Retry-After")) > 23 * 3'600), last.body);
  }
}

BOOST_AUTO_TEST_CASE(an_invitations_mail_is_no_mail_of_its_sender) {
  virtual_node node;
  signed_in_person owner{node, "owner@shop.test"};
  const std::string bait = "Tài khoản bị khóa, vào https://evil.test/khoa";
  const auto named = [&](const std::string& workspace, const std::string& person) {
    BOOST_TEST(owner.patch(below(node), R"({"name":")" + workspace + "\"}").status == 200u);
    BOOST_TEST(owner.patch("/v1.1/account", R"({"name":")" + person + "\"}").status == 200u);
    BOOST_TEST(owner.post(below(node, "/invitations"), invitation_body("guest@elsewhere.test", "member")).status ==
               201u);
    mailed_token(node);
    return node.mail.sent.back();
  };
  const auto plain = named("Phở Hòa", "Linh");
  BOOST_TEST((plain.text.find("Phở Hòa") != std::string::npos && plain.text.find("Linh") != std::string::npos));
  BOOST_TEST((plain.subject.find("Phở") == std::string::npos && plain.subject.find("Linh") == std::string::npos));
  for (const auto& mail : {named(bait, "Linh"), named("Phở Hòa", bait), named(bait, bait)}) {
    BOOST_TEST(mail.text.find("evil") == std::string::npos, mail.text);
    BOOST_TEST(mail.text.find("\"\"") == std::string::npos, mail.text);
    BOOST_TEST(mail.subject == plain.subject);
  }
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace paylink::test
