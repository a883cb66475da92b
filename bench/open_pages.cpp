// Opens thousands of payer pages with live status, and tells what a page costs and how soon it shows a change.
#include "bench/bench_main.hpp"
#include "bench/bench_service.hpp"
#include "bench/figure_lines.hpp"
#include "bench/interruption.hpp"
#include "bench/page_crowd.hpp"
#include "bench/percentiles.hpp"
#include "bench/process_usage.hpp"

#include <CLI/CLI.hpp>

#include <future>
#include <iostream>

namespace paylink::load {

namespace {

struct options {
  int pages = 10'000;
  int on_one_link = 5'000;
  int links = 50;
  int rounds = 5;
  int idle_seconds = 20;
  int addresses = 20;
  double rate = 2'000;
};

struct figures {
  double before_kib = 0, open_kib = 0, closed_kib = 0, reopened_kib = 0;
  std::vector<double> first_ms, half_ms, all_ms; ///< From each POST to the pages of the crowded link that show it.
  std::vector<double> change_cpu_ms;             ///< What a change of the crowded link costs the service.
  double idle_cpu_s = 0;
  bool all_stayed_open = false;
};

using milliseconds = std::chrono::duration<double, std::milli>;

class measurement {
public:
  explicit measurement(const options& asked) : asked_{asked}, crowd_{service_.port(), asked.addresses, asked.rate} {}

  figures run() {
    warm_up();
    figures found;
    found.before_kib = resident();
    crowded_ = service_.make_link();
    const auto others = open_all();
    found.open_kib = resident();
    const auto cpu_before = precise_cpu_seconds(service_.pid());
    found.all_stayed_open = crowd_.stay_open(std::chrono::seconds{asked_.idle_seconds});
    found.idle_cpu_s = precise_cpu_seconds(service_.pid()) - cpu_before;
    for (int round = 0; round < asked_.rounds; ++round) {
      if (round > 0) crowd_in();
      cancel_and_wait(found);
      crowd_.close(crowded_.public_id);
    }
    for (const auto& link : others) crowd_.close(link.public_id);
    crowd_.stay_open(giving_back);
    found.closed_kib = resident();
    crowded_ = service_.make_link();
    open_all();
    found.reopened_kib = resident();
    return found;
  }

private:
  // The first requests make threads, statements and templates, which are no cost of a page.
  void warm_up() {
    const auto link = service_.make_link();
    crowd_.open(link.public_id, 20);
    service_.cancel(link);
    crowd_.wait_for(link.public_id, "cancelled");
    crowd_.close(link.public_id);
    crowd_.stay_open(settling);
  }

  std::vector<bench_service::link> open_all() {
    crowd_.open(crowded_.public_id, asked_.on_one_link);
    std::vector<bench_service::link> others;
    for (int i = 0; i < asked_.links; ++i) {
      others.push_back(service_.make_link());
      const int left = asked_.pages - asked_.on_one_link;
      crowd_.open(others.back().public_id, left * (i + 1) / asked_.links - left * i / asked_.links);
    }
    return others;
  }

  void crowd_in() {
    crowded_ = service_.make_link();
    crowd_.open(crowded_.public_id, asked_.on_one_link);
    crowd_.stay_open(settling);
  }

  void cancel_and_wait(figures& found) {
    const auto cpu_before = precise_cpu_seconds(service_.pid());
    const auto sent = std::chrono::steady_clock::now();
    auto answered = std::async(std::launch::async, [this] { service_.cancel(crowded_); });
    std::vector<double> waits;
    for (const auto heard : crowd_.wait_for(crowded_.public_id, "cancelled"))
      waits.push_back(milliseconds{heard - sent}.count());
    answered.get();
    found.change_cpu_ms.push_back(1e3 * (precise_cpu_seconds(service_.pid()) - cpu_before));
    found.first_ms.push_back(percentile(waits, 0));
    found.half_ms.push_back(percentile(waits, 0.5));
    found.all_ms.push_back(percentile(waits, 1));
  }

  double resident() const { return static_cast<double>(memory_of(service_.pid()).rss_kib); }

  static constexpr std::chrono::milliseconds settling{500}, giving_back{2'500};
  options asked_;
  // A crowd larger than is let in unless it is set.
  bench_service service_{{.environment = {{"PAYLINK_HTTP_MAX_STREAMS_PER_LINK", "1000000"}}}};
  page_crowd crowd_;
  bench_service::link crowded_;
};

options parse(int count, char** words) {
  options asked;
  CLI::App program{
      "Opens payer pages of a service that it starts itself, from several addresses of loopback; measures\n"
      "what they cost, and how soon all pages of one link show that it was cancelled.",
      "open_pages"};
  program.option_defaults()->always_capture_default();
  program.add_option("--pages", asked.pages, "Open pages in all")->check(CLI::Range(1, 16'000));
  program.add_option("--on-one-link", asked.on_one_link, "Pages of the link that is cancelled");
  program.add_option("--links", asked.links, "Links that share the other pages")->check(CLI::Range(1, 1'000));
  program.add_option("--rounds", asked.rounds, "Links that are cancelled, one after another")
      ->check(CLI::Range(1, 100));
  program.add_option("--idle-seconds", asked.idle_seconds, "How long nothing happens, to see what that costs")
      ->check(CLI::Range(0, 600));
  program.add_option("--addresses", asked.addresses, "Addresses that the pages come from")->check(CLI::Range(1, 200));
  program.add_option("--rate", asked.rate, "Pages opened a second, at most")->check(CLI::Range(1.0, 1e6));
  read_words(program, count, words);
  asked.on_one_link = std::min(asked.on_one_link, asked.pages);
  return asked;
}

void print(const options& asked, const figures& found) {
  const auto a_page = [&](double kib) { return (kib - found.before_kib) * 1024 / asked.pages; };
  std::cout << asked.pages << " pages, " << asked.on_one_link << " of them on one link, " << asked.rounds
            << " rounds\n\n";
  print_figure("memory before, RSS MiB", found.before_kib / 1024, 1);
  print_figure("  with all pages open", found.open_kib / 1024, 1);
  print_figure("  all closed again", found.closed_kib / 1024, 1);
  print_figure("  all open a second time", found.reopened_kib / 1024, 1);
  print_figure("bytes a page", a_page(found.open_kib), 0);
  print_figure("cancelled to the first of the link's pages, median ms", percentile(found.first_ms, 0.5), 1);
  print_figure("cancelled to half of the link's pages, median ms", percentile(found.half_ms, 0.5), 1);
  print_figure("cancelled to the last of the link's pages, median ms", percentile(found.all_ms, 0.5), 1);
  print_figure("  the slowest round", percentile(found.all_ms, 1), 1);
  print_figure("CPU of the service for a change, median ms", percentile(found.change_cpu_ms, 0.5), 1);
  print_figure("CPU while nothing happens, share of a core in percent",
               asked.idle_seconds > 0 ? 100 * found.idle_cpu_s / asked.idle_seconds : 0, 2);
  if (!found.all_stayed_open) std::cout << "\nVOID: pages ended while nothing happened\n";
}

} // namespace

} // namespace paylink::load

int main(int count, char** words) {
  using namespace paylink::load;
  const auto asked = parse(count, words);
  return run_bench("open_pages", [&] {
    raise_descriptor_limit(static_cast<std::size_t>(asked.pages) * 3 / 2 + 100);
    const auto found = measurement{asked}.run();
    print(asked, found);
    return found.all_stayed_open;
  });
}
