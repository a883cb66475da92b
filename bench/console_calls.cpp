// How soon the console's pages are answered in a Workspace with a million links and a year of a million transactions.
#include "bench/bench_main.hpp"
#include "bench/bench_postgresql.hpp"
#include "bench/bench_service.hpp"
#include "bench/cold_files.hpp"
#include "bench/console_questions.hpp"
#include "bench/percentiles.hpp"
#include "tests/support/raw_sql.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <chrono>
#include <iomanip>
#include <thread>

namespace paylink::load {

namespace {

namespace json = boost::json;
using std::chrono::steady_clock;
using milliseconds = std::chrono::duration<double, std::milli>;

struct options {
  std::string backend = "sqlite";
  int links = 1'000'000;
  int times = 200;
  int cold_times = 3;
  double limit_ms = 50;
  bool examines = false;
};

constexpr int warming = 5, least_times = 10;
/// A question that is answered slowly is asked less often.
constexpr std::chrono::seconds time_for_a_question{20};
/// For what the service has to do when it starts.
constexpr std::chrono::milliseconds after_start{500};

struct answered {
  console_question asked;
  std::string found; ///< How many rows.
  std::vector<double> warm_ms, cold_ms;
  std::map<std::string, int> failed;
};

class measurement {
public:
  explicit measurement(const options& asked)
      : asked_{asked}, server_{postgresql_for(asked.backend)}, began_{steady_clock::now()},
        service_{{.environment = {{"PAYLINK_RATE_LIMITS_ADDRESS_RATE", "0"}, {"PAYLINK_RETENTION_BODIES", "400d"}},
                  .sessions = 1,
                  .database = server_ ? server_->create_database("console_calls") : std::string{},
                  .links_of_a_year = asked.links}} {}

  std::vector<answered> run() {
    const milliseconds filling{steady_clock::now() - began_};
    service_.let_the_index_come();
    if (server_) test::run_sql(service_.database(), "VACUUM ANALYZE");
    const milliseconds all{steady_clock::now() - began_};
    std::cout << std::fixed << std::setprecision(0) << "Filled in " << filling.count() / 1'000
              << " s, with the index of texts in " << all.count() / 1'000 << " s.\n";
    std::vector<answered> answers;
    for (auto& question : console_questions({.id = service_.workspace(),
                                             .account = service_.store().account,
                                             .now = system_wall_clock{}.now(),
                                             .read = [this](const std::string& target) { return read(target); }}))
      answers.push_back({.asked = std::move(question), .found = {}, .warm_ms = {}, .cold_ms = {}, .failed = {}});
    for (auto& one : answers) ask_warm(one);
    for (int turn = 0; turn < asked_.cold_times; ++turn)
      for (auto& one : answers) ask_cold(one);
    return answers;
  }

  /// What the doctor says of the store; empty: it finds nothing.
  std::string examine() const {
    const auto said = service_.examine();
    return said.exit_code == 0 ? std::string{} : said.text;
  }

private:
  std::string read(const std::string& target) {
    stop_if_interrupted();
    return service_.read(target);
  }

  api_client new_caller() const {
    return api_client{{.base_url = "http://127.0.0.1:" + std::to_string(service_.port()), .token = {}, .ca_file = {}}};
  }

  /// As a person who is signed in.
  double ask(api_client& caller, answered& one) {
    stop_if_interrupted();
    const auto began = steady_clock::now();
    auto answer = caller.send({http_method::get,
                               one.asked.target,
                               {},
                               {{"Cookie", "paylink_session=" + service_.store().cookies.at(0)}},
                               true});
    const milliseconds took{steady_clock::now() - began};
    if (const auto* none = std::get_if<unreachable>(&answer))
      ++one.failed[none->reason];
    else
      look_at(std::get<api_answer>(answer), one);
    // One who reads lists without a break has to pause, and would wait for that instead.
    std::this_thread::sleep_for(std::max(milliseconds{5}, 2 * took));
    return took.count();
  }

  static void look_at(const api_answer& answer, answered& one) {
    if (answer.status != 200) {
      ++one.failed[std::to_string(answer.status)];
      return;
    }
    if (!one.found.empty()) return;
    const auto data = json::parse(answer.body).at("data");
    const auto* periods = data.is_object() ? data.get_object().if_contains("periods") : nullptr;
    const auto* rows = periods ? periods->if_array() : data.if_array();
    one.found = rows ? std::to_string(rows->size()) : "-";
  }

  void ask_warm(answered& one) {
    auto caller = new_caller();
    for (int turn = 0; turn < warming; ++turn) ask(caller, one);
    const auto until = steady_clock::now() + time_for_a_question;
    for (int turn = 0; turn < asked_.times; ++turn) {
      if (turn >= least_times && steady_clock::now() > until) break;
      one.warm_ms.push_back(ask(caller, one));
    }
  }

  /// The service and its database have just started, and the machine has nothing of their files in memory.
  void ask_cold(answered& one) {
    service_.kill();
    if (server_) {
      test::run_sql(service_.database(), "CHECKPOINT");
      server_->crash();
      forget_files_below(server_->folder() / "data");
      server_->start();
    } else {
      forget_files_below(std::filesystem::path{service_.database().substr(sizeof "sqlite://" - 1)}.parent_path());
    }
    service_.start();
    std::this_thread::sleep_for(after_start);
    auto caller = new_caller();
    one.cold_ms.push_back(ask(caller, one));
  }

  const options asked_;
  std::unique_ptr<test::postgresql_server> server_;
  const steady_clock::time_point began_;
  bench_service service_;
};

options parse(int count, char** words) {
  options asked;
  CLI::App program{
      "Asks for what the console's pages show, in a Workspace with many links and transactions of a year.\n"
      "The service is started by this program, on a store that it fills.",
      "console_calls"};
  program.option_defaults()->always_capture_default();
  program.add_option("--backend", asked.backend, "Its database")->check(CLI::IsMember({"sqlite", "postgresql"}));
  program.add_option("--links", asked.links, "Links of the year, and as many transactions")
      ->check(CLI::Range(500, 10'000'000));
  program.add_option("--times", asked.times, "How often each call is made; fewer times if it takes long")
      ->check(CLI::Range(1, 100'000));
  program
      .add_option("--cold-times", asked.cold_times,
                  "How often each call is made right after a start, with the database out of the machine's memory")
      ->check(CLI::Range(0, 100));
  program.add_option("--limit-ms", asked.limit_ms, "What a call may take, by its p99");
  program.add_flag("--doctor", asked.examines, "Let the doctor look at the store in the end");
  read_words(program, count, words);
  return asked;
}

void print_head(const options& asked) {
  std::cout << std::thread::hardware_concurrency() << " cores, " << asked.backend << ": " << asked.links
            << " links and as many transactions of the last 365 days in one Workspace.\n"
               "Times in ms, end to end over loopback as the caller sees them: one call after another on a kept\n"
               "connection, with the session of a person who is signed in. Warm: up to "
            << asked.times << " times after " << warming << " unmeasured\ncalls. Cold: " << asked.cold_times
            << " times, each the first call after a start of the service"
            << (asked.backend == "postgresql" ? " and of PostgreSQL" : "")
            << ",\nwith the database's files dropped from the machine's memory; what is below that, such as a host's\n"
               "memory, is not. Rows: those of the answer, or its periods.\n\n"
            << std::left << std::setw(52) << "" << std::right << std::setw(6) << "rows" << std::setw(10) << "warm p50"
            << std::setw(8) << "p99" << std::setw(8) << "max" << std::setw(10) << "cold p50" << std::setw(8) << "max"
            << '\n';
}

double longest(const std::vector<double>& times) { return percentile(times, 1); }

/// Whether it was answered each time.
bool is_answered(const answered& one) { return one.failed.empty(); }

void print_answered(const answered& one, double limit_ms) {
  const bool is_late = percentile(one.warm_ms, 0.99) > limit_ms || longest(one.cold_ms) > limit_ms;
  std::cout << (is_late || !is_answered(one) ? "! " : "  ") << std::left << std::setw(50) << one.asked.meaning
            << std::right << std::fixed << std::setprecision(2) << std::setw(6) << one.found << std::setw(10)
            << percentile(one.warm_ms, 0.5) << std::setw(8) << percentile(one.warm_ms, 0.99) << std::setw(8)
            << longest(one.warm_ms);
  if (!one.cold_ms.empty())
    std::cout << std::setw(10) << percentile(one.cold_ms, 0.5) << std::setw(8) << longest(one.cold_ms);
  for (const auto& [why, times] : one.failed) std::cout << "  " << times << " times: " << why;
  std::cout << '\n';
}

/// Whether all calls were answered, and in time when warm.
bool judge(const options& asked, const std::vector<answered>& answers) {
  const auto late = [&](const auto& time_of) {
    return std::ranges::count_if(
        answers, [&](const answered& one) { return !is_answered(one) || time_of(one) > asked.limit_ms; });
  };
  const auto all = std::ssize(answers);
  const auto late_warm = late([](const answered& one) { return percentile(one.warm_ms, 0.99); });
  std::cout << "\nVerdict: warm, " << all - late_warm << " of " << all << " calls are answered within "
            << std::setprecision(0) << asked.limit_ms << " ms (p99)\n";
  if (asked.cold_times > 0)
    std::cout << "Cold, " << all - late([](const answered& one) { return longest(one.cold_ms); }) << " of " << all
              << " (the longest of each)\n";
  return late_warm == 0;
}

} // namespace

} // namespace paylink::load

int main(int count, char** words) {
  using namespace paylink::load;
  const auto asked = parse(count, words);
  return run_bench("console_calls", [&] {
    measurement taken{asked};
    const auto answers = taken.run();
    print_head(asked);
    for (const auto& one : answers) print_answered(one, asked.limit_ms);
    const bool is_good = judge(asked, answers);
    const auto findings = asked.examines ? taken.examine() : std::string{};
    if (!findings.empty()) std::cout << "\nThe doctor finds:\n" << findings;
    return is_good && findings.empty();
  });
}
