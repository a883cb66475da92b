// Callbacks over HTTPS, on connections that are kept and on new ones, beside what the machine's OpenSSL does.
#include "bench/bank.hpp"
#include "bench/bench_main.hpp"
#include "bench/bench_service.hpp"
#include "bench/figure_lines.hpp"
#include "bench/interruption.hpp"
#include "bench/percentiles.hpp"
#include "bench/process_usage.hpp"
#include "tests/support/free_port.hpp"

#include <CLI/CLI.hpp>

#include <boost/asio.hpp>

#include <fstream>
#include <iostream>
#include <numeric>

namespace paylink::load {

namespace {

struct options {
  int events = 10'000;
  int receivers = 4;
  int handshake_seconds = 3;
};

constexpr int warm_up = 200;
constexpr std::chrono::seconds quiet_limit{15};

struct figures {
  double rate = 0, cpu_us = 0, p50_ms = 0, p99_ms = 0;
  std::size_t connections = 0, resumed = 0, missing = 0;
};

std::vector<std::size_t> positions_from(int first, int count) {
  std::vector<std::size_t> positions(static_cast<std::size_t>(count));
  std::iota(positions.begin(), positions.end(), static_cast<std::size_t>(first));
  return positions;
}

/// One run as fast as credits are answered, with receivers of one kind.
class callbacks_run {
public:
  callbacks_run(const options& asked, bool secure, bool closes)
      : asked_{asked}, folder_{std::filesystem::temp_directory_path()},
        merchants_{{.count = asked.receivers, .closes = closes, .tls = identity(secure)}},
        service_{{.links = asked.events + warm_up,
                  .callback_of = [this](int position) { return merchants_.url_of(static_cast<std::size_t>(position)); },
                  .environment = settings(secure)}},
        book_{service_.store().references, 0} {
    merchants_.start(book_, service_.store().signing_key);
  }

  figures run() {
    pay(positions_from(0, warm_up));
    wait_for(warm_up);
    const auto connections_before = merchants_.tally().connections.load();
    const auto resumed_before = merchants_.tally().resumed.load();
    const auto cpu_before = precise_cpu_seconds(service_.pid());
    pay(positions_from(warm_up, asked_.events));
    wait_for(warm_up + asked_.events);
    figures found;
    found.cpu_us = 1e6 * (precise_cpu_seconds(service_.pid()) - cpu_before) / asked_.events;
    found.connections = merchants_.tally().connections - connections_before;
    found.resumed = merchants_.tally().resumed - resumed_before;
    read(found);
    return found;
  }

private:
  std::optional<test::tls_identity> identity(bool secure) {
    if (!secure) return std::nullopt;
    const test::test_ca authority;
    std::ofstream{folder_.path() / "authority.pem"} << authority.pem();
    return authority.issue({.alternative_names = receivers::names_of(asked_.receivers)});
  }

  std::map<std::string, std::string> settings(bool secure) const {
    std::map<std::string, std::string> values{{"PAYLINK_DELIVERY_IN_FLIGHT_PER_HOST", "32"}};
    if (secure) values["PAYLINK_OUTBOUND_CA_FILE"] = (folder_.path() / "authority.pem").string();
    return values;
  }

  void pay(const std::vector<std::size_t>& positions) {
    const bank_order order{.port = service_.port(),
                           .feed_secret = service_.store().feed_secret,
                           .account_number = service_.store().account_number,
                           .concurrency = 32,
                           .time = std::chrono::seconds{120},
                           .positions = positions};
    pay_links(order, book_);
    stop_if_interrupted();
  }

  void wait_for(int count) {
    const auto limit = std::chrono::steady_clock::now() + quiet_limit;
    while (merchants_.tally().arrived < static_cast<std::size_t>(count) && std::chrono::steady_clock::now() < limit) {
      stop_if_interrupted();
      std::this_thread::sleep_for(std::chrono::milliseconds{2});
    }
  }

  void read(figures& found) {
    auto first = moment::max(), last = moment::min();
    std::vector<double> latencies;
    for (const auto position : positions_from(warm_up, asked_.events)) {
      const auto& link = book_.at(position);
      if (link.arrivals == 0) {
        ++found.missing;
        continue;
      }
      first = std::min(first, link.due);
      last = std::max(last, link.arrived);
      latencies.push_back(std::chrono::duration<double, std::milli>{link.arrived - link.due}.count());
    }
    if (latencies.empty()) return;
    found.rate = static_cast<double>(latencies.size()) / std::chrono::duration<double>{last - first}.count();
    found.p50_ms = percentile(latencies, 0.5);
    found.p99_ms = percentile(latencies, 0.99);
  }

  options asked_;
  work_folder folder_;
  receivers merchants_;
  bench_service service_;
  ledger book_;
};

/// What the openssl program reaches against itself, with the same kind of certificate.
class handshake_meter {
public:
  explicit handshake_meter(int seconds)
      : seconds_{std::to_string(seconds)}, folder_{std::filesystem::temp_directory_path()}, port_{test::free_port()} {
    const test::test_ca authority;
    const auto identity = authority.issue({.alternative_names = {"IP:127.0.0.1"}});
    std::ofstream{folder_.path() / "chain.pem"} << identity.chain;
    std::ofstream{folder_.path() / "key.pem"} << identity.key;
    server_ = test::child_process{
        "/usr/bin/openssl",
        {"s_server", "-accept", address(), "-cert", file("chain.pem"), "-key", file("key.pem"), "-www", "-quiet"},
        {},
        file("log")};
    wait_until_open();
  }

  /// Handshakes a second of elapsed time; `how` is `-new` or `-reuse`.
  double rate(const std::string& how) const {
    const auto ended =
        test::run_program({"/usr/bin/openssl", "s_time", "-connect", address(), how, "-time", seconds_}, {});
    // "4213 connections in 4 real seconds, 0 bytes read per connection", for the second kind behind the first.
    const auto end = ended.text.rfind(" connections in ");
    if (end == std::string::npos) throw std::runtime_error{"openssl s_time says: " + ended.text};
    const auto begin = ended.text.find_last_not_of("0123456789", end - 1) + 1;
    const auto count = std::stod(ended.text.substr(begin, end - begin));
    return count / std::stod(ended.text.substr(end + 16));
  }

private:
  std::string address() const { return "127.0.0.1:" + std::to_string(port_); }
  std::string file(const char* name) const { return (folder_.path() / name).string(); }

  void wait_until_open() const {
    const auto limit = std::chrono::steady_clock::now() + std::chrono::seconds{10};
    boost::asio::io_context io;
    boost::system::error_code closed;
    do {
      boost::asio::ip::tcp::socket probe{io};
      probe.connect({boost::asio::ip::make_address("127.0.0.1"), port_}, closed);
      if (!closed) return;
      std::this_thread::sleep_for(std::chrono::milliseconds{20});
    } while (std::chrono::steady_clock::now() < limit);
    throw std::runtime_error{"openssl s_server does not answer"};
  }

  std::string seconds_;
  work_folder folder_;
  std::uint16_t port_;
  test::child_process server_;
};

options parse(int count, char** words) {
  options asked;
  CLI::App program{
      "Callbacks as fast as credits are answered: plain, over TLS on kept connections, and over TLS on a new\n"
      "connection each; and how many handshakes a second the openssl program reaches here.",
      "tls_callbacks"};
  program.option_defaults()->always_capture_default();
  program.add_option("--events", asked.events, "Credits of each run")->check(CLI::Range(1, 1'000'000));
  program.add_option("--receivers", asked.receivers, "Receivers")->check(CLI::Range(1, 100));
  program.add_option("--handshake-seconds", asked.handshake_seconds, "Of each measurement with openssl")
      ->check(CLI::Range(1, 60));
  read_words(program, count, words);
  return asked;
}

bool print(const char* meaning, const figures& found) {
  std::cout << meaning << '\n';
  print_figure("  callbacks a second", found.rate, 0);
  print_figure("  CPU of the service, us a callback", found.cpu_us, 0);
  print_figure("  p50 ms", found.p50_ms, 2);
  print_figure("  p99 ms", found.p99_ms, 2);
  print_figure("  connections", static_cast<double>(found.connections), 0);
  print_figure("  of them with a resumed session", static_cast<double>(found.resumed), 0);
  if (found.missing > 0) std::cout << "\nVOID: " << found.missing << " callbacks did not come\n";
  return found.missing == 0;
}

bool measure(const options& asked) {
  bool good = print("Plain, kept connections", callbacks_run{asked, false, false}.run());
  good &= print("TLS, kept connections", callbacks_run{asked, true, false}.run());
  good &= print("TLS, a new connection each", callbacks_run{asked, true, true}.run());
  const handshake_meter openssl{asked.handshake_seconds};
  std::cout << "openssl s_time against openssl s_server, both on this machine\n";
  print_figure("  handshakes a second, whole", openssl.rate("-new"), 0);
  print_figure("  handshakes a second, resumed", openssl.rate("-reuse"), 0);
  return good;
}

} // namespace

} // namespace paylink::load

int main(int count, char** words) {
  using namespace paylink::load;
  const auto asked = parse(count, words);
  return run_bench("tls_callbacks", [&] {
    std::cout << asked.events << " credits a run\n\n";
    return measure(asked);
  });
}
