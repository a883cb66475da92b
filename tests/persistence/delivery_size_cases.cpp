// How much of a delivery is read, in a list and by itself.
#include "tests/persistence/store_world.hpp"

#include <boost/test/unit_test.hpp>

using namespace paylink;
using namespace paylink::test;

BOOST_AUTO_TEST_SUITE(sizes_of_deliveries)

BOOST_AUTO_TEST_CASE_TEMPLATE(a_list_leaves_out_answers_and_long_bodies_and_each_record_is_bounded, Backend, backends) {
  store_world world{Backend::where};
  const webhook hook{.id = world.new_id<webhook_id>(),
                     .workspace = world.workspace,
                     .name = "Orders",
                     .url = "https://shop.example/hook",
                     .events = 15,
                     .filter = {},
                     .headers = {}};
  world.done<made_webhook>(
      create_webhook{.record = hook, .keys = {hook.id.text() + ".1", "key", "secret"}, .by = world.by_owner()});
  const auto job = world.pay({}, 50'000).jobs.at(0);
  auto made = world.made(1, 404);
  made.url = std::string(600, 'u');
  made.error = std::string(600, 'e');
  made.hops = {"https://shop.example/there"};
  made.response_headers = {{"x-why", "because"}};
  made.response_body = "not here";
  made.tls = "TLSv1.3";
  world.done<recorded_attempt>(outcome_of(job, made));
  const auto id = delivery_id::from_store(job.event_id);
  BOOST_TEST(world.reader->ask(list_deliveries{world.workspace, {}}).rows.at(0).body == job.body);
  // As after it was sent again 249 times.
  run_sql(world.url,
          "INSERT INTO attempts (delivery_row, number, epoch, started_at, duration_ms, url, address, hops, "
          "status_code, failed_by, final, error, response_headers, response_body, tls) WITH RECURSIVE more "
          "(n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM more WHERE n < 250) SELECT a.delivery_row, m.n, "
          "a.epoch, a.started_at, a.duration_ms, a.url, a.address, a.hops, a.status_code, a.failed_by, a.final, "
          "a.error, a.response_headers, a.response_body, a.tls FROM attempts a CROSS JOIN more m");
  run_sql(world.url, "UPDATE deliveries SET body = body || '" + std::string(4'096, ' ') + "'");

  const auto listed = world.reader->ask(list_deliveries{world.workspace, {}}).rows.at(0);
  BOOST_TEST((listed.id == id && listed.body.empty() && !listed.is_purged));
  BOOST_REQUIRE(listed.attempts.size() == 10u);
  for (int i = 0; i < 10; ++i) {
    const auto& one = listed.attempts[static_cast<std::size_t>(i)];
    BOOST_TEST((one.number == 241 + i && one.status_code == 404));
    BOOST_TEST((one.url == std::string(500, 'u') && one.error == std::string(500, 'e')));
    BOOST_TEST((one.response_headers.empty() && one.response_body.empty() && one.hops.empty() && one.tls.empty()));
  }

  const auto with_answers = world.reader->ask(list_deliveries{world.workspace, {.with_answers = true}}).rows.at(0);
  const auto whole = world.reader->ask(find_delivery{world.workspace, id}).value();
  BOOST_TEST(whole.body == job.body + std::string(4'096, ' '));
  for (const auto* attempts : {&whole.attempts, &with_answers.attempts}) {
    BOOST_REQUIRE(attempts->size() == 200u);
    for (const auto& one : *attempts) {
      BOOST_TEST((one.url == made.url && one.error == made.error && one.hops == made.hops && one.tls == made.tls));
      const bool has_answer = one.number > 230;
      BOOST_TEST((one.response_headers == made.response_headers) == has_answer);
      BOOST_TEST((one.response_body == made.response_body) == has_answer);
    }
    BOOST_TEST((attempts->front().number == 51 && attempts->back().number == 250));
  }
}

BOOST_AUTO_TEST_SUITE_END()
