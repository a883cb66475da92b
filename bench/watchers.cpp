// People who look at a Workspace while it is paid as fast as a bank can: what others feel of their streams.
#include "bench/bank.hpp"
#include "bench/bench_main.hpp"
#include "bench/bench_postgresql.hpp"
#include "bench/bench_service.hpp"
#include "bench/figure_lines.hpp"
#include "bench/interruption.hpp"
#include "bench/percentiles.hpp"
#include "bench/process_usage.hpp"
#include "bench/receivers.hpp"
#include "bench/steady_load.hpp"
#include "bench/watch_crowd.hpp"

#include <future>
#include <numeric>
#include <optional>
#include <thread>

namespace paylink::load {

namespace {

struct options {
  std::string backend = "sqlite";
  int streams = 200;
  int events = 10'000;
  int rounds = 3;
  int concurrency = 32;
  double pages = 100;
  double factor = 1.2;
  double least_ms = 0;
};

constexpr int streams_of_a_session = 5, warm_up = 500, looked_at = 20;
/// The pages are looked at for as long as the credits last.
constexpr std::chrono::milliseconds portion_of_looks{500};

/// The stretches of one kind, together.
struct stretches {
  const char* meaning;
  std::vector<double> credits_ms{}, callbacks_ms{}, pages_ms{};
  double seconds = 0, cpu_s = 0;
  std::size_t events = 0, missing = 0, hints = 0, ended = 0;
  std::map<std::string, std::size_t> failed{};
};

struct figures {
  stretches without{.meaning = "Without streams"}, with{.meaning = "Beside the streams"};
};

class measurement {
public:
  explicit measurement(const options& asked)
      : asked_{asked}, server_{postgresql_for(asked.backend)}, merchants_{{.count = 4, .tls = std::nullopt}},
        service_{{.links = 2 * asked.rounds * asked.events + warm_up + looked_at,
                  .callback_of = [this](int position) { return merchants_.url_of(static_cast<std::size_t>(position)); },
                  .sessions = (asked.streams + streams_of_a_session - 1) / streams_of_a_session,
                  .database = server_ ? server_->create_database("watchers") : std::string{}}},
        book_{service_.store().references, 0} {}

  figures run() {
    merchants_.start(book_, service_.store().signing_key);
    looks_ = {.port = service_.port(), .looks = {}, .rate = asked_.pages, .create_every = 0, .connections = 4};
    for (int i = 0; i < looked_at; ++i)
      looks_.looks.push_back("GET /l/" + service_.make_link().public_id + " HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
    pay(next(warm_up));
    wait_for_callbacks();
    figures found;
    // In turn, so that both have the same store and the same machine.
    for (int round = 0; round < asked_.rounds; ++round) {
      measure(found.without);
      const watch_crowd crowd{service_.port(), service_.workspace(), service_.store().cookies, asked_.streams};
      measure(found.with);
      found.with.hints += crowd.hints();
      found.with.ended += crowd.ended();
    }
    return found;
  }

private:
  std::vector<std::size_t> next(int count) {
    std::vector<std::size_t> positions(static_cast<std::size_t>(count));
    std::iota(positions.begin(), positions.end(), paid_);
    paid_ += positions.size();
    return positions;
  }

  bank_tally pay(std::vector<std::size_t> positions) {
    return pay_links({.port = service_.port(),
                      .feed_secret = service_.store().feed_secret,
                      .account_number = service_.store().account_number,
                      .concurrency = asked_.concurrency,
                      .time = std::chrono::seconds{120},
                      .positions = std::move(positions)},
                     book_);
  }

  void measure(stretches& into) {
    const auto positions = next(asked_.events);
    std::atomic<bool> is_over = false;
    auto pages = std::async(std::launch::async, [&] {
      std::vector<steady_tally> looked;
      while (!is_over) looked.push_back(call_steadily(looks_, portion_of_looks));
      return looked;
    });
    const auto cpu_before = precise_cpu_seconds(service_.pid());
    const auto began = std::chrono::steady_clock::now();
    for (const auto& [why, times] : pay(positions).refusals) into.failed[why] += times;
    wait_for_callbacks();
    into.seconds += std::chrono::duration<double>{std::chrono::steady_clock::now() - began}.count();
    into.cpu_s += precise_cpu_seconds(service_.pid()) - cpu_before;
    is_over = true;
    for (auto& tally : pages.get()) {
      into.pages_ms.insert(into.pages_ms.end(), tally.latencies_ms.begin(), tally.latencies_ms.end());
      for (const auto& [why, times] : tally.failed) into.failed["a page: " + why] += times;
    }
    into.events += positions.size();
    for (const auto position : positions) note(book_.at(position), into);
  }

  static void note(const link_entry& link, stretches& into) {
    into.credits_ms.push_back(std::chrono::duration<double, std::milli>{link.answered - link.due}.count());
    if (link.arrivals == 0)
      ++into.missing;
    else
      into.callbacks_ms.push_back(std::chrono::duration<double, std::milli>{link.arrived - link.due}.count());
  }

  void wait_for_callbacks() {
    const auto until = std::chrono::steady_clock::now() + std::chrono::seconds{20};
    while (merchants_.tally().arrived < paid_ && std::chrono::steady_clock::now() < until) {
      stop_if_interrupted();
      std::this_thread::sleep_for(std::chrono::milliseconds{5});
    }
  }

  const options asked_;
  std::unique_ptr<test::postgresql_server> server_;
  receivers merchants_;
  bench_service service_;
  ledger book_;
  steady_order looks_;
  std::size_t paid_ = 0;
};

options parse(int count, char** words) {
  options asked;
  CLI::App program{"People who look at a Workspace, with an open stream of hints each, while it is paid as fast as a\n"
                   "bank can; in turn with stretches without them. The service is started by this program.",
                   "watchers"};
  program.option_defaults()->always_capture_default();
  program.add_option("--backend", asked.backend, "Its database")->check(CLI::IsMember({"sqlite", "postgresql"}));
  program.add_option("--streams", asked.streams, "Open streams")->check(CLI::Range(1, 1'000));
  program.add_option("--events", asked.events, "Credits of each stretch")->check(CLI::Range(1, 1'000'000));
  program.add_option("--rounds", asked.rounds, "Stretches of each kind")->check(CLI::Range(1, 50));
  program.add_option("--concurrency", asked.concurrency, "Credits under way at once")->check(CLI::Range(1, 1'000));
  program.add_option("--pages", asked.pages, "Pages looked at a second")->check(CLI::Range(1.0, 10'000.0));
  program.add_option("--factor", asked.factor, "How often p99 without them p99 beside them may be");
  program.add_option("--least-ms", asked.least_ms, "A p99 below this is good whatever the factor");
  read_words(program, count, words);
  return asked;
}

void print_stretches(const stretches& one) {
  std::cout << one.meaning << '\n';
  print_figure("  events a second", static_cast<double>(one.events) / one.seconds, 0);
  print_figure("  CPU of the service, us an event", 1e6 * one.cpu_s / static_cast<double>(one.events), 1);
  for (const auto& [what, times] : {std::pair{"credits", &one.credits_ms}, std::pair{"callbacks", &one.callbacks_ms},
                                    std::pair{"pages", &one.pages_ms}}) {
    print_figure(std::string{"  "} + what + ", p50 ms", percentile(*times, 0.5), 2);
    print_figure(std::string{"  "} + what + ", p99 ms", percentile(*times, 0.99), 2);
  }
}

/// Whether everything is as it must be; says what is not.
bool judge(const options& asked, const figures& found) {
  bool good = true;
  const auto miss = [&good](const auto&... parts) {
    good = false;
    std::cout << "\nMISSED: ";
    (std::cout << ... << parts) << '\n';
  };
  const auto compare = [&](const char* what, const std::vector<double>& before, const std::vector<double>& beside) {
    const auto alone = percentile(before, 0.99), now = percentile(beside, 0.99);
    print_figure(std::string{what} + ", p99: how often that without streams", alone > 0 ? now / alone : 0, 2);
    if (now > std::max(asked.least_ms, asked.factor * alone)) miss(what, ": p99 is ", now, " ms, not ", alone);
  };
  compare("credits", found.without.credits_ms, found.with.credits_ms);
  compare("callbacks", found.without.callbacks_ms, found.with.callbacks_ms);
  compare("pages", found.without.pages_ms, found.with.pages_ms);
  for (const auto* one : {&found.without, &found.with}) {
    if (one->missing > 0) miss(one->missing, " callbacks did not come: ", one->meaning);
    for (const auto& [why, times] : one->failed) miss(times, " were refused: ", why);
  }
  if (found.with.ended > 0) miss(found.with.ended, " streams have ended");
  if (found.with.hints < static_cast<std::size_t>(asked.streams)) miss("only ", found.with.hints, " hints have come");
  return good;
}

bool print(const options& asked, const figures& found) {
  std::cout << std::thread::hardware_concurrency() << " cores, " << asked.backend << ": " << asked.streams
            << " streams, " << asked.rounds << " times " << asked.events << " credits without and beside them in turn, "
            << asked.concurrency << " under way at once, and " << asked.pages
            << " pages a second; all over loopback.\n\n";
  for (const auto* one : {&found.without, &found.with}) print_stretches(*one);
  print_figure("hints a second on each stream",
               static_cast<double>(found.with.hints) / asked.streams / found.with.seconds, 2);
  const bool good = judge(asked, found);
  std::cout << "\nVerdict: others' p99 is " << (good ? "" : "NOT all ") << "within " << asked.factor
            << " times what it is without streams (or " << asked.least_ms << " ms)\n";
  return good;
}

} // namespace

} // namespace paylink::load

int main(int count, char** words) {
  using namespace paylink::load;
  const auto asked = parse(count, words);
  return run_bench("watchers", [&] {
    raise_descriptor_limit(static_cast<std::size_t>(asked.streams) + 300);
    return print(asked, measurement{asked}.run());
  });
}
