// What an operator does to accounts, tokens and banks, with the real program; and how the first person gets in.
#include "tests/e2e/operated_service.hpp"
#include "tests/e2e/production_service.hpp"
#include "tests/e2e/typed_commands.hpp"
#include "tests/mail/mail_server.hpp"
#include "tests/support/raw_sql.hpp"
#include "tests/support/until.hpp"

#include <boost/test/unit_test.hpp>

#include <csignal>

namespace paylink::test {

namespace json = boost::json;

namespace {

constexpr const char* demo = "demo@sandbox.local";

std::string password_of(const operated_service& under) {
  const auto file = json::parse(text_of_file(under.service.folder() / "sandbox.json"));
  return json::value_to<std::string>(file.at("user").at("password"));
}

api_answer sign_in(operated_service& under) {
  return under.service.call(http_method::post, "/v1.1/sessions",
                            R"({"email":"demo@sandbox.local","password":")" + password_of(under) + "\"}");
}

std::string text_of(const json::value& of, std::string_view name) {
  return json::value_to<std::string>(of.as_object().at(name));
}

/// The document that a verb prints with `--json`.
json::object document_of(const program_output& reported) {
  BOOST_REQUIRE_MESSAGE(reported.exit_code == 0, reported.text);
  return json::parse(reported.text.substr(reported.text.find('{'))).as_object();
}

/// One row of a list by the value of one of its members.
json::object row_with(const json::object& document, const std::string& name, const std::string& value) {
  for (const auto& row : document.at("rows").as_array())
    if (text_of(row, name) == value) return row.as_object();
  BOOST_ERROR("no row has " << value);
  return {};
}

/// Does `what` beside a running service, and then with it stopped and started again behind it.
template <class What>
void beside_and_alone(operated_service& under, What what) {
  for (const bool is_running : {true, false}) {
    BOOST_TEST_CONTEXT((is_running ? "running" : "stopped")) {
      what([&](const std::vector<std::string>& words) {
        if (!is_running) under.service.end(SIGTERM);
        auto command = words;
        command.insert(command.begin(), "admin");
        auto reported = under.paylinkd(command);
        if (!is_running) under.service.start();
        return reported;
      });
    }
  }
}

} // namespace

BOOST_AUTO_TEST_CASE(the_first_person_makes_an_account_by_the_link_that_the_last_start_has_printed) {
  production_service service;
  service.start();
  const auto first = service.printed_token();
  BOOST_TEST(first.size() == 43u);
  service.end();
  service.start();
  const auto second = service.printed_token();
  BOOST_TEST((second.size() == 43u && second != first));
  BOOST_TEST(service.make_account("binh@shop.example", first) == 422u);
  BOOST_TEST(service.make_account("binh@shop.example", second) == 201u);
  BOOST_TEST(service.make_account("second@shop.example", second) == 422u);
  const auto signed_in =
      service.post("/v1.1/sessions", R"({"email":"binh@shop.example","password":"Correct1horse"})").status;
  BOOST_TEST(signed_in == 201u);
  service.end();
  service.start();
  service.end();
  BOOST_TEST(service.printed().find("/console/invitation#") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_locked_user_is_kept_out_at_once_and_let_in_again) {
  operated_service under;
  under.service.start();
  beside_and_alone(under, [&](const auto& admin) {
    BOOST_TEST(sign_in(under).status == 201u);
    BOOST_TEST(says(admin({"users", "lock", "DEMO@sandbox.local"}), "demo@sandbox.local is locked"));
    BOOST_TEST(sign_in(under).status == 401u);
    BOOST_TEST(under.service.call(http_method::get, "/v1.1/workspaces/" + under.service.workspace()).status == 401u);
    const auto locked = row_with(document_of(admin({"users", "list", "--json"})), "email", demo);
    BOOST_TEST(locked.at("status") == "locked");
    BOOST_TEST(says(admin({"users", "unlock", demo}), "demo@sandbox.local is unlocked"));
    BOOST_TEST(sign_in(under).status == 201u);
    BOOST_TEST(under.service.call(http_method::get, "/v1.1/workspaces/" + under.service.workspace()).status == 200u);
  });
}

BOOST_AUTO_TEST_CASE(second_factors_are_taken_off_an_account) {
  operated_service under;
  under.service.start();
  const auto url = "sqlite://" + (under.service.folder() / "paylink.db").string();
  beside_and_alone(under, [&](const auto& admin) {
    test::run_sql(url, "INSERT INTO passkeys (id, user_id, credential_id, public_key, algorithm, sign_count, "
                       "backup_eligible, backed_up, name, created_at) SELECT 'pky', id, 'credential', 'key', -7, 0, 0, "
                       "0, 'Phone', 0 FROM users WHERE email = 'demo@sandbox.local'");
    BOOST_TEST(sign_in(under).status == 401u);
    BOOST_TEST(
        says(admin({"users", "reset-second-factor", demo}), "the second factors of demo@sandbox.local are removed"));
    BOOST_TEST(sign_in(under).status == 201u);
    const auto again = admin({"users", "reset-second-factor", demo});
    BOOST_TEST(again.exit_code != 0);
    BOOST_TEST(again.text.find("demo@sandbox.local has no second factor") != std::string::npos);
  });
}

BOOST_AUTO_TEST_CASE(an_account_gets_another_plan) {
  operated_service under;
  under.service.start();
  std::string plan = "P2";
  beside_and_alone(under, [&](const auto& admin) {
    BOOST_TEST(says(admin({"users", "plan", demo, plan}), "demo@sandbox.local has the plan " + plan));
    BOOST_TEST((text_of(row_with(document_of(admin({"users", "list", "--json"})), "email", demo), "plan") == plan));
    BOOST_TEST(says(admin({"users", "list"}), plan));
    BOOST_TEST(says(admin({"users", "plan", demo}), "has the plan " + plan + "; "));
    BOOST_TEST(says(admin({"users", "plan", demo, "P1"}), "has the plan " + plan + ", and will have P1 from "));
    plan = "VIP1";
  });
}

BOOST_AUTO_TEST_CASE(a_token_is_found_by_its_user_and_revoked) {
  operated_service under;
  under.service.start();
  beside_and_alone(under, [&](const auto& admin) {
    const auto made = admin({"create-token", "--workspace", under.service.workspace(), "--name", "for a test"});
    BOOST_REQUIRE(made.exit_code == 0);
    const auto listed = document_of(admin({"tokens", "list", "--user", demo, "--json"}));
    const auto& newest = listed.at("rows").as_array().front().as_object();
    BOOST_TEST((newest.at("name") == "for a test" && newest.at("status") == "active"));
    const auto id = json::value_to<std::string>(newest.at("id"));
    BOOST_TEST(says(admin({"tokens", "revoke", id}), id + " is revoked"));
    const auto later = document_of(admin({"tokens", "list", "--limit", "1", "--json"}));
    BOOST_TEST((later.at("rows").as_array().front().at("status") == "revoked"));
    BOOST_TEST(later.at("has_more").as_bool());
    // The token itself is nowhere to be read again.
    const auto secret = made.text.substr(made.text.find("plat_"), 51);
    BOOST_TEST(json::serialize(later).find(secret) == std::string::npos);
  });
}

BOOST_AUTO_TEST_CASE(a_banks_status_is_set_and_stays_set) {
  operated_service under;
  under.service.start();
  beside_and_alone(under, [&](const auto& admin) {
    for (const std::string word : {"maintenance", "Discontinued", "active"}) {
      const auto reported = admin({"banks", "status", "MB", word});
      BOOST_TEST(reported.exit_code == 0, reported.text);
      const auto bank = row_with(document_of(admin({"banks", "list", "--json"})), "code", "MB");
      const auto shown = std::string{static_cast<char>(std::toupper(word[0]))} + word.substr(1);
      BOOST_TEST((text_of(bank, "status") == shown && bank.at("has_feed").as_bool()));
    }
  });
  const auto others = document_of(under.paylinkd({"admin", "banks", "list", "--json"}));
  BOOST_TEST((row_with(others, "code", "VCB").at("status") == "Active"));
  BOOST_TEST(!row_with(others, "code", "VCB").at("has_feed").as_bool());
}

BOOST_AUTO_TEST_CASE(what_cannot_be_done_is_refused_with_its_reason) {
  operated_service under;
  under.service.start();
  const std::pair<std::vector<std::string>, std::string> cases[]{
      {{"users", "lock", "nobody@shop.example"}, "there is no account with the address nobody@shop.example"},
      {{"users", "plan", demo, "P99"}, "unknown plan P99; the plans are Free, P1, P2, P3, VIP1"},
      {{"users", "plan", demo, "p2"}, "unknown plan p2; the plans are Free, P1, P2, P3, VIP1"},
      {{"users", "plan", demo, "Free"}, "demo@sandbox.local owns more Workspaces than the plan Free allows"},
      {{"invite", demo}, "demo@sandbox.local already has an account"},
      {{"invite", "nobody"}, "nobody is not an email address"},
      {{"banks", "status", "XX", "active"}, "unknown bank XX; paylinkd admin banks list shows the codes"},
      {{"banks", "status", "mb", "active"}, "unknown bank mb; did you mean MB?"},
      {{"banks", "status", "Napas", "active"}, "unknown bank Napas; did you mean NAPAS?"},
      {{"banks", "status", "MB", "closed"}, "closed is not a status; allowed: active, maintenance, discontinued"},
      {{"tokens", "list", "--user", "nobody@shop.example"}, "there is no account with the address"},
      {{"tokens", "revoke", "tok_1"}, "tok_1 is not the id of an API token"},
      {{"tokens", "revoke", "tok_01hqxw5p7r8s9t0v1w2x3y4z5a"}, "tok_01hqxw5p7r8s9t0v1w2x3y4z5a"},
  };
  for (const auto& [words, reason] : cases) {
    auto command = words;
    command.insert(command.begin(), "admin");
    const auto reported = under.paylinkd(command);
    BOOST_TEST(reported.exit_code == 1, reported.text);
    BOOST_TEST(says(reported, reason), reason);
  }
  BOOST_TEST(under.paylinkd({"admin", "users"}).exit_code == 2);
}

BOOST_AUTO_TEST_CASE(an_invited_person_gets_the_link_by_mail_where_a_mail_server_is_set) {
  const mail_server server;
  for (const bool has_server : {false, true}) {
    std::map<std::string, std::string> with;
    if (has_server) with = {{"PAYLINK_MAIL_SMTP_URL", server.url()}, {"PAYLINK_MAIL_FROM", "paylink@shop.example"}};
    operated_service under{with};
    under.service.start();
    const auto reported = under.paylinkd({"admin", "invite", "binh@shop.example", "--locale", "en", "--json"}, with);
    const auto answer = document_of(reported);
    const auto link = json::value_to<std::string>(answer.at("link"));
    const auto token = link.substr(link.find('#') + 1);
    BOOST_TEST(link.find("/console/invitation#") != std::string::npos);
    BOOST_TEST(answer.at("mailed").as_bool() == has_server);
    if (has_server) {
      BOOST_REQUIRE(test::until([&] { return !server.mails().empty(); }));
      const auto mails = server.mails();
      BOOST_REQUIRE(mails.size() == 1u);
      auto content = json::value_to<std::string>(mails.front().at("content"));
      // A long line is cut by the encoding.
      for (auto at = content.find("=\r\n"); at != std::string::npos; at = content.find("=\r\n")) content.erase(at, 3);
      BOOST_TEST(content.find(token) != std::string::npos, content);
    }
    const auto accept = [&](const std::string& email) {
      return under.service
          .call(http_method::post, "/v1.1/accounts",
                R"({"email":")" + email + R"(","name":"Binh","password":"Correct1horse","invitation":")" + token +
                    "\"}")
          .status;
    };
    BOOST_TEST(accept("other@shop.example") == 422u);
    BOOST_TEST(accept("binh@shop.example") == 201u);
    BOOST_TEST(under.service.log().find(token) == std::string::npos);
  }
}

BOOST_AUTO_TEST_CASE(an_operator_connects_a_bank_account_for_which_links_are_then_made) {
  operated_service under;
  under.service.start();
  std::string number = "99887766";
  beside_and_alone(under, [&](const auto& admin) {
    const auto connect = [&](const std::string& bank, const std::string& account_number) {
      return admin({"bank-accounts", "connect", "--workspace", under.service.workspace(), "--bank", bank, "--number",
                    account_number, "--holder", "NGUYEN VAN A", "--json"});
    };
    const auto made = document_of(connect("ACB", number));
    const auto answer =
        under.service.call(http_method::post, "/v1.1/payment-links/" + under.service.workspace(),
                           R"({"bank_account_id":")" + text_of(made, "id") +
                               R"(","amount":"150000","callback_url":"https://127.0.0.1:8443/callback"})");
    BOOST_TEST(answer.status == 201u, answer.body);
    BOOST_TEST(says(connect("VCB", number), "needs the national switch"));
    const auto end = [&](const std::string& verb) {
      return admin({"bank-accounts", verb, "--bank", "ACB", "--number", number});
    };
    BOOST_TEST(says(end("disconnect"), text_of(made, "id")));
    BOOST_TEST(says(end("disconnect"), "no Workspace has connected the account " + number + " of ACB"));
    BOOST_TEST(text_of(document_of(connect("ACB", number)), "id") == text_of(made, "id"));
    BOOST_TEST(says(end("evict"), "is evicted"));
    BOOST_TEST(text_of(document_of(connect("ACB", number)), "id") == text_of(made, "id"));
    BOOST_TEST(says(connect("ACB", number), "is already connected in " + under.service.workspace()));
    BOOST_TEST(says(connect("acb", number), "unknown bank acb; did you mean ACB?"));
    BOOST_TEST(says(connect("ACB", "12"), "12 is not an account number"));
    admin({"banks", "status", "OCB", "maintenance"});
    BOOST_TEST(says(connect("OCB", number), "OCB is Maintenance and accepts no new connections"));
    number = "99887767";
  });
}

BOOST_AUTO_TEST_CASE(the_first_steps_work_as_they_are_documented) {
  production_service service;
  service.start();
  std::string commands = "set -e -o pipefail; cd " + service.data().string() + "\n";
  for (const std::string title :
       {"The first account", "Signing in", "A Workspace", "A bank account", "An API token", "A payment link"})
    for (const auto& block : commands_of("getting-started.md", title)) commands += block;
  commands = replaced(commands, "http://127.0.0.1:8080", service.url());
  commands = replaced(commands, "=TOKEN", "=" + service.printed_token());
  commands = replaced(commands, "sudo -u paylink paylinkd --config /etc/paylink/paylink.toml --data /var/lib/paylink",
                      "paylinkd --data " + service.data().string());
  const auto reported = type(commands, {});
  BOOST_TEST(reported.exit_code == 0, reported.text);
  BOOST_TEST(says(reported, R"("email":"you@example.vn")"));
  BOOST_TEST(says(reported, service.url() + "/l/"));
}

BOOST_AUTO_TEST_CASE(the_first_steps_show_why_a_call_is_refused) {
  production_service service;
  service.start();
  // Nobody has an account: there is no session, and the token is none.
  const std::pair<std::string, std::string> refused[]{
      {"Signing in", "AUTHENTICATION_ERROR"},
      {"A Workspace", "AUTHENTICATION_ERROR"},
      {"An API token", "AUTHENTICATION_ERROR"},
      {"A payment link", "AUTHENTICATION_ERROR"},
  };
  for (const auto& [title, code] : refused) {
    auto commands =
        "base=" + service.url() + "; workspace=ws_1; token=plat_1; account=ba_1; cd " + service.data().string() + "\n";
    for (const auto& block : commands_of("getting-started.md", title)) commands += block;
    const auto reported = type(commands, {});
    BOOST_TEST(reported.text.find("\"" + code + "\"") != std::string::npos, title << ": " << reported.text);
    BOOST_TEST(reported.text.find("null") == std::string::npos, reported.text);
  }
}

} // namespace paylink::test
