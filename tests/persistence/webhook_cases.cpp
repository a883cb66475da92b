#include "tests/persistence/store_world.hpp"

#include <boost/test/unit_test.hpp>

#include <set>

using namespace paylink;
using namespace paylink::test;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(webhooks)

namespace {

constexpr const char* hook_url = "https://shop.example/hook";

webhook new_webhook(store_world& world, webhook_event_set events = 15, webhook_filter filter = {},
                    const char* url = hook_url) {
  webhook record{.id = world.new_id<webhook_id>(),
                 .workspace = world.workspace,
                 .name = "Orders",
                 .url = url,
                 .events = events,
                 .filter = std::move(filter),
                 .headers = {{"X-Shop", "hanoi"}}};
  return world
      .done<made_webhook>(create_webhook{.record = record,
                                         .keys = {record.id.text() + ".1", "sealed-key-1", "sealed-secret-1"},
                                         .by = world.by_owner()})
      .record;
}

sealed_webhook_keys other_keys(const webhook& of) { return {of.id.text() + ".other", "other-key", "other-secret"}; }

webhook change(store_world& world, const webhook& of, webhook_change wanted) {
  return world.done<webhook>(change_webhook{world.workspace, of.id, std::move(wanted), world.by_owner()});
}

recorded_attempt settle(store_world& world, const delivery_job& job, int status) {
  return world.done<recorded_attempt>(outcome_of(job, world.made(job.attempt, status)));
}

std::vector<delivery_job> jobs_of(const recorded_entry& entry, delivery_kind kind) {
  std::vector<delivery_job> found;
  for (const auto& one : entry.jobs)
    if (one.kind == kind) found.push_back(one);
  return found;
}

std::string count(store_world& world, const std::string& which = "webhook_row IS NOT NULL") {
  return world.ask("SELECT COUNT(*) FROM deliveries WHERE " + which);
}

} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(a_credit_that_pays_a_link_is_told_to_all_webhooks_and_the_callback, Backend, backends) {
  store_world world{Backend::where};
  for (int i = 0; i < 20; ++i) new_webhook(world);
  const auto link = world.make_link();
  const auto paid = world.pay(link.reference, 100'000);
  BOOST_TEST(jobs_of(paid, delivery_kind::link_callback).size() == 1u);
  const auto reported = jobs_of(paid, delivery_kind::webhook);
  BOOST_REQUIRE(reported.size() == 20u);
  std::set<std::string> ids;
  for (const auto& job : reported) {
    ids.insert(job.event_id);
    BOOST_TEST((job.url == hook_url && job.attempt == 1 && job.agent == "Service-Webhook/1" && job.signature.empty()));
    BOOST_TEST((delivery_id::parse(job.event_id).has_value() && job.body == reported[0].body));
    BOOST_TEST((job.webhook->sealed_api_key == "sealed-key-1" && job.webhook->sealed_secret == "sealed-secret-1"));
    BOOST_TEST((job.webhook->headers == webhook_headers{{"X-Shop", "hanoi"}}));
  }
  BOOST_TEST(ids.size() == 20u);
  BOOST_TEST(reported[0].body.find(paid.transaction.text()) != std::string::npos);
  BOOST_TEST(count(world, "transaction_row = (SELECT row FROM transactions)") == "21");
  BOOST_TEST(count(world, "subject_id = '" + paid.transaction.text() + "' AND event = 0") == "20");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(an_entry_told_again_is_told_to_no_webhook_again, Backend, backends) {
  store_world world{Backend::where};
  new_webhook(world);
  const auto first = world.credit({}, 50'000, {.reference = "FT1"});
  world.done<recorded_entry>(first);
  auto again = first;
  again.new_transaction = world.new_id<transaction_id>();
  const auto reported = world.done<recorded_entry>(again);
  BOOST_TEST((reported.result == entry_result::duplicate && !reported.has_deliveries()));
  BOOST_TEST(count(world) == "1");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_webhook_is_told_what_it_has_chosen, Backend, backends) {
  store_world world{Backend::where};
  const auto credits = new_webhook(world, bit_of(webhook_event::transaction_credit));
  const auto debits = new_webhook(world, bit_of(webhook_event::transaction_debit));
  const auto large = new_webhook(world, 3, {.amount_min = money{60'000}});
  const auto named = new_webhook(world, 3, {.text = "dh 7"});
  const auto virtual_only = new_webhook(world, 3, {.virtual_accounts = {world.receiver.id}});
  const auto elsewhere = new_webhook(world, 3, {.accounts = {world.new_id<bank_account_id>()}});
  const auto reported = [&](const credit_options& options, std::int64_t amount, bool on_virtual = false) {
    auto entry = world.credit({}, amount, options);
    if (on_virtual) {
      entry.virtual_account_row = world.receiver.row;
      entry.entry.virtual_account_number = world.receiver.number;
    }
    std::set<webhook_id> to;
    for (const auto& job : world.done<recorded_entry>(entry).jobs) to.insert(job.webhook->id);
    return to;
  };
  using ids = std::set<webhook_id>;
  BOOST_TEST((reported({}, 50'000) == ids{credits.id}));
  BOOST_TEST((reported({.type = transfer_type::debit}, 50'000) == ids{debits.id}));
  BOOST_TEST((reported({}, 60'000) == ids{credits.id, large.id}));
  BOOST_TEST((reported({.content = "Thanh toan Đ.H-7"}, 50'000) == ids{credits.id, named.id}));
  BOOST_TEST((reported({}, 50'000, true) == ids{credits.id, virtual_only.id}));
  BOOST_TEST((world.reader->ask(list_webhooks{world.workspace, {}, world.now()}).rows.size() == 6u));
  BOOST_TEST((world.reader->ask(find_webhook{world.workspace, elsewhere.id, world.now()})->filter == elsewhere.filter));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(what_a_disabled_webhook_misses_is_skipped_without_an_attempt, Backend, backends) {
  store_world world{Backend::where};
  const auto hook = new_webhook(world);
  const auto waiting = world.pay({}, 50'000).jobs.at(0);
  settle(world, waiting, 503);
  const auto off = change(world, hook, {.is_enabled = false});
  BOOST_TEST((!off.is_enabled && off.disabled == disabled_reason::by_a_person));
  const auto missed = world.pay({}, 50'000);
  BOOST_TEST((missed.jobs.empty() && missed.queues.size() == 1u));
  world.pass(world.retries.wait_after(1));
  BOOST_TEST(world.done<claimed_jobs>(claim_due{}).jobs.empty());
  BOOST_TEST(world.done<claimed_jobs>(claim_queue{missed.queues[0]}).jobs.empty());
  BOOST_TEST(count(world, "is_skipped = 1 AND state = 2") == "2");
  BOOST_TEST(count(world, "attempt = 1") == "1");
  BOOST_TEST(count(world, "attempt = 0") == "1");
  BOOST_TEST(world.gate.held == 1); // that of the first, which nobody has given back
  const auto shown = world.reader->ask(find_webhook{world.workspace, hook.id, world.now()});
  BOOST_TEST((shown->last && shown->last->status == delivery_status::skipped));
  change(world, hook, {.is_enabled = true});
  BOOST_TEST(world.pay({}, 50'000).jobs.size() == 1u);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_delivery_in_flight_when_its_webhook_is_disabled_is_not_repeated, Backend, backends) {
  store_world world{Backend::where};
  const auto hook = new_webhook(world);
  const auto job = world.pay({}, 50'000).jobs.at(0);
  change(world, hook, {.is_enabled = false});
  BOOST_TEST(is_pending(settle(world, job, 503)));
  BOOST_TEST((error_of(world.apply(claim_delivery{job.row, job.epoch, job.event_id})) == errc::conflict));
  BOOST_TEST(count(world, "is_skipped = 1") == "1");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_deleted_webhook_is_told_nothing_and_no_longer_found, Backend, backends) {
  store_world world{Backend::where};
  const auto hook = new_webhook(world);
  const auto job = world.pay({}, 50'000).jobs.at(0);
  settle(world, job, 503);
  world.done<no_reply>(delete_webhook{world.workspace, hook.id, world.by_owner()});
  BOOST_TEST(!world.pay({}, 50'000).has_deliveries());
  world.pass(world.retries.wait_after(1));
  BOOST_TEST(world.done<claimed_jobs>(claim_due{}).jobs.empty());
  BOOST_TEST(count(world, "is_skipped = 1") == "1");
  BOOST_TEST((error_of(world.apply(delete_webhook{world.workspace, hook.id, world.by_owner()})) == errc::not_found));
  BOOST_TEST(!world.reader->ask(find_webhook{world.workspace, hook.id, world.now()}));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(deliveries_that_wait_follow_their_webhook_to_its_new_url, Backend, backends) {
  store_world world{Backend::where};
  const auto hook = new_webhook(world);
  const auto job = world.pay({}, 50'000).jobs.at(0);
  auto refused = world.made(job.attempt, 0);
  refused.failed_by = failure_class::tls;
  refused.final = true;
  world.done<recorded_attempt>(outcome_of(job, refused));
  change(world, hook, {.url = "https://new.example/hook", .keys = other_keys(hook)});
  world.pass(world.retries.wait_after(1));
  // The next claim finds that it leads elsewhere, and the one behind it takes it from there.
  const auto redirected = world.done<claimed_jobs>(claim_due{});
  BOOST_TEST((redirected.jobs.empty() && redirected.next_due.has_value()));
  const auto due = world.done<claimed_jobs>(claim_due{}).jobs;
  BOOST_REQUIRE(due.size() == 1u);
  BOOST_TEST((due[0].url == "https://new.example/hook" && due[0].attempt == 2));
  BOOST_TEST(!due[0].earlier); // which was of another receiver
  BOOST_TEST((due[0].webhook->sealed_api_key == "other-key" && due[0].webhook->sealed_secret == "other-secret"));
  BOOST_TEST(world.ask("SELECT destination FROM deliveries") == "new.example:443");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_webhook_moves_to_another_origin_with_new_keys_or_not_at_all, Backend, backends) {
  store_world world{Backend::where};
  const auto hook = new_webhook(world);
  const auto key_of_next = [&] { return world.pay({}, 50'000).jobs.at(0).webhook->sealed_api_key; };
  for (const auto* url : {"https://new.example/hook", "https://shop.example:8443/hook"})
    BOOST_TEST((error_of(world.apply(change_webhook{
                    world.workspace, hook.id, {.name = "Books", .url = url}, world.by_owner()})) == errc::conflict));
  const auto kept = change(world, hook, {.url = "https://SHOP.example:443/other"});
  BOOST_TEST((kept.name == "Orders" && kept.url == "https://SHOP.example:443/other"));
  BOOST_TEST(key_of_next() == "sealed-key-1");
  // A pair that waits is dropped, too.
  world.done<webhook>(
      rotate_webhook{world.workspace, hook.id, {hook.id.text() + ".2", "sealed-key-2", "s2"}, world.by_owner()});
  const auto moved = change(world, hook, {.url = "https://new.example/hook", .keys = other_keys(hook)});
  BOOST_TEST((moved.url == "https://new.example/hook" && !moved.rotates_at));
  BOOST_TEST(key_of_next() == "other-key");
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM webhook_keys") == "1");
  const auto last_noted = [&](const std::string& column) {
    return world.ask("SELECT " + column + " FROM audit_log WHERE target = '" + hook.id.text() +
                     "' ORDER BY number DESC LIMIT 1");
  };
  BOOST_TEST(last_noted("action") == "webhook.changed");
  BOOST_TEST(last_noted("became").ends_with(R"("enabled":true,"keys":"replaced"})"));
  BOOST_TEST(last_noted("was").ends_with(R"("enabled":true})"));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(what_waits_in_memory_is_claimed_again_when_its_webhook_has_changed, Backend, backends) {
  store_world world{Backend::where};
  const auto hook = new_webhook(world);
  // Where the database's clock decides, time passes for deliveries alone.
  const auto age_keys = [&] { run_sql(world.url, "UPDATE webhook_keys SET active_from = active_from - 3600000"); };
  age_keys();
  auto job = jobs_of(world.pay({}, 50'000), delivery_kind::webhook).at(0);
  const auto extended = [&] { return error_of(world.apply(extend_lease{job.row, job.epoch, job.event_id})); };
  const auto claim_again = [&](const char* why) {
    world.pass(30s);
    BOOST_TEST((extended() == errc::conflict), why);
    BOOST_TEST((extended() == errc::conflict), "it is nobody's");
    const auto due = world.done<claimed_jobs>(claim_due{}).jobs;
    BOOST_REQUIRE_MESSAGE(due.size() == 1u, why);
    BOOST_TEST((due[0].row == job.row && due[0].attempt == 1 && due[0].epoch > job.epoch));
    job = due[0];
  };
  world.pass(30s);
  BOOST_TEST((extended() == errc::ok));
  world.done<webhook>(
      rotate_webhook{world.workspace, hook.id, {hook.id.text() + ".2", "sealed-key-2", "s2"}, world.by_owner()});
  world.pass(30s);
  BOOST_TEST((extended() == errc::ok)); // the new pair waits for its time
  world.done<webhook>(activate_webhook_keys{world.workspace, hook.id, world.by_owner()});
  claim_again("other keys");
  BOOST_TEST(job.webhook->sealed_api_key == "sealed-key-2");
  age_keys();
  world.pass(30s);
  BOOST_TEST((extended() == errc::ok));
  change(world, hook, {.is_enabled = false});
  world.pass(30s);
  BOOST_TEST((extended() == errc::conflict));
  BOOST_TEST(world.done<claimed_jobs>(claim_due{}).jobs.empty());
  BOOST_TEST(count(world, "is_skipped = 1") == "1");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_rotated_pair_serves_after_a_day_or_when_it_is_activated, Backend, backends) {
  store_world world{Backend::where};
  const auto hook = new_webhook(world);
  const auto key_of_next = [&] { return world.pay({}, 50'000).jobs.at(0).webhook->sealed_api_key; };
  const auto rotate = [&](const std::string& number) {
    return world.done<webhook>(rotate_webhook{world.workspace,
                                              hook.id,
                                              {hook.id.text() + "." + number, "sealed-key-" + number, "s" + number},
                                              world.by_owner()});
  };
  BOOST_TEST(
      (error_of(world.apply(activate_webhook_keys{world.workspace, hook.id, world.by_owner()})) == errc::conflict));
  // By a clock that was set back, the pair in force seems to wait: it serves, and stays.
  run_sql(world.url, "UPDATE webhook_keys SET active_from = active_from + 600000");
  BOOST_TEST(!world.reader->ask(find_webhook{world.workspace, hook.id, world.now()})->rotates_at.has_value());
  BOOST_TEST(rotate("1b").rotates_at.has_value());
  BOOST_TEST(key_of_next() == "sealed-key-1");
  run_sql(world.url, "UPDATE webhook_keys SET active_from = active_from - 600000");
  BOOST_TEST(rotate("2").rotates_at.has_value());
  BOOST_TEST(key_of_next() == "sealed-key-1");
  world.done<webhook>(activate_webhook_keys{world.workspace, hook.id, world.by_owner()});
  BOOST_TEST(key_of_next() == "sealed-key-2");
  rotate("3"), rotate("4");
  BOOST_TEST(key_of_next() == "sealed-key-2");
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM webhook_keys") == "2");
  if (world.where == kind::sqlite) {
    world.pass(24h);
    BOOST_TEST(key_of_next() == "sealed-key-4");
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_webhook_that_is_gone_for_a_day_is_disabled_with_a_mail_and_a_line, Backend, backends) {
  store_world world{Backend::where};
  const auto hook = new_webhook(world);
  BOOST_TEST(has_failed(settle(world, world.pay({}, 50'000).jobs.at(0), 410)));
  run_sql(world.url, "UPDATE webhooks SET gone_since = gone_since - 86300000");
  settle(world, world.pay({}, 50'000).jobs.at(0), 410);
  BOOST_TEST(world.reader->ask(find_webhook{world.workspace, hook.id, world.now()})->is_enabled);
  // Another answer in between: the day begins again.
  settle(world, world.pay({}, 50'000).jobs.at(0), 404);
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM webhooks WHERE gone_since IS NULL AND failures = 3") == "1");
  settle(world, world.pay({}, 50'000).jobs.at(0), 410);
  run_sql(world.url, "UPDATE webhooks SET gone_since = gone_since - 86400000");
  settle(world, world.pay({}, 50'000).jobs.at(0), 410);
  const auto after = world.reader->ask(find_webhook{world.workspace, hook.id, world.now()});
  BOOST_TEST((!after->is_enabled && after->disabled == disabled_reason::gone));
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM mails WHERE kind = 'webhook_disabled'") == "1");
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM audit_log WHERE action = 'webhook.disabled'") == "1");
  // Enabled again, it starts from zero.
  BOOST_TEST(change(world, hook, {.is_enabled = true}).is_enabled);
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM webhooks WHERE gone_since IS NULL AND failures = 0") == "1");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_success_ends_the_count_of_failures, Backend, backends) {
  store_world world{Backend::where};
  new_webhook(world);
  settle(world, world.pay({}, 50'000).jobs.at(0), 404);
  const auto next = world.pay({}, 50'000).jobs.at(0);
  BOOST_TEST(next.webhook->is_failing);
  settle(world, next, 200);
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM webhooks WHERE failing_since IS NULL AND failures = 0") == "1");
  BOOST_TEST(!world.pay({}, 50'000).jobs.at(0).webhook->is_failing);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_test_event_is_due_at_once_and_is_no_transaction, Backend, backends) {
  store_world world{Backend::where};
  const auto hook = new_webhook(world);
  const test_webhook wanted{.workspace = world.workspace,
                            .id = hook.id,
                            .event = {.delivery = world.new_id<delivery_id>(),
                                      .subject = "txn_test_1",
                                      .body = R"({"transaction_id":"txn_test_1"})"},
                            .by = world.by_owner()};
  BOOST_TEST((world.done<started_delivery>(wanted).id == wanted.event.delivery));
  const auto due = world.done<claimed_jobs>(claim_due{}).jobs;
  BOOST_REQUIRE(due.size() == 1u);
  BOOST_TEST((due[0].body == wanted.event.body && due[0].event_id == wanted.event.delivery.text() &&
              due[0].webhook->id == hook.id));
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM transactions") == "0");
  change(world, hook, {.is_enabled = false});
  BOOST_TEST((error_of(world.apply(wanted)) == errc::conflict));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(webhooks_are_of_one_workspace_and_at_most_fifty, Backend, backends) {
  store_world world{Backend::where};
  const auto hook = new_webhook(world);
  const auto other = world.open_workspace();
  BOOST_TEST(!world.reader->ask(find_webhook{other, hook.id, world.now()}));
  BOOST_TEST((error_of(world.apply(delete_webhook{other, hook.id, world.by_owner()})) == errc::not_found));
  BOOST_TEST(
      (error_of(world.apply(change_webhook{other, hook.id, {.name = "x"}, world.by_owner()})) == errc::not_found));
  for (int i = 1; i < webhooks_of_workspace_max; ++i) new_webhook(world);
  const webhook one_more{.id = world.new_id<webhook_id>(), .workspace = world.workspace, .name = "x", .events = 1};
  BOOST_TEST((error_of(world.apply(create_webhook{
                  .record = one_more, .keys = {"k", "a", "s"}, .by = world.by_owner()})) == errc::conflict));
}

BOOST_AUTO_TEST_SUITE_END()
