// What a merchant with a million transactions waits for: lists from either end, filters, searches, and all of it as
// CSV.
#include "bench/bench_main.hpp"
#include "bench/bench_postgresql.hpp"
#include "bench/bench_service.hpp"
#include "bench/percentiles.hpp"
#include "bench/process_usage.hpp"
#include "tests/support/raw_sql.hpp"

#include <boost/asio.hpp>
#include <boost/beast.hpp>

#include <iomanip>
#include <thread>

namespace paylink::load {

namespace {

namespace net = boost::asio;
namespace http = boost::beast::http;

struct options {
  std::string backend = "sqlite";
  int transactions = 1'000'000;
  int times = 20;
  double list_ms = 250;   ///< A list or a search that takes longer is no good answer to a person.
  double memory_mib = 32; ///< What a CSV of everything may take.
};

struct asked_list {
  const char* meaning;
  std::string query;
};

class measurement {
public:
  explicit measurement(const options& asked)
      : asked_{asked}, server_{postgresql_for(asked.backend)},
        service_{{.links = 10,
                  .neighbour_transactions = asked.transactions,
                  .database = server_ ? server_->create_database("histories") : std::string{}}} {}

  /// Whether all that was found is good.
  bool run() {
    service_.let_the_index_come();
    if (server_) test::run_sql(service_.database(), "ANALYZE");
    bool is_good = true;
    std::cout << std::fixed << std::setprecision(1) << asked_.transactions << " transactions, " << asked_.backend
              << ", " << asked_.times << " times each; ms: median [worst]\n";
    for (const auto& [meaning, query] : lists()) is_good = measure(meaning, query) && is_good;
    return write_all() && is_good;
  }

private:
  std::string target(const std::string& query) const {
    return "/v1.1/transactions/" + service_.store().neighbour + "?limit=50" + (query.empty() ? "" : "&" + query);
  }

  static std::vector<asked_list> lists() {
    return {
        {"the newest", ""},
        {"the oldest", "order=asc"},
        {"debits", "transfer_type=debit"},
        {"large ones, of which there are none", "min_amount=900000000"},
        {"what needs attention", "attention=open"},
        {"a text that every row has", "q=nguyen%20van%20a"},
        {"a text that few rows have", "q=don%20hang%20777"},
        {"a text that none has", "q=zzzzqqqq"},
    };
  }

  bool measure(const char* meaning, const std::string& query) {
    api_client client{{.base_url = "http://127.0.0.1:" + std::to_string(service_.port()),
                       .token = service_.store().neighbour_token,
                       .ca_file = {}}};
    std::vector<double> taken;
    std::map<unsigned, int> answers;
    for (int turn = 0; turn < asked_.times; ++turn) {
      stop_if_interrupted();
      const auto begun = std::chrono::steady_clock::now();
      auto answer = client.send({http_method::get, target(query), {}, {}, true});
      const auto* reported = std::get_if<api_answer>(&answer);
      ++answers[reported ? reported->status : 0];
      taken.push_back(std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begun).count());
      // One after another, and no faster than a token may.
      std::this_thread::sleep_for(std::chrono::milliseconds{50});
    }
    std::ranges::sort(taken);
    const auto median = taken[taken.size() / 2];
    const bool is_good = answers.size() == 1 && answers.contains(200) && median <= asked_.list_ms;
    std::cout << (is_good ? "  " : "! ") << meaning << ": " << median << " [" << taken.back() << "]";
    for (const auto& [status, count] : answers)
      if (status != 200) std::cout << "  " << count << " answers of " << status;
    std::cout << '\n';
    return is_good;
  }

  /// Reads the whole CSV as fast as it comes, and keeps none of it.
  bool write_all() {
    const auto before = memory_of(service_.pid()).rss_kib;
    memory_watch watch{service_.pid()};
    net::io_context io;
    boost::beast::tcp_stream stream{io};
    stream.connect({net::ip::make_address("127.0.0.1"), service_.port()});
    const auto begun = std::chrono::steady_clock::now();
    http::request<http::empty_body> request{http::verb::get,
                                            "/v1.1/transactions/" + service_.store().neighbour + "?format=csv", 11};
    request.set(http::field::host, "127.0.0.1");
    request.set(http::field::authorization, "Bearer " + service_.store().neighbour_token);
    http::write(stream, request);
    boost::beast::flat_buffer buffer;
    http::response_parser<http::buffer_body> parser;
    parser.body_limit(boost::none);
    http::read_header(stream, buffer, parser);
    std::size_t lines = 0, bytes = 0;
    std::array<char, 64 * 1024> chunk{};
    while (!parser.is_done()) {
      parser.get().body().data = chunk.data();
      parser.get().body().size = chunk.size();
      boost::beast::error_code ec;
      http::read(stream, buffer, parser, ec);
      if (ec && ec != http::error::need_buffer) throw std::runtime_error{"the CSV breaks off: " + ec.message()};
      const auto got = chunk.size() - parser.get().body().size;
      bytes += got;
      lines += static_cast<std::size_t>(std::count(chunk.begin(), chunk.begin() + static_cast<long>(got), '\n'));
    }
    const auto seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
    const auto more = (static_cast<double>(watch.peak().rss_kib) - static_cast<double>(before)) / 1'024;
    const bool is_good = static_cast<int>(lines) == asked_.transactions + 1 && more <= asked_.memory_mib;
    std::cout << (is_good ? "  " : "! ") << "as CSV: " << lines - 1 << " rows, " << static_cast<double>(bytes) / 1e6
              << " MB in " << seconds << " s, " << more << " MiB more resident at most\n";
    return is_good;
  }

  const options& asked_;
  std::unique_ptr<test::postgresql_server> server_;
  bench_service service_;
};

options read_options(int count, char** words) {
  options asked;
  CLI::App program{"Lists, searches and a CSV over the history of one Workspace.", "histories"};
  program.option_defaults()->always_capture_default();
  program.add_option("--backend", asked.backend, "Database")->check(CLI::IsMember({"sqlite", "postgresql"}));
  program.add_option("--transactions", asked.transactions, "Of the Workspace")->check(CLI::Range(100, 10'000'000));
  program.add_option("--times", asked.times, "How often each list is asked for")->check(CLI::Range(1, 1'000));
  program.add_option("--list-ms", asked.list_ms, "What a list may take, by its median");
  program.add_option("--memory-mib", asked.memory_mib, "What the CSV may take of memory");
  read_words(program, count, words);
  return asked;
}

} // namespace

} // namespace paylink::load

int main(int count, char** words) {
  const auto asked = paylink::load::read_options(count, words);
  return paylink::load::run_bench("histories", [&] { return paylink::load::measurement{asked}.run(); });
}
