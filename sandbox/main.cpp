#include "http/server/server.hpp"
#include "sandbox/bank_api.hpp"
#include "sandbox/feed_call.hpp"

#include <CLI/CLI.hpp>

#include <csignal>
#include <iostream>
#include <pthread.h>

namespace {

// Serves until SIGINT or SIGTERM. The signals are blocked in every thread, and taken by one that only waits for them.
int run(const std::string& directory, const std::string& listen, paylink::sandbox::feed_format format) {
  using namespace paylink;
  sigset_t ending;
  sigemptyset(&ending);
  sigaddset(&ending, SIGINT);
  sigaddset(&ending, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &ending, nullptr);

  boost::asio::io_context io{1};
  sandbox::journal books{std::filesystem::path{directory} / "banksim/journal.jsonl"};
  sandbox::feed_call call{directory};
  sandbox::feed_sender sender{books, [&call](const sandbox::notification& one) { return call(one); }};
  sandbox::connection_book connections{std::filesystem::path{directory} / "banksim/connections.jsonl"};
  sandbox::order_desk desk{directory, sender, connections, format};
  sandbox::bank_api api{desk, sender, connections, directory};
  http_server server{
      io,
      {.listen = listen, .tls_certificate = {}, .tls_key = {}, .limits = {}},
      with_whole_bodies([&api](const http_request& request, responder to) { api.handle(request, std::move(to)); })};
  server.start();
  std::cout << "http://" << server.address() << "/" << std::endl;
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
  std::string directory, listen = "127.0.0.1:8090", format = "native";
  program.add_option("--sandbox", directory, "The sandbox's directory; its sandbox.json may appear later")->required();
  program.add_option("--listen", listen, "Address and port; port 0 picks a free one")->capture_default_str();
  program.add_option("--format", format, "How payments that name no format are notified")
      ->check(CLI::IsMember({"native", "camt054", "sepay", "casso"}))
      ->capture_default_str();
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
    return run(directory, listen, paylink::sandbox::parse_feed_format(format).value());
  } catch (const std::exception& wrong) {
    std::cerr << "banksim: " << wrong.what() << "\n";
    return 1;
  }
}
