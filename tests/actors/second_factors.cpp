#include "tests/actors/second_factors.hpp"

#include "secrets/totp.hpp"

#include <boost/test/unit_test.hpp>

namespace paylink::test {

namespace {

/// Base32 without padding.
std::string bytes_of(const std::string& text) {
  constexpr std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  std::string bytes;
  unsigned held = 0, bits = 0;
  for (const char c : text) {
    held = (held << 5) | static_cast<unsigned>(alphabet.find(c));
    if ((bits += 5) < 8) continue;
    bits -= 8;
    bytes += static_cast<char>(held >> bits);
  }
  return bytes;
}

} // namespace

authenticator_app::authenticator_app(virtual_node& of, const std::string& secret_text)
    : node{of}, secret{bytes_of(secret_text)} {}

std::string authenticator_app::code() const { return totp_code(secret, totp_step(node.clock.now())); }

std::string authenticator_app::wrong_code() const {
  const auto step = totp_step(node.clock.now());
  for (const std::string wrong : {"000000", "111111", "222222", "333333"})
    if (wrong != totp_code(secret, step - 1) && wrong != totp_code(secret, step) &&
        wrong != totp_code(secret, step + 1))
      return wrong;
  return {};
}

authenticator_app turn_on_app(virtual_node& node, person& of) {
  const auto begun = of.call(http_method::post, "/v1.1/account/second-factor");
  BOOST_REQUIRE_MESSAGE(begun.status == 200u, begun.body);
  authenticator_app app{node, text_of(data_of(begun).as_object(), "secret")};
  const auto confirmed = confirm_app(of, app.code());
  BOOST_REQUIRE_MESSAGE(confirmed.status == 200u, confirmed.body);
  app.recovery_codes = codes_of(confirmed);
  return app;
}

http_response confirm_app(person& of, const std::string& code) {
  return of.call(http_method::post, "/v1.1/account/second-factor/confirm", R"({"code":")" + code + "\"}");
}

std::vector<std::string> codes_of(const http_response& response) {
  std::vector<std::string> codes;
  const auto data = data_of(response);
  for (const auto& code : data.at("recovery_codes").as_array()) codes.emplace_back(code.as_string());
  return codes;
}

std::string factors_of(person& of) {
  const auto record = data_of(of.call(http_method::get, "/v1.1/account/second-factor"));
  return std::string{"totp "} + (record.at("totp").as_bool() ? "true" : "false") + ", passkeys " +
         std::to_string(record.at("passkeys").as_int64()) + ", codes " +
         std::to_string(record.at("recovery_codes").as_int64());
}

void keep_session(person& one, const http_response& opened) {
  const auto set = header_of(opened, "Set-Cookie");
  one.cookie = set.substr(0, set.find(';'));
  one.csrf = text_of(data_of(opened).as_object().at("user").as_object(), "csrf_token");
}

http_response sign_in_with(person& one, const std::string& email, const std::string& members) {
  auto answer = one.call(http_method::post, "/v1.1/sessions",
                         R"({"email":")" + email + R"(","password":"Pass word 1",)" + members + "}");
  if (answer.status == 201) keep_session(one, answer);
  return answer;
}

} // namespace paylink::test
