// More than a thousand receivers that misbehave, beside ordinary ones: what the ordinary ones feel of it, and what the
// service spends.
#include "bench/bank.hpp"
#include "bench/bench_main.hpp"
#include "bench/bench_service.hpp"
#include "bench/figure_lines.hpp"
#include "bench/hostile_crowd.hpp"
#include "bench/interruption.hpp"
#include "bench/percentiles.hpp"
#include "bench/process_usage.hpp"
#include "tests/support/raw_sql.hpp"

#include <CLI/CLI.hpp>

#include <future>
#include <iostream>
#include <numeric>

namespace paylink::load {

namespace {

struct options {
  hostile_order crowd;
  int each = 8;
  int webhooks = 0; ///< Of the Workspace, each at one of the crowd; and a chat at another.
  int healthy = 10;
  int seconds = 40;
  int timeout_seconds = 30;
  double rate = 200;
  double p99_max_ms = 1'000;
  double lateness_max_ms = 500; ///< How far an attempt may outlast its time.
};

constexpr int warm_up = 200;

/// One stretch of time with ordinary credits.
struct stretch {
  const char* meaning;
  std::vector<double> latencies_ms;
  std::size_t missing = 0;
  std::size_t reported = 0; ///< Deliveries to the webhook that is well.
  double rss_mib = 0;
  std::size_t descriptors = 0;
};

struct figures {
  double rss_before_mib = 0;
  std::size_t descriptors_before = 0;
  std::vector<stretch> stretches;
  std::vector<hostile_crowd::visit> visits;
  std::size_t open_peak = 0;
  test::raw_rows attempts; ///< Class, how many, the longest in ms.
  double longest_attempt_s = 0;
  std::map<std::string, std::size_t> refusals;
};

double mib(std::size_t kib) { return static_cast<double>(kib) / 1'024; }

class measurement {
public:
  explicit measurement(const options& asked)
      : asked_{asked}, crowd_{asked.crowd}, merchants_{{.count = asked.healthy, .tls = std::nullopt}},
        hostile_links_{crowd_.count() * static_cast<std::size_t>(asked.each)},
        ordinary_links_{3 * in_stretch() + warm_up},
        service_{{.links = static_cast<int>(hostile_links_ + ordinary_links_),
                  .callback_of = [this](int position) { return callback_of(static_cast<std::size_t>(position)); },
                  .environment = environment(),
                  .webhook_urls = webhook_urls(),
                  .has_chat = asked.webhooks > 0}},
        book_{service_.store().references, 0} {}

  figures run() {
    for (std::size_t i = 0; i < hostile_links_; ++i) book_.at(i).hangs = true;
    crowd_.start();
    merchants_.start(book_, service_.store().signing_key, service_.store().webhook_secrets);
    pay(ordinary(warm_up), 0);
    figures found;
    found.stretches.push_back(measure("Alone", {}));
    found.rss_before_mib = mib(memory_of(service_.pid()).rss_kib);
    found.descriptors_before = descriptors_of(service_.pid());
    std::vector<std::size_t> hostile(hostile_links_);
    std::iota(hostile.begin(), hostile.end(), std::size_t{0});
    found.stretches.push_back(measure("While the hostile ones are paid", hostile));
    found.stretches.push_back(measure("While they are tried again and again", {}));
    rest(std::chrono::seconds{asked_.timeout_seconds + 2}); // for the attempts that are under way
    read_attempts(found);
    found.refusals = refusals_;
    return found;
  }

private:
  std::size_t in_stretch() const { return static_cast<std::size_t>(asked_.rate * asked_.seconds); }

  std::map<std::string, std::string> environment() const {
    std::map<std::string, std::string> made{{"WEBHOOK_TIMEOUT", std::to_string(asked_.timeout_seconds) + "s"}};
    // The chat's messages hang as well.
    if (asked_.webhooks > 0) made.emplace("PAYLINK_TELEGRAM_API_BASE", crowd_.url_of(0));
    return made;
  }

  /// Of all manners; and one that is well.
  std::vector<std::string> webhook_urls() const {
    std::vector<std::string> urls;
    const auto step = std::max<std::size_t>(crowd_.count() / std::max<std::size_t>(wanted_webhooks(), 1), 1);
    for (std::size_t i = 0; i < wanted_webhooks(); ++i) urls.push_back(crowd_.url_of((1 + i * step) % crowd_.count()));
    if (!urls.empty()) urls.push_back(merchants_.webhook_url_of(0));
    return urls;
  }
  std::size_t wanted_webhooks() const { return static_cast<std::size_t>(asked_.webhooks); }

  std::string callback_of(std::size_t position) const {
    return position < hostile_links_ ? crowd_.url_of(position % crowd_.count()) : merchants_.url_of(position);
  }

  /// The next so many links with ordinary receivers.
  std::vector<std::size_t> ordinary(std::size_t count) {
    std::vector<std::size_t> positions(count);
    std::iota(positions.begin(), positions.end(), hostile_links_ + ordinary_paid_);
    ordinary_paid_ += count;
    return positions;
  }

  void pay(std::vector<std::size_t> positions, double rate) {
    const bank_order order{.port = service_.port(),
                           .feed_secret = service_.store().feed_secret,
                           .account_number = service_.store().account_number,
                           .concurrency = 32,
                           .rate = rate,
                           .time = std::chrono::seconds{2 * asked_.seconds + 30},
                           .positions = std::move(positions)};
    const auto paid = pay_links(order, book_);
    stop_if_interrupted();
    const std::lock_guard lock{mutex_};
    for (const auto& [why, times] : paid.refusals) refusals_[why] += times;
  }

  /// Ordinary credits at their rate, and beside them these, spread over half of the time.
  stretch measure(const char* meaning, std::vector<std::size_t> beside) {
    const auto positions = ordinary(in_stretch());
    stretch found{.meaning = meaning, .latencies_ms = {}};
    const auto told_before = merchants_.tally().webhooks.load();
    {
      const memory_watch memory{service_.pid()};
      std::future<void> other;
      if (!beside.empty()) {
        const auto rate = 2.0 * static_cast<double>(beside.size()) / asked_.seconds;
        other = std::async(std::launch::async, [this, rate, &beside] { pay(std::move(beside), rate); });
      }
      pay(positions, asked_.rate);
      if (other.valid()) other.get();
      rest(std::chrono::seconds{2});
      found.rss_mib = mib(memory.peak().rss_kib);
      found.descriptors = memory.peak_descriptors();
    }
    found.reported = merchants_.tally().webhooks.load() - told_before;
    for (const auto position : positions) {
      const auto& link = book_.at(position);
      if (link.arrivals == 0)
        ++found.missing;
      else
        found.latencies_ms.push_back(std::chrono::duration<double, std::milli>{link.arrived - link.due}.count());
    }
    return found;
  }

  void rest(std::chrono::milliseconds time) {
    const auto until = std::chrono::steady_clock::now() + time;
    while (std::chrono::steady_clock::now() < until) {
      stop_if_interrupted();
      std::this_thread::sleep_for(std::chrono::milliseconds{20});
    }
  }

  void read_attempts(figures& found) {
    found.visits = crowd_.visits();
    found.open_peak = crowd_.open_peak();
    found.attempts = test::run_sql(service_.database(), "SELECT failed_by, count(*), max(duration_ms) FROM attempts "
                                                        "GROUP BY failed_by ORDER BY failed_by");
    for (const auto& row : found.attempts)
      found.longest_attempt_s = std::max(found.longest_attempt_s, std::stod(row.at(2)) / 1e3);
  }

  options asked_;
  hostile_crowd crowd_;
  receivers merchants_;
  std::size_t hostile_links_, ordinary_links_, ordinary_paid_ = 0;
  bench_service service_;
  ledger book_;
  std::mutex mutex_;
  std::map<std::string, std::size_t> refusals_;
};

options parse(int count, char** words) {
  options asked;
  CLI::App program{
      "Receivers that hang, dribble a byte a second or never end, each a host of its own, beside ordinary\n"
      "ones that are paid at a fixed rate. The service is started by this program.",
      "hostile"};
  program.option_defaults()->always_capture_default();
  program.add_option("--hanging", asked.crowd.hanging, "Receivers that hang")->check(CLI::Range(0, 4'000));
  program.add_option("--dribbling", asked.crowd.dribbling, "Receivers that dribble")->check(CLI::Range(0, 4'000));
  program.add_option("--endless", asked.crowd.endless, "Receivers that never end")->check(CLI::Range(1, 4'000));
  program.add_option("--each", asked.each, "Credits for each of them")->check(CLI::Range(1, 1'000));
  program
      .add_option("--webhooks", asked.webhooks,
                  "Webhooks at so many of them, which are told of every credit; and a chat that hangs, and a webhook "
                  "that is well")
      ->check(CLI::Range(0, 49));
  program.add_option("--healthy", asked.healthy, "Ordinary receivers")->check(CLI::Range(1, 200));
  program.add_option("--rate", asked.rate, "Ordinary credits a second")->check(CLI::Range(1.0, 10'000.0));
  program.add_option("--seconds", asked.seconds, "Of each of three stretches")->check(CLI::Range(1, 600));
  program.add_option("--timeout-seconds", asked.timeout_seconds, "WEBHOOK_TIMEOUT of the service")
      ->check(CLI::Range(1, 120));
  program.add_option("--p99-max", asked.p99_max_ms, "Milliseconds that p99 of the ordinary ones may take");
  program.add_option("--lateness-max", asked.lateness_max_ms, "Milliseconds that an attempt may outlast its time");
  read_words(program, count, words);
  return asked;
}

void print_visits(const char* meaning, const figures& found, hostility how) {
  std::vector<double> times;
  for (const auto& visit : found.visits)
    if (visit.how == how) times.push_back(visit.lasted_s);
  std::cout << meaning << '\n';
  print_figure("  connections", static_cast<double>(times.size()), 0);
  print_figure("  median, s until the service ended it", percentile(times, 0.5), 2);
  print_figure("  longest", percentile(times, 1), 2);
}

void print_stretch(const stretch& one) {
  std::cout << one.meaning << '\n';
  print_figure("  ordinary callbacks", static_cast<double>(one.latencies_ms.size()), 0);
  if (one.reported > 0) print_figure("  deliveries to the webhook that is well", static_cast<double>(one.reported), 0);
  print_figure("  p50 ms", percentile(one.latencies_ms, 0.5), 2);
  print_figure("  p99 ms", percentile(one.latencies_ms, 0.99), 2);
  print_figure("  longest ms", percentile(one.latencies_ms, 1), 2);
  print_figure("  memory of the service, RSS MiB at most", one.rss_mib, 1);
  print_figure("  descriptors of the service at most", static_cast<double>(one.descriptors), 0);
}

/// Whether everything is as it must be; says what is not.
bool judge(const options& asked, const figures& found) {
  bool good = true;
  const auto miss = [&good](const auto&... parts) {
    good = false;
    std::cout << "\nVOID: ";
    (std::cout << ... << parts) << '\n';
  };
  for (const auto& one : found.stretches) {
    if (asked.webhooks > 0 && one.reported < one.latencies_ms.size())
      miss("the working webhook received ", one.reported, " of ", one.latencies_ms.size());
    if (one.missing > 0) miss(one.missing, " ordinary callbacks did not come: ", one.meaning);
    if (const auto p99 = percentile(one.latencies_ms, 0.99); p99 >= asked.p99_max_ms) miss("p99 is ", p99, " ms");
  }
  for (const auto& [why, times] : found.refusals) miss(times, " credits: ", why);
  const auto longest_s = asked.timeout_seconds + asked.lateness_max_ms / 1e3;
  if (found.longest_attempt_s > longest_s) miss("an attempt took ", found.longest_attempt_s, " s");
  for (const auto& visit : found.visits)
    if (visit.lasted_s > longest_s) return miss("a connection lasted ", visit.lasted_s, " s"), false;
  return good;
}

bool print(const options& asked, const figures& found) {
  std::cout << asked.crowd.hanging << " hanging, " << asked.crowd.dribbling << " dribbling and " << asked.crowd.endless
            << " endless receivers, " << asked.each << " credits each, beside " << asked.rate
            << " ordinary credits a second\n\n";
  print_visits("Hanging", found, hostility::hangs);
  print_visits("Dribbling", found, hostility::dribbles);
  print_visits("Without end", found, hostility::never_ends);
  print_figure("Connections to one of them at once, at most", static_cast<double>(found.open_peak), 0);
  std::cout << "Attempts in the store, by class (0: acknowledged)\n";
  for (const auto& row : found.attempts)
    print_figure("  class " + row.at(0) + ": " + row.at(1) + "; the longest, s", std::stod(row.at(2)) / 1e3, 2);
  print_figure("Memory of the service before, RSS MiB", found.rss_before_mib, 1);
  print_figure("Descriptors of the service before", static_cast<double>(found.descriptors_before), 0);
  for (const auto& one : found.stretches) print_stretch(one);
  return judge(asked, found);
}

} // namespace

} // namespace paylink::load

int main(int count, char** words) {
  using namespace paylink::load;
  const auto asked = parse(count, words);
  return run_bench("hostile", [&] {
    raise_descriptor_limit(
        static_cast<std::size_t>(asked.crowd.hanging + asked.crowd.dribbling + asked.crowd.endless) * 10 + 500);
    return print(asked, measurement{asked}.run());
  });
}
