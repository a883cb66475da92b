// Makes links, opens pages and walks lists of a large store, and tells what a call costs.
#include "bench/bench_main.hpp"
#include "bench/bench_service.hpp"
#include "bench/figure_lines.hpp"
#include "bench/interruption.hpp"
#include "bench/percentiles.hpp"
#include "bench/steady_load.hpp"

#include <CLI/CLI.hpp>
#include <boost/json.hpp>

#include <iostream>

namespace paylink::load {

namespace {

namespace json = boost::json;
using std::chrono::steady_clock;

struct options {
  int links = 1'000'000;
  std::size_t calls = 20'000;
  int connections = 32;
  int far_page = 1'000;
  int looks = 200;
};

/// A kind of call: how many a second, what each costs the service, how long it takes.
struct figures {
  double a_second = 0, cpu_us = 0, p50_ms = 0, p99_ms = 0;
  std::size_t failed = 0;
};

class measurement {
public:
  explicit measurement(const options& asked) : asked_{asked}, service_{asked.links} {}

  figures make_links() {
    const auto body = service_.link_body();
    return run({.create = "POST /v1.1/payment-links/" + service_.workspace() + head() +
                          "Content-Type: application/json\r\nContent-Length: " + std::to_string(body.size()) +
                          "\r\n\r\n" + body,
                .looks = {""},
                .create_every = 1},
               asked_.calls);
  }

  /// Each page of many links in turn, so that none was rendered just before.
  figures open_pages() {
    std::vector<std::string> requests;
    requests.reserve(pages_in_turn);
    for (std::size_t i = 0; i < pages_in_turn; ++i)
      requests.push_back("GET /l/" + service_.make_link().public_id + head() + "\r\n");
    return run({.looks = requests, .create_every = 0}, asked_.calls);
  }

  /// One page that everybody opens.
  figures open_one_page() {
    return run({.looks = {"GET /l/" + service_.make_link().public_id + head() + "\r\n"}, .create_every = 0},
               asked_.calls);
  }

  /// The first page of the list and a far one, looked at in turn.
  std::pair<figures, figures> list_links() {
    const auto list = "/v1.1/payment-links/" + service_.workspace() + "?limit=20";
    std::string far = list;
    for (int page = 1; page < asked_.far_page && !is_interrupted; ++page) {
      const auto meta = json::parse(service_.read(far)).at("meta");
      if (!meta.at("has_more").as_bool()) throw std::runtime_error{"the store has too few links for so far a page"};
      far = list + "&cursor=" + json::value_to<std::string>(meta.at("next_cursor"));
    }
    std::vector<double> near_ms, far_ms;
    double near_cpu = 0, far_cpu = 0;
    for (int i = 0; i < asked_.looks && !is_interrupted; ++i) {
      near_ms.push_back(look(list, near_cpu));
      far_ms.push_back(look(far, far_cpu));
    }
    const auto reported = [&](const std::vector<double>& waits, double cpu) {
      return figures{0, 1e6 * cpu / asked_.looks, percentile(waits, 0.5), percentile(waits, 0.99), 0};
    };
    return {reported(near_ms, near_cpu), reported(far_ms, far_cpu)};
  }

private:
  std::string head() const {
    return " HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer " + service_.token() + "\r\n";
  }

  figures run(steady_order order, std::size_t calls) {
    order.port = service_.port();
    order.rate = 0;
    order.connections = asked_.connections;
    call_so_often(order, calls / 10); // warm
    const auto cpu_before = precise_cpu_seconds(service_.pid());
    const auto began = steady_clock::now();
    const auto tally = call_so_often(order, calls);
    const std::chrono::duration<double> took{steady_clock::now() - began};
    figures found{.a_second = static_cast<double>(calls) / took.count(),
                  .cpu_us = 1e6 * (precise_cpu_seconds(service_.pid()) - cpu_before) / static_cast<double>(calls),
                  .p50_ms = percentile(tally.latencies_ms, 0.5),
                  .p99_ms = percentile(tally.latencies_ms, 0.99)};
    for (const auto& [what, times] : tally.failed) {
      std::cerr << "api_calls: " << times << " times: " << what << '\n';
      found.failed += times;
    }
    return found;
  }

  double look(const std::string& target, double& cpu) {
    const auto cpu_before = precise_cpu_seconds(service_.pid());
    const auto began = steady_clock::now();
    service_.read(target);
    const std::chrono::duration<double, std::milli> waited{steady_clock::now() - began};
    cpu += precise_cpu_seconds(service_.pid()) - cpu_before;
    return waited.count();
  }

  static constexpr std::size_t pages_in_turn = 2'000;
  options asked_;
  bench_service service_;
};

options parse(int count, char** words) {
  options asked;
  CLI::App program{"Makes links, opens pages and walks the list of links of a service that it starts itself.",
                   "api_calls"};
  program.option_defaults()->always_capture_default();
  program.add_option("--links", asked.links, "Links in the store before")->check(CLI::Range(0, 10'000'000));
  program.add_option("--calls", asked.calls, "Calls of each kind")->check(CLI::Range(100, 10'000'000));
  program.add_option("--connections", asked.connections, "Callers at once")->check(CLI::Range(1, 1'000));
  program
      .add_option("--far-page", asked.far_page, "The page of the list, 20 links each, that is compared to the first")
      ->check(CLI::Range(2, 100'000));
  program.add_option("--looks", asked.looks, "Looks at each of the two pages")->check(CLI::Range(1, 100'000));
  read_words(program, count, words);
  return asked;
}

void print(const std::string& what, const figures& found) {
  std::cout << what << '\n';
  if (found.a_second > 0) print_figure("a second", found.a_second, 0);
  print_figure("CPU of the service, microseconds each", found.cpu_us, 1);
  print_figure("p50, ms", found.p50_ms, 3);
  print_figure("p99, ms", found.p99_ms, 3);
  if (found.failed > 0) print_figure("VOID: failed", static_cast<double>(found.failed), 0);
}

} // namespace

} // namespace paylink::load

int main(int count, char** words) {
  using namespace paylink::load;
  const auto asked = parse(count, words);
  return run_bench("api_calls", [&] {
    measurement taken{asked};
    std::cout << asked.links << " links in the store, " << asked.connections << " callers at once\n\n";
    const auto [first, far] = taken.list_links();
    const auto made = taken.make_links(), pages = taken.open_pages(), one_page = taken.open_one_page();
    print("Making a link", made);
    print("Opening a page, another link each time", pages);
    print("Opening a page, always the same", one_page);
    print("The first page of the list, 20 links", first);
    print("Page " + std::to_string(asked.far_page), far);
    print_figure("  p50, times the first page's", far.p50_ms / first.p50_ms, 2);
    return made.failed + pages.failed + one_page.failed == 0;
  });
}
