// Every limit that the interface promises, as a service keeps it to whom nobody has given a setting.
#include "tests/e2e/unset_service.hpp"
#include "tests/mail/mail_reader.hpp"
#include "tests/support/raw_sql.hpp"
#include "tests/support/until.hpp"

#include <boost/test/unit_test.hpp>

#include <csignal>

namespace paylink::test {

namespace json = boost::json;
using namespace std::chrono_literals;

namespace {

/// What takes half a minute goes on while the other limits are read.
struct slow_deliveries {
  std::string late_callback, refused_callback;
  json::object hanging_webhook, refused_webhook, taken_webhook;
};

struct limits_world : unset_service {
  slow_deliveries slow;

  limits_world() {
    slow.late_callback = pay_link(url(1, "/late/hang"));
    slow.refused_callback = pay_link(url(0, "/503"));
    slow.hanging_webhook = make_webhook(url(2, "/hang"));
    slow.refused_webhook = make_webhook(url(3, "/503"));
    slow.taken_webhook = make_webhook(url(0, "/webhook/taken"));
    pay();
  }
};

json::value data_of(const api_answer& answer) { return json::parse(answer.body).at("data"); }
timestamp time_of(const json::value& of, std::string_view name) { return parse_rfc3339(text_of(of, name)).value(); }

/// The code of the one fault that is found with `field`; empty if the request was taken.
std::string fault_of(const api_answer& answer, std::string_view field) {
  if (answer.status < 400) return {};
  const auto document = json::parse(answer.body);
  for (const auto& fault : document.at("error").at("details").as_array())
    if (text_of(fault, "field") == field) return text_of(fault, "code");
  return answer.body;
}

/// Milliseconds between the end of the last attempt and the next one.
std::int64_t wait_of(const json::object& record) {
  const auto& last = record.at("attempts").as_array().back();
  const auto ended = time_of(last, "started_at") + std::chrono::milliseconds{last.at("duration_ms").to_number<int>()};
  return (time_of(record, "next_attempt_at") - ended).count();
}

/// A wait or a time limit is never shorter, and longer only by what a busy machine takes, which is not the next wait.
void check_milliseconds(std::int64_t found, std::int64_t promised) {
  BOOST_TEST(found >= promised - 5);
  BOOST_TEST(found < promised * 7 / 4);
}

void least_amount(limits_world& of) {
  BOOST_TEST(fault_of(of.ask_for_link(R"(,"amount":"1999")"), "amount") == "too_small");
  BOOST_TEST(of.ask_for_link(R"(,"amount":"2000")").status == 201u);
  BOOST_TEST(fault_of(of.ask_for_link(R"(,"amount":"2000.5")"), "amount") == "format");
}

void life_of_a_link(limits_world& of) {
  const auto made = data_of(of.ask_for_link({}));
  BOOST_TEST((time_of(made, "expires_at") - time_of(made, "created_at") == 24h));
  const auto fault_at = [&](std::chrono::milliseconds ahead) {
    const auto at = format_rfc3339(system_wall_clock{}.now() + ahead);
    return fault_of(of.ask_for_link(R"(,"expires_at":")" + at + "\""), "expires_at");
  };
  BOOST_TEST(fault_at(24h - 10s) == "");
  BOOST_TEST(fault_at(24h + 10s) == "too_far");
  BOOST_TEST(fault_at(5s) == "");
  BOOST_TEST(fault_at(-1s) == "in_the_past");
}

void followed_redirects(limits_world& of) {
  const auto three = of.tried(of.pay_link(of.url(0, "/three/3")), 1);
  BOOST_TEST((three.at("status") == "delivered"));
  BOOST_TEST(three.at("attempts").at(0).at("hops").as_array().size() == 3u);
  const auto four = of.tried(of.pay_link(of.url(0, "/four/4")), 1);
  BOOST_TEST((four.at("status") == "failed"));
  BOOST_TEST(text_of(four.at("attempts").at(0), "error_class") == "redirect_rejected");
  BOOST_TEST((of.heard_at("/four/1").size() == 1u && of.heard_at("/four/0").empty()));
}

void inner_addresses(limits_world& of) {
  const auto inside = of.tried(of.pay_link(of.url(0, "/inside")), 1);
  BOOST_TEST((inside.at("status") == "failed"));
  BOOST_TEST(text_of(inside.at("attempts").at(0), "error_class") == "blocked_destination");
  for (const auto* url : {"https://10.0.0.1/hook", "https://192.168.1.1/hook", "https://[fd00::1]/hook"})
    BOOST_TEST(fault_of(of.ask_for_link({}, url), "callback_url") == "blocked_address");
}

/// The operator's settings of deliveries, by the lines that print what is in force.
void settings_of_deliveries(limits_world& of) {
  const auto print = [&](const std::map<std::string, std::string>& with) {
    std::vector<std::string> command{"env"};
    for (const auto& [name, value] : with) command.push_back(name + "=" + value);
    command.insert(command.end(), {PAYLINK_BIN_DIR "/paylinkd", "--sandbox", "--data", of.service.folder().string(),
                                   "--print-settings"});
    return run_program(command, {});
  };
  const auto none = print({});
  for (const auto* line :
       {"\nwebhook.timeout = \"30s\"\n", "\nwebhook.max_attempts = 10\n", "\nwebhook.initial_delay = \"10s\"\n",
        "\nwebhook.backoff_multiplier = 2", "\nwebhook.max_delay = \"512s\"\n"})
    BOOST_TEST(says(none, line), line);
  // Bare numbers are milliseconds, under the names that operators know.
  const auto given = print({{"WEBHOOK_TIMEOUT", "1500"},
                            {"WEBHOOK_MAX_ATTEMPTS", "3"},
                            {"WEBHOOK_INITIAL_DELAY", "2500"},
                            {"WEBHOOK_BACKOFF_MULTIPLIER", "3"},
                            {"WEBHOOK_MAX_DELAY", "7500"}});
  for (const auto* line :
       {"\nwebhook.timeout = \"1500ms\"\n", "\nwebhook.max_attempts = 3\n", "\nwebhook.initial_delay = \"2500ms\"\n",
        "\nwebhook.backoff_multiplier = 3", "\nwebhook.max_delay = \"7500ms\"\n"})
    BOOST_TEST(says(given, line), line);
}

/// What `paylink verify-signature` says of a heard request that arrives so many seconds after it was signed.
int verify(const test::received_request& heard, const std::string& key, bool is_webhook, std::int64_t age) {
  const auto signed_at = std::stoll(heard.header("X-Service-Timestamp"));
  std::vector<std::string> command{"env",
                                   (is_webhook ? "PAYLINK_WEBHOOK_SECRET=" : "PAYLINK_SIGNING_KEY=") + key,
                                   PAYLINK_BIN_DIR "/paylink",
                                   "verify-signature",
                                   "--timestamp",
                                   std::to_string(signed_at),
                                   "--signature",
                                   heard.header("X-Service-Signature"),
                                   "--at",
                                   std::to_string(signed_at + age)};
  if (is_webhook) command.emplace_back("--webhook");
  return run_program(command, heard.body).exit_code;
}

void age_of_a_callback(limits_world& of) {
  of.tried(of.pay_link(of.url(0, "/aged/taken")), 1);
  const auto heard = of.heard_at("/aged/taken");
  BOOST_REQUIRE(heard.size() == 1u);
  const auto key = of.service.signing_key();
  for (const auto& [age, code] : {std::pair{0, 0}, {86'400, 0}, {86'401, 1}, {-300, 0}, {-301, 1}})
    BOOST_TEST(verify(heard[0], key, false, age) == code, age);
}

void age_of_a_webhook(limits_world& of) {
  of.tried(of.path_of_delivery(of.slow.taken_webhook), 1);
  const auto heard = of.heard_at("/webhook/taken");
  BOOST_REQUIRE(!heard.empty());
  const auto secret = text_of(of.slow.taken_webhook, "secret");
  for (const auto& [age, code] : {std::pair{0, 0}, {300, 0}, {301, 1}})
    BOOST_TEST(verify(heard[0], secret, true, age) == code, age);
}

void previous_signing_key(limits_world& of) {
  const auto path = "/v1.1/workspaces/" + of.service.workspace() + "/signing-key";
  BOOST_TEST(of.send(http_method::post, path + "/rotate", {}, of.owner).status == 200u);
  const auto keys = data_of(of.send(http_method::get, path, {}, of.owner));
  BOOST_TEST(text_of(keys.at("previous"), "key") == of.service.signing_key());
  BOOST_TEST((time_of(keys.at("previous"), "valid_until") - time_of(keys.at("current"), "created_at") == 24h));
}

api_answer sign_up(limits_world& of, const std::string& email, const std::string& password) {
  return of.send(http_method::post, "/v1.1/accounts",
                 R"({"name":"An","email":")" + email + R"(","password":")" + password + "\"}");
}

void passwords(limits_world& of) {
  struct row {
    std::string password;
    std::string_view fault;
  };
  const row rows[]{{"Abcde12", "too_small"},
                   {"Abcdef12", ""},
                   {"Ab1" + std::string(125, 'x'), ""},
                   {"Ab1" + std::string(126, 'x'), "too_long"},
                   {"ABCDEF12", "format"},
                   {"abcdef12", "format"},
                   {"Abcdefgh", "format"}};
  int number = 0;
  for (const auto& [password, fault] : rows)
    BOOST_TEST(fault_of(sign_up(of, "p" + std::to_string(++number) + "@shop.example", password), "password") == fault,
               password);
}

/// The one-time token of the mail to somebody, which a service without a mail server writes as a file.
std::string mailed_token(const limits_world& of, const std::string& email, std::string_view page) {
  const auto token_of_mail = [&]() -> std::optional<std::string> {
    std::error_code none;
    for (const auto& found : std::filesystem::directory_iterator{of.service.folder() / "mail", none}) {
      if (found.path().extension() != ".eml") continue;
      const auto mail = read_mail(text_of_file(found.path()));
      const auto text = text_of_mail(mail);
      const auto at = text.find(page);
      if (header_of(mail, "to") != email || at == std::string::npos) continue;
      const auto token = text.find('#', at) + 1;
      return text.substr(token, text.find_first_of(" \r\n", token) - token);
    }
    return std::nullopt;
  };
  const auto token = test::until(token_of_mail);
  BOOST_REQUIRE_MESSAGE(token, "no mail came to " << email);
  return *token;
}

open_session make_account(limits_world& of, const std::string& email) {
  BOOST_REQUIRE(sign_up(of, email, "Correct1horse").status == 202u);
  const auto token = mailed_token(of, email, "/console/confirm#");
  BOOST_REQUIRE(
      of.send(http_method::post, "/v1.1/accounts/confirm", R"({"token":")" + token + R"(","password":"Correct1horse"})")
          .status == 201u);
  return of.sign_in(email, "Correct1horse");
}

/// Links that are older by a clock of their own: their rows say so.
void recovery_links(limits_world& of) {
  const auto recover_after = [&](const std::string& email, std::chrono::milliseconds age) {
    make_account(of, email);
    BOOST_REQUIRE(of.send(http_method::post, "/v1.1/account/recovery", R"({"email":")" + email + "\"}").status == 202u);
    const auto token = mailed_token(of, email, "/console/recover#");
    const auto back = std::to_string(age.count());
    test::run_sql("sqlite://" + (of.service.folder() / "paylink.db").string(),
                  "UPDATE recoveries SET created_at = created_at - " + back + ", expires_at = expires_at - " + back);
    return of
        .send(http_method::post, "/v1.1/account/recovery/confirm",
              R"({"token":")" + token + R"(","password":"Another1horse"})")
        .status;
  };
  BOOST_TEST(recover_after("fresh@shop.example", 1h - 30s) == 204u);
  BOOST_TEST(recover_after("stale@shop.example", 1h) == 422u);
}

void plans_on_offer(limits_world& of) {
  struct row {
    std::string_view name, price;
    int quota, workspaces;
    std::string_view overage;
  };
  const row rows[]{{"Free", "0", 30, 1, "650"},
                   {"P1", "199000", 500, 2, "400"},
                   {"P2", "699000", 2'000, 5, "350"},
                   {"P3", "2999000", 10'000, 10, "300"},
                   {"VIP1", "5000000", 20'000, 100, "250"}};
  const auto listed = data_of(of.send(http_method::get, "/v1.1/plans?order=asc", {}, of.owner)).as_array();
  BOOST_REQUIRE(listed.size() == std::size(rows));
  for (std::size_t i = 0; i < listed.size(); ++i) {
    BOOST_TEST(text_of(listed[i], "name") == rows[i].name);
    BOOST_TEST(text_of(listed[i], "price") == rows[i].price);
    BOOST_TEST(listed[i].at("quota").to_number<int>() == rows[i].quota);
    BOOST_TEST(listed[i].at("workspaces").to_number<int>() == rows[i].workspaces);
    BOOST_TEST(text_of(listed[i], "overage_price") == rows[i].overage);
  }
}

void plan_of_a_new_account(limits_world& of) {
  const auto person = make_account(of, "new@shop.example");
  BOOST_TEST(text_of(data_of(of.send(http_method::get, "/v1.1/account/plan", {}, person)), "plan") == "Free");
  const auto usage = data_of(of.send(http_method::get, "/v1.1/account/usage", {}, person));
  BOOST_TEST(usage.at("quota").to_number<int>() == 30);
  const auto make_workspace = [&] {
    return of
        .send(http_method::post, "/v1.1/workspaces",
              R"({"name":"Shop","entity_type":"individual","banking_mode":"open_banking"})", person)
        .status;
  };
  BOOST_TEST(make_workspace() == 201u);
  BOOST_TEST(make_workspace() == 409u);
}

/// The first wait, and the second, twice as long.
void check_waits(limits_world& of, const std::string& path) {
  const auto record = of.tried(path, 2);
  const auto& attempts = record.at("attempts").as_array();
  const auto first_end =
      time_of(attempts[0], "started_at") + std::chrono::milliseconds{attempts[0].at("duration_ms").to_number<int>()};
  check_milliseconds((time_of(attempts[1], "started_at") - first_end).count(), 10'000);
  if (attempts.size() == 2) return check_milliseconds(wait_of(record), 20'000);
  // Somebody who looks late sees more of them.
  const auto second_end =
      time_of(attempts[1], "started_at") + std::chrono::milliseconds{attempts[1].at("duration_ms").to_number<int>()};
  check_milliseconds((time_of(attempts[2], "started_at") - second_end).count(), 20'000);
}

void waits_of_a_callback(limits_world& of) { check_waits(of, of.slow.refused_callback); }
void waits_of_a_webhook(limits_world& of) { check_waits(of, of.path_of_delivery(of.slow.refused_webhook)); }

void check_time_limit(const json::object& record) {
  const auto& attempt = record.at("attempts").at(0);
  BOOST_TEST(text_of(attempt, "error_class") == "timeout");
  check_milliseconds(attempt.at("duration_ms").to_number<int>(), 30'000);
  BOOST_TEST((record.at("status") == "pending" && !record.at("next_attempt_at").is_null()));
}

void time_of_a_callback(limits_world& of) {
  const auto record = of.tried(of.slow.late_callback, 1);
  check_time_limit(record);
  BOOST_TEST(record.at("attempts").at(0).at("hops").as_array().size() == 1u);
}
void time_of_a_webhook(limits_world& of) {
  check_time_limit(of.tried(of.path_of_delivery(of.slow.hanging_webhook), 1));
}

struct limit {
  std::string_view what;
  void (*check)(limits_world&);
};

// In this order, so that the slow ones come last.
constexpr limit limits[]{
    {"the least amount of a link", least_amount},
    {"how long a link lives", life_of_a_link},
    {"how many redirects a delivery follows", followed_redirects},
    {"private addresses are not called", inner_addresses},
    {"the settings of attempts, waits and back-off", settings_of_deliveries},
    {"how old a callback's timestamp may be", age_of_a_callback},
    {"how long a webhook's signature is good", age_of_a_webhook},
    {"how long the signing key before this one is kept", previous_signing_key},
    {"what a password must be", passwords},
    {"how long a recovery link is good", recovery_links},
    {"the plans, their prices, quotas and Workspaces", plans_on_offer},
    {"the plan that an account begins with", plan_of_a_new_account},
    {"the first waits of a callback", waits_of_a_callback},
    {"the first waits of a webhook", waits_of_a_webhook},
    {"the time of a callback's attempt, redirects included", time_of_a_callback},
    {"the time of a webhook's answer", time_of_a_webhook},
};

} // namespace

BOOST_AUTO_TEST_CASE(a_service_without_settings_keeps_every_limit_that_the_interface_states) {
  limits_world under;
  for (const auto& [what, check] : limits) {
    BOOST_TEST_CONTEXT(what) { check(under); }
  }
  BOOST_TEST(under.service.end(SIGTERM) == 0);
}

} // namespace paylink::test
