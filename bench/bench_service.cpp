#include "bench/bench_service.hpp"

#include "bench/interruption.hpp"
#include "tests/support/free_port.hpp"
#include "tests/support/raw_sql.hpp"

#include <boost/json.hpp>
#include <sys/resource.h>

#include <ctime>
#include <stdexcept>
#include <thread>

namespace paylink::load {

namespace json = boost::json;

namespace {

// Where nothing is paid, nothing is called back.
constexpr const char* callback_url = "https://127.0.0.1:8443/callback";
constexpr std::chrono::minutes index_limit{10};

subject prepare(const std::filesystem::path& folder, const bench_order& order) {
  subject made;
  made.name = "paylinkd";
  made.program = (std::filesystem::read_symlink("/proc/self/exe").parent_path() / "paylinkd").string();
  made.arguments = {"--data", folder.string()};
  made.port = test::free_port();
  made.database = order.database.empty() ? "sqlite://" + (folder / "paylink.db").string() : order.database;
  made.count_left = "SELECT count(*) FROM deliveries WHERE state = 0";
  made.store =
      seed_store({.data = folder.string(),
                  .database = made.database,
                  .links = order.links,
                  .callback_of = order.callback_of ? order.callback_of : [](int) { return std::string{callback_url}; },
                  .webhook_urls = order.webhook_urls,
                  .has_chat = order.has_chat,
                  .neighbour_transactions = order.neighbour_transactions,
                  .neighbour_webhook_urls = order.neighbour_webhook_urls,
                  .sessions = order.sessions,
                  .links_of_a_year = order.links_of_a_year});
  made.environment = {{"PAYLINK_HTTP_LISTEN", "127.0.0.1:" + std::to_string(made.port)},
                      {"PAYLINK_DATABASE_URL", made.database},
                      {"PAYLINK_BANKS_MB_CONNECTOR_SECRET", made.store.feed_secret},
                      {"PAYLINK_OUTBOUND_ALLOW_NETWORKS", "127.0.0.0/8"},
                      {"PAYLINK_OUTBOUND_ALLOW_HTTP", "127.0.0.0/8"},
                      {"PAYLINK_RATE_LIMITS_TOKEN_RATE", "0"},
                      {"PAYLINK_RATE_LIMITS_PAGE_RATE", "0"},
                      {"PAYLINK_LOG_LEVEL", "warning"}};
  made.environment.insert(order.environment.begin(), order.environment.end());
  return made;
}

} // namespace

bench_service::bench_service(const bench_order& order)
    : folder_{std::filesystem::temp_directory_path()}, subject_{prepare(folder_.path(), order)} {
  start();
  client_.emplace(api_client_options{.base_url = "http://127.0.0.1:" + std::to_string(port()),
                                     .token = token(),
                                     .ca_file = {},
                                     .timeout = std::chrono::seconds{30}});
}

void bench_service::kill() {
  running_->kill();
  running_.reset();
}

void bench_service::start() { running_.emplace(subject_, folder_.path() / "log"); }

void bench_service::let_the_index_come() const {
  if (database().starts_with("postgresql://")) {
    test::run_sql(database(), "SELECT gin_clean_pending_list('transactions_content')");
    return;
  }
  const auto newest = std::stoll(test::ask_sql(database(), "SELECT COALESCE(MAX(row), 0) FROM transactions"));
  const auto until = std::chrono::steady_clock::now() + index_limit;
  while (indexed_to() < newest) {
    stop_if_interrupted();
    if (std::chrono::steady_clock::now() > until) throw std::runtime_error{"the index of texts does not come"};
    std::this_thread::sleep_for(std::chrono::milliseconds{500});
  }
}

/// Its file comes soon after the service.
long long bench_service::indexed_to() const {
  const auto file = database() + ".search";
  const auto has_begun = test::ask_sql(file, "SELECT COUNT(*) FROM sqlite_master WHERE name = 'progress'");
  return has_begun == "0" ? 0 : std::stoll(test::ask_sql(file, "SELECT row FROM progress"));
}

test::program_output bench_service::examine() const {
  return test::run_program({subject_.program, "--data", folder_.path().string(), "doctor"}, {});
}

std::string bench_service::link_body() const {
  return R"({"bank_account_id":")" + subject_.store.account + R"(","amount":"150000","callback_url":")" + callback_url +
         "\"}";
}

std::string bench_service::ask(http_method method, const std::string& target, const std::string& body,
                               unsigned wanted) {
  api_call call{method, target, body, {}, false};
  if (!body.empty()) call.headers.emplace_back("Content-Type", "application/json");
  auto answer = client_->send(call);
  if (const auto* none = std::get_if<unreachable>(&answer)) throw std::runtime_error{target + ": " + none->reason};
  auto& reached = std::get<api_answer>(answer);
  if (reached.status != wanted)
    throw std::runtime_error{target + " answers " + std::to_string(reached.status) + ": " + reached.body};
  return std::move(reached.body);
}

bench_service::link bench_service::make_link() {
  const auto made =
      json::parse(ask(http_method::post, "/v1.1/payment-links/" + workspace(), link_body(), 201)).at("data");
  const auto url = json::value_to<std::string>(made.at("url"));
  return {json::value_to<std::string>(made.at("id")), url.substr(url.rfind('/') + 1)};
}

void bench_service::cancel(const link& made) {
  ask(http_method::post, "/v1.1/payment-links/" + workspace() + "/" + made.id + "/cancel", {}, 200);
}

void raise_descriptor_limit(std::size_t needed) {
  rlimit files{};
  ::getrlimit(RLIMIT_NOFILE, &files);
  files.rlim_cur = files.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &files);
  if (files.rlim_max < needed)
    throw std::runtime_error{"only " + std::to_string(files.rlim_max) + " open files are allowed here, and " +
                             std::to_string(needed) + " are needed (ulimit -Hn)"};
}

double precise_cpu_seconds(pid_t process) {
  clockid_t clock{};
  timespec used{};
  if (::clock_getcpuclockid(process, &clock) != 0 || ::clock_gettime(clock, &used) != 0) return 0;
  return static_cast<double>(used.tv_sec) + static_cast<double>(used.tv_nsec) / 1e9;
}

} // namespace paylink::load
