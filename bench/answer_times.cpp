// Signs in, and asks for recovery, for addresses with and without an account in turn, and tells whether the time of the
// answers gives them away.
#include "bench/bench_main.hpp"
#include "bench/bench_service.hpp"
#include "bench/figure_lines.hpp"
#include "bench/interruption.hpp"
#include "bench/percentiles.hpp"
#include "secrets/passwords.hpp"
#include "tests/support/raw_sql.hpp"

#include <CLI/CLI.hpp>

#include <cmath>
#include <iostream>
#include <random>

namespace paylink::load {

namespace {

constexpr std::string_view known = "known@shop.example";
constexpr double t_max = 4.5;

struct options {
  int calls = 1'000;
};

/// The waits for addresses with and without an account.
struct waits {
  std::vector<double> known_ms, unknown_ms;
};

struct moments {
  double mean = 0, variance = 0;
};

moments moments_of(const std::vector<double>& values) {
  moments found;
  for (const auto value : values) found.mean += value / static_cast<double>(values.size());
  for (const auto value : values)
    found.variance += (value - found.mean) * (value - found.mean) / static_cast<double>(values.size() - 1);
  return found;
}

/// Welch's t: how far the means are apart, in standard errors.
double welch_t(const waits& of) {
  const auto [a, a_variance] = moments_of(of.known_ms);
  const auto [b, b_variance] = moments_of(of.unknown_ms);
  return (a - b) / std::sqrt(a_variance / static_cast<double>(of.known_ms.size()) +
                             b_variance / static_cast<double>(of.unknown_ms.size()));
}

class measurement {
public:
  explicit measurement(const options& asked)
      : asked_{asked},
        service_{
            bench_order{.environment = {{"PAYLINK_RATE_LIMITS_ADDRESS_RATE", "0"}, {"PAYLINK_ACCOUNTS_TRIES", "0"}}}},
        client_{{.base_url = "http://127.0.0.1:" + std::to_string(service_.port()), .token = {}, .ca_file = {}}} {
    test::run_sql(service_.database(), "UPDATE users SET email = '" + std::string{known} + "', password_hash = '" +
                                           hash_password("Right word 1") + "'");
  }

  waits sign_in() { return take("/v1.1/sessions", R"(,"password":"Wrong word 1"})", 401); }
  waits recover() { return take("/v1.1/account/recovery", "}", 202); }

private:
  /// In an order of chance, so that what changes meanwhile changes for both.
  waits take(const std::string& path, const std::string& rest, unsigned wanted) {
    std::vector<bool> order(static_cast<std::size_t>(2 * asked_.calls));
    std::fill(order.begin(), order.begin() + asked_.calls, true);
    std::shuffle(order.begin(), order.end(), chance_);
    waits found;
    call(path, known, rest, wanted); // warm
    for (const bool is_known : order) {
      stop_if_interrupted();
      // Of one length, and new each time, as a guesser's are.
      const auto email = is_known ? std::string{known} : other_address();
      (is_known ? found.known_ms : found.unknown_ms).push_back(call(path, email, rest, wanted));
    }
    return found;
  }

  double call(const std::string& path, std::string_view email, const std::string& rest, unsigned wanted) {
    const api_call made{.method = http_method::post,
                        .target = path,
                        .body = R"({"email":")" + std::string{email} + "\"" + rest,
                        .headers = {}};
    const auto began = std::chrono::steady_clock::now();
    const auto answer = client_.send(made);
    const std::chrono::duration<double, std::milli> waited{std::chrono::steady_clock::now() - began};
    const auto* reported = std::get_if<api_answer>(&answer);
    if (!reported || reported->status != wanted)
      throw std::runtime_error{path + " was answered " + (reported ? std::to_string(reported->status) : "not at all")};
    return waited.count();
  }

  std::string other_address() {
    std::string email{known};
    for (std::size_t i = 0; i < 5; ++i) email[i] = static_cast<char>('a' + chance_() % 26);
    return email == known ? other_address() : email;
  }

  options asked_;
  bench_service service_;
  api_client client_;
  std::mt19937 chance_{std::random_device{}()};
};

options parse(int count, char** words) {
  options asked;
  CLI::App program{"Signs in and asks for recovery at a service that it starts itself, for addresses with and without "
                   "an account, and compares the times of the answers.",
                   "answer_times"};
  program.option_defaults()->always_capture_default();
  program.add_option("--calls", asked.calls, "Calls of each kind, for each kind of address")
      ->check(CLI::Range(10, 1'000'000));
  read_words(program, count, words);
  return asked;
}

bool print(const std::string& what, const waits& found) {
  const auto t = welch_t(found);
  std::cout << what << '\n';
  print_figure("with an account, p50, ms", percentile(found.known_ms, 0.5), 3);
  print_figure("without one, p50, ms", percentile(found.unknown_ms, 0.5), 3);
  print_figure("Welch's t", t, 2);
  const bool is_alike = std::abs(t) < t_max;
  if (!is_alike) std::cout << "  VOID: the times tell them apart\n";
  return is_alike;
}

} // namespace

} // namespace paylink::load

int main(int count, char** words) {
  using namespace paylink::load;
  const auto asked = parse(count, words);
  return run_bench("answer_times", [&] {
    measurement taken{asked};
    std::cout << asked.calls << " calls each for addresses with and without an account, in an order of chance\n\n";
    const auto signed_in = taken.sign_in(), recovered = taken.recover();
    const bool alike[] = {print("Signing in with a wrong password", signed_in),
                          print("Asking for recovery", recovered)};
    return alike[0] && alike[1];
  });
}
