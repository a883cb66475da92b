#pragma once
#include "sandbox/connector/signature.hpp"
#include "tests/sandbox/running_bank.hpp"

#include <boost/test/unit_test.hpp>

namespace paylink::test {

inline const std::string mb = "/connector/MB", napas = "/connector/NAPAS";

inline std::string secret_of(const std::string& target) {
  return target.starts_with(napas) ? "switch-secret" : "feed-secret";
}

/// The service's side of the protocol, as another program would write it.
struct calling_service {
  running_bank& bank;
  int keys = 0;

  api_answer call(http_method method, const std::string& target, const std::string& body = {},
                  const std::string& key = {}) {
    const auto seconds = std::to_string(unix_seconds(bank.now()));
    std::vector<std::pair<std::string, std::string>> headers{
        {"X-Service-Timestamp", seconds},
        {"X-Service-Signature", sign_call(secret_of(target), seconds, to_text(method), target, body)}};
    if (method == http_method::post)
      headers.emplace_back("Idempotency-Key", key.empty() ? "key-" + std::to_string(++keys) : key);
    return bank.send(method, target, body, std::move(headers));
  }
  json::object post(const std::string& target, const std::string& body = "{}") {
    return json::parse(call(http_method::post, target, body).body).as_object();
  }
  std::string error(const std::string& target, const std::string& body) {
    const auto answer = call(http_method::post, target, body);
    const auto parsed = json::parse(answer.body).as_object();
    if (!parsed.contains("error")) return std::to_string(answer.status);
    const auto& error = parsed.at("error").as_object();
    return std::to_string(answer.status) + " " + std::string{error.at("code").as_string()} +
           (error.contains("field") ? " " + std::string{error.at("field").as_string()} : "");
  }
  std::string state(const std::string& connection) {
    return std::string{json::parse(call(http_method::get, connection).body).at("state").as_string()};
  }
  json::object transactions(const std::string& connection, const std::string& query = {}) {
    return json::parse(call(http_method::get, connection + "/transactions" + query).body).as_object();
  }
  /// The code of the connection with this path; of two that are sent in one millisecond, none is the newest.
  std::string otp(std::string_view of = {}) {
    const auto waiting = json::parse(bank.send(http_method::get, "/connections").body).at("data").as_array();
    for (const auto& one : waiting)
      if (of.empty() || of.ends_with(std::string_view{one.at("connection_id").as_string()}))
        return std::string{one.at("otp").as_string()};
    return {};
  }
  /// The path of a connection that is connected.
  std::string connect(const std::string& base, const std::string& body) {
    const auto made =
        base + "/connections/" + std::string{post(base + "/connections", body).at("connection_id").as_string()};
    BOOST_REQUIRE(post(made + "/otp", R"({"otp":")" + otp() + R"("})").at("state").as_string() == "connected");
    return made;
  }
};

/// Of an account that the bank connects.
inline const std::string application =
    R"({"account_type":"main_with_virtual","account_number":"0907654321","holder_name":"TRAN B","phone":"0901234567"})";

/// The application with another value of one member.
inline std::string with(const std::string& member, const std::string& value) {
  auto body = json::parse(application).as_object();
  body[member] = value;
  return json::serialize(body);
}

} // namespace paylink::test
