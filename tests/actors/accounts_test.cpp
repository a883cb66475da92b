// Accounts, sign-in and sessions over the API.
#include "secrets/hmac.hpp"
#include "secrets/tokens.hpp"
#include "tests/actors/person.hpp"
#include "tests/support/cheapest_password.hpp"
#include "tests/support/raw_sql.hpp"

#include <boost/test/unit_test.hpp>

namespace paylink::test {

namespace json = boost::json;

namespace {

const std::string an = "an@shop.test";
const std::string long_password = "Pass word 2";

std::string credentials(const std::string& email, const std::string& password) {
  return R"({"email":")" + email + R"(","password":")" + password + R"("})";
}

/// An answer without what differs from call to call.
std::string reported(const http_response& response) {
  auto body = json::parse(response.body).as_object();
  for (const auto* name : {"traceId", "timestamp"}) body.erase(name);
  auto text = std::to_string(response.status) + " " + json::serialize(body);
  for (const auto& [name, value] : response.headers)
    if (name != "X-Trace-Id" && name != "RateLimit") text += "\n" + std::string{name} + ": " + value;
  return text;
}

std::string ask_rows(const virtual_node& node, const std::string& sql) {
  return test::ask_sql("sqlite://" + node.database_file(), sql);
}

using texts = std::vector<std::string>;

} // namespace

BOOST_AUTO_TEST_SUITE(accounts)

BOOST_AUTO_TEST_CASE(an_account_is_asked_for_confirmed_by_mail_and_signed_in_to) {
  virtual_node node;
  person one{node};
  one.join(an);
  BOOST_TEST(one.call(http_method::get, "/v1.1/account").status == 401u);
  const auto opened = one.sign_in("AN@shop.test");
  BOOST_REQUIRE(opened.status == 201u);
  const auto cookie = header_of(opened, "Set-Cookie");
  BOOST_TEST(cookie.starts_with("__Host-paylink_session="));
  BOOST_TEST(cookie.ends_with("; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=86400"));
  BOOST_TEST(cookie.find("Domain") == std::string::npos);
  const auto shown = data_of(one.call(http_method::get, "/v1.1/account")).as_object();
  BOOST_TEST((text_of(shown, "email") == an && text_of(shown, "name") == "An" && text_of(shown, "plan") == "Free"));
  BOOST_TEST((text_of(shown, "locale") == "vi" && text_of(shown, "csrf_token") == one.csrf));
  const auto changed = one.call(http_method::patch, "/v1.1/account", R"({"name":"Bình","locale":"en"})");
  BOOST_TEST((changed.status == 200u && text_of(data_of(changed).as_object(), "locale") == "en"));
}

BOOST_AUTO_TEST_CASE(a_hash_of_another_cost_is_replaced_at_the_next_sign_in) {
  virtual_node node;
  person one{node};
  one.join(an);
  const auto dear = hash_password("Pass word 1", {.passes = 2, .memory_bytes = 16'384});
  const auto stored = [&] { return ask_rows(node, "SELECT password_hash FROM users WHERE email = '" + an + "'"); };
  test::run_sql("sqlite://" + node.database_file(),
                "UPDATE users SET password_hash = '" + dear + "' WHERE email = '" + an + "'");
  BOOST_TEST(one.sign_in(an, "Wrong word 1").status == 401u);
  BOOST_TEST(stored() == dear);
  BOOST_TEST(one.sign_in(an).status == 201u);
  const auto replaced = stored();
  BOOST_TEST((replaced != dear && !is_of_other_cost(replaced, test::cheapest_password)));
  BOOST_TEST(one.sign_in(an).status == 201u);
  BOOST_TEST(stored() == replaced);
}

BOOST_AUTO_TEST_CASE(an_address_that_calls_too_often_keeps_nobody_else_from_signing_in) {
  virtual_node node{{.rates = {.token = {}, .address = {1, 2}, .page = {}}}};
  person other{node};
  std::vector<std::shared_ptr<std::optional<http_response>>> flood;
  for (int i = 0; i < 30; ++i)
    flood.push_back(node.begin_call(http_method::post, "/v1.1/sessions", credentials(an, "Pass word 1"),
                                    {{"content-type", "application/json"}}));
  BOOST_TEST(other.sign_in("nobody@shop.test").status == 401u);
  int refused = 0;
  for (const auto& answer : flood) refused += answer->value().status == 429u;
  BOOST_TEST(refused == 28);
}

BOOST_AUTO_TEST_CASE(a_body_is_checked_member_by_member) {
  struct wrong {
    const char* body;
    texts faults;
  };
  const wrong all[] = {
      {R"({})", {"email required", "password required", "name required"}},
      {R"({"email":"an","password":"short","name":""})", {"email format", "password too_small", "name required"}},
      {R"({"email":"a@b.vn","password":"no digit Here","name":"An","locale":"fr"})",
       {"password format", "locale format"}},
      {R"({"email":"a@b.vn","password":"Pass word 1","name":"An","role":"owner"})", {"role unknown_member"}},
      {R"({"email":"a@b.vn","password":"Pass word 1","name":"An","plan":"Pro","is_active":true})",
       {"is_active unknown_member", "plan unknown_member"}},
      {R"({"email":"a@b.vn\r\nBcc: c@d.vn","password":"Pass word 1","name":"An"})", {"email format"}},
  };
  virtual_node node;
  person one{node};
  for (const auto& [body, expected] : all) {
    auto found = faults_in(one.call(http_method::post, "/v1.1/accounts", body));
    auto wanted = expected;
    std::ranges::sort(found), std::ranges::sort(wanted);
    BOOST_TEST(found == wanted, boost::test_tools::per_element());
  }
  BOOST_TEST(ask_rows(node, "SELECT COUNT(*) FROM sign_ups") == "0");
}

BOOST_AUTO_TEST_CASE(a_closed_service_makes_no_accounts_but_by_invitation) {
  virtual_node node{{.sign_up_is_open = false}};
  person one{node};
  const std::string body = R"("email":"an@shop.test","password":"Pass word 1","name":"An")";
  BOOST_TEST(one.call(http_method::post, "/v1.1/accounts", "{" + body + "}").status == 403u);
  const auto invited = [&](const std::string& token) {
    return one.call(http_method::post, "/v1.1/accounts", "{" + body + R"(,"invitation":")" + token + "\"}");
  };
  BOOST_TEST(faults_in(invited(make_one_time_token(node.random))) == texts{"invitation not_found"},
             boost::test_tools::per_element());
  const auto token = make_one_time_token(node.random);
  node.apply({invite_user{
      .id = invitation_id::make(node.clock.now(), node.random), .digest = sha256_hex(token), .email = an, .by = {}}});
  BOOST_TEST(invited(token).status == 201u);
  BOOST_TEST(one.sign_in(an).status == 201u);
}

BOOST_AUTO_TEST_CASE(known_and_unknown_addresses_get_equal_answers) {
  virtual_node node;
  person one{node, "192.0.2.1"}, other{node, "192.0.2.2"};
  one.join(an);
  const auto ask = [&](const std::string& path, const std::string& known, const std::string& unknown) {
    const auto first = reported(one.call(http_method::post, path, known)),
               second = reported(other.call(http_method::post, path, unknown));
    auto alike = second;
    for (auto at = alike.find("no@shop.test"); at != std::string::npos; at = alike.find("no@shop.test"))
      alike.replace(at, 12, an);
    BOOST_TEST(first == alike, path);
  };
  ask("/v1.1/sessions", credentials(an, "Wrong word 1"), credentials("no@shop.test", "Wrong word 1"));
  ask("/v1.1/account/recovery", R"({"email":"an@shop.test"})", R"({"email":"no@shop.test"})");
  const std::string rest = R"(","password":"Pass word 1","name":"An"})";
  ask("/v1.1/accounts", R"({"email":"an@shop.test)" + rest, R"({"email":"no@shop.test)" + rest);
  // Only the mail tells.
  node.advance(10s);
  texts to;
  for (const auto& mail : node.mail.sent) to.push_back(mail.to.address + ": " + mail.subject);
  BOOST_TEST(std::ranges::count_if(to, [](const auto& one_mail) { return one_mail.starts_with("no@"); }) == 1);
}

BOOST_AUTO_TEST_CASE(ten_wrong_passwords_delay_an_address_for_a_quarter_of_an_hour) {
  virtual_node node;
  person one{node};
  one.join(an);
  for (int tries = 0; tries < 10; ++tries) BOOST_TEST(one.sign_in(an, "Wrong word 1").status == 401u);
  const auto refused = one.sign_in(an);
  BOOST_TEST(refused.status == 429u);
  BOOST_TEST(refused.body.find("Too many attempts for this account or from this address") != std::string::npos);
  const auto wait = std::stoi(header_of(refused, "Retry-After"));
  BOOST_TEST((wait > 0 && wait <= 900));
  BOOST_TEST(one.sign_in("other@shop.test").status == 429u); // the address, too
  node.advance(std::chrono::seconds{wait});
  BOOST_TEST(one.sign_in(an).status == 201u);
}

// PostgreSQL refuses bytes that are no text, and with them the whole batch.
BOOST_AUTO_TEST_CASE(what_is_stored_of_an_ipv6_address_and_of_an_odd_browser_is_text) {
  virtual_node node;
  person one{node, "2001:ee0:4f80::7"};
  one.join(an);
  one.more = {{"user-agent", "Ph\xf4ne \xe1\xbb\x87"}};
  BOOST_TEST(one.sign_in(an, "Wrong word 1").status == 401u);
  const auto file = "sqlite://" + node.database_file();
  const auto keys = test::run_sql(file, "SELECT hex(key) FROM tries");
  BOOST_TEST(!keys.empty());
  for (const auto& key : keys)
    for (std::size_t at = 0; at < key[0].size(); at += 2)
      BOOST_TEST((key[0].substr(at, 2) > "20" && key[0].substr(at, 2) < "7F"), key[0]);
  BOOST_TEST(one.sign_in(an).status == 201u);
  BOOST_TEST(ask_rows(node, "SELECT agent FROM sessions") == "Phne \xe1\xbb\x87");
}

BOOST_AUTO_TEST_CASE(a_session_is_new_at_each_sign_in_and_none_that_was_planted) {
  virtual_node node;
  person one{node};
  one.join(an);
  one.cookie = "__Host-paylink_session=planted-by-an-attacker-0000000000000000000";
  BOOST_TEST(one.sign_in(an).status == 201u);
  const auto first = one.cookie;
  BOOST_TEST(first.find("planted") == std::string::npos);
  BOOST_TEST(one.sign_in(an).status == 201u);
  BOOST_TEST(one.cookie != first);
  // Two cookies of the name: one of them is not ours.
  person victim{node};
  victim.cookie = first + "; " + one.cookie;
  BOOST_TEST(victim.call(http_method::get, "/v1.1/account").status == 401u);
}

BOOST_AUTO_TEST_CASE(a_call_that_changes_something_needs_the_token_and_our_own_page) {
  virtual_node node;
  person one{node};
  one.enter(an);
  const auto change = [&] { return one.call(http_method::patch, "/v1.1/account", R"({"name":"Bình"})"); };
  BOOST_TEST(change().status == 200u);
  const auto csrf = std::exchange(one.csrf, "");
  BOOST_TEST((change().status == 403u && code_of(change()) == "CSRF_ERROR"));
  one.csrf = csrf.substr(1);
  BOOST_TEST(change().status == 403u);
  one.csrf = csrf;
  struct from {
    const char *header, *value;
    unsigned status;
  };
  for (const auto& [header, value, status] :
       {from{"origin", "https://pay.test", 200}, from{"origin", "https://evil.test", 403}, from{"origin", "null", 403},
        from{"origin", "https://pay.test.evil.test", 403}, from{"sec-fetch-site", "same-origin", 200},
        from{"sec-fetch-site", "same-site", 403}, from{"sec-fetch-site", "cross-site", 403}}) {
    one.more = {{header, value}};
    BOOST_TEST(change().status == status, header << ": " << value);
    person stranger{node, "192.0.2.9"};
    stranger.more = one.more;
    BOOST_TEST((stranger.sign_in("no@shop.test").status == (status == 200 ? 401u : 403u)), header << ": " << value);
  }
  one.more = {};
  BOOST_TEST(one.call(http_method::get, "/v1.1/account").status == 200u);
}

BOOST_AUTO_TEST_CASE(sessions_are_listed_and_ended) {
  virtual_node node;
  person one{node}, other{node}, stranger{node};
  one.more = {{"user-agent", "Phone"}};
  one.enter(an);
  other.sign_in(an);
  stranger.enter("binh@shop.test");
  const auto rows = rows_of(one.call(http_method::get, "/v1.1/sessions"));
  BOOST_REQUIRE(rows.size() == 2u);
  const auto own = rows.at(1).as_object();
  BOOST_TEST((own.at("current").as_bool() && !rows.at(0).as_object().at("current").as_bool()));
  BOOST_TEST((text_of(own, "agent") == "Phone" && text_of(own, "address") == "192.0.2.44"));
  const auto path = "/v1.1/sessions/" + text_of(rows.at(0).as_object(), "id");
  BOOST_TEST(stranger.call(http_method::del, path).status == 404u);
  BOOST_TEST(one.call(http_method::del, path).status == 204u);
  BOOST_TEST(one.call(http_method::del, path).status == 404u);
  BOOST_TEST(one.call(http_method::del, "/v1.1/sessions/nonsense").status == 404u);
  BOOST_TEST(other.call(http_method::get, "/v1.1/account").status == 401u);
  const auto out = one.call(http_method::del, "/v1.1/sessions/current");
  BOOST_TEST((out.status == 204u && header_of(out, "Set-Cookie").find("Max-Age=0") != std::string::npos));
  BOOST_TEST(one.call(http_method::get, "/v1.1/account").status == 401u);
}

BOOST_AUTO_TEST_CASE(a_session_ends_unused_after_two_hours_and_used_after_a_day) {
  virtual_node node;
  person one{node}, idle{node};
  one.enter(an);
  idle.sign_in(an);
  const auto is_in = [](person& who) { return who.call(http_method::get, "/v1.1/account").status == 200u; };
  for (int hour = 0; hour < 23; ++hour) {
    node.doze(1h);
    BOOST_TEST(is_in(one));
  }
  BOOST_TEST(!is_in(idle));
  node.doze(1h);
  BOOST_TEST(!is_in(one));
}

BOOST_AUTO_TEST_CASE(a_forgotten_password_is_replaced_by_a_mailed_link_once) {
  virtual_node node;
  person one{node}, thief{node};
  one.enter(an);
  thief.sign_in(an);
  BOOST_TEST(one.call(http_method::post, "/v1.1/account/recovery", R"({"email":"AN@shop.test"})").status == 202u);
  const auto token = mailed_token(node, an);
  const auto set = [&](const std::string& with) {
    return one.call(http_method::post, "/v1.1/account/recovery/confirm",
                    R"({"token":")" + with + R"(","password":")" + long_password + "\"}");
  };
  BOOST_TEST(faults_in(set(make_one_time_token(node.random))) == texts{"token not_found"},
             boost::test_tools::per_element());
  BOOST_TEST(set(token).status == 204u);
  BOOST_TEST(faults_in(set(token)) == texts{"token not_found"}, boost::test_tools::per_element());
  BOOST_TEST(thief.call(http_method::get, "/v1.1/account").status == 401u);
  BOOST_TEST(one.sign_in(an).status == 401u);
  BOOST_TEST(one.sign_in(an, long_password).status == 201u);
  node.advance(10s);
  BOOST_TEST(node.mail.sent.back().to.address == an); // is told
  BOOST_TEST(node.mail.sent.back().text.find('#') == std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_password_is_changed_with_the_one_before) {
  virtual_node node;
  person one{node}, other{node};
  one.enter(an);
  other.sign_in(an);
  const auto change = [&](const std::string& current, const std::string& wanted) {
    return one.call(http_method::post, "/v1.1/account/password",
                    R"({"current_password":")" + current + R"(","password":")" + wanted + "\"}");
  };
  BOOST_TEST(faults_in(change("Wrong word 1", long_password)) == texts{"current_password format"},
             boost::test_tools::per_element());
  BOOST_TEST(faults_in(change("Pass word 1", "weak")) == texts{"password too_small"}, boost::test_tools::per_element());
  BOOST_TEST(change("Pass word 1", long_password).status == 204u);
  BOOST_TEST(one.call(http_method::get, "/v1.1/account").status == 200u);
  BOOST_TEST(other.call(http_method::get, "/v1.1/account").status == 401u);
  BOOST_TEST(other.sign_in(an, long_password).status == 201u);
}

BOOST_AUTO_TEST_CASE(the_password_is_given_again) {
  virtual_node node;
  person one{node};
  one.enter(an);
  const auto confirm = [&](const std::string& password) {
    return one.call(http_method::post, "/v1.1/sessions/current/confirm", R"({"password":")" + password + "\"}");
  };
  node.doze(1h);
  const auto confirmed_at = [&] { return ask_rows(node, "SELECT MAX(confirmed_at) FROM sessions"); };
  const auto before = confirmed_at();
  BOOST_TEST(faults_in(confirm("Wrong word 1")) == texts{"password format"}, boost::test_tools::per_element());
  BOOST_TEST(confirmed_at() == before);
  BOOST_TEST(confirm("Pass word 1").status == 204u);
  BOOST_TEST(confirmed_at() != before);
  for (int tries = 0; tries < 10; ++tries) confirm("Wrong word 1");
  BOOST_TEST(confirm("Pass word 1").status == 429u);
}

BOOST_AUTO_TEST_CASE(a_token_is_no_session_and_a_session_no_token) {
  virtual_node node;
  person one{node};
  one.enter(an);
  BOOST_TEST(node.api(http_method::get, "/v1.1/account").status == 403u);
  BOOST_TEST(node.api(http_method::get, "/v1.1/sessions").status == 403u);
  const auto cookie = one.cookie.substr(one.cookie.find('=') + 1);
  BOOST_TEST(node.call(http_method::get, "/v1.1/account", {}, {{"authorization", "Bearer " + cookie}}).status == 401u);
  // A wrong token is not saved by a good cookie.
  one.more = {{"authorization", "Bearer wrong"}};
  BOOST_TEST(one.call(http_method::get, "/v1.1/account").status == 401u);
}

BOOST_AUTO_TEST_CASE(nothing_that_is_secret_is_stored_as_it_is) {
  virtual_node node;
  person one{node};
  one.join(an);
  const auto cookie_value = [&] {
    one.sign_in(an);
    return one.cookie.substr(one.cookie.find('=') + 1);
  }();
  one.call(http_method::post, "/v1.1/account/recovery", R"({"email":"an@shop.test"})");
  const auto dump = [&](const std::string& secret) {
    std::string sql = "SELECT 0";
    for (const auto& table : test::run_sql("sqlite://" + node.database_file(),
                                           "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE "
                                           "'transfer_texts%'"))
      for (const auto& column :
           test::run_sql("sqlite://" + node.database_file(), "SELECT name FROM pragma_table_info('" + table[0] + "')"))
        sql += " + (SELECT COUNT(*) FROM " + table[0] + " WHERE instr(CAST(" + column[0] + " AS TEXT), '" + secret +
               "') > 0)";
    return ask_rows(node, sql);
  };
  const auto token = mailed_token(node, an);
  for (const auto& secret : {cookie_value, one.csrf, token, std::string{"Pass word 1"}}) {
    BOOST_TEST(!secret.empty());
    BOOST_TEST(dump(secret) == "0");
  }
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace paylink::test
