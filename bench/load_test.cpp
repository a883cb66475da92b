// That the load program counts what it says it counts; not how fast anything is.
#include "tests/e2e/child_process.hpp"

#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>

namespace paylink::test {

namespace json = boost::json;

namespace {

struct load_result {
  int exit_code = 0;
  json::object figures;
};

load_result run_load(std::vector<std::string> options) {
  std::vector<std::string> command{PAYLINK_BIN_DIR "/load", "--json", "--warm-up", "20", "--seconds", "30"};
  command.insert(command.end(), options.begin(), options.end());
  const auto ended = run_program(command, {});
  BOOST_REQUIRE_MESSAGE(ended.text.starts_with('{'), "no figures: " << ended.text);
  return {ended.exit_code, json::parse(ended.text.substr(0, ended.text.find('\n'))).as_object()};
}

double number(const load_result& run, const char* figure) { return run.figures.at(figure).to_number<double>(); }

} // namespace

BOOST_AUTO_TEST_CASE(every_credit_of_a_run_becomes_one_callback) {
  const auto run =
      run_load({"--events", "200", "--links", "500", "--shuffle", "--receivers", "2", "--tls", "--webhooks", "2"});
  BOOST_TEST(run.exit_code == 0);
  BOOST_TEST(!run.figures.at("void").as_bool());
  BOOST_TEST(run.figures.at("subject").as_string() == "paylinkd, 2 webhooks");
  BOOST_TEST(number(run, "webhooks_lost") == 0);
  BOOST_TEST(number(run, "delivered") == 200);
  BOOST_TEST(number(run, "latency_p50_ms") > 0);
  BOOST_TEST(number(run, "latency_max_ms") >= number(run, "latency_p99_ms"));
  BOOST_TEST(number(run, "cpu_s_per_1000") > 0);
  BOOST_TEST(number(run, "peak_rss_mib") > 1);
}

BOOST_AUTO_TEST_CASE(callbacks_signed_with_another_key_make_the_run_void) {
  const auto run = run_load({"--events", "50", "--signing-key", "plsk_of_somebody_else"});
  BOOST_TEST(run.exit_code == 1);
  BOOST_TEST(run.figures.at("void").as_bool());
  BOOST_TEST(number(run, "bad_signatures") == 70); // those that warm up count too
  BOOST_TEST(number(run, "lost") == 0);
}

BOOST_AUTO_TEST_CASE(callbacks_that_hang_are_left_out_and_the_others_are_due_at_their_rate) {
  const auto run = run_load({"--events", "200", "--rate", "400", "--hang", "10"});
  BOOST_TEST(run.exit_code == 0);
  BOOST_TEST(number(run, "delivered") == 180);
  BOOST_TEST(number(run, "events_per_s") < 400);
  BOOST_TEST(number(run, "hanging_peak") > 0);
}

BOOST_AUTO_TEST_CASE(links_that_expire_together_are_all_noted) {
  const auto run = run_load({"--events", "100", "--expire", "300"});
  BOOST_TEST(run.exit_code == 0);
  BOOST_TEST(number(run, "delivered") == 100);
  BOOST_TEST(number(run, "expiry_all_ms") >= number(run, "expiry_p99_ms"));
}

BOOST_AUTO_TEST_CASE(a_crash_with_unsent_callbacks_loses_none) {
  const auto run = run_load({"--events", "300", "--crash"});
  BOOST_TEST(run.exit_code == 0);
  BOOST_TEST(number(run, "delivered") == 300);
  BOOST_TEST(number(run, "first_callback_ms") > 0);
}

BOOST_AUTO_TEST_CASE(the_floor_does_the_same_job) {
  const auto run = run_load({"--peer", "floor", "--events", "200", "--webhooks", "2"});
  BOOST_TEST(run.exit_code == 0);
  BOOST_TEST(number(run, "delivered") == 200);
  BOOST_TEST(number(run, "deliveries_per_s") > 0);
}

} // namespace paylink::test
