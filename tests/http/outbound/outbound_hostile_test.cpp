// Receivers that do their worst: each phase of an exchange, over plain HTTP and over TLS, all at the same time.
#include "tests/http/outbound/hostile_meeting.hpp"

#include <arpa/inet.h>
#include <future>
#include <sys/socket.h>
#include <unistd.h>

using namespace paylink;
using namespace paylink::test;
using namespace std::chrono_literals;

namespace {

constexpr auto time_limit = 1'500ms;
constexpr std::string_view ok = "HTTP/1.1 200 OK\r\n";

receiver_script says_and_resets(std::string text) {
  return after_request([text = std::move(text)](receiver_connection& client) {
    client.send(text);
    client.reset();
  });
}

receiver_script says_and_closes(std::string text) {
  return after_request([text = std::move(text)](receiver_connection& client) {
    client.send(text);
    client.close();
  });
}

std::string with_head(std::string_view headers, std::string_view body = {}) {
  return std::string{ok}.append(headers).append("\r\n").append(body);
}

/// A port of 127.0.0.1 whose queue of connections is full: the next one is neither accepted nor refused.
class full_queue {
public:
  full_queue() {
    listener_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    address_.sin_family = AF_INET;
    address_.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address_;
    BOOST_REQUIRE(::bind(listener_, reinterpret_cast<sockaddr*>(&address_), size) == 0);
    BOOST_REQUIRE(::listen(listener_, 0) == 0);
    ::getsockname(listener_, reinterpret_cast<sockaddr*>(&address_), &size);
    for (int& one : waiting_) {
      one = ::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
      ::connect(one, reinterpret_cast<sockaddr*>(&address_), size);
    }
  }
  ~full_queue() {
    for (const int one : waiting_) ::close(one);
    ::close(listener_);
  }
  full_queue(const full_queue&) = delete;
  full_queue& operator=(const full_queue&) = delete;
  std::string endpoint() const { return "127.0.0.1:" + std::to_string(ntohs(address_.sin_port)); }

private:
  int listener_ = -1;
  int waiting_[3]{-1, -1, -1};
  sockaddr_in address_{};
};

} // namespace

BOOST_AUTO_TEST_SUITE(outbound_hostile)

BOOST_AUTO_TEST_CASE(a_receiver_that_hangs_in_any_phase_costs_its_time_and_no_more) {
  using enum failure_class;
  meet_all(
      {{"answers nothing", says_and_hangs(""), timeout, verdict::retry},
       {"stops in the status line", says_and_hangs("HTTP/1.1 20"), timeout, verdict::retry},
       {"stops behind the status line", says_and_hangs(std::string{ok}), timeout, verdict::retry},
       {"stops in a header's name", says_and_hangs(std::string{ok} + "Content-Le"), timeout, verdict::retry},
       {"stops before the empty line", says_and_hangs(std::string{ok} + "A: b\r\n"), timeout, verdict::retry},
       {"stops in the empty line", says_and_hangs(std::string{ok} + "A: b\r\n\r"), timeout, verdict::retry},
       {"stops behind an interim answer", says_and_hangs("HTTP/1.1 103 Hints\r\n\r\n"), timeout, verdict::retry},
       {"stops behind the header", says_and_hangs(with_head("Content-Length: 9\r\n")), none, verdict::acknowledged},
       {"stops in the body", says_and_hangs(with_head("Content-Length: 9\r\n", "1234")), none, verdict::acknowledged},
       {"stops in a chunk", says_and_hangs(with_head("Transfer-Encoding: chunked\r\n", "9\r\n12")), none,
        verdict::acknowledged},
       {"stops in a refusal's body", says_and_hangs("HTTP/1.1 400 No\r\nContent-Length: 9\r\n\r\n12"), http_4xx,
        verdict::failed},
       {"stops in an overload's body", says_and_hangs("HTTP/1.1 503 No\r\nContent-Length: 9\r\n\r\n12"), http_5xx,
        verdict::retry},
       {"stops in a redirect's body", says_and_hangs("HTTP/1.1 303 See\r\nLocation: /\r\nContent-Length: 9\r\n\r\n12"),
        redirect_rejected, verdict::failed}},
      time_limit);
}

BOOST_AUTO_TEST_CASE(a_receiver_that_dribbles_costs_its_time_and_no_more) {
  using enum failure_class;
  const auto pace = 60ms;
  meet_all({{"status line", repeats("", "H", pace), timeout, verdict::retry},
            {"header", repeats(std::string{ok} + "X: ", "y", pace), timeout, verdict::retry},
            {"lines", repeats(std::string{ok}, "X: y\r\n", pace), timeout, verdict::retry},
            {"interim answers", repeats("", "HTTP/1.1 100 Continue\r\n\r\n", pace), reset, verdict::retry},
            {"body", repeats(with_head("Content-Length: 999\r\n"), "z", pace), none, verdict::acknowledged},
            {"body without a length", repeats(with_head(""), "z", pace), none, verdict::acknowledged},
            {"chunks", repeats(with_head("Transfer-Encoding: chunked\r\n"), "1\r\nz\r\n", pace), none,
             verdict::acknowledged},
            {"a refusal's body", repeats("HTTP/1.1 404 No\r\n\r\n", "z", pace), http_4xx, verdict::failed}},
           time_limit);
}

BOOST_AUTO_TEST_CASE(an_answer_without_end_ends_at_its_limit) {
  using enum failure_class;
  const std::string chunked = with_head("Transfer-Encoding: chunked\r\n"), much(8'000, 'z');
  meet_all({{"status line", repeats("HTTP/1.1 200 ", much), reset, verdict::retry},
            {"bytes that are no HTTP", repeats("", much), reset, verdict::retry},
            {"one header", repeats(std::string{ok} + "X: ", much), reset, verdict::retry},
            {"headers", repeats(std::string{ok}, "X: y\r\n"), reset, verdict::retry},
            {"tiny headers", repeats(std::string{ok}, "a:\n"), reset, verdict::retry},
            {"interim answers", repeats("", "HTTP/1.1 102 Processing\r\n\r\n"), reset, verdict::retry},
            {"interim headers", repeats("HTTP/1.1 102 Processing\r\n", "X: y\r\n"), reset, verdict::retry},
            {"body", repeats(with_head(""), much), none, verdict::acknowledged},
            {"promised body", repeats(with_head("Content-Length: 18446744073709551615\r\n"), much), none,
             verdict::acknowledged},
            {"chunks", repeats(chunked, "8\r\nzzzzzzzz\r\n"), none, verdict::acknowledged},
            {"one chunk", repeats(chunked + "ffffffffffffffff\r\n", much), none, verdict::acknowledged},
            {"a chunk's size", repeats(chunked, "0"), none, verdict::acknowledged},
            {"a chunk's extension", repeats(chunked + "1;x=", much), none, verdict::acknowledged},
            {"trailers", repeats(chunked + "0\r\n", "X: y\r\n"), none, verdict::acknowledged},
            {"a refusal's body", repeats("HTTP/1.1 500 No\r\n\r\n", much), http_5xx, verdict::retry},
            {"a redirect's body", repeats("HTTP/1.1 307 On\r\nLocation: /callback\r\n\r\n", much), redirect_rejected,
             verdict::failed}},
           4s);
}

BOOST_AUTO_TEST_CASE(a_break_before_the_header_is_complete_is_retried_and_one_behind_it_changes_nothing) {
  using enum failure_class;
  std::vector<hostile_case> cases;
  for (const bool resets : {true, false}) {
    const auto breaks = [&](const std::string& name, const std::string& text, failure_class expected, verdict wanted) {
      cases.push_back({name + (resets ? ", reset" : ", closed"), resets ? says_and_resets(text) : says_and_closes(text),
                       expected, wanted});
    };
    breaks("before the answer", "", reset, verdict::retry);
    breaks("in the status line", "HTTP/1.1 2", reset, verdict::retry);
    breaks("in a header", std::string{ok} + "Content", reset, verdict::retry);
    breaks("behind an interim answer", "HTTP/1.1 100 Continue\r\n\r\n", reset, verdict::retry);
  }
  // A reset may overtake what was sent before it, so only a close shows what is made of a body that breaks off.
  cases.push_back(
      {"in the body", says_and_closes(with_head("Content-Length: 9\r\n", "12")), none, verdict::acknowledged});
  cases.push_back({"in a chunk", says_and_closes(with_head("Transfer-Encoding: chunked\r\n", "9\r\n12")), none,
                   verdict::acknowledged});
  cases.push_back(
      {"behind the header", says_and_closes(with_head("Content-Length: 9\r\n")), none, verdict::acknowledged});
  cases.push_back({"in an overload's body", says_and_closes("HTTP/1.1 502 No\r\nContent-Length: 9\r\n\r\n"), http_5xx,
                   verdict::retry});
  meet_all(cases, 4s);
}

BOOST_AUTO_TEST_CASE(lies_about_the_body_change_neither_the_outcome_nor_the_next_request) {
  using enum failure_class;
  const auto claims = [](const std::string& headers, const std::string& body) {
    return says_and_hangs(with_head(headers, body));
  };
  const std::string chunked = "Transfer-Encoding: chunked\r\n";
  meet_all({{"longer than it is", claims("Content-Length: 900\r\n", "{}"), none, verdict::acknowledged},
            {"shorter than it is", claims("Content-Length: 1\r\n", "{}"), none, verdict::acknowledged},
            {"negative", claims("Content-Length: -1\r\n", "{}"), none, verdict::acknowledged},
            {"signed", claims("Content-Length: +2\r\n", "{}"), none, verdict::acknowledged},
            {"no number", claims("Content-Length: two\r\n", "{}"), none, verdict::acknowledged},
            {"beyond 64 bits", claims("Content-Length: 99999999999999999999\r\n", "{}"), none, verdict::acknowledged},
            {"twice", claims("Content-Length: 2\r\nContent-Length: 900\r\n", "{}"), none, verdict::acknowledged},
            {"a list", claims("Content-Length: 2, 2\r\n", "{}"), none, verdict::acknowledged},
            {"both framings", claims("Content-Length: 2\r\n" + chunked, "{}"), none, verdict::acknowledged},
            {"unknown coding", claims("Transfer-Encoding: gzip, chunked\r\n", "2\r\n{}\r\n0\r\n\r\n"), none,
             verdict::acknowledged},
            {"size without digits", claims(chunked, "\r\n{}"), none, verdict::acknowledged},
            {"size below zero", claims(chunked, "-2\r\n{}"), none, verdict::acknowledged},
            {"size beyond 64 bits", claims(chunked, "fffffffffffffffff\r\n{}"), none, verdict::acknowledged},
            {"chunk without its end", claims(chunked, "2\r\n{}x\r\n0\r\n\r\n"), none, verdict::acknowledged},
            {"body of a 204", says_and_hangs("HTTP/1.1 204 No\r\n\r\n{\"no\":1}"), none, verdict::acknowledged}},
           time_limit);
}

BOOST_AUTO_TEST_CASE(a_compressed_body_is_kept_as_it_came_and_none_is_asked_for) {
  // The first bytes of a gzip file that would grow a thousandfold.
  const std::string bomb =
      std::string{"\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\x03\xed\xc1", 12} + std::string(500, '\x01');
  scripted_receiver receiver{always(http_answer(200, bomb, "Content-Encoding: gzip\r\n"))};
  outbound_world world;
  world.allow(receiver);
  const attempt made = world.send(receiver.url());
  BOOST_TEST(made.failed_by == failure_class::none);
  BOOST_TEST(made.response_body == bomb);
  BOOST_TEST(receiver.requests().at(0).header("Accept-Encoding").empty());
}

BOOST_AUTO_TEST_CASE(a_full_queue_of_connections_is_a_timeout_of_the_connect) {
  for (const std::string scheme : {"http://", "https://"}) {
    const full_queue queue;
    outbound_world world{400ms};
    for (auto* list : {&world.options.addresses.allow, &world.options.addresses.allow_http})
      list->push_back(network::parse("127.0.0.1/32").value());
    const attempt made = world.send(scheme + queue.endpoint() + "/");
    BOOST_TEST(made.failed_by == failure_class::timeout);
    BOOST_TEST(judge(made) == verdict::retry);
    BOOST_TEST(made.address == queue.endpoint());
    BOOST_TEST(made.error.find("connecting to") != std::string::npos);
    BOOST_TEST(made.duration.count() <= (400ms + lateness_max).count());
  }
}

BOOST_AUTO_TEST_CASE(a_receiver_that_never_reads_is_a_timeout_of_the_sending) {
  std::promise<void> over;
  const auto until_over = over.get_future().share();
  scripted_receiver receiver{[until_over](receiver_connection&) { until_over.wait(); }};
  outbound_world world{400ms};
  world.allow(receiver);
  auto request = a_callback(receiver.url());
  request.body.assign(64 * 1'024 * 1'024, 'x'); // more than both ends of a connection hold
  const attempt made = world.send(std::move(request));
  over.set_value();
  BOOST_TEST(made.failed_by == failure_class::timeout);
  BOOST_TEST(made.error.find("sending to") != std::string::npos);
  BOOST_TEST(made.duration.count() <= (400ms + lateness_max).count());
}

BOOST_AUTO_TEST_CASE(an_answer_that_nobody_asked_for_does_not_answer_the_next_request) {
  const test_ca ca;
  for (const bool secure : {false, true}) {
    std::promise<void> said_twice;
    scripted_receiver receiver{[&](receiver_connection& client) {
                                 client.read_request();
                                 if (client.number() > 1) return void(client.send(http_answer(503, "asked")));
                                 client.send(http_answer(200, "asked"));
                                 client.send(http_answer(200, "not asked"));
                                 said_twice.set_value();
                                 client.hang();
                               },
                               secure ? good_tls(ca) : receiver_options{}};
    outbound_world world;
    world.trust(ca);
    world.allow(receiver);
    BOOST_TEST(world.send(receiver.url()).response_body == "asked");
    said_twice.get_future().wait();
    const attempt next = world.send(receiver.url());
    BOOST_TEST(next.failed_by == failure_class::http_5xx);
    BOOST_TEST(next.response_body == "asked");
    BOOST_TEST(receiver.connections() == 2);
  }
}

BOOST_AUTO_TEST_SUITE_END()
