#include "tests/torture/tortured_service.hpp"

#include "http/tools/api_client.hpp"
#include "tests/support/raw_sql.hpp"
#include "tests/support/until.hpp"

#include <boost/asio.hpp>
#include <boost/test/unit_test.hpp>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <fstream>

namespace paylink::test {

namespace {

/// On the disk, not in memory: that what is killed comes back from there is what is asked.
std::filesystem::path make_folder() {
  static int made = 0;
  const auto folder = std::filesystem::temp_directory_path() /
                      ("paylink-torture-" + std::to_string(::getpid()) + "-" + std::to_string(made++));
  std::filesystem::create_directories(folder);
  return folder;
}

std::uint16_t free_port() {
  boost::asio::io_context io;
  return boost::asio::ip::tcp::acceptor{io, {boost::asio::ip::make_address("127.0.0.1"), 0}}.local_endpoint().port();
}

/// The sanitizer wants to be loaded first, and would refuse to run behind another library.
std::string sanitizer_options() {
  const char* given = std::getenv("ASAN_OPTIONS");
  return std::string{given ? given : ""} + ":verify_asan_link_order=0";
}

} // namespace

tortured_service::tortured_service(backend on, const surroundings& around)
    : folder_{make_folder()}, data_{around.disk.empty() ? folder_ : around.disk / "data"},
      environment_{around.environment}, authority_{make_local_authority(system_wall_clock{}.now())},
      port_{free_port()} {
  std::filesystem::create_directories(data_);
  if (on == backend::postgresql) {
    server_ = std::make_unique<test::postgresql_server>(std::vector<std::string>{},
                                                        around.disk.empty() ? folder_ : around.disk);
    database_ = server_->create_database("paylink");
  } else {
    database_ = "sqlite://" + database_file().string();
  }
  std::ofstream{folder_ / "ca.pem"} << authority_.certificate;
}

tortured_service::tortured_service(const tortured_service& beside)
    : folder_{make_folder()}, data_{folder_}, database_{beside.database_}, authority_{beside.authority_},
      port_{free_port()}, store_{beside.store_} {
  std::filesystem::copy_file(beside.data_ / "master.key", data_ / "master.key");
  std::filesystem::copy_file(beside.folder_ / "ca.pem", folder_ / "ca.pem");
}

tortured_service::~tortured_service() {
  if (daemon_.is_running()) daemon_.end(SIGTERM);
  server_.reset();
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

void tortured_service::seed(int links, const std::string& callback_url, const std::vector<std::string>& webhook_urls) {
  store_ = load::seed_store({.data = data_.string(),
                             .database = database_,
                             .links = links,
                             .callback_of = [&](int) { return callback_url; },
                             .webhook_urls = webhook_urls});
}

std::chrono::milliseconds tortured_service::start() {
  const auto begun = std::chrono::steady_clock::now();
  std::map<std::string, std::string> variables{
      {"PAYLINK_HTTP_LISTEN", "127.0.0.1:" + std::to_string(port_)},
      {"PAYLINK_DATABASE_URL", database_},
      {"PAYLINK_BANKS_MB_CONNECTOR_SECRET", store_.feed_secret},
      {"PAYLINK_OUTBOUND_ALLOW_NETWORKS", "127.0.0.0/8"},
      {"PAYLINK_OUTBOUND_CA_FILE", (folder_ / "ca.pem").string()},
      // The store is asked until nothing is left, which with ten attempts a lossy receiver could prevent.
      {"PAYLINK_HTTP_DRAIN_DELAY", "1ms"},
      {"WEBHOOK_INITIAL_DELAY", "1s"},
      {"WEBHOOK_MAX_DELAY", "1s"},
      {"WEBHOOK_MAX_ATTEMPTS", "30"},
      // With it, claims of a node that is gone end sooner.
      {"WEBHOOK_TIMEOUT", "5s"},
      {"LD_PRELOAD", PAYLINK_FULL_DISK},
      {"FULL_DISK_WHILE", sign_of_full_disk().string()},
      {"ASAN_OPTIONS", sanitizer_options()}};
  variables.insert(environment_.begin(), environment_.end());
  // A test that is killed leaves no service behind.
  daemon_ = child_process{"/usr/bin/setpriv",
                          {"--pdeathsig", "KILL", std::string{PAYLINK_BIN_DIR} + "/paylinkd", "--data", data_.string()},
                          variables,
                          (folder_ / "paylinkd.log").string()};
  const auto is_ready = [this] {
    BOOST_REQUIRE_MESSAGE(daemon_.is_running(), "paylinkd ended: " << log());
    api_client service{{.base_url = base_url(), .token = {}, .ca_file = {}, .timeout = std::chrono::seconds{10}}};
    const auto asked = service.send({http_method::get, "/readyz", {}, {}, true});
    const auto* answer = std::get_if<api_answer>(&asked);
    return answer && answer->status == 200;
  };
  BOOST_REQUIRE_MESSAGE(test::until(is_ready), "paylinkd does not become ready: " << log());
  return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - begun);
}

void tortured_service::freeze() { ::kill(daemon_.pid(), SIGSTOP); }

void tortured_service::end_database() {
  if (server_) server_->crash();
}

void tortured_service::start_database() {
  if (server_) server_->start();
}

void tortured_service::fill_disk() const { std::ofstream{sign_of_full_disk()}; }

void tortured_service::free_disk() const { std::filesystem::remove(sign_of_full_disk()); }

void tortured_service::cut_database_connections() const {
  ask("SELECT COUNT(pg_terminate_backend(pid)) FROM pg_stat_activity "
      "WHERE pid <> pg_backend_pid() AND datname = current_database()");
}

std::string tortured_service::ask(const std::string& sql) const { return test::ask_sql(database_, sql); }

std::string tortured_service::findings() const {
  const auto examined = run_program({"/usr/bin/env", "PAYLINK_DATABASE_URL=" + database_,
                                     std::string{PAYLINK_BIN_DIR} + "/paylinkd", "--data", data_.string(), "doctor"},
                                    {});
  return examined.exit_code == 0 ? std::string{} : examined.text;
}

std::string tortured_service::name() const {
  std::string text;
  std::getline(std::ifstream{data_ / "node"}, text);
  return text;
}

std::string tortured_service::log() const {
  std::ifstream in{folder_ / "paylinkd.log"};
  return {std::istreambuf_iterator<char>{in}, {}};
}

} // namespace paylink::test
