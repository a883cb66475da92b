#include "domain/values/percent.hpp"
#include "secrets/hmac.hpp"
#include "tests/sandbox/running_bank.hpp"
#include "tests/support/until.hpp"

#include <boost/test/unit_test.hpp>

#include <chrono>

using namespace paylink;
using namespace paylink::sandbox;
using namespace paylink::test;

namespace {

using header_list = std::vector<std::pair<std::string, std::string>>;

const std::string demo_key = "plsk_of_the_demo";

std::string now_in_seconds() { return std::to_string(unix_seconds(system_wall_clock{}.now())); }

std::string body_of(const std::string& id) { return R"({"id":")" + id + R"(","amount":"150000"})"; }

header_list signed_by(const std::string& key, const std::string& body, const std::string& id) {
  const auto at = now_in_seconds();
  return {{"Content-Type", "application/json"},
          {"X-Service-Timestamp", at},
          {"X-Service-Signature", hmac_sha256{key}.hex({at, ".", body})},
          {"X-Service-Event-ID", id},
          {"X-Service-Attempt", "1"}};
}

/// A sandbox whose bank has a receiver, called over TLS.
struct receiving_sandbox {
  played_service service;
  temporary_folder folder;
  std::unique_ptr<running_bank> bank;

  receiving_sandbox() {
    describe();
    bank = std::make_unique<running_bank>(folder);
  }
  void describe() const {
    const auto authority = make_local_authority(system_wall_clock{}.now());
    auto described = json::parse(service.description()).as_object();
    described["ca_file"] = folder.write("ca.pem", authority.certificate);
    described["ca_key"] = folder.write("ca.key", authority.key);
    described["workspaces"].at(0).as_object()["signing_key"] = demo_key;
    folder.write("sandbox.json", json::serialize(described));
  }
  std::string address(const std::string& name = "callback_url") const {
    const auto reported = json::parse(bank->send(http_method::get, "/receiver/address").body);
    return json::value_to<std::string>(reported.at("data").at(name));
  }
  std::variant<api_answer, unreachable> post(const std::string& url, const std::string& body,
                                             header_list headers) const {
    const auto path = url.rfind('/');
    api_client client{{.base_url = url.substr(0, path), .token = {}, .ca_file = (folder / "ca.pem").string()}};
    return client.send(
        {.method = http_method::post, .target = url.substr(path), .body = body, .headers = std::move(headers)});
  }
  unsigned status_of(const std::string& url, const std::string& body, header_list headers) const {
    return std::get<api_answer>(post(url, body, std::move(headers))).status;
  }
  std::string page() const { return bank->send(http_method::get, "/receiver").body; }
  api_answer fill_in(const std::string& fields, const std::string& origin = {}) const {
    header_list headers{{"Content-Type", "application/x-www-form-urlencoded"}};
    if (!origin.empty()) headers.emplace_back("Origin", origin);
    return bank->send(http_method::post, "/receiver", fields, std::move(headers));
  }
};

http_request request_with(std::string body) {
  http_request request;
  request.method = http_method::post;
  request.path = "/callback";
  request.body = std::move(body);
  return request;
}

} // namespace

BOOST_AUTO_TEST_SUITE(receivers)

BOOST_AUTO_TEST_CASE(what_comes_over_tls_is_checked_and_shown_newest_first) {
  receiving_sandbox sandbox;
  const auto url = sandbox.address();
  BOOST_TEST(url.starts_with("https://127.0.0.1:"), url);
  const auto good = body_of("evt_1"), other = body_of("evt_2");
  BOOST_TEST(sandbox.status_of(url, good, signed_by(demo_key, good, "evt_1")) == 200u);
  BOOST_TEST(has(sandbox.page(), "<h2>Verified: callback</h2>"), sandbox.page());
  BOOST_TEST(sandbox.status_of(url, other, signed_by("plsk_of_another", other, "evt_2")) == 200u);
  BOOST_TEST(sandbox.status_of(url, good, {}) == 200u);
  const auto page = sandbox.page();
  const auto missing = page.find("The signature headers are missing."),
             wrong = page.find("The signature does not match"), verified = page.find("Verified: callback</h2>");
  BOOST_TEST((missing < wrong && wrong != page.npos));
  BOOST_TEST((verified != page.npos && page.rfind("<h2>Verified: callback</h2>") > wrong));
  BOOST_TEST(!has(page, "Already accepted"));
  BOOST_TEST(sandbox.status_of(url, good, signed_by(demo_key, good, "evt_1")) == 200u);
  BOOST_TEST(has(sandbox.page(), "Already accepted"));
}

BOOST_AUTO_TEST_CASE(what_came_is_verified_with_a_key_that_is_given_later) {
  receiving_sandbox sandbox;
  const auto body = body_of("evt_1");
  sandbox.status_of(sandbox.address(), body, signed_by("plsk_of_my_own", body, "evt_1"));
  BOOST_TEST(has(sandbox.page(), "Not verified: callback"));
  BOOST_TEST(has(sandbox.page(), "Copy the key from the console"));
  const auto taken = sandbox.fill_in("key=plsk_of_my_own");
  BOOST_TEST(taken.status == 303u);
  BOOST_TEST(taken.header("location") == "receiver");
  BOOST_TEST(has(sandbox.page(), "<h2>Verified: callback</h2>"));
  BOOST_TEST(!has(sandbox.page(), "Copy the key from the console"));

  const std::string event = R"({"transaction_id":"txn_1","transfer_type":"credit","amount":5000})";
  auto headers = signed_by("whs_secret", event, "");
  headers.emplace_back("X-Client-API-Key", "whk_key");
  sandbox.status_of(sandbox.address("webhook_url"), event, headers);
  BOOST_TEST(has(sandbox.page(), "The API key is wrong."));
  sandbox.fill_in("key=whk_key");
  BOOST_TEST(has(sandbox.page(), "check the webhook's secret"));
  sandbox.fill_in("key=whs_secret");
  BOOST_TEST(has(sandbox.page(), "<h2>Verified: transaction.credit</h2>"), sandbox.page());
  for (const auto* given : {"plsk_of_my_own", "whs_secret"}) BOOST_TEST(!has(sandbox.page(), given), given);
}

BOOST_AUTO_TEST_CASE(the_answer_can_be_switched) {
  receiving_sandbox sandbox;
  const auto url = sandbox.address(), body = body_of("evt_1");
  const auto headers = signed_by(demo_key, body, "evt_1");
  for (const auto& [choice, status] : {std::pair{"500", 500u}, {"404", 404u}, {"200", 200u}}) {
    BOOST_TEST(sandbox.fill_in("answer=" + std::string{choice}).status == 303u);
    BOOST_TEST(sandbox.status_of(url, body, headers) == status);
    BOOST_TEST(has(sandbox.page(), "value=\"" + std::string{choice} + "\" selected"));
  }
  // The last was taken, those before were not.
  BOOST_TEST(!has(sandbox.page(), "Already accepted"));
  sandbox.fill_in("answer=slow");
  const auto begin = std::chrono::steady_clock::now();
  BOOST_TEST(sandbox.status_of(url, body, headers) == 200u);
  BOOST_TEST((std::chrono::steady_clock::now() - begin >= std::chrono::milliseconds{200}));
  sandbox.fill_in("answer=close");
  BOOST_TEST(std::holds_alternative<unreachable>(sandbox.post(url, body, headers)));
  BOOST_TEST(has(sandbox.page(), "connection closed</small>"));
  BOOST_TEST(has(sandbox.page(), "Already accepted"));
}

BOOST_AUTO_TEST_CASE(only_its_own_page_may_switch_it) {
  receiving_sandbox sandbox;
  BOOST_TEST(sandbox.fill_in("answer=500", "https://evil.test").status == 403u);
  BOOST_TEST(sandbox.fill_in("answer=500", "null").status == 403u);
  BOOST_TEST(sandbox.fill_in("answer=418").status == 422u);
  BOOST_TEST(sandbox.fill_in("key=two+words").status == 422u);
  BOOST_TEST(has(sandbox.page(), "value=\"200\" selected"));
  BOOST_TEST(sandbox.bank->send(http_method::put, "/receiver").status == 405u);
  BOOST_TEST(sandbox.bank->send(http_method::post, "/receiver/address").status == 405u);
}

BOOST_AUTO_TEST_CASE(the_console_alone_may_read_the_address_from_elsewhere) {
  receiving_sandbox sandbox;
  const auto asked_from = [&](const std::string& origin) {
    return sandbox.bank->send(http_method::get, "/receiver/address", {}, {{"Origin", origin}});
  };
  const auto console = asked_from(sandbox.service.http.url());
  BOOST_TEST(console.status == 200u);
  BOOST_TEST(console.header("access-control-allow-origin") == sandbox.service.http.url());
  BOOST_TEST(console.header("vary") == "Origin");
  for (const std::string other : {"https://evil.test", "null"})
    BOOST_TEST(asked_from(other).header("access-control-allow-origin") == "");
  BOOST_TEST(sandbox.address("webhook_url").ends_with("/webhook"));
}

BOOST_AUTO_TEST_CASE(it_listens_once_the_sandbox_has_an_authority) {
  receiving_sandbox sandbox;
  const temporary_folder empty;
  running_bank early{empty};
  const auto asked = early.send(http_method::get, "/receiver/address");
  BOOST_TEST(asked.status == 503u);
  BOOST_TEST(has(asked.body, "not been started yet"), asked.body);
  BOOST_TEST(has(early.send(http_method::get, "/receiver").body, "Not listening"));
  std::filesystem::copy_file(sandbox.folder / "sandbox.json", empty / "sandbox.json");
  const auto address = until([&] {
    const auto answer = early.send(http_method::get, "/receiver/address");
    return answer.status == 200u ? std::optional{json::parse(answer.body).at("data").at("callback_url")} : std::nullopt;
  });
  BOOST_REQUIRE(address.has_value());
  BOOST_TEST(sandbox.status_of(json::value_to<std::string>(*address), "{}", {}) == 200u);
}

BOOST_AUTO_TEST_CASE(hostile_requests_are_shown_harmlessly) {
  receiving_sandbox sandbox;
  const auto url = sandbox.address();
  sandbox.status_of(url, "</pre><script>alert(1)</script>\xff", {{"X-Service-Attempt", "<img src=x>"}});
  const std::string named = R"({"id":"<b>evt</b>"})";
  sandbox.status_of(url, named, signed_by(demo_key, named, "<b>evt</b>"));
  const auto page = sandbox.page();
  for (const auto* never : {"<script", "<img", "<b>evt", "\xff"}) BOOST_TEST(!has(page, never), never);
  BOOST_TEST(has(page, "&lt;script&gt;alert(1)&lt;/script&gt;\xef\xbf\xbd"), page);
}

BOOST_AUTO_TEST_CASE(it_remembers_a_bounded_number_of_bounded_requests) {
  inbox requests;
  const auto now = system_wall_clock{}.now();
  for (std::size_t i = 0; i < inbox::requests_max + 10; ++i) requests.receive(request_with(std::to_string(i)), now);
  const auto kept = requests.requests({});
  BOOST_TEST(kept.size() == inbox::requests_max);
  BOOST_TEST(kept.front().received->request.body == "59");
  BOOST_TEST(kept.back().received->request.body == "10");
  requests.receive(request_with(std::string(inbox::body_bytes_max + 1, 'x')), now);
  const auto large = requests.requests({}).front();
  BOOST_TEST(large.received->request.body.empty());
  BOOST_TEST(has(large.event.problem, "larger than 64 KiB"));
  for (std::size_t i = 0; i < inbox::keys_max + 5; ++i) BOOST_TEST(requests.add_key("plsk_" + std::to_string(i)));
  BOOST_TEST(requests.keys() == inbox::keys_max);
  BOOST_TEST(!requests.add_key(std::string(inbox::key_size_max + 1, 'k')));
  BOOST_TEST(!requests.add_key("a key"));
}

BOOST_AUTO_TEST_SUITE_END()
