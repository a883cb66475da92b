// The stream of hints over loopback: at a sandbox, and from one node of two to the other.
#include "tests/e2e/sandbox_service.hpp"
#include "tests/e2e/two_nodes.hpp"
#include "tests/support/raw_client.hpp"

#include <fstream>
#include <iterator>

namespace paylink::test {

namespace json = boost::json;

namespace {

constexpr auto patience = 60s;

std::uint16_t port_of(const std::string& url) {
  return static_cast<std::uint16_t>(std::stoul(url.substr(url.rfind(':') + 1)));
}

/// A browser's stream.
class open_stream {
public:
  open_stream(const std::string& url, const workspace_id& workspace, const std::string& cookie)
      : client_{port_of(url), patience} {
    client_.send("GET /v1.1/changes/" + workspace.text() + " HTTP/1.1\r\nHost: " + url.substr(url.rfind('/') + 1) +
                 "\r\nCookie: " + cookie + "\r\n\r\n");
    head = client_.read_head();
  }
  /// The next event or comment.
  std::string next() {
    const auto size = std::stoul(client_.read_until("\r\n"), nullptr, 16);
    return client_.read(size + 2).substr(0, size);
  }
  /// Reads until something has come that tells of this kind.
  std::string next_of(const std::string& kind) {
    for (;;)
      if (auto text = next(); text.find(R"({"kind":")" + kind + '"') != std::string::npos) return text;
  }
  std::string rest() { return client_.read_to_end(); }
  bool is_quiet(std::chrono::milliseconds time) { return !client_.has_data(time); }

  raw_answer head;

private:
  raw_client client_;
};

constexpr const char* hello = "event: hello\ndata: {}\n\n";

std::string header_named(const std::vector<std::pair<std::string, std::string>>& all, std::string_view name) {
  for (const auto& [its, value] : all)
    if (its == name) return value;
  return {};
}

/// The demo user of a sandbox, signed in.
struct demo_session {
  explicit demo_session(const sandbox_service& service) {
    std::ifstream in{service.folder() / "sandbox.json"};
    const auto file = json::parse(std::string{std::istreambuf_iterator<char>{in}, {}}).as_object();
    url = json::value_to<std::string>(file.at("base_url"));
    json::object asked{{"email", file.at("user").at("email")}, {"password", file.at("user").at("password")}};
    api_client client{{.base_url = url, .token = {}, .ca_file = {}}};
    const auto answer = client.send(
        {http_method::post, "/v1.1/sessions", json::serialize(asked), {{"Content-Type", "application/json"}}, false});
    BOOST_REQUIRE(std::holds_alternative<api_answer>(answer));
    const auto& reported = std::get<api_answer>(answer);
    BOOST_REQUIRE_MESSAGE(reported.status == 201, reported.body);
    for (const auto& [name, value] : reported.headers)
      if ((name == "set-cookie" || name == "Set-Cookie") && value.find("_session=") != std::string::npos)
        cookie = value.substr(0, value.find(';'));
    csrf = json::value_to<std::string>(json::parse(reported.body).at("data").at("user").at("csrf_token"));
  }
  std::string url, cookie, csrf;
};

} // namespace

BOOST_AUTO_TEST_CASE(a_stream_at_a_sandbox_tells_of_a_credit_and_ends_when_its_person_signs_out) {
  sandbox_service service;
  service.start();
  const demo_session demo{service};
  const auto workspace = workspace_id::parse(service.workspace()).value();
  open_stream stream{demo.url, workspace, demo.cookie};
  BOOST_TEST(stream.head.status == 200u);
  BOOST_TEST(stream.head.header("content-type") == "text/event-stream");
  BOOST_TEST(stream.head.header("cache-control") == "no-store");
  BOOST_TEST(stream.next() == hello);
  BOOST_TEST(stream.is_quiet(300ms));

  const auto link = service.make_link("https://127.0.0.1:8443/callback");
  const auto id = json::value_to<std::string>(link.at("id"));
  BOOST_TEST(stream.next() == R"(data: {"kind":"payment_link","id":")" + id + "\"}\n\n");
  BOOST_TEST(service.notify("FT1", json::value_to<std::string>(link.at("reference"))).has_value());
  BOOST_TEST(stream.next_of("transaction").find("txn_") != std::string::npos);

  api_client client{{.base_url = demo.url, .token = {}, .ca_file = {}}};
  const auto left = client.send(
      {http_method::del, "/v1.1/sessions/current", {}, {{"Cookie", demo.cookie}, {"X-CSRF-Token", demo.csrf}}, false});
  BOOST_REQUIRE(std::holds_alternative<api_answer>(left));
  BOOST_TEST(std::get<api_answer>(left).status == 204u);
  BOOST_TEST(stream.rest().ends_with("0\r\n\r\n"));
  BOOST_TEST((open_stream{demo.url, workspace, demo.cookie}.head.status == 401u));
  BOOST_TEST(service.end(SIGTERM) == 0);
}

BOOST_AUTO_TEST_CASE(a_stream_that_is_open_ends_with_the_service) {
  sandbox_service service;
  service.start();
  const demo_session demo{service};
  open_stream stream{demo.url, workspace_id::parse(service.workspace()).value(), demo.cookie};
  BOOST_TEST(stream.next() == hello);
  BOOST_TEST(service.end(SIGTERM) == 0);
  BOOST_TEST(stream.rest().ends_with("0\r\n\r\n"));
}

BOOST_AUTO_TEST_CASE(what_changes_at_one_node_is_told_of_at_the_other) {
  two_nodes all;
  const auto headers = all.sign_in(all.owner());
  open_stream stream{all.address(0), all.workspace(), header_named(headers, "Cookie")};
  BOOST_TEST(stream.head.status == 200u);
  BOOST_TEST(stream.next() == hello);
  // The other node knows now that somebody looks; what it has changed before, nobody was told of.
  BOOST_TEST(stream.next() == hello);

  api_client other{{.base_url = all.address(1), .token = {}, .ca_file = {}}};
  auto given = headers;
  given.emplace_back("Content-Type", "application/json");
  const auto asked_at = std::chrono::steady_clock::now();
  const auto changed = other.send({http_method::patch, "/v1.1/workspaces/" + all.workspace().text(),
                                   R"({"description":"Changed at the other node"})", given, false});
  BOOST_REQUIRE(std::holds_alternative<api_answer>(changed));
  BOOST_TEST(std::get<api_answer>(changed).status == 200u, std::get<api_answer>(changed).body);
  BOOST_TEST(stream.next_of("workspace").find(all.workspace().text()) != std::string::npos);
  BOOST_TEST_MESSAGE("told after " << std::chrono::duration<double>{std::chrono::steady_clock::now() - asked_at}.count()
                                   << " s");

  // And once only.
  BOOST_TEST(stream.is_quiet(3s));
  const auto left = other.send({http_method::del, "/v1.1/sessions/current", {}, headers, false});
  BOOST_REQUIRE(std::holds_alternative<api_answer>(left));
  BOOST_TEST(std::get<api_answer>(left).status == 204u);
  BOOST_TEST(stream.rest().ends_with("0\r\n\r\n"));
}

} // namespace paylink::test
