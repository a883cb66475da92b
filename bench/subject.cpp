#include "bench/subject.hpp"

#include "bench/interruption.hpp"
#include "domain/links/reference.hpp"
#include "secrets/random.hpp"
#include "secrets/tokens.hpp"
#include "tests/support/free_port.hpp"

#include <boost/asio.hpp>
#include <boost/beast.hpp>

#include <csignal>
#include <fstream>
#include <thread>

namespace paylink::load {

namespace {

namespace net = boost::asio;
namespace http = boost::beast::http;
using net::ip::tcp;

constexpr const char* in_flight_per_host = "32";
constexpr std::chrono::seconds ready_limit{120};
constexpr std::chrono::seconds end_limit{2};

std::string callback_of(const load_options& options, const receivers& merchants, int position) {
  stop_if_interrupted();
  const auto place = static_cast<std::size_t>(position);
  return hangs(place, options.hang) ? merchants.hanging_url() : merchants.url_of(place);
}

std::vector<std::string> webhook_urls(const load_options& options, const receivers& merchants) {
  std::vector<std::string> urls;
  for (int i = 0; i < options.webhooks; ++i) urls.push_back(merchants.webhook_url_of(static_cast<std::size_t>(i)));
  return urls;
}

subject prepare_paylinkd(const load_options& options, const workplace& place, const receivers& merchants) {
  subject made;
  made.name = options.backend == "sqlite" ? "paylinkd" : "paylinkd-postgresql";
  made.program = (options.programs / "paylinkd").string();
  made.arguments = {"--data", place.folder.string()};
  made.port = test::free_port();
  made.database =
      needs_postgresql(options) ? place.postgresql_database : "sqlite://" + (place.folder / "paylink.db").string();
  made.count_left = "SELECT count(*) FROM deliveries WHERE state = 0";
  made.store = seed_store({.data = place.folder.string(),
                           .database = made.database,
                           .links = options.links + options.expire,
                           .callback_of = [&](int position) { return callback_of(options, merchants, position); },
                           .webhook_urls = webhook_urls(options, merchants)});
  made.environment = {{"PAYLINK_HTTP_LISTEN", "127.0.0.1:" + std::to_string(made.port)},
                      {"PAYLINK_DATABASE_URL", made.database},
                      {"PAYLINK_BANKS_MB_CONNECTOR_SECRET", made.store.feed_secret},
                      {"PAYLINK_OUTBOUND_ALLOW_NETWORKS", "127.0.0.0/8"},
                      {"PAYLINK_OUTBOUND_ALLOW_HTTP", "127.0.0.0/8"},
                      {"PAYLINK_DELIVERY_IN_FLIGHT_PER_HOST", in_flight_per_host},
                      {"PAYLINK_RATE_LIMITS_TOKEN_RATE", "0"},
                      {"PAYLINK_RATE_LIMITS_PAGE_RATE", "0"},
                      {"PAYLINK_HTTP_DRAIN_DELAY", "1ms"},
                      {"PAYLINK_LOG_LEVEL", "warning"}};
  if (options.sign_ins > 0) {
    made.environment["PAYLINK_RATE_LIMITS_ADDRESS_RATE"] = "0";
    made.environment["PAYLINK_ACCOUNTS_TRIES"] = "0";
  }
  if (options.feeds == 2) made.environment["PAYLINK_BANKS_NAPAS_CONNECTOR_SECRET"] = made.store.feed_secret;
  if (!place.authority.empty()) made.environment["PAYLINK_OUTBOUND_CA_FILE"] = place.authority.string();
  return made;
}

seeded_store write_peer_links(const load_options& options, const std::filesystem::path& file,
                              const receivers& merchants) {
  system_random random;
  seeded_store store;
  store.signing_key = make_secret("plsk", random);
  store.account_number = "0123456789";
  std::ofstream links{file};
  for (int i = 0; i < options.links; ++i) {
    store.references.push_back(reference::make(reference_kind::payment_link, random).text());
    links << store.references.back() << ' ' << callback_of(options, merchants, i) << '\n';
  }
  return store;
}

/// As peers sign: `id url secret` of each.
void write_peer_webhooks(const load_options& options, const std::filesystem::path& file, const receivers& merchants,
                         seeded_store& store) {
  system_random random;
  std::ofstream webhooks{file};
  for (const auto& url : webhook_urls(options, merchants)) {
    const auto id = "wh_" + std::to_string(store.webhook_secrets.size());
    const auto& secret = store.webhook_secrets.emplace(id, make_secret("whsec", random)).first->second;
    webhooks << id << ' ' << url << ' ' << secret << '\n';
  }
}

void point_to_program(const load_options& options, subject& made) {
  if (options.peer == "floor") {
    made.program = (options.programs / "load_floor").string();
    return;
  }
  if (options.peers.empty()) throw std::runtime_error{"--peers is needed: scripts/bench makes that folder"};
  made.program = "/usr/bin/env";
  made.arguments = {"node", (options.peers / (options.peer == "outbox" ? "outbox.mjs" : "sqlite_batch.mjs")).string()};
}

void seed_peer(const subject& made, const std::filesystem::path& log) {
  auto arguments = made.arguments;
  arguments.emplace_back("seed");
  test::child_process seeding{made.program, arguments, made.environment, log.string()};
  while (seeding.is_running()) {
    stop_if_interrupted();
    std::this_thread::sleep_for(std::chrono::milliseconds{20});
  }
}

subject prepare_peer(const load_options& options, const workplace& place, const receivers& merchants) {
  subject made;
  made.name = options.peer;
  point_to_program(options, made);
  made.port = test::free_port();
  const auto file = place.folder / "peer.db";
  made.database = needs_postgresql(options) ? place.postgresql_database : "sqlite://" + file.string();
  made.count_left = "SELECT count(*) FROM events WHERE acknowledged_at IS NULL";
  const auto links = place.folder / "links";
  made.store = write_peer_links(options, links, merchants);
  const auto webhooks = place.folder / "webhooks";
  write_peer_webhooks(options, webhooks, merchants, made.store);
  made.environment = {{"PEER_DATABASE", needs_postgresql(options) ? place.postgresql_database : file.string()},
                      {"PEER_LINKS", links.string()},
                      {"PEER_WEBHOOKS", webhooks.string()},
                      {"PEER_PORT", std::to_string(made.port)},
                      {"PEER_SIGNING_KEY", made.store.signing_key},
                      {"PEER_CONNECTIONS", in_flight_per_host}};
  if (!place.authority.empty()) made.environment["PEER_CA_FILE"] = place.authority.string();
  seed_peer(made, place.folder / "log");
  made.arguments.emplace_back("serve");
  return made;
}

bool answers_ready(std::uint16_t port) {
  try {
    net::io_context io;
    boost::beast::tcp_stream connection{io};
    connection.connect({net::ip::make_address("127.0.0.1"), port});
    http::request<http::empty_body> request{http::verb::get, "/readyz", 11};
    request.set(http::field::host, "127.0.0.1");
    http::write(connection, request);
    boost::beast::flat_buffer buffer;
    http::response<http::string_body> answer;
    http::read(connection, buffer, answer);
    return answer.result() == http::status::ok;
  } catch (const boost::system::system_error&) {
    return false;
  }
}

std::string content_of(const std::filesystem::path& file) {
  std::ifstream in{file};
  return {std::istreambuf_iterator<char>{in}, {}};
}

} // namespace

bool needs_postgresql(const load_options& options) {
  return options.peer.empty() ? options.backend == "postgresql" : options.peer == "outbox";
}

subject prepare_subject(const load_options& options, const workplace& place, const receivers& merchants) {
  return options.peer.empty() ? prepare_paylinkd(options, place, merchants) : prepare_peer(options, place, merchants);
}

running_subject::running_subject(const subject& started, const std::filesystem::path& log)
    : process_{started.program, started.arguments, started.environment, log.string()} {
  wait_until_ready(started, log);
}

running_subject::~running_subject() {
  if (!process_.is_running()) return;
  ::kill(process_.pid(), SIGTERM);
  const auto limit = std::chrono::steady_clock::now() + end_limit;
  while (process_.is_running() && std::chrono::steady_clock::now() < limit)
    std::this_thread::sleep_for(std::chrono::milliseconds{20});
}

void running_subject::wait_until_ready(const subject& started, const std::filesystem::path& log) {
  const auto limit = std::chrono::steady_clock::now() + ready_limit;
  while (!answers_ready(started.port)) {
    stop_if_interrupted();
    if (!process_.is_running() || std::chrono::steady_clock::now() > limit)
      throw std::runtime_error{started.name + " does not become ready: " + content_of(log)};
    std::this_thread::sleep_for(std::chrono::milliseconds{2});
  }
  time_to_ready_ = std::chrono::steady_clock::now() - started_at_;
}

void running_subject::kill() { process_.end(SIGKILL); }

} // namespace paylink::load
