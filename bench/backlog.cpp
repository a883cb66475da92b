// The hour after an outage: thousands of callbacks are due at once, and new credits come in meanwhile.
#include "bench/bank.hpp"
#include "bench/bench_main.hpp"
#include "bench/bench_service.hpp"
#include "bench/figure_lines.hpp"
#include "bench/interruption.hpp"
#include "bench/percentiles.hpp"
#include "bench/process_usage.hpp"
#include "tests/support/raw_sql.hpp"

#include <CLI/CLI.hpp>

#include <iostream>
#include <numeric>

namespace paylink::load {

namespace {

struct options {
  int due = 50'000;
  int receivers = 20;
  int others = 5;
  int fresh = 2'000;
  double rate = 200;
  double drain_rate_min = 2'000;
  double fresh_p99_max_ms = 100;
};

/// The service's own limit, left as it is.
constexpr std::size_t in_flight_per_host = 8;
constexpr std::chrono::seconds quiet_limit{20};
constexpr const char* an_hour_ago = "UPDATE deliveries SET next_at = next_at - 3600000 WHERE state = 0";

struct figures {
  double ready_ms = 0, first_ms = 0, drained_s = 0, longest_gap_ms = 0;
  std::vector<double> fresh_same_ms, fresh_other_ms; ///< Of those that were due while the backlog lasted.
  std::vector<double> answers_ms;
  std::size_t missing = 0, duplicates = 0, open_peak = 0, refused = 0;
  std::string left;
};

double milliseconds(moment from, moment to) { return std::chrono::duration<double, std::milli>{to - from}.count(); }

class measurement {
public:
  explicit measurement(const options& asked)
      : asked_{asked}, merchants_{{.count = asked.receivers + asked.others, .tls = std::nullopt}},
        service_{{.links = asked.due + asked.fresh,
                  .callback_of = [this](int position) { return merchants_.url_of(receiver_of(position)); }}},
        book_{service_.store().references, 0} {}

  figures run() {
    merchants_.start(book_, service_.store().signing_key);
    merchants_.set_deaf(true);
    std::vector<std::size_t> due(static_cast<std::size_t>(asked_.due)), fresh(static_cast<std::size_t>(asked_.fresh));
    std::iota(due.begin(), due.end(), std::size_t{0});
    std::iota(fresh.begin(), fresh.end(), due.size());
    figures found;
    found.refused = pay(due, 0);
    service_.kill();
    test::run_sql(service_.database(), an_hour_ago);
    merchants_.set_deaf(false);
    service_.start();
    found.refused += pay(fresh, asked_.rate);
    wait_for_callbacks();
    read(found);
    return found;
  }

private:
  // Those that waited are spread over the first receivers; every other new one goes to one of these too.
  std::size_t receiver_of(int position) const {
    const bool is_for_others = position >= asked_.due && position % 2 == 0;
    return static_cast<std::size_t>(is_for_others ? asked_.receivers + position / 2 % asked_.others
                                                  : position % asked_.receivers);
  }

  /// How many were not recorded.
  std::size_t pay(const std::vector<std::size_t>& positions, double rate) {
    const bank_order order{.port = service_.port(),
                           .feed_secret = service_.store().feed_secret,
                           .account_number = service_.store().account_number,
                           .concurrency = 32,
                           .rate = rate,
                           .time = std::chrono::seconds{300},
                           .positions = positions};
    const auto paid = pay_links(order, book_);
    stop_if_interrupted();
    return static_cast<std::size_t>(std::ranges::count_if(
        positions, [this](std::size_t position) { return !book_.entries()[position].is_acknowledged; }));
  }

  void wait_for_callbacks() {
    std::size_t seen = 0;
    auto changed_at = std::chrono::steady_clock::now();
    while (merchants_.tally().arrived < book_.entries().size() &&
           std::chrono::steady_clock::now() - changed_at < quiet_limit) {
      stop_if_interrupted();
      std::this_thread::sleep_for(std::chrono::milliseconds{20});
      if (const std::size_t now = merchants_.tally().arrived; now != seen) {
        seen = now;
        changed_at = std::chrono::steady_clock::now();
      }
    }
    for (int i = 0; i < 50 && left() != "0"; ++i) std::this_thread::sleep_for(std::chrono::milliseconds{100});
  }

  std::string left() const {
    return test::ask_sql(service_.database(), "SELECT count(*) FROM deliveries WHERE state = 0");
  }

  void read(figures& found) {
    const auto start = service_.started_at();
    std::vector<moment> arrivals;
    for (std::size_t position = 0; position < book_.entries().size(); ++position) {
      const auto& link = book_.entries()[position];
      if (link.arrivals == 0) ++found.missing;
      if (link.arrivals > 0 && position < static_cast<std::size_t>(asked_.due)) arrivals.push_back(link.arrived);
    }
    std::ranges::sort(arrivals);
    const auto drained = arrivals.empty() ? start : arrivals.back();
    for (std::size_t i = 1; i < arrivals.size(); ++i)
      found.longest_gap_ms = std::max(found.longest_gap_ms, milliseconds(arrivals[i - 1], arrivals[i]));
    for (auto position = static_cast<std::size_t>(asked_.due); position < book_.entries().size(); ++position) {
      const auto& link = book_.entries()[position];
      if (link.arrivals == 0 || link.due > drained) continue;
      (position % 2 == 0 ? found.fresh_other_ms : found.fresh_same_ms).push_back(milliseconds(link.due, link.arrived));
      found.answers_ms.push_back(milliseconds(link.due, link.answered));
    }
    found.ready_ms = service_.ready_ms();
    found.first_ms = arrivals.empty() ? 0 : milliseconds(start, arrivals.front());
    found.drained_s = milliseconds(start, drained) / 1e3;
    found.duplicates = merchants_.tally().duplicates;
    found.open_peak = merchants_.tally().open_peak;
    found.left = left();
  }

  options asked_;
  receivers merchants_;
  bench_service service_;
  ledger book_;
};

options parse(int count, char** words) {
  options asked;
  CLI::App program{
      "Pays links while no receiver answers, kills the service, makes all callbacks due an hour ago, starts\n"
      "it again with receivers that answer, and pays further links at a fixed rate meanwhile.",
      "backlog"};
  program.option_defaults()->always_capture_default();
  program.add_option("--due", asked.due, "Callbacks that wait")->check(CLI::Range(1, 1'000'000));
  program.add_option("--receivers", asked.receivers, "Receivers that they wait for")->check(CLI::Range(1, 100));
  program.add_option("--others", asked.others, "Receivers that nothing waits for")->check(CLI::Range(1, 100));
  program.add_option("--fresh", asked.fresh, "New credits; half of them for those others")
      ->check(CLI::Range(2, 1'000'000));
  program.add_option("--rate", asked.rate, "New credits a second")->check(CLI::Range(1.0, 10'000.0));
  program.add_option("--drain-rate-min", asked.drain_rate_min, "Callbacks a second that the backlog must reach");
  program.add_option("--fresh-p99-max", asked.fresh_p99_max_ms,
                     "Milliseconds that p99 of new ones to those others may take");
  read_words(program, count, words);
  return asked;
}

void print_latencies(const char* meaning, const std::vector<double>& latencies) {
  std::cout << meaning << '\n';
  print_figure("  while the backlog lasted", static_cast<double>(latencies.size()), 0);
  print_figure("  p50 ms", percentile(latencies, 0.5), 2);
  print_figure("  p99 ms", percentile(latencies, 0.99), 2);
  print_figure("  longest ms", percentile(latencies, 1), 2);
}

bool print(const options& asked, const figures& found) {
  const auto drain_rate = found.drained_s > 0 ? asked.due / found.drained_s : 0;
  std::cout << asked.due << " due callbacks to " << asked.receivers << " receivers, beside " << asked.rate
            << " new credits a second\n\n";
  print_figure("ready after the start, ms", found.ready_ms, 0);
  print_figure("first callback after the start, ms", found.first_ms, 0);
  print_figure("backlog drained after the start, s", found.drained_s, 2);
  print_figure("callbacks of the backlog a second, from the start", drain_rate, 0);
  print_figure("longest time without one, ms", found.longest_gap_ms, 0);
  print_figure("connections to one receiver at once, at most", static_cast<double>(found.open_peak), 0);
  print_latencies("New callbacks to receivers that others wait for", found.fresh_same_ms);
  print_latencies("New callbacks to other receivers", found.fresh_other_ms);
  print_latencies("Answers to the bank", found.answers_ms);
  bool good = true;
  const auto miss = [&good](bool missed, const std::string& what) {
    if (missed) std::cout << "\nVOID: " << what << '\n';
    good = good && !missed;
  };
  miss(found.refused > 0, std::to_string(found.refused) + " credits were not recorded");
  miss(found.missing > 0, std::to_string(found.missing) + " callbacks did not come");
  miss(found.duplicates > 0, std::to_string(found.duplicates) + " callbacks came twice");
  miss(found.left != "0", found.left + " callbacks are not acknowledged in the store");
  miss(found.open_peak > in_flight_per_host, "more connections to one receiver than attempts may be under way");
  miss(drain_rate < asked.drain_rate_min, "the backlog drains too slowly");
  // Those to the same receiver stand in its queue, which its own limit empties.
  miss(percentile(found.fresh_other_ms, 0.99) > asked.fresh_p99_max_ms, "new callbacks waited for those of others");
  return good;
}

} // namespace

} // namespace paylink::load

int main(int count, char** words) {
  using namespace paylink::load;
  const auto asked = parse(count, words);
  return run_bench("backlog", [&] { return print(asked, measurement{asked}.run()); });
}
