// What is secret is given in every place that takes it, right and wrong, and then looked for where it must not be.
#include "tests/e2e/sandbox_service.hpp"
#include "tests/mail/mail_reader.hpp"
#include "tests/mail/mail_server.hpp"
#include "tests/support/until.hpp"

#include <boost/test/unit_test.hpp>

#include <csignal>
#include <fstream>
#include <sstream>

namespace paylink::test {

namespace json = boost::json;

namespace {

std::string content_of(const std::filesystem::path& file) {
  std::ifstream in{file, std::ios::binary};
  return {std::istreambuf_iterator<char>{in}, {}};
}

/// A service with a mail server, and all that it was told in confidence.
class confided_in {
public:
  confided_in()
      : service{{{"PAYLINK_MAIL_SMTP_URL", server.url()},
                 {"PAYLINK_MAIL_FROM", "pay@example.vn"},
                 {"PAYLINK_LOG_LEVEL", "debug"}}} {
    service.start();
    const auto file = json::parse(content_of(service.folder() / "sandbox.json")).as_object();
    base_url_ = text_of(file, "base_url");
    secrets["the API token"] = text_of(file, "access_token");
    secrets["the demo user's password"] = text_of(file.at("user").as_object(), "password");
    secrets["the signing key"] = service.signing_key();
    const auto keys = content_of(service.folder() / "master.key");
    secrets["the master key"] = keys.substr(keys.find(' ') + 1, 40);
  }

  /// Sends it, and keeps the answer: a refusal must not repeat a secret.
  api_answer send(http_method method, const std::string& target, const std::string& body,
                  std::vector<std::pair<std::string, std::string>> headers = {}) {
    if (!body.empty()) headers.emplace_back("Content-Type", "application/json");
    api_client client{{.base_url = base_url_, .token = {}, .ca_file = {}}};
    auto answer = client.send({method, target, body, std::move(headers), false});
    auto* reported = std::get_if<api_answer>(&answer);
    BOOST_REQUIRE(reported);
    if (reported->status >= 400) refusals += reported->body;
    return std::move(*reported);
  }

  /// The one-time token of the last mail to somebody.
  std::string mailed_token(std::size_t mails) {
    test::until([&] { return server.mails().size() >= mails; });
    const auto taken = server.mails();
    BOOST_REQUIRE(taken.size() == mails);
    const auto text = text_of_mail(read_mail(json::value_to<std::string>(taken.back().at("content"))));
    const auto at = text.find('#');
    BOOST_REQUIRE(at != std::string::npos);
    return text.substr(at + 1, text.find_first_of(" \r\n", at) - at - 1);
  }

  static std::string text_of(const json::object& of, const char* name) {
    return json::value_to<std::string>(of.at(name));
  }

  mail_server server;
  sandbox_service service;
  std::map<std::string, std::string> secrets; ///< By what they are.
  std::string refusals;

private:
  std::string base_url_;
};

} // namespace

BOOST_AUTO_TEST_CASE(no_secret_stands_in_the_database_the_log_or_an_answer_that_refuses) {
  confided_in all;
  const std::string email = "an@shop.example", password = "Canary word 1", wrong = "Canary guess 2";
  const auto credentials = [&](const std::string& with) {
    return R"({"email":")" + email + R"(","password":")" + with + "\"}";
  };
  all.secrets["the password"] = password;
  all.secrets["a wrong password"] = wrong;
  all.send(http_method::post, "/v1.1/accounts",
           R"({"email":")" + email + R"(","password":")" + password + R"(","name":"An"})");
  const auto confirming = all.secrets["the token of a sign-up"] = all.mailed_token(1);
  // Misspelled, in the wrong place, of the wrong form: what people do, and what ends in messages.
  all.send(http_method::post, "/v1.1/accounts/confirm", R"({"tokn":")" + confirming + "\"}");
  all.send(http_method::get, "/v1.1/accounts/confirm?token=" + confirming, {});
  const auto confirm = [&](const std::string& with) {
    return all
        .send(http_method::post, "/v1.1/accounts/confirm",
              R"({"token":")" + confirming + R"(","password":")" + with + "\"}")
        .status;
  };
  BOOST_TEST(confirm(wrong) == 401u);
  BOOST_TEST(confirm(password) == 201u);
  BOOST_TEST(confirm(password) == 422u);
  all.send(http_method::post, "/v1.1/sessions", credentials(wrong));
  all.send(http_method::post, "/v1.1/sessions", R"({"email":")" + password + R"(","password":["x"]})");
  all.send(http_method::post, "/v1.1/sessions?password=" + confirming, credentials(wrong));
  const auto opened = all.send(http_method::post, "/v1.1/sessions", credentials(password));
  BOOST_REQUIRE(opened.status == 201u);
  std::string cookie{opened.header("set-cookie")};
  cookie = cookie.substr(0, cookie.find(';'));
  all.secrets["the session"] = cookie.substr(cookie.find('=') + 1);
  const auto user = json::parse(opened.body).at("data").at("user").as_object();
  const auto csrf = all.secrets["the CSRF token"] = confided_in::text_of(user, "csrf_token");
  all.send(http_method::patch, "/v1.1/account", R"({"name":1})", {{"Cookie", cookie}, {"X-CSRF-Token", csrf}});
  all.send(http_method::patch, "/v1.1/account", R"({"name":"B"})", {{"Cookie", cookie}, {"X-CSRF-Token", csrf + "x"}});
  all.send(http_method::get, "/v1.1/account", {}, {{"Authorization", "Bearer " + all.secrets["the session"]}});
  all.send(http_method::get, "/v1.1/transactions?q=x", {},
           {{"Authorization", "Basic " + all.secrets["the API token"]}});
  all.send(http_method::get, "/v1.1/transactions?limit=x", {},
           {{"Authorization", "Bearer " + all.secrets["the API token"]}});
  all.send(http_method::post, "/v1.1/account/recovery", R"({"email":")" + email + "\"}");
  const auto recovering = all.secrets["the token of a recovery"] = all.mailed_token(2);
  all.secrets["the new password"] = "Canary word 3";
  all.send(http_method::post, "/v1.1/account/recovery/confirm",
           R"({"token":")" + recovering + R"(","password":"weak"})");
  BOOST_TEST(all.send(http_method::post, "/v1.1/account/recovery/confirm",
                      R"({"token":")" + recovering + R"(","password":"Canary word 3"})")
                 .status == 204u);

  // As a crash leaves it: the write-ahead log is not folded in, and no core is dumped.
  std::ifstream limits{"/proc/" + std::to_string(all.service.pid()) + "/limits"};
  std::stringstream text;
  text << limits.rdbuf();
  BOOST_TEST(text.str().find("Max core file size        0                    0") != std::string::npos);
  all.service.end(SIGABRT);
  std::size_t searched = 0;
  for (const auto& found : std::filesystem::recursive_directory_iterator{all.service.folder()}) {
    const auto name = found.path().filename().string();
    BOOST_TEST(!name.starts_with("core"), name);
    // What is there to hold them, readable for its owner alone.
    if (!found.is_regular_file() || name == "sandbox.json" || name == "master.key") continue;
    const auto content = content_of(found.path());
    ++searched;
    for (const auto& [what, secret] : all.secrets) {
      BOOST_REQUIRE(secret.size() > 10);
      BOOST_TEST(content.find(secret) == std::string::npos, what << " stands in " << name);
    }
  }
  BOOST_TEST(searched >= 3u); // the database, its write-ahead log, the log
  for (const auto& [what, secret] : all.secrets)
    BOOST_TEST(all.refusals.find(secret) == std::string::npos, what << " stands in a refusal");
}

} // namespace paylink::test
