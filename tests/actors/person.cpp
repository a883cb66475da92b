#include "tests/actors/person.hpp"

#include "tests/support/raw_sql.hpp"

#include <boost/test/unit_test.hpp>

namespace paylink::test {

http_request person::request(http_method method, const std::string& target, const std::string& body) const {
  auto headers = more;
  const auto* between = cookie.empty() || device.empty() ? "" : "; ";
  if (!cookie.empty() || !device.empty()) headers.emplace_back("cookie", cookie + between + device);
  if (!body.empty()) headers.emplace_back("content-type", "application/json");
  if (!csrf.empty()) headers.emplace_back("x-csrf-token", csrf);
  auto made = virtual_node::request_of(method, target, body, std::move(headers));
  made.peer = address_;
  return made;
}

http_response person::call(http_method method, const std::string& target, const std::string& body) {
  auto answer = node_.call(request(method, target, body));
  keep_cookies(answer);
  return answer;
}

std::shared_ptr<std::optional<http_response>> person::begin_call(http_method method, const std::string& target,
                                                                 const std::string& body) {
  return node_.begin_call(request(method, target, body));
}

void person::keep_cookies(const http_response& answer) {
  for (const auto& [name, value] : answer.headers) {
    if (name != "Set-Cookie") continue;
    if (value.find("_device_") != value.npos) device = value.substr(0, value.find(';'));
  }
}

void person::join(const std::string& email) {
  const auto asked =
      call(http_method::post, "/v1.1/accounts", R"({"email":")" + email + R"(","password":"Pass word 1","name":"An"})");
  BOOST_REQUIRE_MESSAGE(asked.status == 202, asked.body);
  const auto made = call(http_method::post, "/v1.1/accounts/confirm",
                         R"({"token":")" + mailed_token(node_, email) + R"(","password":"Pass word 1"})");
  BOOST_REQUIRE_MESSAGE(made.status == 201, made.body);
}

http_response person::sign_in(const std::string& email, const std::string& password) {
  auto answer =
      call(http_method::post, "/v1.1/sessions", R"({"email":")" + email + R"(","password":")" + password + R"("})");
  if (answer.status != 201) return answer;
  const auto set = header_of(answer, "Set-Cookie");
  cookie = set.substr(0, set.find(';'));
  csrf = text_of(data_of(answer).as_object().at("user").as_object(), "csrf_token");
  return answer;
}

void person::take_role(const std::string& email, const std::string& role) {
  const auto id = membership_id::make(node_.clock.now(), node_.random).text();
  test::run_sql("sqlite://" + node_.database_file(),
                "INSERT INTO memberships (id, workspace_id, user_id, role, status, created_at) SELECT '" + id + "', '" +
                    node_.workspace.text() + "', id, '" + role + "', 'active', 0 FROM users WHERE email = '" + email +
                    "' ON CONFLICT (workspace_id, user_id) DO UPDATE SET role = excluded.role");
}

std::vector<std::string> faults_in(const http_response& response) {
  std::vector<std::string> all;
  for (const auto& [field, code] : faults_of(response)) all.push_back(field + ' ' + code);
  std::ranges::sort(all);
  return all;
}

std::string mailed_token(virtual_node& node, const std::string& address) {
  node.advance(std::chrono::seconds{10});
  for (auto mail = node.mail.sent.rbegin(); mail != node.mail.sent.rend(); ++mail) {
    if (mail->to.address != address) continue;
    const auto at = mail->text.find('#');
    return at == std::string::npos ? "" : mail->text.substr(at + 1, mail->text.find_first_of(" \r\n", at) - at - 1);
  }
  BOOST_FAIL("no mail to " + address);
  return {};
}

} // namespace paylink::test
