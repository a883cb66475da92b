// What several webhooks are told of one event is stored once, and goes with the last delivery that needs it.
#include "tests/persistence/aged_shop.hpp"

#include <boost/test/unit_test.hpp>

using namespace paylink;
using namespace paylink::test;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(payloads)

namespace {

webhook hook_at(store_world& world, const std::string& url) {
  const webhook record{.id = world.new_id<webhook_id>(),
                       .workspace = world.workspace,
                       .name = "Orders",
                       .url = url,
                       .events = 15,
                       .filter = {},
                       .headers = {}};
  return world
      .done<made_webhook>(
          create_webhook{.record = record, .keys = {record.id.text() + ".1", "key", "secret"}, .by = world.by_owner()})
      .record;
}

std::vector<webhook> hooks_of(store_world& world, int count) {
  std::vector<webhook> made;
  for (int i = 0; i < count; ++i) made.push_back(hook_at(world, "https://shop.example/" + std::to_string(i)));
  return made;
}

std::string payload_count(store_world& world, const std::string& where = "1 = 1") {
  return world.ask("SELECT COUNT(*) FROM delivery_payloads WHERE " + where);
}

void end_all(store_world& world, const std::vector<delivery_job>& jobs) {
  for (const auto& job : jobs) world.done<recorded_attempt>(outcome_of(job, world.made(job.attempt, 200)));
}

} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(the_deliveries_of_one_credit_share_its_payload, Backend, backends) {
  for (const bool together : {false, true}) {
    store_world world{Backend::where};
    const auto hooks = hooks_of(world, 5);
    std::vector<write_command> batch;
    for (int i = 0; i < 3; ++i) batch.emplace_back(world.credit(std::nullopt, 50'000 + i));
    std::vector<recorded_entry> replies;
    if (together)
      replies = world.done_together<recorded_entry>(batch);
    else
      for (const auto& one : batch) replies.push_back(world.done<recorded_entry>(one));
    BOOST_TEST(payload_count(world) == "3");
    BOOST_TEST(world.ask("SELECT COUNT(*) FROM deliveries WHERE body = '' AND payload_row IS NOT NULL") == "15");
    for (const auto& one : replies) {
      BOOST_REQUIRE(one.jobs.size() == hooks.size());
      for (const auto& job : one.jobs) {
        BOOST_TEST(job.body.find(one.transaction.view()) != std::string::npos);
        const auto shown =
            world.reader->ask(find_delivery{world.workspace, delivery_id::from_store(job.event_id)}).value();
        BOOST_TEST(shown.body == job.body);
      }
    }
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_shared_payload_is_claimed_with_each_delivery, Backend, backends) {
  store_world world{Backend::where};
  hooks_of(world, 3);
  world.gate.is_open = false;
  const auto paid = world.done<recorded_entry>(world.credit(std::nullopt, 50'000));
  world.gate.is_open = true;
  BOOST_REQUIRE(paid.queues.size() == 3u);
  const auto claimed = world.done<claimed_jobs>(claim_queue{.queue = paid.queues[0], .limit = 10});
  BOOST_REQUIRE(claimed.jobs.size() == 3u);
  for (const auto& job : claimed.jobs) BOOST_TEST(job.body.find(paid.transaction.view()) != std::string::npos);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_lone_delivery_keeps_its_body_itself, Backend, backends) {
  store_world world{Backend::where};
  hooks_of(world, 1);
  world.pay(world.make_link().reference, 100'000);
  BOOST_TEST(payload_count(world) == "0");
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM deliveries WHERE body <> '' AND payload_row IS NULL") == "2");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(an_event_that_is_sent_to_one_more_webhook_shares_its_payload, Backend, backends) {
  store_world world{Backend::where};
  hooks_of(world, 2);
  const auto paid = world.pay(std::nullopt, 50'000);
  const auto later = hook_at(world, "https://later.example/hook");
  const auto sent = world.done<resent_delivery>(resend_delivery{.workspace = world.workspace,
                                                                .row = paid.jobs.at(0).row,
                                                                .to = later.id,
                                                                .asked_by = {creator::kind::user, "usr_1"},
                                                                .by = world.by_owner()});
  BOOST_TEST(payload_count(world) == "1");
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM deliveries WHERE payload_row IS NOT NULL") == "3");
  BOOST_TEST(world.reader->ask(find_delivery{world.workspace, sent.id}).value().body == paid.jobs.at(0).body);
  const auto due = world.done<claimed_jobs>(claim_due{}).jobs;
  BOOST_REQUIRE(due.size() == 1u);
  BOOST_TEST(due[0].body == paid.jobs.at(0).body);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_payload_goes_with_the_last_delivery_that_needs_it, Backend, backends) {
  aged_shop shop{Backend::where};
  auto& world = shop.world;
  hooks_of(world, 2);
  const auto paid = world.pay(std::nullopt, 50'000);
  BOOST_REQUIRE(paid.jobs.size() >= 2u);
  const auto last = paid.jobs.back();
  end_all(world, {paid.jobs.begin(), paid.jobs.end() - 1});
  shop.age_all(91);
  shop.purge();
  // One is still being sent.
  BOOST_TEST(payload_count(world) == "1");
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM deliveries WHERE payload_row IS NOT NULL") == "1");
  end_all(world, {last});
  shop.let_pass(91);
  shop.purge();
  BOOST_TEST(payload_count(world) == "0");
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM deliveries WHERE payload_row IS NOT NULL OR purged = 0") == "0");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_payload_goes_with_its_workspace, Backend, backends) {
  store_world world{Backend::where};
  hooks_of(world, 3);
  end_all(world, world.pay(std::nullopt, 50'000).jobs);
  BOOST_TEST(payload_count(world) == "1");
  world.apply(delete_workspace{.id = world.workspace, .by = world.by_owner()}).value();
  for (int portions = 0; portions < 30; ++portions) {
    run_sql(world.url, "UPDATE workspaces SET clear_at = 0 WHERE clear_at IS NOT NULL");
    world.done<cleared_portion>(clear_workspace{.limit = 2});
  }
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM deliveries") == "0");
  BOOST_TEST(payload_count(world) == "0");
}

BOOST_AUTO_TEST_SUITE_END()
