#include "tests/persistence/store_world.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>

using namespace paylink;
using namespace paylink::test;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(webhook_deliveries)

namespace {

const creator somebody{creator::kind::api_token, "tok_1"};

webhook new_webhook(store_world& world, const char* url = "https://shop.example/hook") {
  const webhook record{.id = world.new_id<webhook_id>(),
                       .workspace = world.workspace,
                       .name = "Orders",
                       .url = url,
                       .events = 15,
                       .filter = {},
                       .headers = {{"X-Shop", "hanoi"}}};
  return world
      .done<made_webhook>(
          create_webhook{.record = record, .keys = {record.id.text() + ".1", "key", "secret"}, .by = world.by_owner()})
      .record;
}

webhook enable(store_world& world, const webhook& of, bool is_enabled) {
  return world.done<webhook>(change_webhook{world.workspace, of.id, {.is_enabled = is_enabled}, world.by_owner()});
}

recorded_attempt settle(store_world& world, const delivery_job& job, int status) {
  return world.done<recorded_attempt>(outcome_of(job, world.made(job.attempt, status)));
}

delivery_job job_to(const std::vector<delivery_job>& jobs, const webhook& to) {
  const auto found =
      std::ranges::find_if(jobs, [&](const auto& job) { return job.webhook && job.webhook->id == to.id; });
  BOOST_REQUIRE((found != jobs.end()));
  return *found;
}

/// A credit whose delivery to the only webhook has ended with this answer; 0: it waits, 1: it is claimed.
delivery_id deliver(store_world& world, int status, transfer_type type = transfer_type::credit) {
  const auto job = world.pay({}, 50'000, {.type = type}).jobs.at(0);
  if (status != 1) settle(world, job, status == 0 ? 503 : status);
  return delivery_id::from_store(job.event_id);
}

std::vector<delivery_id> ids_of(const page<webhook_delivery>& page) {
  std::vector<delivery_id> ids;
  for (const auto& one : page.rows) ids.push_back(one.id);
  return ids;
}

webhook_delivery read(store_world& world, delivery_id id) {
  auto found = world.reader->ask(find_delivery{world.workspace, id});
  BOOST_REQUIRE(found.has_value());
  return std::move(*found);
}

resend_delivery resend(store_world& world, const webhook_delivery& of, const webhook_id& to = {},
                       const idempotency_key& key = {}) {
  return {
      .workspace = world.workspace, .row = of.row, .to = to, .asked_by = somebody, .key = key, .by = world.by_owner()};
}

std::vector<delivery_job> claim(store_world& world) { return world.done<claimed_jobs>(claim_due{}).jobs; }

/// Every portion that is due.
void clear(store_world& world, int limit) {
  run_sql(world.url, "UPDATE workspaces SET clear_at = 0 WHERE clear_at IS NOT NULL");
  for (int count = 0; count < 60; ++count) world.apply(clear_workspace{.limit = limit}).value();
}

} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(deliveries_that_were_given_up_of_late_wait_for_a_person, Backend, backends) {
  store_world world{Backend::where};
  const auto hook = new_webhook(world), second = new_webhook(world);
  const auto open = [&] { return world.reader->ask(count_open{world.workspace, world.now()}).webhooks_not_notified; };
  const auto fail_one = [&](const webhook& to) { settle(world, job_to(world.pay({}, 50'000).jobs, to), 404); };
  fail_one(hook);
  const auto begun = world.now();
  deliver(world, 200);
  deliver(world, 0);
  BOOST_TEST(open() == 1);
  fail_one(second);
  BOOST_TEST(open() == 2);
  BOOST_TEST(world.reader->ask(count_open{world.open_workspace(), world.now()}).webhooks_not_notified == 0);
  world.done<no_reply>(delete_webhook{world.workspace, second.id, world.by_owner()});
  BOOST_TEST(open() == 1);
  enable(world, hook, false);
  world.done<claimed_jobs>(claim_queue{world.pay({}, 50'000).queues.at(0)});
  BOOST_TEST(open() == 0);
  run_sql(world.url,
          "UPDATE webhooks SET disabled_reason = 'endpoint_failing' WHERE enabled = 0 AND deleted_at IS NULL");
  BOOST_TEST(open() == 1);
  const auto open_at = [&](timestamp when) {
    return world.reader->ask(count_open{world.workspace, when}).webhooks_not_notified;
  };
  BOOST_TEST(open_at(begun + 7 * 24h - 1min) == 1);
  BOOST_TEST(open_at(begun + 7 * 24h + 1ms) == 0);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(every_filter_of_deliveries_keeps_what_it_names, Backend, backends) {
  store_world world{Backend::where};
  const auto hook = new_webhook(world);
  const auto acknowledged = deliver(world, 200), failed = deliver(world, 404), waiting = deliver(world, 0),
             claimed = deliver(world, 1), debit = deliver(world, 500 + 1, transfer_type::debit);
  enable(world, hook, false);
  const auto missed_queue = world.pay({}, 50'000).queues.at(0);
  world.done<claimed_jobs>(claim_queue{missed_queue});
  const auto all = world.reader->ask(list_deliveries{world.workspace, {.ascending = true}});
  BOOST_REQUIRE(all.rows.size() == 6u);
  const auto skipped = all.rows.back().id;
  const auto check = [&](delivery_filter filter, std::vector<delivery_id> expected) {
    filter.ascending = true;
    BOOST_TEST((ids_of(world.reader->ask(list_deliveries{world.workspace, filter})) == expected));
    std::ranges::reverse(expected);
    filter.ascending = false;
    BOOST_TEST((ids_of(world.reader->ask(list_deliveries{world.workspace, filter})) == expected));
    const auto counts = world.reader->ask(count_resendable_deliveries{world.workspace, filter, 0, world.now()});
    BOOST_TEST(counts.matched == std::ssize(expected));
  };
  check({}, {acknowledged, failed, waiting, claimed, debit, skipped});
  check({.webhook = hook.id}, {acknowledged, failed, waiting, claimed, debit, skipped});
  check({.webhook = world.new_id<webhook_id>()}, {});
  check({.event = webhook_event::transaction_debit}, {debit});
  check({.status = delivery_status::pending}, {waiting, debit});
  check({.status = delivery_status::sending}, {claimed});
  check({.status = delivery_status::delivered}, {acknowledged});
  check({.status = delivery_status::failed}, {failed});
  check({.status = delivery_status::skipped}, {skipped});
  check({.subject = all.rows[1].subject}, {failed});
  check({.subject = "txn_gone"}, {});
  check({.failed_by = failure_class::http_4xx}, {failed});
  check({.failed_by = failure_class::http_5xx}, {waiting, debit});
  check({.status = delivery_status::delivered, .failed_by = failure_class::http_5xx}, {});
  check({.status = delivery_status::failed, .failed_by = failure_class::http_4xx}, {failed});
  check({.from = world.now() + 1h}, {});
  check({.to = world.now() + 1h}, {acknowledged, failed, waiting, claimed, debit, skipped});
  check({.status = delivery_status::sending, .subject = all.rows[3].subject}, {claimed});
  check({.webhook = hook.id, .event = webhook_event::transaction_credit, .status = delivery_status::pending},
        {waiting});
  for (const auto& one : all.rows)
    BOOST_TEST(std::ranges::count(world.reader->ask(list_deliveries{world.workspace, {.status = one.status}}).rows,
                                  one.id, &webhook_delivery::id) == 1);
  BOOST_TEST((world.reader->ask(find_delivery{world.workspace, claimed}).value().status == delivery_status::sending));
  BOOST_TEST(world.reader->ask(list_deliveries{world.open_workspace(), {}}).rows.empty());
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_cursor_walks_through_the_deliveries_of_all_webhooks_once, Backend, backends) {
  store_world world{Backend::where};
  const auto first = new_webhook(world), second = new_webhook(world);
  const auto link = world.make_link();
  for (int count = 0; count < 4; ++count) world.pay(count == 0 ? std::optional{link.reference} : std::nullopt, 100'000);
  world.done<no_reply>(delete_webhook{world.workspace, second.id, world.by_owner()});
  for (const bool ascending : {true, false}) {
    std::vector<std::int64_t> seen;
    delivery_filter filter{.ascending = ascending, .limit = 3};
    for (bool more = true; more; filter.after = seen.back()) {
      const auto page = world.reader->ask(list_deliveries{world.workspace, filter});
      for (const auto& one : page.rows) seen.push_back(one.row);
      more = page.has_more;
    }
    // Those of the deleted webhook too, and no callback of a link.
    BOOST_TEST(seen.size() == 8u);
    if (!ascending) std::ranges::reverse(seen);
    BOOST_TEST((std::ranges::is_sorted(seen) && std::ranges::adjacent_find(seen) == seen.end()));
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_delivery_is_found_by_its_id_with_its_attempts, Backend, backends) {
  store_world world{Backend::where};
  const auto hook = new_webhook(world);
  const auto id = deliver(world, 404);
  const auto found = read(world, id);
  BOOST_TEST((found.id == id && found.webhook == hook.id && found.status == delivery_status::failed));
  BOOST_TEST((found.event == webhook_event::transaction_credit && found.attempts.size() == 1u));
  BOOST_TEST((found.attempts[0].status_code == 404 && found.last_attempt == 1 && found.headers == hook.headers));
  BOOST_TEST(found.body.find(found.subject) != std::string::npos);
  BOOST_TEST((!found.next_attempt_at && read(world, deliver(world, 0)).next_attempt_at));
  const test_webhook test{.workspace = world.workspace,
                          .id = hook.id,
                          .event = {.delivery = world.new_id<delivery_id>(), .subject = "txn_test_1", .body = "{}"},
                          .by = world.by_owner()};
  world.apply(test).value();
  BOOST_TEST(read(world, test.event.delivery).subject == "txn_test_1");
  BOOST_TEST(!world.reader->ask(find_delivery{world.open_workspace(), id}));
  BOOST_TEST(!world.reader->ask(find_delivery{world.workspace, world.new_id<delivery_id>()}));
  const auto link = world.make_link();
  const auto paid = world.pay(link.reference, 100'000);
  BOOST_TEST(!world.reader->ask(find_delivery{world.workspace, delivery_id::from_store(paid.jobs.at(0).event_id)}) ==
             (paid.jobs.at(0).kind == delivery_kind::link_callback));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_delivery_that_has_ended_is_sent_again_with_the_next_number, Backend, backends) {
  for (const int status : {200, 404}) {
    store_world world{Backend::where};
    const auto hook = new_webhook(world);
    const auto before = read(world, deliver(world, status));
    world.done<webhook>(change_webhook{
        world.workspace,
        hook.id,
        {.url = "https://new.example/hook", .keys = sealed_webhook_keys{hook.id.text() + ".2", "k", "s"}},
        world.by_owner()});
    const auto sent = world.done<resent_delivery>(resend(world, before));
    BOOST_TEST((sent.id == before.id && sent.webhook == hook.id && sent.first_attempt == 2 && sent.resend_of.empty()));
    BOOST_TEST((error_of(world.apply(resend(world, before))) == errc::conflict));
    const auto due = claim(world);
    BOOST_REQUIRE(due.size() == 1u);
    BOOST_TEST((due[0].event_id == before.id.text() && due[0].body == before.body && due[0].attempt == 2));
    BOOST_TEST((due[0].round_start == 1 && due[0].url == "https://new.example/hook" && due[0].signature.empty()));
    BOOST_TEST((is_acknowledged(settle(world, due[0], 204))));
    const auto after = read(world, before.id);
    BOOST_TEST((after.status == delivery_status::delivered && after.attempts.size() == 2u));
    BOOST_REQUIRE(after.rounds.size() == 1u);
    BOOST_TEST((after.rounds[0].first_attempt == 2 && after.rounds[0].repeats == 1));
    BOOST_TEST((after.rounds[0].asked_by.id == somebody.id && after.rounds[0].renewed == renewal::none));
    BOOST_TEST(world.ask("SELECT COUNT(*) FROM audit_log WHERE action = 'delivery.resent'") == "1");
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(what_was_skipped_is_sent_once_its_webhook_is_enabled, Backend, backends) {
  store_world world{Backend::where};
  const auto hook = new_webhook(world);
  enable(world, hook, false);
  const auto skip_all = [&](const delivery_queue& queue) { world.done<claimed_jobs>(claim_queue{queue}); };
  skip_all(world.pay({}, 50'000).queues.at(0));
  const auto missed = world.reader->ask(list_deliveries{world.workspace, {}}).rows.at(0);
  BOOST_TEST((missed.status == delivery_status::skipped && missed.attempts.empty()));
  BOOST_TEST((error_of(world.apply(resend(world, missed))) == errc::conflict));
  enable(world, hook, true);
  BOOST_TEST(world.done<resent_delivery>(resend(world, missed)).first_attempt == 1);
  // Disabled before an attempt, and asked for again.
  enable(world, hook, false);
  BOOST_TEST(claim(world).empty());
  BOOST_TEST((read(world, missed.id).status == delivery_status::skipped));
  enable(world, hook, true);
  world.done<resent_delivery>(resend(world, missed));
  auto due = claim(world);
  BOOST_REQUIRE(due.size() == 1u);
  BOOST_TEST((due[0].attempt == 1 && due[0].round_start == 0));
  settle(world, due[0], 404);
  // The same in a later round: it is noted once.
  for (int count = 0; count < 2; ++count) {
    BOOST_TEST(world.done<resent_delivery>(resend(world, read(world, missed.id))).first_attempt == 2);
    enable(world, hook, false);
    BOOST_TEST(claim(world).empty());
    enable(world, hook, true);
  }
  world.done<resent_delivery>(resend(world, read(world, missed.id)));
  due = claim(world);
  BOOST_REQUIRE(due.size() == 1u);
  BOOST_TEST((due[0].attempt == 2 && is_acknowledged(settle(world, due[0], 200))));
  const auto after = read(world, missed.id);
  BOOST_TEST((after.rounds.size() == 1u && after.rounds[0].repeats == 1 && after.attempts.size() == 2u));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(an_event_goes_to_a_webhook_that_was_added_later, Backend, backends) {
  store_world world{Backend::where};
  new_webhook(world);
  const auto before = read(world, deliver(world, 200));
  const auto later = new_webhook(world, "https://later.example/hook");
  const auto sent = world.done<resent_delivery>(resend(world, before, later.id));
  BOOST_TEST((sent.id != before.id && sent.webhook == later.id && sent.resend_of == before.id));
  const auto due = claim(world);
  BOOST_REQUIRE(due.size() == 1u);
  BOOST_TEST((due[0].body == before.body && due[0].attempt == 1 && due[0].url == "https://later.example/hook"));
  BOOST_TEST((due[0].webhook->id == later.id && due[0].event_id == sent.id.text()));
  const auto made = read(world, sent.id);
  BOOST_TEST((made.resend_of == before.id && made.subject == before.subject && made.event == before.event));
  BOOST_TEST((error_of(world.apply(resend(world, before, later.id))) == errc::conflict));
  settle(world, due[0], 200);
  // It has been told now: a further round.
  const auto again = world.done<resent_delivery>(resend(world, before, later.id));
  BOOST_TEST((again.id == sent.id && again.first_attempt == 2 && again.resend_of == before.id));
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM deliveries") == "2");
  enable(world, later, false);
  BOOST_TEST((error_of(world.apply(resend(world, before, later.id))) == errc::conflict));
  BOOST_TEST((error_of(world.apply(resend(world, before, world.new_id<webhook_id>()))) == errc::not_found));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_key_sends_once_and_tells_what_it_was_used_for, Backend, backends) {
  store_world world{Backend::where};
  new_webhook(world);
  const auto before = read(world, deliver(world, 404));
  const idempotency_key key{"tok_1", "key-1", "print"};
  world.done<resent_delivery>(resend(world, before, {}, key));
  BOOST_TEST((error_of(world.apply(resend(world, before, {}, key))) == errc::idempotency_in_progress));
  BOOST_TEST(
      (error_of(world.apply(resend(world, before, {}, {"tok_1", "key-1", "other"}))) == errc::idempotency_key_reused));
  const auto used = world.reader->ask(find_used_key{key, world.workspace, world.now()});
  BOOST_REQUIRE(used.has_value());
  BOOST_TEST(used->subject.starts_with(before.id.text() + "/2/"));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(all_that_match_are_sent_again_in_portions_and_counted_before, Backend, backends) {
  store_world world{Backend::where};
  const auto hook = new_webhook(world), other = new_webhook(world, "https://other.example/hook");
  for (int count = 0; count < 5; ++count) {
    const auto jobs = world.pay({}, 50'000).jobs;
    settle(world, job_to(jobs, hook), count == 0 ? 200 : 404);
    settle(world, job_to(jobs, other), 404);
  }
  enable(world, other, false);
  const auto later = new_webhook(world, "https://later.example/hook");
  const auto count = [&](const delivery_filter& filter, std::int64_t to) {
    const auto counts = world.reader->ask(count_resendable_deliveries{world.workspace, filter, to, world.now()});
    return std::pair{counts.matched, counts.queued};
  };
  const auto send = [&](delivery_filter filter, const webhook_id& to) {
    filter.limit = 2;
    resend_counts counts;
    for (bool more = true; more;) {
      const auto portion = world.reader->ask(list_resendable_deliveries{world.workspace, filter});
      counts.matched += std::ssize(portion.rows);
      counts = world.done<resend_counts>(resend_deliveries{.workspace = world.workspace,
                                                           .rows = portion.rows,
                                                           .to = to,
                                                           .asked_by = somebody,
                                                           .so_far = counts,
                                                           .is_last = portion.more_after == 0,
                                                           .by = world.by_owner()});
      filter.until = portion.until;
      filter.after = portion.more_after;
      more = portion.more_after != 0;
    }
    return std::pair{counts.matched, counts.queued};
  };
  using numbers = std::pair<std::int64_t, std::int64_t>;
  const delivery_filter failed{.status = delivery_status::failed};
  BOOST_TEST((count(failed, 0) == numbers{9, 4}));
  BOOST_TEST((count({}, later.row) == numbers{10, 5}));
  BOOST_TEST((send(failed, {}) == numbers{9, 4}));
  BOOST_TEST((count(failed, 0) == numbers{5, 0}));
  BOOST_TEST(claim(world).size() == 4u);
  // Each event once, though two webhooks were told of it; and what is made meanwhile is not met.
  BOOST_TEST((send({}, later.id) == numbers{10, 5}));
  BOOST_TEST((count({.webhook = later.id}, 0) == numbers{5, 0}));
  BOOST_TEST(claim(world).size() == 5u);
  BOOST_TEST((count({}, later.row) == numbers{15, 0}));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_deleted_workspace_keeps_no_webhook_and_no_delivery, Backend, backends) {
  store_world world{Backend::where};
  new_webhook(world);
  const auto other = world.open_workspace();
  world.done<resent_delivery>(resend(world, read(world, deliver(world, 404))));
  for (const auto& job : claim(world)) settle(world, job, 200);
  deliver(world, 0);
  const auto in_flight = world.pay({}, 50'000).jobs.at(0);
  world.apply(extend_feed{world.workspace, world.reader->ask(find_feed_extension{world.workspace})}).value();
  world.apply(delete_workspace{.id = world.workspace, .by = world.by_owner()}).value();
  clear(world, 1);
  clear(world, 1);
  // What is under way ends first.
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM deliveries") == "1");
  settle(world, in_flight, 503);
  clear(world, 1);
  for (const char* table :
       {"deliveries", "attempts", "callback_rounds", "webhook_keys", "event_positions", "event_feeds"})
    BOOST_TEST(world.ask(std::string{"SELECT COUNT(*) FROM "} + table) == "0", table);
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM webhooks WHERE name = '' AND url = '' AND deleted_at IS NOT NULL") == "1");
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM workspaces WHERE clear_at IS NULL") == "2");
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM transactions") == "3");
  BOOST_TEST(!other.empty());
}

// No foreign key would refuse attempts without their delivery: a node may be about to store one.
BOOST_AUTO_TEST_CASE(a_delivery_that_another_node_holds_stays_whole_until_it_lets_go) {
  store_world world{kind::postgresql};
  new_webhook(world);
  deliver(world, 404);
  deliver(world, 404);
  world.apply(delete_workspace{.id = world.workspace, .by = world.by_owner()}).value();
  const auto left = [&] {
    return world.ask("SELECT (SELECT COUNT(*) FROM deliveries) || ' with ' || (SELECT COUNT(*) FROM attempts)");
  };
  {
    const foreign_transaction settling{world.url, "SELECT row FROM deliveries ORDER BY row LIMIT 1 FOR UPDATE"};
    clear(world, 2);
    clear(world, 2);
    BOOST_TEST(left() == "1 with 1");
  }
  clear(world, 2);
  BOOST_TEST(left() == "0 with 0");
}

BOOST_AUTO_TEST_SUITE_END()
