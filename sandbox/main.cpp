#include "http/server/server.hpp"
#include "sandbox/bank_api.hpp"
#include "sandbox/feed_call.hpp"
#include "sandbox/receiver/receiver_port.hpp"

#include <CLI/CLI.hpp>

#include <csignal>
#include <iostream>
#include <optional>
#include <pthread.h>

namespace {

struct program_options {
  std::string directory, listen = "127.0.0.1:8090", format = "native";
  std::optional<std::uint16_t> receiver_port; ///< None: there is no receiver.
};

// Serves until SIGINT or SIGTERM. The signals are blocked in every thread, and taken by one that only waits for them.
int run(const program_options& options, paylink::sandbox::feed_format format) {
  using namespace paylink;
  sigset_t ending;
  sigemptyset(&ending);
  sigaddset(&ending, SIGINT);
  sigaddset(&ending, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &ending, nullptr);

  const auto& directory = options.directory;
  boost::asio::io_context io{1};
  sandbox::journal books{std::filesystem::path{directory} / "banksim/journal.jsonl"};
  sandbox::feed_call call{directory};
  sandbox::feed_sender sender{books, [&call](const sandbox::notification& one) { return call(one); }};
  sandbox::connection_book connections{std::filesystem::path{directory} / "banksim/connections.jsonl"};
  sandbox::order_desk desk{directory, sender, connections, format};
  sandbox::inbox requests;
  sandbox::receiver_place place;
  sandbox::receiver_api receiver{requests, place, directory};
  sandbox::bank_api api{desk, sender, connections, receiver, directory, options.listen};
  http_server server{
      io,
      {.listen = options.listen, .tls_certificate = {}, .tls_key = {}, .limits = {}},
      with_whole_bodies([&api](const http_request& request, responder to) { api.handle(request, std::move(to)); })};
  server.start();
  std::cout << "http://" << server.address() << "/" << std::endl;
  std::optional<sandbox::receiver_port> port;
  if (options.receiver_port) {
    port.emplace(io, directory, *options.receiver_port, requests, place);
    port->start([](const std::string& address) { std::cout << address << "/callback" << std::endl; });
  }
  std::thread waits{[&] {
    int taken = 0;
    sigwait(&ending, &taken);
    server.drain(std::chrono::seconds{2}, [&io] { io.stop(); });
  }};
  io.run();
  waits.join();
  return 0;
}

} // namespace

int main(int count, char** arguments) {
  CLI::App program{
      "The sandbox bank: it connects accounts, takes payments on its pages, and sends the notifications that follow.",
      "banksim"};
  program_options options;
  program.add_option("--sandbox", options.directory, "The sandbox's directory; its sandbox.json may appear later")
      ->required();
  program.add_option("--listen", options.listen, "Address and port; port 0 picks a free one")->capture_default_str();
  program.add_option("--format", options.format, "Notification format for payments without one")
      ->check(CLI::IsMember({"native", "camt054", "sepay", "casso"}))
      ->capture_default_str();
  program.add_option(
      "--receiver-port", options.receiver_port,
      "Port on 127.0.0.1 that receives callbacks and webhooks over HTTPS; 0 picks a free one (default: no "
      "receiver)");
  try {
    program.parse(count, arguments);
  } catch (const CLI::RequiredError&) {
    std::cerr
        << "banksim: --sandbox is missing: give paylinkd's --data folder, which contains sandbox.json\nTry --help.\n";
    return 2;
  } catch (const CLI::ParseError& wrong) {
    return program.exit(wrong) == 0 ? 0 : 2;
  }
  try {
    return run(options, paylink::sandbox::parse_feed_format(options.format).value());
  } catch (const std::exception& wrong) {
    std::cerr << "banksim: " << wrong.what() << "\n";
    return 1;
  }
}
