// The same probes through a real proxy. nginx refuses many of them itself and tidies others up (bare line feeds,
// leading zeros, unusual targets), so the status that comes back says little. What must hold is that both read the
// bytes alike:
//
// - What stands inside of a body is never run, by whatever way.
// - The server runs exactly the requests that nginx passed on, each once. A tail may be among them, because a request
//   behind a complete one is no smuggled one; but then nginx has seen it as a request of its own, and says so in its
//   log.
// - Nobody reads an answer to what somebody else has sent, although all share the connections to the server.
#include "tests/http/server/nginx_proxy.hpp"
#include "tests/http/server/running_server.hpp"
#include "tests/http/server/smuggling_probes.hpp"
#include "tests/support/raw_client.hpp"

#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include <map>

using namespace paylink;
using namespace std::chrono_literals;

namespace {

/// Answers with its target, and counts what it has been asked.
class noting_handler {
public:
  request_handler handler() {
    return [this](http_request request, responder answer) {
      {
        const std::lock_guard held{mutex_};
        ++seen_[request.path];
      }
      answer.answer(text_answer("ran " + request.path + "."));
    };
  }
  std::map<std::string, int> seen() const {
    const std::lock_guard held{mutex_};
    return seen_;
  }

private:
  mutable std::mutex mutex_;
  std::map<std::string, int> seen_;
};

/// The marks in what a client has read; each must be its own.
bool reads_only_its_own(const std::string& answers, std::size_t number) {
  for (const auto& path : {hidden_path, tail_path})
    for (auto at = answers.find("ran " + path); at != answers.npos; at = answers.find("ran " + path, at + 1))
      if (!answers.substr(at + 4 + path.size()).starts_with(mark_of(number) + ".")) return false;
  return true;
}

// With buffering nginx reads a body to its end before it passes it on; without, it passes on what it has.
const std::vector<std::string> ways_to_pass_bodies{"proxy_http_version 1.1; proxy_request_buffering on;",
                                                   "proxy_http_version 1.1; proxy_request_buffering off;"};

// Chunks let nginx pass on what it has; towards HTTP/1.0, its default, it would first fill a buffer.
const std::vector<std::string> ways_to_pass_answers{"proxy_http_version 1.1; proxy_buffering on;",
                                                    "proxy_http_version 1.0; proxy_buffering on;"};

} // namespace

BOOST_AUTO_TEST_SUITE(behind_nginx)

BOOST_DATA_TEST_CASE(nothing_hidden_is_run_and_the_server_runs_what_nginx_passed_on,
                     boost::unit_test::data::make(ways_to_pass_bodies), directives) {
  noting_handler noting;
  running_server server{noting.handler()};
  nginx_proxy proxy{server.port(), directives};
  const auto probes = smuggling_probes();
  // All at once, so that they share connections to the server, and nginx's waits for more run side by side.
  std::vector<raw_client> clients;
  for (std::size_t i = 0; i < probes.size(); ++i) {
    clients.emplace_back(proxy.port(), 60s);
    clients.back().send(marked(probes[i].bytes, i));
  }
  for (std::size_t i = 0; i < probes.size(); ++i)
    BOOST_TEST(reads_only_its_own(clients[i].read_to_end(), i), probes[i].name);
  std::map<std::string, int> passed_on;
  for (const auto& request : proxy.end()) {
    BOOST_TEST(!request.target.starts_with(hidden_path));
    if (request.server_status == 200) ++passed_on[request.target.substr(0, request.target.find('?'))];
  }
  const auto run = noting.seen();
  for (const auto& [path, times] : run) {
    BOOST_TEST(!path.starts_with(hidden_path));
    BOOST_TEST(times == passed_on[path], path);
  }
  BOOST_TEST(run.size() == passed_on.size());
  // Tails that nginx itself took for requests of their own: were there none, the probes would not reach the server.
  BOOST_TEST(std::ranges::any_of(run, [](const auto& seen) { return seen.first.starts_with(tail_path); }));
}

BOOST_DATA_TEST_CASE(an_event_passes_at_once_although_nginx_buffers_answers,
                     boost::unit_test::data::make(ways_to_pass_answers), directives) {
  running_server server{[](http_request, responder answer) {
    answer.subscribe("topic");
    http_response response;
    response.is_event_stream = true;
    response.body = "data: first\n\n";
    answer.answer(std::move(response));
  }};
  nginx_proxy proxy{server.port(), directives};
  raw_client client{proxy.port()};
  client.send("GET /l/abc?events HTTP/1.1\r\nHost: a\r\n\r\n");
  client.read_until("data: first\n\n");
  server->publish("topic", "data: second\n\n");
  client.read_until("data: second\n\n"); // throws when it does not come before the stream's end
  BOOST_TEST(server->count().streams_open == 1);
}

BOOST_AUTO_TEST_SUITE_END()
