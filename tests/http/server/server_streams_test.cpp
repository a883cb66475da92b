// Server-sent events.
#include "http/server/event_streams.hpp"
#include "tests/http/server/running_server.hpp"
#include "tests/support/raw_client.hpp"

#include <boost/test/unit_test.hpp>
#include <sys/resource.h>

#include <algorithm>

using namespace paylink;
using namespace std::chrono_literals;

namespace {

const std::string get_events = "GET /l/abc?events HTTP/1.1\r\nHost: a\r\n\r\n";

http_response stream_answer(std::string first) {
  http_response response;
  response.is_event_stream = true;
  response.body = std::move(first);
  return response;
}

void open_stream(http_request, responder answer) {
  answer.subscribe("topic");
  answer.answer(stream_answer("data: first\n\n"));
}

std::string read_chunk(raw_client& client) {
  const auto size = std::stoul(client.read_until("\r\n"), nullptr, 16);
  return client.read(size + 2).substr(0, size);
}

struct counting_listener final : event_listener {
  void on_event() override { ++reported; }
  int reported = 0;
};

} // namespace

BOOST_AUTO_TEST_SUITE(server_streams)

BOOST_AUTO_TEST_CASE(a_stream_sends_its_first_event_and_then_what_is_published) {
  running_server server{open_stream};
  raw_client client{server.port()};
  client.send(get_events);
  const auto head = client.read_head();
  BOOST_TEST(head.status == 200u);
  BOOST_TEST(head.header("content-type") == "text/event-stream");
  BOOST_TEST(head.header("transfer-encoding") == "chunked");
  BOOST_TEST(head.header("content-length") == "");
  BOOST_TEST(head.header("cache-control") == "no-store");
  BOOST_TEST(read_chunk(client) == "data: first\n\n");
  server->publish("other", "data: not ours\n\n");
  server->publish("topic", "data: second\n\n");
  BOOST_TEST(read_chunk(client) == "data: second\n\n");
  BOOST_TEST(server->count().streams_open == 1);
  BOOST_TEST(server->count().connections_open == 0);
}

BOOST_AUTO_TEST_CASE(what_is_published_between_subscribing_and_answering_is_not_lost) {
  held_requests held;
  running_server server{held.handler()};
  raw_client client{server.port()};
  client.send(get_events);
  auto [request, answer] = held.take();
  server->publish("topic", "data: before\n\n");
  answer.subscribe("topic");
  server->publish("topic", "data: between\n\n");
  answer.answer(stream_answer("data: state\n\n"));
  client.read_head();
  BOOST_TEST(read_chunk(client) == "data: state\n\n");
  BOOST_TEST(read_chunk(client) == "data: between\n\n");
}

BOOST_AUTO_TEST_CASE(the_streams_of_a_topic_can_be_ended_after_what_waits_for_them) {
  const auto kept = std::make_shared<int>(0);
  running_server server{[&](http_request request, responder answer) {
    answer.subscribe("all");
    answer.subscribe(request.path);
    auto response = stream_answer("data: first\n\n");
    response.kept = kept;
    answer.answer(std::move(response));
  }};
  raw_client ended{server.port()}, other{server.port()};
  ended.send("GET /one HTTP/1.1\r\nHost: a\r\n\r\n");
  other.send("GET /two HTTP/1.1\r\nHost: a\r\n\r\n");
  for (auto* client : {&ended, &other}) {
    client->read_head();
    BOOST_TEST(read_chunk(*client) == "data: first\n\n");
  }
  BOOST_TEST(kept.use_count() == 3);
  server->publish("all", "data: last\n\n");
  server->end_streams("/one");
  server->end_streams("/unknown");
  BOOST_TEST(read_chunk(ended) == "data: last\n\n");
  BOOST_TEST(ended.read_to_end() == "0\r\n\r\n");
  BOOST_TEST(running_server::eventually([&] { return kept.use_count() == 2; }));
  BOOST_TEST(server->count().streams_open == 1);
  BOOST_TEST(read_chunk(other) == "data: last\n\n");
  server->publish("all", "data: more\n\n");
  BOOST_TEST(read_chunk(other) == "data: more\n\n");
}

BOOST_AUTO_TEST_CASE(what_a_stream_keeps_goes_with_a_reader_that_leaves) {
  const auto kept = std::make_shared<int>(0);
  running_server server{[&](http_request, responder answer) {
    auto response = stream_answer("data: first\n\n");
    response.kept = kept;
    answer.answer(std::move(response));
  }};
  raw_client client{server.port()};
  client.send(get_events);
  client.read_head();
  BOOST_TEST(read_chunk(client) == "data: first\n\n");
  BOOST_TEST(kept.use_count() == 2);
  client.close();
  BOOST_TEST(running_server::eventually([&] { return kept.use_count() == 1; }));
  raw_client asks_for_head{server.port()};
  BOOST_TEST(asks_for_head.ask("HEAD /l/abc?events HTTP/1.1\r\nHost: a\r\n\r\n", true).status == 200u);
  BOOST_TEST(running_server::eventually([&] { return kept.use_count() == 1; }));
}

BOOST_AUTO_TEST_CASE(a_subscription_without_a_stream_ends_with_its_answer) {
  running_server server{[](http_request, responder answer) {
    answer.subscribe("topic");
    answer.answer(text_answer("plain"));
  }};
  raw_client client{server.port()};
  BOOST_TEST(client.ask(get_events).body == "plain");
  server->publish("topic", "data: nobody\n\n");
  BOOST_TEST(client.ask(get_events).body == "plain");
}

BOOST_AUTO_TEST_CASE(a_quiet_stream_hears_heartbeats_and_outlives_every_other_deadline) {
  server_limits limits;
  limits.heartbeat_time = 40ms;
  limits.idle_time = limits.body_time = limits.answer_time = 50ms;
  running_server server{open_stream, limits};
  raw_client client{server.port()};
  client.send(get_events);
  client.read_head();
  BOOST_TEST(read_chunk(client) == "data: first\n\n");
  for (int i = 0; i < 4; ++i) BOOST_TEST(read_chunk(client) == ":\n\n");
  server->publish("topic", "data: alive\n\n");
  for (auto chunk = read_chunk(client); chunk != "data: alive\n\n"; chunk = read_chunk(client))
    BOOST_TEST(chunk == ":\n\n");
}

BOOST_AUTO_TEST_CASE(a_slow_reader_is_dropped_and_delays_nobody) {
  server_limits limits;
  limits.stream_buffer_bytes_max = 256 * 1024;
  running_server server{open_stream, limits};
  raw_client slow{server.port()}, quick{server.port()};
  slow.shrink_receive_buffer();
  slow.send(get_events);
  quick.send(get_events);
  quick.read_head();
  read_chunk(quick);
  BOOST_TEST(running_server::eventually([&] { return server->count().streams_open == 2; }));
  const std::string event = "data: " + std::string(60'000, 'x') + "\n\n";
  for (int sent = 0; server->count().streams_open == 2; ++sent) {
    BOOST_REQUIRE(sent < 2'000);
    server->publish("topic", event);
    for (std::string heard; heard.size() < event.size();) heard += read_chunk(quick);
  }
  BOOST_TEST(server->count().streams_open == 1);
  server->publish("topic", "data: end\n\n");
  BOOST_TEST(read_chunk(quick) == "data: end\n\n");
}

BOOST_AUTO_TEST_CASE(a_reader_that_leaves_is_noticed) {
  running_server server{open_stream};
  raw_client client{server.port()};
  client.send(get_events);
  client.read_head();
  BOOST_TEST(running_server::eventually([&] { return server->count().streams_open == 1; }));
  client.close();
  BOOST_TEST(running_server::eventually([&] { return server->count().streams_open == 0; }));
  server->publish("topic", "data: nobody\n\n");
}

BOOST_AUTO_TEST_CASE(streams_are_counted_apart_and_have_a_cap_of_their_own) {
  server_limits limits;
  limits.connections_max = 1;
  limits.streams_max = 2;
  running_server server{open_stream, limits};
  raw_client first{server.port()}, second{server.port()}, third{server.port()};
  for (auto* client : {&first, &second}) {
    client->send(get_events);
    BOOST_TEST(client->read_head().status == 200u);
  }
  const auto refused = third.ask(get_events);
  BOOST_TEST(refused.status == 503u);
  BOOST_TEST(refused.header("retry-after") == "1");
}

BOOST_AUTO_TEST_CASE(streams_and_connections_together_leave_descriptors_to_others) {
  server_limits limits;
  BOOST_TEST(limits.sockets_max == sockets_allowed());
  rlimit files{};
  BOOST_REQUIRE(::getrlimit(RLIMIT_NOFILE, &files) == 0);
  BOOST_TEST(static_cast<rlim_t>(sockets_allowed()) < files.rlim_cur);
  limits.sockets_max = 2;
  running_server server{open_stream, limits};
  raw_client first{server.port()}, second{server.port()}, third{server.port()};
  for (auto* client : {&first, &second}) {
    client->send(get_events);
    BOOST_TEST(client->read_head().status == 200u);
  }
  third.send(get_events);
  server->publish("topic", "data: second\n\n");
  first.read_until("data: second\n\n"); // served meanwhile, so the server has had its chance to take the third
  BOOST_TEST(server->count().connections_accepted == 2u);
  second.close();
  BOOST_TEST(third.read_head().status == 200u);
}

BOOST_AUTO_TEST_CASE(an_old_client_gets_its_events_until_the_close) {
  running_server server{open_stream};
  raw_client client{server.port()};
  client.send("GET /l/abc?events HTTP/1.0\r\n\r\n");
  const auto head = client.read_head();
  BOOST_TEST(head.header("transfer-encoding") == "");
  BOOST_TEST(head.header("connection") == "close");
  BOOST_TEST(client.read_until("\n\n") == "data: first\n\n");
  server->publish("topic", "data: second\n\n");
  BOOST_TEST(client.read_until("\n\n") == "data: second\n\n");
}

BOOST_AUTO_TEST_CASE(head_of_a_stream_ends_with_its_header) {
  running_server server{open_stream};
  raw_client client{server.port()};
  BOOST_TEST(client.ask("HEAD /x HTTP/1.1\r\nHost: a\r\n\r\n", true).status == 200u);
  BOOST_TEST(server->count().streams_open == 0);
  client.send(get_events);
  BOOST_TEST(client.read_head().header("transfer-encoding") == "chunked");
}

BOOST_AUTO_TEST_CASE(streams_leave_their_topics_in_any_order_and_the_others_go_on_hearing) {
  const auto streams = std::make_shared<event_streams>(1000);
  std::vector<std::shared_ptr<event_stream>> listening;
  for (int i = 0; i < 30; ++i) {
    listening.push_back(streams->make_stream());
    listening.back()->subscribe("all");
    if (i % 3 == 0) listening.back()->subscribe("third");
    if (i % 5 == 0) listening.back()->subscribe("all"); // hears it twice
  }
  const auto heard_by_all = [&] {
    streams->publish("all", "a");
    streams->publish("third", "t");
    std::string heard;
    for (const auto& stream : listening) BOOST_TEST(stream->take(heard));
    return heard;
  };
  for (auto gone : {0, 28, 13, 0, 7, 20, 5, 5}) {
    listening.erase(listening.begin() + gone);
    auto heard = heard_by_all();
    BOOST_TEST(std::ranges::count(heard, 'a') + std::ranges::count(heard, 't') == std::ssize(heard));
    BOOST_TEST(std::ranges::count(heard, 'a') >= std::ssize(listening));
  }
  listening.clear();
  BOOST_TEST(heard_by_all() == "");
}

BOOST_AUTO_TEST_CASE(listeners_are_told_once_however_much_is_published) {
  const auto streams = std::make_shared<event_streams>(1000);
  int wakes = 0;
  streams->on_ready([&] { ++wakes; });
  const auto listener = std::make_shared<counting_listener>();
  const auto first = streams->make_stream(), second = streams->make_stream();
  for (const auto& stream : {first, second}) {
    stream->subscribe("topic");
    stream->attach(listener);
  }
  for (int i = 0; i < 3; ++i) streams->publish("topic", "x");
  BOOST_TEST(wakes == 1);
  streams->deliver();
  BOOST_TEST(listener->reported == 2);
  streams->publish("topic", "y");
  BOOST_TEST(wakes == 2);
  std::string heard;
  BOOST_TEST(first->take(heard));
  BOOST_TEST(heard == "xxxy");
}

BOOST_AUTO_TEST_CASE(a_crowd_hears_an_event_in_parts_so_that_others_are_served_between_them) {
  constexpr int crowd = 600;
  const auto streams = std::make_shared<event_streams>(1000);
  int wakes = 0;
  streams->on_ready([&] { ++wakes; });
  const auto listener = std::make_shared<counting_listener>();
  std::vector<std::shared_ptr<event_stream>> listening;
  for (int i = 0; i < crowd; ++i) {
    listening.push_back(streams->make_stream());
    listening.back()->subscribe("topic");
    listening.back()->attach(listener);
  }
  streams->publish("topic", "x");
  int parts = 0;
  for (; parts < wakes; ++parts) {
    const int before = listener->reported;
    streams->deliver();
    BOOST_TEST(listener->reported - before <= 256);
  }
  BOOST_TEST(parts > 1);
  BOOST_TEST(listener->reported == crowd);
}

BOOST_AUTO_TEST_CASE(publishing_from_many_threads_loses_nothing) {
  running_server server{open_stream};
  raw_client client{server.port()};
  client.send(get_events);
  client.read_head();
  read_chunk(client);
  constexpr int threads = 4, events = 200;
  {
    std::vector<std::jthread> publishers;
    for (int t = 0; t < threads; ++t)
      publishers.emplace_back([&] {
        for (int i = 0; i < events; ++i) server->publish("topic", "data: x\n\n");
      });
  }
  std::string heard;
  while (heard.size() < std::string_view{"data: x\n\n"}.size() * threads * events) heard += read_chunk(client);
  BOOST_TEST(heard.size() == std::string_view{"data: x\n\n"}.size() * threads * events);
}

BOOST_AUTO_TEST_CASE(one_link_holds_only_so_many_streams_and_the_others_are_asked_to_come_again) {
  server_limits limits;
  limits.streams_per_topic_max = 2;
  running_server server{[](http_request request, responder answer) {
                          answer.subscribe(request.path);
                          answer.answer(stream_answer("data: first\n\n"));
                        },
                        limits};
  const auto open = [&](const std::string& link) {
    raw_client client{server.port()};
    client.send("GET /l/" + link + "?events HTTP/1.1\r\nHost: a\r\n\r\n");
    return client;
  };
  auto first = open("crowded"), second = open("crowded");
  BOOST_TEST(first.read_head().status == 200u);
  BOOST_TEST(second.read_head().status == 200u);
  auto third = open("crowded");
  const auto refused = third.read_answer();
  BOOST_TEST(refused.status == 503u);
  BOOST_TEST(refused.header("retry-after") != "");
  BOOST_TEST(open("another").read_head().status == 200u);
  first.close();
  BOOST_TEST(running_server::eventually([&] { return open("crowded").read_head().status == 200u; }));
}

BOOST_AUTO_TEST_SUITE_END()
