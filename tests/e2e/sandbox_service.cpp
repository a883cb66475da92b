#include "tests/e2e/sandbox_service.hpp"

#include "domain/values/ascii.hpp"
#include "domain/values/time.hpp"
#include "http/server/request_guard.hpp"
#include "secrets/hmac.hpp"
#include "tests/support/described_answers.hpp"
#include "tests/support/until.hpp"

#include <boost/test/unit_test.hpp>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <fstream>
#include <sstream>

namespace paylink::test {

namespace json = boost::json;

namespace {

std::string read_text(const std::filesystem::path& file) {
  std::ifstream in{file, std::ios::binary};
  std::ostringstream text;
  text << in.rdbuf();
  return std::move(text).str();
}

std::string text_at(const json::value& value, const char* name) { return json::value_to<std::string>(value.at(name)); }

/// Every answer is as the document has it.
void check_description(const api_call& made, const api_answer& answer) {
  http_request request;
  request.method = made.method;
  request.body = made.body;
  BOOST_REQUIRE(!take_target(made.target, 2'048, request));
  request.headers = test::as_received(made.headers);
  http_response response;
  response.status = answer.status;
  response.content_type = answer.header("content-type");
  response.headers = answer.headers;
  response.body = answer.body;
  if (const auto fault = test::fault_of(request, response); !fault.empty()) BOOST_ERROR(fault);
}

} // namespace

sandbox_service::sandbox_service(std::map<std::string, std::string> environment)
    : environment_{std::move(environment)} {
  static std::atomic<int> count{0};
  folder_ = std::filesystem::temp_directory_path() /
            ("paylink-e2e-" + std::to_string(::getpid()) + "-" + std::to_string(count.fetch_add(1)));
  std::filesystem::create_directories(folder_);
  environment_.try_emplace("PAYLINK_HTTP_LISTEN", "127.0.0.1:0");
}

sandbox_service::~sandbox_service() {
  if (daemon_.is_running()) daemon_.end(SIGTERM);
  std::filesystem::remove_all(folder_);
}

void sandbox_service::start() {
  daemon_ = child_process{std::string{PAYLINK_BIN_DIR} + "/paylinkd",
                          {"--sandbox", "--data", folder_.string()},
                          environment_,
                          (folder_ / "paylinkd.log").string()};
  ++starts_;
  const auto is_ready = [this] {
    BOOST_REQUIRE_MESSAGE(daemon_.is_running(), "paylinkd ended: " << log());
    // sandbox.json may still tell the last start's port, so an answer counts only from a service that is ready now.
    const auto text = log();
    int ready = 0;
    for (auto at = text.find("service.ready"); at != std::string::npos; at = text.find("service.ready", at + 1))
      ++ready;
    if (ready < starts_ || !std::filesystem::exists(folder_ / "sandbox.json")) return false;
    const auto asked = client().send({http_method::get, "/readyz", {}, {}, true});
    const auto* answer = std::get_if<api_answer>(&asked);
    return answer && answer->status == 200;
  };
  BOOST_REQUIRE_MESSAGE(test::until(is_ready), "paylinkd does not become ready: " << log());
}

json::object sandbox_service::sandbox_file() const {
  return json::parse(read_text(folder_ / "sandbox.json")).as_object();
}

api_client sandbox_service::client() const {
  const auto file = sandbox_file();
  return api_client{{.base_url = json::value_to<std::string>(file.at("base_url")),
                     .token = json::value_to<std::string>(file.at("access_token")),
                     .ca_file = {},
                     .timeout = std::chrono::milliseconds{10'000}}};
}

api_answer sandbox_service::call(http_method method, const std::string& target, const std::string& body) {
  api_call made{method, target, body, {}, true};
  if (!body.empty()) made.headers.emplace_back("Content-Type", "application/json");
  auto answer = client().send(made);
  if (auto* reached = std::get_if<api_answer>(&answer)) {
    check_description(made, *reached);
    return std::move(*reached);
  }
  BOOST_FAIL(std::get<unreachable>(answer).reason);
  return {};
}

json::object sandbox_service::make_link(const std::string& callback_url, const std::string& amount) {
  const auto made = call(http_method::post, "/v1.1/payment-links/" + workspace(),
                         R"({"bank_account_id":")" + account() + R"(","amount":")" + amount + R"(","callback_url":")" +
                             callback_url + "\"}");
  BOOST_REQUIRE_MESSAGE(made.status == 201, made.body);
  return json::parse(made.body).at("data").as_object();
}

json::object sandbox_service::get_link(const std::string& id) {
  const auto got = call(http_method::get, "/v1.1/payment-links/" + workspace() + "/" + id);
  BOOST_REQUIRE_MESSAGE(got.status == 200, got.body);
  return json::parse(got.body).at("data").as_object();
}

std::optional<api_answer> sandbox_service::notify(const std::string& bank_reference, const std::string& content,
                                                  std::int64_t amount, std::optional<timestamp> occurred_at) const {
  const auto file = sandbox_file();
  const auto now = system_wall_clock{}.now();
  const std::string body = R"({"bank_reference":")" + bank_reference + R"(","account_number":"0123456789","amount":)" +
                           std::to_string(amount) + R"(,"transfer_type":"credit","content":")" + content +
                           R"(","occurred_at":")" + format_rfc3339(occurred_at.value_or(now)) +
                           R"(","status":"booked"})";
  const auto signed_at = std::to_string(unix_seconds(now));
  const api_call made{
      http_method::post,
      "/v1.1/bank-feed/MB",
      body,
      {{"Content-Type", "application/json"},
       {"X-Service-Timestamp", signed_at},
       {"X-Service-Signature", hmac_sha256{text_at(file.at("feeds").at("MB"), "secret")}.hex({signed_at, ".", body})}},
      false};
  auto sent = client().send(made);
  auto* answer = std::get_if<api_answer>(&sent);
  if (!answer) return std::nullopt;
  check_description(made, *answer);
  return std::move(*answer);
}

pem_identity sandbox_service::authority() const {
  const auto file = sandbox_file();
  return {read_text(json::value_to<std::string>(file.at("ca_file"))),
          read_text(json::value_to<std::string>(file.at("ca_key")))};
}

std::string sandbox_service::signing_key() const {
  return text_at(sandbox_file().at("workspaces").at(0), "signing_key");
}
std::string sandbox_service::workspace() const { return text_at(sandbox_file().at("workspaces").at(0), "id"); }
std::string sandbox_service::account() const {
  return text_at(sandbox_file().at("workspaces").at(0).at("bank_accounts").at(0), "id");
}
std::string sandbox_service::log() const { return read_text(folder_ / "paylinkd.log"); }

} // namespace paylink::test
