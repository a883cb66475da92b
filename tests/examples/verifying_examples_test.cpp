// Every example of docs/verify judges the published vectors, and passes `paylink verify-endpoint` as a server.
#include "domain/values/time.hpp"
#include "domain/webhooks/webhook_payload.hpp"
#include "http/tools/endpoint_probe.hpp"
#include "secrets/base64.hpp"
#include "secrets/hmac.hpp"
#include "tests/cli/program_run.hpp"
#include "tests/domain/vectors.hpp"
#include "tests/e2e/child_process.hpp"
#include "tests/support/free_port.hpp"
#include "tests/support/until.hpp"

#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>

#include <arpa/inet.h>
#include <csignal>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>

namespace fs = std::filesystem;
namespace json = boost::json;
using namespace paylink;
using namespace paylink::test;
using namespace std::chrono_literals;
using words = std::vector<std::string>;

namespace {

const fs::path examples = PAYLINK_SOURCE_DIR "/docs/verify";
const std::string key = "plsk_current000000000000000000000000000000000000";
const std::string previous_key = "plsk_previous00000000000000000000000000000000000";

/// One line of an example's standard input, and whether it is to be called verified.
struct example_case {
  std::string name, line;
  bool is_valid;
};

std::string text(const json::value& row, std::string_view name) { return std::string{row.at(name).as_string()}; }

std::string line_of(const std::string& now, const std::string& timestamp, const std::string& signature,
                    const std::string& body, const std::string& keys) {
  const std::vector<unsigned char> bytes{body.begin(), body.end()};
  return now + "\t" + timestamp + "\t" + signature + "\t" + to_base64(bytes) + "\t" + keys + "\n";
}

std::vector<example_case> published_cases() {
  const auto vectors = paylink::read_vectors("callbacks-vectors.json");
  std::vector<example_case> cases;
  for (const auto& row : vectors.at("callback_vectors").as_array()) {
    std::string keys = text(row, "key");
    if (const auto* several = row.as_object().if_contains("verifier_keys"))
      keys =
          std::string{several->as_array().at(0).as_string()} + "," + std::string{several->as_array().at(1).as_string()};
    cases.push_back(
        {text(row, "id"),
         line_of(text(row, "timestamp"), text(row, "timestamp"), text(row, "signature"), text(row, "body"), keys),
         row.at("valid").as_bool()});
  }
  const auto& good = vectors.at("callback_vectors").as_array().at(0);
  for (const auto& rule : vectors.at("callback_age_rule").as_array())
    cases.push_back({text(rule, "id"),
                     line_of(std::to_string(rule.at("now").as_int64()), text(good, "timestamp"),
                             text(good, "signature"), text(good, "body"), text(good, "key")),
                     rule.at("accept").as_bool()});
  return cases;
}

// What no published vector has: bytes that are no UTF-8, and headers that are missing or odd but signed.
std::vector<example_case> further_cases() {
  const auto line = [](const std::string& timestamp, const std::string& body) {
    return line_of("1773541806", timestamp, hmac_sha256{key}.hex({timestamp, ".", body}), body, key);
  };
  std::vector<example_case> cases{{"any bytes", line("1773541806", "\xff\xfe{\r\n}\x01"), true},
                                  {"an empty body", line("1773541806", ""), true},
                                  {"no signature", line_of("1773541806", "1773541806", "", "{}", key), false}};
  for (const std::string timestamp : {"", "-1773541806", "+1773541806", " 1773541806", "1773541806.0", "1e9", "0x69b6"})
    cases.push_back({"timestamp " + timestamp, line(timestamp, "{}"), false});
  return cases;
}

bool is_on_this_machine(const std::string& program) {
  return test::run_program({"sh", "-c", "command -v " + program + " >/dev/null"}, "").exit_code == 0;
}

void judge_vectors(const words& check_command) {
  auto cases = published_cases();
  for (auto& one : further_cases()) cases.push_back(std::move(one));
  std::string input;
  for (const auto& one : cases) input += one.line;
  const auto ran = test::run_program(check_command, input);
  BOOST_TEST(ran.exit_code == 0);
  std::istringstream lines{ran.text};
  for (const auto& one : cases) {
    std::string said;
    std::getline(lines, said);
    BOOST_TEST((said == "verified") == one.is_valid, one.name << ": " << said);
  }
}

bool accepts_connections(std::uint16_t port) {
  const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in to{};
  to.sin_family = AF_INET;
  to.sin_port = htons(port);
  to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const bool is_open = ::connect(socket, reinterpret_cast<const sockaddr*>(&to), sizeof to) == 0;
  ::close(socket);
  return is_open;
}

std::size_t files_in(const fs::path& inbox) {
  std::size_t count = 0;
  for (const auto& file : fs::directory_iterator{inbox}) count += file.path().extension() == ".json" ? 1 : 0;
  return count;
}

unsigned status_of_webhook(const std::string& address, const std::string& body) {
  const auto now = std::to_string(unix_seconds(system_wall_clock{}.now()));
  endpoint_probe probe{address + "/webhook", {}, 30s};
  probe_request request;
  request.body = body;
  request.headers = {{"X-Service-Timestamp", now},
                     {"X-Service-Signature", hmac_sha256{"whs_one"}.hex({now, ".", body})},
                     {"X-Client-API-Key", "whk_one"}};
  return static_cast<unsigned>(probe.send(request).status_code);
}

// Orders with ids of the merchant's own, one of which comes twice; and what is no event.
void try_orders(const std::string& address) {
  for (const auto& [id, is_success] :
       {std::pair{"../\"DH\\ 1\"", true}, {"../\"DH\\ 1\"", false}, {"đơn 2", true}, {"đơn 2", true}})
    BOOST_TEST(status_of_webhook(address, webhook_payload(order_event_facts{id, money{2000}, is_success, {}, {}})) ==
               200u);
  for (const auto* body : {"", "{", "[]", "{}", R"({"amount":1,"transaction_id":"../x","transfer_type":"credit"})",
                           R"({"amount":1,"transaction_id":1,"transfer_type":"credit"})"})
    BOOST_TEST(status_of_webhook(address, body) == 400u, body);
}

// Starts the server with the last word replaced by a free port, tries it, and counts what it kept after it was killed.
void try_server(words serve_command, const std::function<std::size_t(const fs::path&)>& count_kept) {
  temporary_folder folder;
  const auto port = free_port();
  for (auto& word : serve_command)
    if (const auto place = word.find("8444"); place != word.npos) word.replace(place, 4, std::to_string(port));
  const environment keys{{"PAYLINK_SIGNING_KEY", key + " " + previous_key},
                         {"PAYLINK_WEBHOOK_SECRET", "whs_one whs_two"},
                         {"PAYLINK_WEBHOOK_API_KEY", "whk_one whk_two"}};
  auto its_environment = keys;
  its_environment["PAYLINK_INBOX"] = (folder / "inbox").string();
  program_result ran, webhooks;
  {
    test::child_process server{
        "/usr/bin/env", serve_command, {its_environment.begin(), its_environment.end()}, (folder / "log").string()};
    until([&] { return accepts_connections(port) || !server.is_running(); }, 2min);
    const auto address = "http://127.0.0.1:" + std::to_string(port);
    ran = run_program({"verify-endpoint", address + "/callback"}, keys);
    webhooks = run_program({"verify-endpoint", "--webhook", address + "/webhook"}, keys);
    try_orders(address);
    server.end(SIGKILL);
  }
  std::ifstream log{folder / "log"};
  const std::string logged{std::istreambuf_iterator<char>{log}, {}};
  BOOST_TEST(ran.code == 0, ran.out << ran.err << logged);
  BOOST_TEST(webhooks.code == 0, webhooks.out << webhooks.err << logged);
  // Six good callbacks and six good webhooks, of which one came twice; none of the bad ones. Three orders.
  BOOST_TEST(count_kept(folder / "inbox") == 15u);
}

// The document shows the command that starts the server, as it is started here.
void find_in_readme(const std::string& command) {
  std::ifstream in{examples / "README.md"};
  const std::string readme{std::istreambuf_iterator<char>{in}, {}};
  BOOST_TEST(has(readme, "`" + command + "`"), "docs/verify/README.md lacks " << command);
}

/// Where a language comes from: what Debian packages is installed by scripts/packages, and never skipped there.
enum class brought_by { debian, others };

// True when the test is over, with the line that CTest knows as a skip.
bool is_skipped(const std::string& program, brought_by whom = brought_by::debian) {
  if (is_on_this_machine(program)) return false;
  if (whom == brought_by::debian && fs::exists("/etc/debian_version")) {
    BOOST_ERROR(program << " is missing: scripts/packages install test");
    return true;
  }
  BOOST_TEST_MESSAGE("skipped: " << program << " is not on this machine"
                                 << (whom == brought_by::others ? ", and no package of Debian's" : ""));
  return true;
}

} // namespace

BOOST_AUTO_TEST_SUITE(verifying_examples)

BOOST_AUTO_TEST_CASE(the_node_example_judges_the_vectors_and_passes_the_endpoint_check) {
  find_in_readme("node callback.mjs serve 8444");
  if (is_skipped("node")) return;
  const auto file = (examples / "callback.mjs").string();
  judge_vectors({"node", file, "check"});
  try_server({"node", file, "serve", "8444"}, files_in);
}

BOOST_AUTO_TEST_CASE(the_python_example_judges_the_vectors_and_passes_the_endpoint_check) {
  find_in_readme("python3 callback.py serve 8444");
  if (is_skipped("python3")) return;
  const auto file = (examples / "callback.py").string();
  judge_vectors({"python3", file, "check"});
  try_server({"python3", file, "serve", "8444"}, [](const fs::path& inbox) {
    const std::string count = "import sqlite3,sys; print(sqlite3.connect(sys.argv[1]).execute('SELECT count(*) FROM "
                              "event').fetchone()[0])";
    return std::stoul(test::run_program({"python3", "-c", count, (inbox / "inbox.db").string()}, "").text);
  });
}

BOOST_AUTO_TEST_CASE(the_java_example_judges_the_vectors_and_passes_the_endpoint_check) {
  find_in_readme("java Callback.java serve 8444");
  if (is_skipped("javac")) return; // a runtime alone does not start a source file
  const auto file = (examples / "Callback.java").string();
  judge_vectors({"java", file, "check"});
  try_server({"java", file, "serve", "8444"}, files_in);
}

BOOST_AUTO_TEST_CASE(the_php_example_judges_the_vectors_and_passes_the_endpoint_check) {
  find_in_readme("php -S 127.0.0.1:8444 callback.php");
  if (is_skipped("php")) return;
  const auto file = (examples / "callback.php").string();
  judge_vectors({"php", file, "check"});
  try_server({"php", "-S", "127.0.0.1:8444", file}, files_in);
}

// `go run` and `dotnet run` start the program in a process of its own, which would outlive them: so it is built first.
BOOST_AUTO_TEST_CASE(the_go_example_judges_the_vectors_and_passes_the_endpoint_check) {
  find_in_readme("go run callback.go serve 8444");
  if (is_skipped("go")) return;
  temporary_folder built;
  const auto program = (built / "callback").string();
  BOOST_TEST_REQUIRE(
      test::run_program({"go", "build", "-o", program, (examples / "callback.go").string()}, "").exit_code == 0);
  judge_vectors({program, "check"});
  try_server({program, "serve", "8444"}, files_in);
}

BOOST_AUTO_TEST_CASE(the_csharp_example_judges_the_vectors_and_passes_the_endpoint_check) {
  find_in_readme("dotnet run -- serve 8444");
  if (is_skipped("dotnet", brought_by::others)) return;
  temporary_folder built;
  fs::copy(examples / "csharp", built / "source");
  BOOST_TEST_REQUIRE(
      test::run_program({"dotnet", "build", (built / "source").string(), "--output", (built / "bin").string()}, "")
          .exit_code == 0);
  const auto program = (built / "bin" / "Callback").string();
  judge_vectors({program, "check"});
  try_server({program, "serve", "8444"}, files_in);
}

BOOST_AUTO_TEST_SUITE_END()
