// One Workspace that asks for all it can, reads large answers slowly, or imports the longest texts it can, and
// strangers who send half of what they announce: what others feel of it.
#include "bench/bank.hpp"
#include "bench/bench_main.hpp"
#include "bench/bench_postgresql.hpp"
#include "bench/bench_service.hpp"
#include "bench/figure_lines.hpp"
#include "bench/half_senders.hpp"
#include "bench/hostile_neighbour.hpp"
#include "bench/importing_neighbour.hpp"
#include "bench/percentiles.hpp"
#include "bench/process_usage.hpp"
#include "bench/receivers.hpp"
#include "bench/slow_readers.hpp"
#include "bench/steady_load.hpp"
#include "domain/webhooks/webhook.hpp"

#include <boost/json.hpp>

#include <future>
#include <numeric>
#include <thread>

namespace paylink::load {

namespace {

struct options {
  std::string backend = "sqlite";
  int transactions = 400'000;
  int searches = 20, lists = 10, slow_readers = 60, strangers = 400, imports = 6;
  int seconds = 15;
  double credits = 100, pages = 100, others_lists = 20;
  double factor = 2;
  double least_ms = 10;  ///< Below it nobody waits for long, whatever the factor.
  double alone_ms = 100; ///< Above it something is wrong before anybody disturbs.
  double memory_mib = 48, slow_readers_mib = 64;
  bool as_json = false;
};

/// Links that are paid unmeasured, so that connections are open; and pages that are looked at.
constexpr int warm_up = 100, looked_at = 20;
/// Where the neighbour's webhooks lead to: nobody listens there.
constexpr const char* neighbours_webhook = "http://127.0.0.1:1/hook";

struct stretch {
  const char* meaning;
  std::vector<double> pages_ms{}, lists_ms{}, credits_ms{}, callbacks_ms{};
  std::size_t missing = 0;
  double before_mib = 0, peak_mib = 0;
  std::map<std::string, std::size_t> failed{};
};

struct figures {
  stretch alone, beside_neighbour, beside_slow_readers, beside_strangers, beside_imports;
  std::map<unsigned, std::size_t> neighbours_answers, slow_readers_answers, import_answers;
  std::size_t strangers_left = 0;

  std::vector<const stretch*> beside() const {
    return {&beside_neighbour, &beside_slow_readers, &beside_strangers, &beside_imports};
  }
  std::vector<const stretch*> all() const {
    auto all = beside();
    all.insert(all.begin(), &alone);
    return all;
  }
};

class measurement {
public:
  explicit measurement(const options& asked)
      : asked_{asked}, server_{postgresql_for(asked.backend)}, merchants_{{.count = 4, .tls = std::nullopt}},
        service_{{.links = 5 * in_stretch() + warm_up + looked_at,
                  .callback_of = [this](int position) { return merchants_.url_of(static_cast<std::size_t>(position)); },
                  .neighbour_transactions = asked.transactions,
                  .neighbour_webhook_urls = std::vector<std::string>(webhooks_of_workspace_max, neighbours_webhook),
                  .database = server_ ? server_->create_database("neighbours") : std::string{}}},
        book_{service_.store().references, 0} {}

  figures run() {
    merchants_.start(book_, service_.store().signing_key);
    looks_ = {.port = service_.port(), .looks = {}, .rate = asked_.pages, .create_every = 0};
    for (int i = 0; i < looked_at; ++i) {
      const auto link = service_.make_link();
      looks_.looks.push_back("GET /l/" + link.public_id + " HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
      looks_.looks.push_back("GET /v1.1/payment-links/" + service_.workspace() + "/" + link.id +
                             " HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer " + service_.token() + "\r\n\r\n");
    }
    walks_ = {.port = service_.port(), .looks = {}, .rate = asked_.others_lists, .create_every = 0, .connections = 4};
    for (const std::string what : {"payment-links", "transactions"})
      walks_.looks.push_back("GET /v1.1/" + what + "/" + service_.workspace() +
                             "?limit=20 HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer " + service_.token() +
                             "\r\n\r\n");
    pay(next(warm_up), 0);
    service_.let_the_index_come();
    figures found;
    found.alone = measure("Alone");
    {
      hostile_neighbour neighbour{{.port = service_.port(),
                                   .token = service_.store().neighbour_token,
                                   .workspace = service_.store().neighbour,
                                   .searches = asked_.searches,
                                   .lists = asked_.lists}};
      found.beside_neighbour = measure("Beside a neighbour who searches and lists");
      found.neighbours_answers = neighbour.end();
    }
    {
      const auto& neighbour = service_.store().neighbour;
      const auto before = resident();
      slow_readers readers{{.port = service_.port(),
                            .token = service_.store().neighbour_token,
                            .targets = {"/v1.1/payment-links/" + neighbour + "?limit=100",
                                        "/v1.1/transactions/" + neighbour + "?limit=100",
                                        "/v1.1/payment-links/" + neighbour + "?format=csv"},
                            .connections = asked_.slow_readers}};
      found.beside_slow_readers = measure("Beside a neighbour who reads large answers slowly");
      found.beside_slow_readers.before_mib = before;
      found.slow_readers_answers = readers.end();
    }
    const auto before = resident();
    half_senders strangers{{.port = service_.port(), .connections = asked_.strangers}};
    found.beside_strangers = measure("Beside strangers with half a body each");
    found.beside_strangers.before_mib = before;
    found.strangers_left = strangers.left();
    // Last: what it leaves behind is still being sent to nobody.
    importing_neighbour importer{{.port = service_.port(),
                                  .token = service_.store().neighbour_token,
                                  .workspace = service_.store().neighbour,
                                  .account = service_.store().neighbour_account,
                                  .imports = asked_.imports}};
    found.beside_imports = measure("Beside a neighbour who imports texts of a megabyte, for 50 webhooks");
    found.import_answers = importer.end();
    return found;
  }

private:
  int in_stretch() const { return static_cast<int>(asked_.credits * asked_.seconds); }

  double resident() const { return static_cast<double>(memory_of(service_.pid()).rss_kib) / 1'024; }

  std::vector<std::size_t> next(int count) {
    std::vector<std::size_t> positions(static_cast<std::size_t>(count));
    std::iota(positions.begin(), positions.end(), paid_);
    paid_ += positions.size();
    return positions;
  }

  bank_tally pay(std::vector<std::size_t> positions, double rate) {
    return pay_links({.port = service_.port(),
                      .feed_secret = service_.store().feed_secret,
                      .account_number = service_.store().account_number,
                      .concurrency = 16,
                      .rate = rate,
                      .time = std::chrono::seconds{asked_.seconds + 30},
                      .positions = std::move(positions)},
                     book_);
  }

  stretch measure(const char* meaning) {
    stretch found{.meaning = meaning};
    const auto positions = next(in_stretch());
    found.before_mib = resident();
    const memory_watch memory{service_.pid()};
    auto pages =
        std::async(std::launch::async, [this] { return call_steadily(looks_, std::chrono::seconds{asked_.seconds}); });
    auto lists =
        std::async(std::launch::async, [this] { return call_steadily(walks_, std::chrono::seconds{asked_.seconds}); });
    found.failed = pay(positions, asked_.credits).refusals;
    const auto looked = pages.get(), listed = lists.get();
    found.pages_ms = looked.latencies_ms;
    found.lists_ms = listed.latencies_ms;
    for (const auto& [why, times] : looked.failed) found.failed["a page: " + why] += times;
    for (const auto& [why, times] : listed.failed) found.failed["a list: " + why] += times;
    wait_for(positions);
    found.peak_mib = static_cast<double>(memory.peak().rss_kib) / 1'024;
    for (const auto position : positions) {
      const auto& link = book_.at(position);
      found.credits_ms.push_back(std::chrono::duration<double, std::milli>{link.answered - link.due}.count());
      if (link.arrivals == 0)
        ++found.missing;
      else
        found.callbacks_ms.push_back(std::chrono::duration<double, std::milli>{link.arrived - link.due}.count());
    }
    return found;
  }

  /// For the last callbacks.
  void wait_for(const std::vector<std::size_t>& positions) {
    const auto until = std::chrono::steady_clock::now() + std::chrono::seconds{20};
    while (merchants_.tally().arrived < paid_ && !positions.empty() && std::chrono::steady_clock::now() < until) {
      stop_if_interrupted();
      std::this_thread::sleep_for(std::chrono::milliseconds{20});
    }
  }

  const options asked_;
  std::unique_ptr<test::postgresql_server> server_;
  receivers merchants_;
  bench_service service_;
  ledger book_;
  steady_order looks_, walks_;
  std::size_t paid_ = 0;
};

options parse(int count, char** words) {
  options asked;
  CLI::App program{
      "A Workspace that searches, lists and slowly reads its own rows without end, and strangers who send half of "
      "large\n"
      "bodies, beside ordinary pages, credits and callbacks. Two minutes or so. The service is started by this "
      "program.",
      "neighbours"};
  program.option_defaults()->always_capture_default();
  program.add_option("--backend", asked.backend, "Its database")->check(CLI::IsMember({"sqlite", "postgresql"}));
  program.add_option("--transactions", asked.transactions, "Rows of the neighbour")->check(CLI::Range(1, 10'000'000));
  program.add_option("--searches", asked.searches, "Its searches at once")->check(CLI::Range(0, 500));
  program.add_option("--lists", asked.lists, "Its lists at once")->check(CLI::Range(0, 500));
  program.add_option("--imports", asked.imports, "Its imports at once, of a text of a megabyte each")
      ->check(CLI::Range(1, 100));
  program.add_option("--slow-readers", asked.slow_readers, "Its connections that read large answers slowly")
      ->check(CLI::Range(1, 500));
  program.add_option("--strangers", asked.strangers, "Connections with half a body each")->check(CLI::Range(1, 1'000));
  program.add_option("--seconds", asked.seconds, "Of each of five stretches")->check(CLI::Range(1, 600));
  program.add_option("--credits", asked.credits, "Credits a second")->check(CLI::Range(1.0, 10'000.0));
  program.add_option("--pages", asked.pages, "Pages a second")->check(CLI::Range(1.0, 10'000.0));
  program.add_option("--others-lists", asked.others_lists, "Lists a second of the others")
      ->check(CLI::Range(1.0, 1'000.0));
  program.add_flag("--json", asked.as_json, "A line for each stretch beside somebody, and no verdict");
  program.add_option("--factor", asked.factor, "How often p99 alone p99 beside them may be");
  program.add_option("--least-ms", asked.least_ms, "A p99 below this is good whatever the factor");
  program.add_option("--alone-ms", asked.alone_ms, "A p99 above this is bad even when nobody disturbs");
  program.add_option("--memory-mib", asked.memory_mib, "MiB by which the service may grow beside them");
  program.add_option("--slow-readers-mib", asked.slow_readers_mib, "The same beside those who read slowly");
  read_words(program, count, words);
  return asked;
}

void print_times(const char* meaning, const std::vector<double>& times) {
  print_figure(std::string{"  "} + meaning + ", p50 ms", percentile(times, 0.5), 2);
  print_figure(std::string{"  "} + meaning + ", p99 ms", percentile(times, 0.99), 2);
  print_figure(std::string{"  "} + meaning + ", longest ms", percentile(times, 1), 2);
}

void print_stretch(const stretch& one) {
  std::cout << one.meaning << '\n';
  print_times("pages", one.pages_ms);
  print_times("lists", one.lists_ms);
  print_times("credits", one.credits_ms);
  print_times("callbacks", one.callbacks_ms);
  print_figure("  memory of the service before, RSS MiB", one.before_mib, 1);
  print_figure("  at most", one.peak_mib, 1);
}

/// How often p99 alone the worst p99 beside them is; 1 while nobody waits for long.
double worst_factor(const options& asked, const stretch& alone, const stretch& beside) {
  double worst = 0;
  for (const auto times : {&stretch::pages_ms, &stretch::lists_ms, &stretch::credits_ms, &stretch::callbacks_ms}) {
    const auto before = percentile(alone.*times, 0.99), after = percentile(beside.*times, 0.99);
    worst = std::max(worst, after <= asked.least_ms ? 1 : after / std::max(before, asked.least_ms / asked.factor));
  }
  return worst;
}

/// For the guard. A stretch in which something was refused or did not come does not count.
bool print_json(const options& asked, const figures& found) {
  const std::string database = asked.backend == "postgresql" ? "paylinkd-postgresql" : "paylinkd";
  const std::pair<const stretch*, const char*> named[]{{&found.beside_neighbour, "searches"},
                                                       {&found.beside_slow_readers, "slow readers"},
                                                       {&found.beside_strangers, "half senders"},
                                                       {&found.beside_imports, "large imports"}};
  for (const auto& [one, beside] : named)
    std::cout << boost::json::serialize(boost::json::object{{"subject", database + " beside " + beside},
                                                            {"void", one->missing > 0 || !one->failed.empty()},
                                                            {"grown_mib", one->peak_mib - one->before_mib},
                                                            {"p99_factor", worst_factor(asked, found.alone, *one)}})
              << '\n';
  return true;
}

/// Whether everything is as it must be; says what is not.
bool judge(const options& asked, const figures& found) {
  bool good = true;
  const auto miss = [&good](const auto&... parts) {
    good = false;
    std::cout << "\nMISSED: ";
    (std::cout << ... << parts) << '\n';
  };
  const auto compare = [&](const char* what, const std::vector<double>& alone, const stretch& one,
                           const std::vector<double>& beside) {
    const auto before = percentile(alone, 0.99), after = percentile(beside, 0.99);
    print_figure(std::string{what} + ", p99: how often that alone", before > 0 ? after / before : 0, 2);
    if (after > std::max(asked.least_ms, asked.factor * before)) miss(what, ": p99 is ", after, " ms: ", one.meaning);
  };
  for (const auto* times :
       {&found.alone.pages_ms, &found.alone.lists_ms, &found.alone.credits_ms, &found.alone.callbacks_ms})
    if (const auto p99 = percentile(*times, 0.99); p99 > asked.alone_ms)
      miss("p99 is ", p99, " ms already: ", found.alone.meaning);
  for (const auto* one : found.beside()) {
    std::cout << one->meaning << '\n';
    compare("  pages", found.alone.pages_ms, *one, one->pages_ms);
    compare("  lists", found.alone.lists_ms, *one, one->lists_ms);
    compare("  credits", found.alone.credits_ms, *one, one->credits_ms);
    compare("  callbacks", found.alone.callbacks_ms, *one, one->callbacks_ms);
    // How much the bodies of requests may take has a bound of its own.
    const auto allowed = one == &found.beside_slow_readers ? asked.slow_readers_mib : asked.memory_mib;
    if (one != &found.beside_imports && one->peak_mib - one->before_mib > allowed)
      miss("the service grew by ", one->peak_mib - one->before_mib, " MiB: ", one->meaning);
  }
  for (const auto* one : found.all()) {
    if (one->missing > 0) miss(one->missing, " callbacks did not come: ", one->meaning);
    for (const auto& [why, times] : one->failed) miss(times, " were refused: ", why);
  }
  return good;
}

bool print(const options& asked, const figures& found) {
  std::cout << asked.backend << ", " << std::thread::hardware_concurrency() << " cores: " << asked.searches
            << " searches and " << asked.lists << " lists at once over " << asked.transactions << " rows, then "
            << asked.slow_readers << " slow readers, then " << asked.strangers << " strangers, then " << asked.imports
            << " imports at once, beside " << asked.credits << " credits and " << asked.pages
            << " pages and links looked at and " << asked.others_lists << " lists a second.\nFive stretches of "
            << asked.seconds
            << " s, one after another, on a service that is warm and has its index; all over loopback. Times from the "
               "moment at\nwhich each was due, of pages and credits to the answer, of callbacks to their arrival.\n\n";
  for (const auto* one : found.all()) print_stretch(*one);
  std::cout << "Answers to the neighbour, by status (0: none)\n";
  for (const auto& [status, times] : found.neighbours_answers)
    print_figure("  " + std::to_string(status), static_cast<double>(times), 0);
  std::cout << "Answers to the slow readers, by status (0: none)\n";
  for (const auto& [status, times] : found.slow_readers_answers)
    print_figure("  " + std::to_string(status), static_cast<double>(times), 0);
  std::cout << "Answers to its imports\n";
  for (const auto& [status, times] : found.import_answers)
    print_figure("  " + std::to_string(status), static_cast<double>(times), 0);
  print_figure("Strangers that were still connected at the end", static_cast<double>(found.strangers_left), 0);
  const bool good = judge(asked, found);
  std::cout << "\nVerdict: others' p99 is " << (good ? "" : "NOT all ") << "within " << asked.factor
            << " times what it is alone (or " << asked.least_ms << " ms), and memory within " << asked.memory_mib
            << " MiB of before, or " << asked.slow_readers_mib << " beside slow readers\n";
  return good;
}

} // namespace

} // namespace paylink::load

int main(int count, char** words) {
  using namespace paylink::load;
  const auto asked = parse(count, words);
  return run_bench("neighbours", [&] {
    raise_descriptor_limit(
        static_cast<std::size_t>(asked.strangers + asked.searches + asked.lists + asked.slow_readers + asked.imports) +
        300);
    const auto found = measurement{asked}.run();
    return asked.as_json ? print_json(asked, found) : print(asked, found);
  });
}
