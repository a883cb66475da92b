// What becomes of every kind of answer, and of receivers that give none.
#include "tests/http/outbound/outbound_world.hpp"
#include "tests/support/until.hpp"

#include <future>

using namespace paylink;
using namespace paylink::test;
using namespace std::chrono_literals;

namespace {

constexpr auto short_time = 300ms;

failure_class expected_class(int status) {
  if (status >= 200 && status < 300) return failure_class::none;
  if (status >= 300 && status < 400) return failure_class::redirect_rejected;
  return status < 500 ? failure_class::http_4xx : failure_class::http_5xx;
}

attempt meet(const receiver_script& script, std::chrono::milliseconds timeout = 20s) {
  scripted_receiver receiver{script};
  outbound_world world{timeout};
  world.allow(receiver);
  return world.send(receiver.url());
}

receiver_script after_request(std::function<void(receiver_connection&)> act) {
  return [act = std::move(act)](receiver_connection& client) {
    if (client.read_request()) act(client);
  };
}

} // namespace

BOOST_AUTO_TEST_SUITE(outbound_answer)

BOOST_AUTO_TEST_CASE(every_status_from_200_to_599_has_its_class) {
  int status = 199; // the next answer's; one connection at a time
  scripted_receiver receiver{[&](receiver_connection& client) {
    while (client.read_request()) {
      ++status;
      if (!client.send(http_answer(status, status == 204 || status == 304 ? "" : "said"))) return;
    }
  }};
  outbound_world world;
  world.allow(receiver);
  for (int expected = 200; expected <= 599; ++expected) {
    const attempt made = world.send(receiver.url());
    BOOST_TEST_CONTEXT(expected) {
      BOOST_TEST(made.status_code == expected);
      BOOST_TEST(made.failed_by == expected_class(expected));
      BOOST_TEST(made.error.empty() == (expected < 300));
    }
  }
  BOOST_TEST(receiver.connections() == 1);
}

BOOST_AUTO_TEST_CASE(the_request_carries_exactly_the_given_bytes) {
  scripted_receiver receiver{always(http_answer(200))};
  outbound_world world;
  world.allow(receiver);
  const attempt made = world.send(receiver.url("/a/b?c=%20d"));
  BOOST_TEST(made.failed_by == failure_class::none);
  const auto requests = receiver.requests();
  BOOST_REQUIRE(requests.size() == 1u);
  const auto wanted = a_callback("");
  BOOST_TEST(requests[0].head ==
             "POST /a/b?c=%20d HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(receiver.port()) +
                 "\r\nContent-Type: application/json\r\nContent-Length: " + std::to_string(wanted.body.size()) +
                 "\r\nUser-Agent: Service-Payment-Link/1\r\nX-Service-Signature: t=1,v1=abc\r\n\r\n");
  BOOST_TEST(requests[0].body == wanted.body);
}

BOOST_AUTO_TEST_CASE(an_attempt_records_what_happened) {
  scripted_receiver receiver{
      always(http_answer(503, std::string(5'000, 'x'), "Retry-After: 30\r\nX-Twice: 1\r\nX-Twice: 2\r\n"))};
  outbound_world world;
  world.allow(receiver);
  const attempt made = world.send(receiver.url());
  BOOST_TEST(made.number == 4);
  BOOST_TEST(made.url == receiver.url());
  BOOST_TEST(made.address == "127.0.0.1:" + std::to_string(receiver.port()));
  BOOST_TEST(made.response_body == std::string(4'096, 'x'));
  BOOST_TEST(made.response_headers.size() == 4u);
  BOOST_TEST((made.response_headers[1] == std::pair<std::string, std::string>{"Retry-After", "30"}));
  BOOST_TEST(made.tls.empty());
  BOOST_TEST((made.started_at > timestamp{}));
  BOOST_TEST(!made.final);
}

BOOST_AUTO_TEST_CASE(a_header_value_cannot_add_a_header) {
  scripted_receiver receiver{always(http_answer(200))};
  outbound_world world;
  world.allow(receiver);
  auto request = a_callback(receiver.url());
  request.headers = {{"X-Brand", "a\r\nX-Evil: 1"}};
  world.send(request);
  const auto requests = receiver.requests();
  BOOST_REQUIRE(requests.size() == 1u);
  BOOST_TEST(requests[0].header("X-Evil").empty());
}

BOOST_AUTO_TEST_CASE(a_broken_connection_is_a_reset_and_is_retried) {
  const std::pair<const char*, receiver_script> cases[] = {
      {"closed before the request is read", [](receiver_connection& client) { client.close(); }},
      {"reset after the request", after_request([](auto& client) { client.reset(); })},
      {"closed after the request", after_request([](auto& client) { client.close(); })},
      {"closed in the status line", after_request([](auto& client) {
         client.send("HTTP/1.1 20");
         client.close();
       })},
      {"closed in the header", after_request([](auto& client) {
         client.send("HTTP/1.1 200 OK\r\nA: b\r\n");
         client.close();
       })},
      {"closed after an interim answer", after_request([](auto& client) {
         client.send("HTTP/1.1 100 Continue\r\n\r\n");
         client.close();
       })},
  };
  for (const auto& [name, script] : cases) BOOST_TEST_CONTEXT(name) {
      const attempt made = meet(script);
      BOOST_TEST(made.failed_by == failure_class::reset);
      BOOST_TEST(judge(made) == verdict::retry);
      BOOST_TEST(made.status_code == 0);
      BOOST_TEST(!made.error.empty());
    }
}

BOOST_AUTO_TEST_CASE(a_reset_right_after_the_connect_is_retried) {
  scripted_receiver receiver{[](receiver_connection& client) { client.reset(); }};
  outbound_world world;
  world.allow(receiver);
  for (int i = 0; i < 20; ++i) {
    const attempt made = world.send(receiver.url());
    BOOST_TEST((made.failed_by == failure_class::reset ||
                made.failed_by == failure_class::connect)); // whichever is seen first
    BOOST_TEST(judge(made) == verdict::retry);
  }
}

BOOST_AUTO_TEST_CASE(what_is_not_http_is_a_reset_and_is_retried) {
  const std::string many_interim = [] {
    std::string text;
    for (int i = 0; i < 6; ++i) text += "HTTP/1.1 102 Processing\r\n\r\n";
    return text + http_answer(200);
  }();
  const std::string cases[] = {
      "SSH-2.0-OpenSSH_9.2\r\n\r\n",
      "HTTP/2 200 OK\r\n\r\n",
      "HTTP/1.1 099 Low\r\n\r\n",
      "HTTP/1.1 600 High\r\n\r\n",
      "HTTP/1.1 2000 OK\r\n\r\n",
      "HTTP/1.1 20x OK\r\n\r\n",
      "HTTP/1.1  200 OK\r\n\r\n",
      "HTTP/1.1 200 OK\r\nno colon\r\n\r\n",
      "HTTP/1.1 200 OK\r\nname : value\r\n\r\n",
      "HTTP/1.1 200 OK\r\n: value\r\n\r\n",
      "HTTP/1.1 200 OK\r\n folded: behind nothing\r\n\r\n",
      "HTTP/1.1 101 Switching\r\n\r\n",
      "HTTP/1.1 200 OK\r\nA: " + std::string(17'000, 'a') + "\r\n\r\n",
      many_interim,
  };
  for (const std::string& answer : cases) BOOST_TEST_CONTEXT(answer.substr(0, 60)) {
      const attempt made = meet(after_request([&](auto& client) {
        client.send(answer);
        client.hang();
      }));
      BOOST_TEST(made.failed_by == failure_class::reset);
      BOOST_TEST(judge(made) == verdict::retry);
    }
}

BOOST_AUTO_TEST_CASE(a_folded_header_is_one_value) {
  const attempt made = meet(after_request([](auto& client) {
    client.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nX-Folded: first\r\n second \r\n\tthird\r\n \r\nX-Next: "
                "1\r\nConnection: keep-alive,\r\n close\r\n\r\nok");
    client.hang();
  }));
  BOOST_TEST(made.failed_by == failure_class::none);
  BOOST_REQUIRE(made.response_headers.size() == 4u);
  BOOST_TEST((made.response_headers[1] == std::pair<std::string, std::string>{"X-Folded", "first second third"}));
  BOOST_TEST((made.response_headers[2] == std::pair<std::string, std::string>{"X-Next", "1"}));
  BOOST_TEST((made.response_headers[3] == std::pair<std::string, std::string>{"Connection", "keep-alive, close"}));
}

BOOST_AUTO_TEST_CASE(an_answer_with_many_headers_counts_and_the_first_ones_are_kept) {
  std::string many;
  for (int number = 0; number < 300; ++number) many += "Set-Cookie: n=" + std::to_string(number) + "\r\n";
  const attempt taken = meet(always(http_answer(200, "taken", many)));
  BOOST_TEST(taken.failed_by == failure_class::none);
  BOOST_TEST(taken.response_headers.size() == 200u);
  BOOST_TEST(taken.response_body == "taken");
  // What decides the next attempt is found behind them.
  const attempt busy = meet(always(http_answer(503, "", many + "Retry-After: 7\r\n")));
  BOOST_TEST((busy.response_headers.back() == std::pair<std::string, std::string>{"Retry-After", "7"}));
}

BOOST_AUTO_TEST_CASE(an_endless_header_ends_the_attempt) {
  const attempt made = meet(after_request([](auto& client) {
    client.send("HTTP/1.1 200 OK\r\n");
    while (client.send("X-More: and more\r\n"));
  }));
  BOOST_TEST(made.failed_by == failure_class::reset);
}

BOOST_AUTO_TEST_CASE(up_to_five_interim_answers_are_skipped) {
  const attempt made = meet(after_request([](auto& client) {
    for (const int interim : {100, 102, 103, 199, 103})
      client.send("HTTP/1.1 " + std::to_string(interim) + " Wait\r\nLink: x\r\n\r\n");
    client.send(http_answer(200, "done"));
  }));
  BOOST_TEST(made.failed_by == failure_class::none);
  BOOST_TEST(made.status_code == 200);
  BOOST_TEST(made.response_headers.size() == 1u);
  BOOST_TEST(made.response_body == "done");
}

BOOST_AUTO_TEST_CASE(silence_at_any_point_is_a_timeout) {
  const std::pair<const char*, receiver_script> cases[] = {
      {"never reads", [](receiver_connection& client) { client.hang(); }},
      {"never answers", after_request([](auto& client) { client.hang(); })},
      {"stops in the header", after_request([](auto& client) {
         client.send("HTTP/1.1 200 OK\r\nA: b\r\n");
         client.hang();
       })},
      {"stops after an interim answer", after_request([](auto& client) {
         client.send("HTTP/1.1 100 Continue\r\n\r\n");
         client.hang();
       })},
  };
  for (const auto& [name, script] : cases) BOOST_TEST_CONTEXT(name) {
      const attempt made = meet(script, short_time);
      BOOST_TEST(made.failed_by == failure_class::timeout);
      BOOST_TEST(judge(made) == verdict::retry);
      BOOST_TEST(made.duration.count() >= short_time.count());
      BOOST_TEST(made.status_code == 0);
    }
}

BOOST_AUTO_TEST_CASE(a_dribbled_header_hits_the_time_limit_of_the_whole_attempt) {
  const attempt made = meet(after_request([](auto& client) {
                              client.send("HTTP/1.1 200 OK\r\nX: ");
                              while (client.send("y")) pause_for(20ms);
                            }),
                            short_time);
  BOOST_TEST(made.failed_by == failure_class::timeout);
}

BOOST_AUTO_TEST_CASE(a_success_stays_one_whatever_its_body_does) {
  const std::pair<const char*, receiver_script> cases[] = {
      {"endless", after_request([](auto& client) {
         client.send("HTTP/1.1 200 OK\r\n\r\n");
         while (client.send(std::string(1'000, 'z')));
       })},
      {"endless in chunks", after_request([](auto& client) {
         client.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
         while (client.send("5\r\nzzzzz\r\n"));
       })},
      {"never comes", after_request([](auto& client) {
         client.send("HTTP/1.1 201 Made\r\nContent-Length: 5\r\n\r\n");
         client.hang();
       })},
      {"breaks off", after_request([](auto& client) {
         client.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nzz");
         client.reset();
       })},
      {"is not valid in chunks", after_request([](auto& client) {
         client.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n");
         client.hang();
       })},
      {"has two lengths", after_request([](auto& client) {
         client.send("HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nzz");
         client.hang();
       })},
  };
  for (const auto& [name, script] : cases) BOOST_TEST_CONTEXT(name) {
      const attempt made = meet(script, 2s);
      BOOST_TEST(made.failed_by == failure_class::none);
      BOOST_TEST(judge(made) == verdict::acknowledged);
      BOOST_TEST(made.response_body.size() <= 4'096u);
    }
}

BOOST_AUTO_TEST_CASE(a_refused_connection_is_retried) {
  outbound_world world;
  std::string url;
  {
    scripted_receiver gone{always(http_answer(200))};
    world.allow(gone);
    url = gone.url();
  }
  const attempt made = world.send(url);
  BOOST_TEST(made.failed_by == failure_class::connect);
  BOOST_TEST(judge(made) == verdict::retry);
  BOOST_TEST(!made.address.empty());
}

BOOST_AUTO_TEST_CASE(stopping_ends_what_is_under_way_and_what_comes_later) {
  std::promise<void> arrived;
  scripted_receiver receiver{after_request([&](auto& client) {
    arrived.set_value();
    client.hang();
  })};
  outbound_world world;
  world.allow(receiver);
  std::promise<attempt> first, second;
  world.post(a_callback(receiver.url()), [&](attempt made) { first.set_value(std::move(made)); });
  arrived.get_future().get();
  world.stop();
  BOOST_TEST(first.get_future().get().failed_by == failure_class::reset);
  world.post(a_callback(receiver.url()), [&](attempt made) { second.set_value(std::move(made)); });
  BOOST_TEST(second.get_future().get().failed_by == failure_class::reset);
}

BOOST_AUTO_TEST_SUITE_END()
