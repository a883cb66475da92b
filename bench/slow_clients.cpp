// Thousands of clients that are slow on purpose, beside ordinary ones: when each is cut, and what the others feel of
// it.
#include "bench/bench_main.hpp"
#include "bench/bench_service.hpp"
#include "bench/figure_lines.hpp"
#include "bench/interruption.hpp"
#include "bench/percentiles.hpp"
#include "bench/process_usage.hpp"
#include "bench/slow_crowd.hpp"
#include "bench/steady_load.hpp"

#include <CLI/CLI.hpp>

#include <future>
#include <iostream>

namespace paylink::load {

namespace {

struct options {
  int clients = 2'000;
  int seconds = 16;
  int limit_seconds = 20;
  int addresses = 20;
  double rate = 100;
};

/// Links that are looked at.
constexpr int links = 20;

std::string get(const std::string& target) { return "GET " + target + " HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"; }

std::string post(const bench_service& service, std::size_t length) {
  return "POST /v1.1/payment-links/" + service.workspace() +
         " HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nAuthorization: Bearer " + service.token() +
         "\r\nContent-Length: " + std::to_string(length) + "\r\n\r\n";
}

struct figures {
  steady_tally alone, beside;
  std::vector<slow_crowd::cut> cuts;
  std::size_t left = 0;
  double before_kib = 0, peak_kib = 0, after_kib = 0;
};

figures measure(const options& asked) {
  bench_service service;
  const auto body = service.link_body();
  steady_order ordinary{
      .port = service.port(), .create = post(service, body.size()) + body, .looks = {}, .rate = asked.rate};
  for (int i = 0; i < links; ++i) ordinary.looks.push_back(get("/l/" + service.make_link().public_id));
  figures found;
  const std::chrono::seconds time{asked.seconds};
  call_steadily(ordinary, std::chrono::seconds{1}); // connections, templates and statements
  found.alone = call_steadily(ordinary, time);
  found.before_kib = static_cast<double>(memory_of(service.pid()).rss_kib);
  slow_crowd slow{{.port = service.port(),
                   .clients = asked.clients,
                   .addresses = asked.addresses,
                   .request = ordinary.looks.front(),
                   .dribbled = post(service, 60'000)}};
  {
    const memory_watch memory{service.pid()};
    auto cut = std::async(std::launch::async, [&] { slow.run(std::chrono::seconds{asked.limit_seconds}); });
    found.beside = call_steadily(ordinary, time);
    cut.get();
    found.peak_kib = static_cast<double>(memory.peak().rss_kib);
  }
  call_steadily(ordinary, std::chrono::seconds{3}); // it still answers, and has had time to give memory back
  found.after_kib = static_cast<double>(memory_of(service.pid()).rss_kib);
  found.cuts = slow.cuts();
  found.left = slow.left();
  return found;
}

options parse(int count, char** words) {
  options asked;
  CLI::App program{"Slow clients, a third each: one dribbles a header, one a body, one never reads what it asked for.\n"
                   "The service is started by this program; ordinary requests run before and meanwhile.",
                   "slow_clients"};
  program.option_defaults()->always_capture_default();
  program.add_option("--clients", asked.clients, "Slow clients")->check(CLI::Range(3, 16'000));
  program.add_option("--seconds", asked.seconds, "Of ordinary requests, without slow clients and with them")
      ->check(CLI::Range(1, 600));
  program.add_option("--limit-seconds", asked.limit_seconds, "When to give up waiting for the last to be cut")
      ->check(CLI::Range(1, 600));
  program.add_option("--addresses", asked.addresses, "Addresses that the slow ones come from")
      ->check(CLI::Range(1, 200));
  program.add_option("--rate", asked.rate, "Ordinary requests a second; a fifth make a link")
      ->check(CLI::Range(1.0, 10'000.0));
  read_words(program, count, words);
  return asked;
}

void print_cuts(const char* meaning, const figures& found, slowness how) {
  std::vector<double> times;
  for (const auto& cut : found.cuts)
    if (cut.how == how) times.push_back(cut.after_s);
  std::cout << meaning << '\n';
  print_figure("  cut", static_cast<double>(times.size()), 0);
  print_figure("  first, s after it connected", percentile(times, 0), 1);
  print_figure("  median", percentile(times, 0.5), 1);
  print_figure("  last", percentile(times, 1), 1);
}

void print_calls(const char* meaning, const steady_tally& calls) {
  std::cout << meaning << '\n';
  print_figure("  answers", static_cast<double>(calls.latencies_ms.size()), 0);
  print_figure("  p50 ms", percentile(calls.latencies_ms, 0.5), 2);
  print_figure("  p99 ms", percentile(calls.latencies_ms, 0.99), 2);
  print_figure("  longest ms", percentile(calls.latencies_ms, 1), 2);
}

/// Whether the run counts; says why it does not.
bool print(const options& asked, const figures& found) {
  std::cout << asked.clients << " slow clients beside " << asked.rate << " ordinary requests a second\n\n";
  print_cuts("Dribbling a header", found, slowness::dribbles_header);
  print_cuts("Dribbling a body", found, slowness::dribbles_body);
  print_cuts("Never reading", found, slowness::never_reads);
  print_calls("Ordinary requests without slow clients", found.alone);
  print_calls("Ordinary requests beside them", found.beside);
  std::cout << "Memory of the service, RSS MiB\n";
  print_figure("  before", found.before_kib / 1024, 1);
  print_figure("  at most", found.peak_kib / 1024, 1);
  print_figure("  after", found.after_kib / 1024, 1);
  for (const auto* calls : {&found.alone, &found.beside})
    for (const auto& [failure, times] : calls->failed)
      std::cout << "\nVOID: " << times << " ordinary requests: " << failure << '\n';
  if (found.left > 0) std::cout << "\nVOID: " << found.left << " slow clients were not cut\n";
  return found.left == 0 && found.alone.failed.empty() && found.beside.failed.empty();
}

} // namespace

} // namespace paylink::load

int main(int count, char** words) {
  using namespace paylink::load;
  const auto asked = parse(count, words);
  return run_bench("slow_clients", [&] {
    raise_descriptor_limit(static_cast<std::size_t>(asked.clients) + 200);
    return print(asked, measure(asked));
  });
}
