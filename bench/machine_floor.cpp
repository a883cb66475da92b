#include "bench/machine_floor.hpp"

#include "bench/percentiles.hpp"
#include "bench/receivers.hpp"
#include "secrets/hmac.hpp"

#include <boost/asio.hpp>
#include <boost/beast.hpp>

#include <fcntl.h>
#include <unistd.h>

namespace paylink::load {

namespace {

namespace net = boost::asio;
namespace http = boost::beast::http;

constexpr std::size_t times_max = 5'000;
const std::string body(300, 'x');

/// Does it again and again for as long as given, at most `times_max` times; how long each took, in ms.
template <class Work>
std::vector<double> repeat(std::chrono::milliseconds time, Work work) {
  std::vector<double> durations;
  const auto end = std::chrono::steady_clock::now() + time;
  for (auto before = std::chrono::steady_clock::now(); before < end && durations.size() < times_max;) {
    work();
    const auto after = std::chrono::steady_clock::now();
    durations.push_back(std::chrono::duration<double, std::milli>{after - before}.count());
    before = after;
  }
  return durations;
}

void measure_syncs(const std::filesystem::path& folder, machine_floor& floor) {
  const auto file = folder / "sync-probe";
  const int descriptor = ::open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  const std::string page(4096, 'x');
  const auto durations = repeat(std::chrono::milliseconds{400}, [&] {
    if (::write(descriptor, page.data(), page.size()) < 0 || ::fdatasync(descriptor) != 0)
      throw std::runtime_error{"cannot write to " + file.string()};
  });
  ::close(descriptor);
  std::filesystem::remove(file);
  floor.sync_p50_ms = percentile(durations, 0.50);
  floor.sync_p99_ms = percentile(durations, 0.99);
}

void measure_round_trips(machine_floor& floor) {
  ledger none{{}, 0};
  receivers server{{.count = 1, .with_hanging = false, .tls = std::nullopt}};
  server.start(none, "key");
  net::io_context io;
  net::ip::tcp::socket connection{io};
  connection.connect({net::ip::make_address("127.0.0.1"), server.port_of(0)});
  connection.set_option(net::ip::tcp::no_delay{true});
  http::request<http::string_body> request{http::verb::post, "/callback", 11, body};
  request.prepare_payload();
  boost::beast::flat_buffer buffer;
  const auto durations = repeat(std::chrono::milliseconds{200}, [&] {
    http::write(connection, request);
    http::response<http::string_body> answer;
    http::read(connection, buffer, answer);
  });
  floor.round_trip_p50_ms = percentile(durations, 0.50);
}

void measure_signatures(machine_floor& floor) {
  hmac_sha256 key{"plsk_of_no_workspace"};
  const auto durations = repeat(std::chrono::milliseconds{100}, [&] { key.hex({"1700000000", ".", body}); });
  floor.signatures_per_second = 1e3 / percentile(durations, 0.50);
}

} // namespace

machine_floor measure_machine(const std::filesystem::path& folder) {
  machine_floor floor;
  measure_syncs(folder, floor);
  measure_round_trips(floor);
  measure_signatures(floor);
  return floor;
}

} // namespace paylink::load
