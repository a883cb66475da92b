#include "tests/http/outbound/hostile_meeting.hpp"

#include "tests/http/outbound/resource_watch.hpp"
#include "tests/support/until.hpp"

#include <memory>

namespace paylink::test {

namespace {

using namespace std::chrono_literals;

/// What one attempt may need of the heap: its buffers for a header and a body, twice for growing, and TLS.
constexpr std::size_t bytes_an_attempt_max = 512 * 1024;

struct meeting {
  const hostile_case* of;
  std::string name;
  std::unique_ptr<scripted_receiver> receiver;
};

std::vector<meeting> open_all(const std::vector<hostile_case>& cases, const std::vector<transport>& over,
                              const test_ca& ca) {
  std::vector<meeting> open;
  for (const auto& one : cases)
    for (const auto how : over) {
      if (one.instead_of_tls && how == transport::plain) continue;
      receiver_options options;
      if (how == transport::tls) options = good_tls(ca);
      if (one.instead_of_tls) options = {.before_tls = one.script};
      open.push_back({&one, one.name + (how == transport::tls ? ", TLS" : ", plain"),
                      std::make_unique<scripted_receiver>(one.script, std::move(options))});
    }
  return open;
}

void check(const meeting& met, const attempt& made, std::chrono::milliseconds timeout) {
  BOOST_TEST_CONTEXT(met.name << ": " << made.error) {
    BOOST_TEST(made.failed_by == met.of->expected);
    BOOST_TEST(judge(made) == met.of->wanted);
    BOOST_TEST(made.duration.count() <= (timeout + lateness_max).count());
    BOOST_TEST(made.response_body.size() <= 4'096u);
    BOOST_TEST(made.error.empty() == (met.of->expected == failure_class::none));
  }
}

// The other end of a connection is closed by a thread of its own, a moment later.
void check_descriptors(std::size_t before) {
  const auto limit = std::chrono::steady_clock::now() + 2s;
  while (open_descriptors() != before && std::chrono::steady_clock::now() < limit) std::this_thread::yield();
  BOOST_TEST(open_descriptors() == before);
}

} // namespace

receiver_script after_request(std::function<void(receiver_connection&)> act) {
  return [act = std::move(act)](receiver_connection& client) {
    if (client.read_request()) act(client);
  };
}

receiver_script says_and_hangs(std::string text) {
  return after_request([text = std::move(text)](receiver_connection& client) {
    client.send(text);
    client.hang();
  });
}

receiver_script repeats(std::string beginning, std::string piece, std::chrono::milliseconds pace) {
  return after_request([=](receiver_connection& client) {
    client.send(beginning);
    while (client.send(piece))
      if (pace > 0ms) pause_for(pace);
  });
}

void meet_all(const std::vector<hostile_case>& cases, std::chrono::milliseconds timeout,
              const std::vector<transport>& over) {
  const test_ca ca;
  outbound_world world{timeout};
  world.trust(ca);
  for (auto* list : {&world.options.addresses.allow, &world.options.addresses.allow_http})
    list->push_back(network::parse("127.0.0.1/32").value());
  {
    // What the client keeps for its life it makes with its first request.
    scripted_receiver first{always(http_answer(200, "", "Connection: close\r\n")), good_tls(ca)};
    BOOST_TEST(world.send(first.url()).failed_by == failure_class::none);
  }
  const auto descriptors_before = open_descriptors();
  {
    auto open = open_all(cases, over, ca);
    std::vector<outbound_request> requests;
    for (const auto& one : open) requests.push_back(a_callback(one.receiver->url()));
    const heap_watch heap;
    const auto made = world.send_all(std::move(requests));
    BOOST_TEST(heap.growth() <= open.size() * bytes_an_attempt_max);
    for (std::size_t i = 0; i < open.size(); ++i) check(open[i], made[i], timeout);
  }
  check_descriptors(descriptors_before);
}

} // namespace paylink::test
