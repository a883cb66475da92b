#pragma once
#include "domain/values/time.hpp"
#include "tests/e2e/operated_service.hpp"
#include "tests/support/scripted_receiver.hpp"
#include "tests/support/until.hpp"

#include <algorithm>
#include <array>
#include <memory>

namespace paylink::test {

inline std::string text_of(const boost::json::value& of, std::string_view name) {
  return boost::json::value_to<std::string>(of.at(name));
}

/// A person who is signed in.
struct open_session {
  std::string cookie, csrf;
};

/// A service whose operator has given it no setting, a person who calls it, and the endpoints that it calls.
class unset_service {
public:
  unset_service() {
    service.start();
    const auto identity = [&] {
      const std::array<std::string, 1> hosts{"127.0.0.1"};
      auto made = issue_local_certificate(service.authority(), hosts, system_wall_clock{}.now());
      return test::tls_identity{std::move(made.certificate), std::move(made.key)};
    };
    for (auto& one : receivers_)
      one = std::make_unique<test::scripted_receiver>(answer_by_target, test::receiver_options{.tls = identity()});
    const auto file = boost::json::parse(text_of_file(service.folder() / "sandbox.json"));
    base_url_ = boost::json::value_to<std::string>(file.at("base_url"));
    const auto& user = file.at("user");
    owner = sign_in(boost::json::value_to<std::string>(user.at("email")),
                    boost::json::value_to<std::string>(user.at("password")));
  }

  /// A call of a browser: with a session, or without one.
  api_answer send(http_method method, const std::string& target, const std::string& body = {},
                  const open_session& session = {}) const {
    api_call call{method, target, body, {}, false};
    if (!body.empty()) call.headers.emplace_back("Content-Type", "application/json");
    if (!session.cookie.empty()) {
      call.headers.emplace_back("Cookie", session.cookie);
      call.headers.emplace_back("X-CSRF-Token", session.csrf);
    }
    api_client client{{.base_url = base_url_, .token = {}, .ca_file = {}}};
    auto answer = client.send(call);
    BOOST_REQUIRE(std::holds_alternative<api_answer>(answer));
    return std::get<api_answer>(std::move(answer));
  }

  /// What `paylink` prints with `--json`; null: nothing.
  boost::json::value command(std::vector<std::string> words) const {
    words.insert(words.begin(), PAYLINK_BIN_DIR "/paylink");
    for (const auto& word : {std::string{"--json"}, std::string{"--sandbox"}, service.folder().string()})
      words.push_back(word);
    const auto reported = run_program(words, {});
    BOOST_REQUIRE_MESSAGE(reported.exit_code == 0, reported.text);
    return reported.text.empty() ? boost::json::value{} : boost::json::parse(reported.text);
  }

  open_session sign_in(const std::string& email, const std::string& password) const {
    const auto answer =
        send(http_method::post, "/v1.1/sessions", R"({"email":")" + email + R"(","password":")" + password + "\"}");
    BOOST_REQUIRE_MESSAGE(answer.status == 201, answer.body);
    const std::string cookie{answer.header("set-cookie")};
    return {cookie.substr(0, cookie.find(';')),
            boost::json::value_to<std::string>(boost::json::parse(answer.body).at("data").at("user").at("csrf_token"))};
  }

  /// The answer to the request for a link with these members besides those that it needs.
  api_answer ask_for_link(const std::string& more) { return ask_for_link(more, url(0, "/taken")); }
  api_answer ask_for_link(const std::string& more, const std::string& callback_url) {
    return service.call(http_method::post, "/v1.1/payment-links/" + service.workspace(),
                        R"({"bank_account_id":")" + service.account() + R"(","callback_url":")" + callback_url + "\"" +
                            more + "}");
  }

  /// Where receiver `number` does what the target says: `/hang`, `/late/hang`, `/503`, `/hops/3`, `/inside` or
  /// `/taken`.
  std::string url(std::size_t number, const std::string& target) const { return receivers_[number]->url(target); }
  std::vector<test::received_request> heard_at(std::string_view target) const {
    std::vector<test::received_request> all;
    for (const auto& one : receivers_)
      for (auto& request : one->requests())
        if (request.target == target) all.push_back(std::move(request));
    return all;
  }

  /// A paid link whose callback goes there; the path of its callback.
  std::string pay_link(const std::string& callback_url) {
    const auto link = service.make_link(callback_url);
    const auto reported =
        service.notify("FT-" + std::to_string(++entries_), boost::json::value_to<std::string>(link.at("reference")));
    BOOST_REQUIRE((reported && reported->status == 200));
    return "/v1.1/payment-links/" + service.workspace() + "/" + boost::json::value_to<std::string>(link.at("id")) +
           "/callback";
  }
  /// Money that names no link.
  void pay() {
    const auto reported = service.notify("FT-" + std::to_string(++entries_), "no link");
    BOOST_REQUIRE((reported && reported->status == 200));
  }
  boost::json::object make_webhook(const std::string& url) {
    const auto made = service.call(http_method::post, "/v1.1/webhooks/" + service.workspace(),
                                   R"({"name":"Shop","events":["transaction.credit"],"url":")" + url + "\"}");
    BOOST_REQUIRE_MESSAGE(made.status == 201, made.body);
    return boost::json::parse(made.body).at("data").as_object();
  }
  /// The path of the first delivery to a webhook.
  std::string path_of_delivery(const boost::json::object& webhook) {
    const auto all = "/v1.1/deliveries/" + service.workspace();
    const auto listed = service.call(
        http_method::get, all + "?order=asc&webhook_id=" + boost::json::value_to<std::string>(webhook.at("id")));
    const auto rows = boost::json::parse(listed.body).at("data").as_array();
    BOOST_REQUIRE(!rows.empty());
    return all + "/" + boost::json::value_to<std::string>(rows[0].at("id"));
  }

  /// The record at a path once it has this many attempts, the last of them with its outcome.
  boost::json::object tried(const std::string& path, std::size_t attempts) {
    boost::json::object record;
    const auto is_settled = [&] {
      record = boost::json::parse(service.call(http_method::get, path).body).at("data").as_object();
      const auto& status = record.at("status");
      return record.at("attempts").as_array().size() >= attempts &&
             (!record.at("next_attempt_at").is_null() || status == "delivered" || status == "failed");
    };
    BOOST_REQUIRE_MESSAGE(test::until(is_settled, std::chrono::minutes{2}), boost::json::serialize(record));
    return record;
  }

  sandbox_service service;
  open_session owner;

private:
  static void answer_by_target(test::receiver_connection& client) {
    while (const auto request = client.read_request()) {
      const std::string& target = request->target;
      const auto last = target.substr(target.rfind('/') + 1);
      const auto redirect = [](const std::string& to) {
        return test::http_answer(307, {}, "Location: " + to + "\r\n");
      };
      if (last == "hang") {
        if (!target.starts_with("/late/")) return client.hang();
        // A part of the attempt's time is over when the redirect comes.
        test::pause_for(std::chrono::seconds{4});
        client.send(redirect("/hang"));
      } else if (last == "503") {
        client.send(test::http_answer(503));
      } else if (last == "inside") {
        client.send(redirect("https://10.0.0.1/hook"));
      } else if (last == "taken" || last == "0") {
        client.send(test::http_answer(200));
      } else {
        client.send(redirect(target.substr(0, target.size() - 1) + std::to_string(std::stoi(last) - 1)));
      }
    }
  }

  std::array<std::unique_ptr<test::scripted_receiver>, 4> receivers_;
  std::string base_url_;
  int entries_ = 0;
};

} // namespace paylink::test
