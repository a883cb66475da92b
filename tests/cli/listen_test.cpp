#include "cli/receivers/seen_events.hpp"
#include "tests/cli/running_listener.hpp"

#include <boost/test/unit_test.hpp>

namespace json = boost::json;
using namespace paylink;
using namespace paylink::test;

BOOST_AUTO_TEST_SUITE(listening)

BOOST_AUTO_TEST_CASE(as_json_every_line_is_an_object_the_first_among_them) {
  temporary_folder folder;
  running_listener listener{folder, {"--count", "1"}};
  BOOST_TEST(listener.started().at("listening").as_string().starts_with("https://127.0.0.1:"));
  BOOST_TEST(listener.started().at("ca_file").as_string() == (folder / "paylink/listen/ca.pem").string());
  BOOST_TEST(listener.status_of("evt_1") == 200u);
}

// A sandbox trusts its CA already; every other service has to be told of ours.
BOOST_AUTO_TEST_CASE(only_outside_a_sandbox_the_service_is_to_be_given_the_listeners_ca) {
  temporary_folder folder;
  running_listener alone{folder, {"--count", "1"}};
  BOOST_TEST(alone.status_of("evt_1") == 200u);
  alone.wait();
  BOOST_TEST(alone.reported().find("outbound.ca_file") != std::string::npos);
  const auto ca = folder / "paylink/listen/ca.pem", ca_key = folder / "paylink/listen/ca.key";
  std::ofstream{folder / "sandbox.json"} << json::serialize(
      json::object{{"ca_file", ca.string()}, {"ca_key", ca_key.string()}});
  running_listener in_sandbox{folder, {"--count", "1", "--sandbox", (folder / "").string()}};
  BOOST_TEST(in_sandbox.status_of("evt_2") == 200u);
  in_sandbox.wait();
  BOOST_TEST(in_sandbox.reported().find("outbound.ca_file") == std::string::npos, in_sandbox.reported());
}

BOOST_AUTO_TEST_CASE(good_bad_and_repeated_callbacks_are_told_apart_over_tls) {
  temporary_folder folder;
  running_listener listener{folder, {"--count", "2"}};
  BOOST_TEST(listener.url().starts_with("https://127.0.0.1:"));

  BOOST_TEST(listener.status_of("evt_1") == 200u);
  auto good = listener.next();
  BOOST_TEST(good.at("verified").as_bool());
  BOOST_TEST(!good.at("repeated").as_bool());
  BOOST_TEST(good.at("problem").is_null());
  BOOST_TEST(good.at("status").as_int64() == 200);
  BOOST_TEST(good.at("body").at("amount").as_string() == "150000");

  BOOST_TEST(listener.status_of("evt_2", "plsk_other") == 401u);
  auto bad = listener.next();
  BOOST_TEST(!bad.at("verified").as_bool());
  BOOST_TEST(
      bad.at("problem").as_string() ==
      "the signature does not match: check the signing key, and that the body is unchanged, without an added newline");

  BOOST_TEST(listener.status_of("evt_1") == 200u);
  BOOST_TEST(listener.next().at("repeated").as_bool());

  auto outcome = listener.post(R"({"id":"evt_other"})", canary_key, "evt_3");
  BOOST_TEST(std::get<api_answer>(outcome).status == 400u);
  BOOST_TEST(!listener.next().at("verified").as_bool());

  BOOST_TEST(listener.status_of("evt_4") == 200u);
  BOOST_TEST(listener.wait() == 0);
}

BOOST_AUTO_TEST_CASE(a_restarted_listener_still_knows_what_it_processed) {
  temporary_folder folder;
  {
    running_listener first{folder, {"--count", "1"}};
    BOOST_TEST(first.status_of("evt_1") == 200u);
  }
  running_listener second{folder, {"--count", "1"}};
  BOOST_TEST(second.status_of("evt_1") == 200u);
  BOOST_TEST(second.next().at("repeated").as_bool());
}

BOOST_AUTO_TEST_CASE(an_answer_that_is_lost_was_processed_all_the_same) {
  temporary_folder folder;
  {
    running_listener losing{folder, {"--count", "1", "--lose", "1"}};
    BOOST_TEST(losing.status_of("evt_1") == 0u);
    BOOST_TEST(losing.next().at("conduct").as_string() == "answer lost");
  }
  running_listener second{folder, {"--count", "1"}};
  second.status_of("evt_1");
  BOOST_TEST(second.next().at("repeated").as_bool());
}

BOOST_AUTO_TEST_CASE(an_event_that_was_answered_with_an_error_is_new_when_it_comes_again) {
  temporary_folder folder;
  {
    running_listener failing{folder, {"--count", "1", "--answer", "503"}};
    BOOST_TEST(failing.status_of("evt_1") == 503u);
  }
  running_listener second{folder, {"--count", "1"}};
  second.status_of("evt_1");
  BOOST_TEST(!second.next().at("repeated").as_bool());
}

BOOST_AUTO_TEST_CASE(a_hanging_listener_ends_with_its_count_and_never_answers) {
  temporary_folder folder;
  running_listener hanging{folder, {"--count", "1", "--hang"}};
  BOOST_TEST(hanging.status_of("evt_1") == 0u);
  BOOST_TEST(hanging.next().at("conduct").as_string() == "left hanging");
}

BOOST_AUTO_TEST_CASE(a_client_that_does_not_trust_the_authority_is_not_served) {
  temporary_folder folder;
  running_listener listener{folder, {"--count", "1"}};
  api_client stranger{{.base_url = listener.url(), .token = {}, .ca_file = {}}};
  auto outcome = stranger.send({.method = http_method::get, .target = {}, .body = {}, .headers = {}});
  BOOST_REQUIRE(std::holds_alternative<unreachable>(outcome));
  BOOST_TEST(has(std::get<unreachable>(outcome).reason, "no trusted TLS connection"));
  BOOST_TEST(listener.status_of("evt_1") == 200u);
}

BOOST_AUTO_TEST_CASE(seen_events_survive_a_line_that_was_cut_short) {
  temporary_folder folder;
  auto file = folder.write("seen", "evt_1\nevt_2");
  {
    cli::seen_events{file}.add("evt_3");
  }
  cli::seen_events again{file};
  for (auto id : {"evt_1", "evt_2", "evt_3"}) BOOST_TEST(again.contains(id));
}

BOOST_AUTO_TEST_SUITE_END()
