#include "tests/persistence/aged_shop.hpp"
#include "tests/persistence/recount.hpp"

#include <boost/test/unit_test.hpp>

using namespace paylink;
using namespace paylink::test;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(statistics)

namespace {

/// All that was ever counted in a Workspace.
period_counts total_of(store_world& world, workspace_id in) {
  period_counts total;
  for (const auto& one : world.reader->ask(list_periods{in, timestamp{}, world.now() + 1000h, period_length::day}))
    total.add(one);
  return total;
}
period_counts total_of(store_world& world) { return total_of(world, world.workspace); }

counted_money credits_of(const period_counts& counts, std::optional<classification> classified) {
  return counts.credits[static_cast<std::size_t>(credit_detail(classified))];
}

std::int64_t links_of(const period_counts& counts, link_status status) {
  return counts.links[static_cast<std::size_t>(status)];
}

const attempt_counts& attempts_in(const period_counts& counts, delivery_kind kind) {
  return counts.attempts[static_cast<std::size_t>(kind)];
}

std::int64_t failed_by(const attempt_counts& attempts, failure_class why) {
  return attempts.by_class[static_cast<std::size_t>(why)];
}

std::string stored_counts(const store_world& world, const std::string& table, const std::string& period) {
  const std::string key = "workspace_id, " + period + ", what, detail";
  const std::string row = "workspace_id || ' ' || " + period +
                          " || ' ' || what || ' ' || detail || ' ' || SUM(count) || ' ' || SUM(millions) || ' ' || "
                          "SUM(dong)";
  const std::string lines =
      "(SELECT " + row + " AS line FROM " + table + " GROUP BY " + key + " ORDER BY " + key + ") AS lines";
  return world.ask(world.where == kind::sqlite ? "SELECT group_concat(line, '; ') FROM " + lines
                                               : "SELECT string_agg(line, '; ') FROM " + lines);
}

/// Those of hours and of days, whatever lanes they stand in.
std::string stored_counts(const store_world& world) {
  return stored_counts(world, "hourly_counts", "hour") + " | " + stored_counts(world, "daily_counts", "day");
}

void acknowledge(store_world& world, const delivery_job& job, int status, std::chrono::milliseconds after_credit) {
  auto made = world.made(job.attempt, status);
  made.started_at = job.raised_at + after_credit - 40ms;
  made.duration = 40ms;
  world.done<recorded_attempt>(outcome_of(job, made));
}

} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(credits_and_debits_of_a_batch_are_counted_by_what_they_are, Backend, backends) {
  store_world world{Backend::where};
  const auto paid = world.make_link(), under = world.make_link(), over = world.make_link();
  const std::vector<write_command> batch{
      world.credit(paid.reference, 100'000), world.credit(over.reference, 150'000),
      world.credit(under.reference, 99'999), world.credit(paid.reference, 100'000),
      world.credit(std::nullopt, 2'500'001), world.credit(std::nullopt, 7'000'000, {.type = transfer_type::debit}),
      world.credit(under.reference, 1'999)};
  world.done_together<recorded_entry>(batch);
  const auto counts = total_of(world);
  const auto is = [](const counted_money& found, std::int64_t count, std::int64_t dong) {
    BOOST_TEST(found.count == count);
    BOOST_TEST(found.sum.dong == dong);
  };
  is(credits_of(counts, classification::matched), 1, 100'000);
  is(credits_of(counts, classification::overpaid), 1, 150'000);
  is(credits_of(counts, classification::underpaid), 1, 99'999);
  is(credits_of(counts, classification::duplicate), 1, 100'000);
  is(credits_of(counts, classification::below_minimum), 1, 1'999);
  is(credits_of(counts, std::nullopt), 1, 2'500'001);
  is(counts.debits, 1, 7'000'000);
  is(counts.all_credits(), 6, 2'951'999);
  BOOST_TEST(links_of(counts, link_status::pending) == 3);
  BOOST_TEST(links_of(counts, link_status::succeeded) == 2);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(an_entry_that_comes_again_is_counted_once, Backend, backends) {
  store_world world{Backend::where};
  const auto link = world.make_link();
  const auto paid = world.credit(link.reference, 100'000);
  const auto when = world.now() - 5min;
  const auto heard = world.credit(std::nullopt, 7'000, {.occurred_at = when}),
             repeated_by = world.credit(std::nullopt, 7'000, {.feed = "NAPAS", .occurred_at = when});
  world.writer->apply(std::vector<write_command>{paid, paid, heard, repeated_by});
  world.writer->apply(std::vector<write_command>{repeated_by, paid});
  const auto counts = total_of(world);
  BOOST_TEST(counts.all_credits().count == 2);
  BOOST_TEST(counts.all_credits().sum.dong == 107'000);
  BOOST_TEST(links_of(counts, link_status::succeeded) == 1);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(what_is_rolled_back_is_not_counted, Backend, backends) {
  store_world world{Backend::where};
  const auto link = world.make_link(), refused = world.make_link();
  world.signer.refused = refused.id.text();
  const std::vector<write_command> batch{world.credit(link.reference, 100'000), world.credit(std::nullopt, 5'000),
                                         world.credit(refused.reference, 100'000)};
  const auto replies = world.writer->apply(batch);
  BOOST_TEST((replies[0] && replies[1]));
  BOOST_TEST(!replies[2]);
  const auto counts = total_of(world);
  BOOST_TEST(counts.all_credits().count == 2);
  BOOST_TEST(counts.all_credits().sum.dong == 105'000);
  BOOST_TEST(links_of(counts, link_status::succeeded) == 1);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_credit_whose_virtual_account_is_told_later_changes_its_class, Backend, backends) {
  store_world world{Backend::where};
  world.make_link({.on_virtual_account = true});
  const auto when = world.now() - 5min;
  auto with_account = world.credit(std::nullopt, 100'000, {.feed = "NAPAS", .occurred_at = when});
  with_account.virtual_account_row = world.receiver.row;
  world.apply(world.credit(std::nullopt, 100'000, {.occurred_at = when})).value();
  BOOST_TEST(credits_of(total_of(world), std::nullopt).count == 1);
  world.apply(with_account).value();
  const auto counts = total_of(world);
  BOOST_TEST(credits_of(counts, std::nullopt).count == 0);
  BOOST_TEST(credits_of(counts, std::nullopt).sum.dong == 0);
  BOOST_TEST(credits_of(counts, classification::matched).count == 1);
  BOOST_TEST(credits_of(counts, classification::matched).sum.dong == 100'000);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(sums_that_no_amount_can_hold_are_the_largest_one, Backend, backends) {
  store_world world{Backend::where};
  constexpr auto most = std::numeric_limits<std::int64_t>::max();
  for (int i = 0; i < 3; ++i) world.pay(std::nullopt, most);
  const auto counts = total_of(world);
  BOOST_TEST(counts.all_credits().count == 3);
  BOOST_TEST(counts.all_credits().sum.dong == most);
  BOOST_TEST(world.ask("SELECT CAST(SUM(millions) AS BIGINT) || ' ' || CAST(SUM(dong) AS BIGINT) FROM hourly_counts") ==
             std::to_string(3 * (most / 1'000'000)) + ' ' + std::to_string(3 * (most % 1'000'000)));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(links_are_counted_by_how_they_end, Backend, backends) {
  store_world world{Backend::where};
  world.make_link({.lifetime = 1min});
  world.pass(2min);
  const auto cancelled = world.make_link();
  world.apply(close_link{world.workspace, cancelled.id}).value();
  world.apply(close_link{world.workspace, cancelled.id}).error();
  world.done<expired_links>(expire_links{100});
  world.done<expired_links>(expire_links{100});
  const auto counts = total_of(world);
  BOOST_TEST(links_of(counts, link_status::pending) == 2);
  BOOST_TEST(links_of(counts, link_status::cancelled) == 1);
  BOOST_TEST(links_of(counts, link_status::expired) == 1);
  BOOST_TEST(links_of(counts, link_status::succeeded) == 0);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(days_begin_at_midnight_in_vietnam, Backend, backends) {
  store_world world{Backend::where};
  const auto midnight = period_start(world.now(), period_length::day);
  for (const auto created : {midnight - 1ms, midnight, midnight + 59min, midnight + 1h}) {
    auto command = world.link_command({.lifetime = 24h});
    command.link.created_at = created;
    world.apply(command).value();
  }
  BOOST_TEST(format_rfc3339(midnight).substr(11) == "17:00:00.000Z");
  const auto created_in = [&](timestamp from, timestamp to, period_length length) {
    std::string found;
    for (const auto& one : world.reader->ask(list_periods{world.workspace, from, to, length}))
      found +=
          std::to_string((one.start - midnight) / 1h) + ':' + std::to_string(links_of(one, link_status::pending)) + ' ';
    return found;
  };
  BOOST_TEST(created_in(midnight - 48h, midnight + 24h, period_length::day) == "-24:1 0:3 ");
  BOOST_TEST(created_in(midnight - 24h, midnight + 24h, period_length::hour) == "-1:1 0:2 1:1 ");
  BOOST_TEST(created_in(midnight, midnight + 1h, period_length::hour) == "0:2 ");
  BOOST_TEST(created_in(midnight + 24h, midnight + 48h, period_length::day) == "");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_merchant_is_told_of_a_payment_once, Backend, backends) {
  store_world world{Backend::where};
  const creator someone{creator::kind::user, "usr_1"};
  const auto quick = world.make_link(), slow = world.make_link(), never = world.make_link();
  acknowledge(world, world.pay(quick.reference, 100'000).jobs.at(0), 200, 120ms);
  acknowledge(world, world.pay(slow.reference, 100'000).jobs.at(0), 404, 90ms);
  acknowledge(world, world.pay(never.reference, 100'000).jobs.at(0), 404, 90ms);
  const auto send_again = [&](const payment_link& link, std::chrono::milliseconds after) {
    world.done<opened_round>(resend_callback{world.workspace, link.row, someone, {}});
    for (const auto& job : world.done<claimed_jobs>(claim_due{}).jobs) acknowledge(world, job, 200, after);
  };
  send_again(quick, 10min);
  send_again(slow, 20min);
  send_again(slow, 40min);
  const auto counts = total_of(world);
  const auto& callbacks = attempts_in(counts, delivery_kind::link_callback);
  BOOST_TEST(callbacks.all() == 6);
  BOOST_TEST(callbacks.acknowledged() == 4);
  BOOST_TEST(failed_by(callbacks, failure_class::http_4xx) == 2);
  BOOST_TEST(counts.notified.count() == 2);
  const auto is_about = [](std::optional<std::chrono::milliseconds> found, std::chrono::milliseconds wanted) {
    BOOST_TEST_REQUIRE(found.has_value());
    BOOST_TEST(std::abs(found->count() - wanted.count()) * 9 <= wanted.count());
  };
  is_about(counts.notified.percentile(50), 120ms);
  is_about(counts.notified.percentile(95), 20min);
  BOOST_TEST(attempts_in(counts, delivery_kind::webhook).all() == 0);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(attempts_of_webhooks_and_lost_ones_are_counted_apart, Backend, backends) {
  aged_shop shop{Backend::where};
  auto& world = shop.world;
  shop.delivery(200);
  shop.delivery(503);
  shop.callback(200);
  const auto lost = world.make_job();
  run_sql(world.url, "UPDATE deliveries SET lease_until = 0 WHERE row = " + std::to_string(lost.row));
  world.apply(claim_due{}).value();
  const auto counts = total_of(world);
  const auto &webhooks = attempts_in(counts, delivery_kind::webhook),
             &callbacks = attempts_in(counts, delivery_kind::link_callback);
  BOOST_TEST(webhooks.acknowledged() == 1);
  BOOST_TEST(failed_by(webhooks, failure_class::http_5xx) == 1);
  BOOST_TEST(callbacks.acknowledged() == 1);
  // Its lease was of 1970, and so was its attempt.
  BOOST_TEST(world.ask("SELECT SUM(count) FROM hourly_counts WHERE what = 3 AND detail = 9") == "1");
}

// The outcome of another claim, or of one that is stored already, changes nothing.
BOOST_AUTO_TEST_CASE_TEMPLATE(an_outcome_that_comes_twice_or_late_is_counted_once, Backend, backends) {
  store_world world{Backend::where};
  const auto job = world.make_job();
  auto stale = outcome_of(job, world.made(1, 200));
  stale.epoch += 1;
  world.writer->apply(std::vector<write_command>{stale, outcome_of(job, world.made(1, 200))});
  world.writer->apply(std::vector<write_command>{outcome_of(job, world.made(1, 200)), stale});
  const auto counts = total_of(world);
  BOOST_TEST(attempts_in(counts, delivery_kind::link_callback).all() == 1);
  BOOST_TEST(counts.notified.count() == 1);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(counts_stay_when_deliveries_are_purged, Backend, backends) {
  aged_shop shop{Backend::where};
  shop.delivery(404);
  shop.callback(200);
  const auto before = stored_counts(shop.world);
  BOOST_TEST(shop.world.ask("SELECT COUNT(*) FROM attempts") == "2");
  shop.age_all(500);
  shop.purge();
  BOOST_TEST(shop.world.ask("SELECT COUNT(*) FROM attempts") != "2");
  BOOST_TEST(stored_counts(shop.world) == before);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(the_counts_are_those_of_the_recorded_rows, Backend, backends) {
  aged_shop shop{Backend::where};
  auto& world = shop.world;
  for (const int status : {200, 404, 503}) {
    shop.callback(status);
    shop.delivery(status);
  }
  for (const auto waited : {0ms, 9ms, 10ms, 99ms, 100ms, 8'199ms, 8'200ms, 3'600'000ms, 100'000'000ms, 200'000'000ms})
    acknowledge(world, world.make_job(), 200, waited);
  world.pay(world.make_link().reference, 99'999);
  world.pay(std::nullopt, 12'345'678);
  world.pay(std::nullopt, 5'000'000, {.type = transfer_type::debit});
  world.apply(close_link{world.workspace, world.make_link().id}).value();
  const auto counted = stored_counts(world);
  recount(world);
  BOOST_TEST(stored_counts(world) == counted);
}

// Two nodes count in rows of their own: neither waits for a transaction of the other that does not end.
BOOST_AUTO_TEST_CASE(each_writer_counts_in_a_lane_of_its_own) {
  store_world world{kind::postgresql};
  const auto other = world.opened->open_writer(world.context_of("node-2"));
  world.pay(std::nullopt, 5'000);
  const std::vector<write_command> batch{world.credit(std::nullopt, 6'000)};
  BOOST_TEST(other->apply(batch)[0].has_value());
  world.pay(std::nullopt, 7'000);
  BOOST_TEST(world.ask("SELECT COUNT(DISTINCT lane) FROM hourly_counts WHERE what = 0") == "2");
  const auto counts = total_of(world);
  BOOST_TEST(counts.all_credits().count == 3);
  BOOST_TEST(counts.all_credits().sum.dong == 18'000);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_workspace_is_told_of_its_own_counts_alone, Backend, backends) {
  store_world world{Backend::where};
  const auto other = world.open_workspace();
  world.pay(world.make_link().reference, 100'000);
  BOOST_TEST(total_of(world, other).all_credits().count == 0);
  const auto open = world.reader->ask(count_open{other, world.now()});
  BOOST_TEST(open.accounts_connected == 0);
  BOOST_TEST((open.last_heard_at == std::nullopt));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(what_is_open_now_is_counted, Backend, backends) {
  store_world world{Backend::where};
  const auto open = [&] { return world.reader->ask(count_open{world.workspace, world.now()}); };
  BOOST_TEST(open().needs_attention == 0);
  BOOST_TEST(open().accounts_connected == 1);
  const auto under = world.make_link();
  const auto reported = world.pay(under.reference, 99'999);
  world.pay(std::nullopt, 5'000, {.ambiguous = true});
  BOOST_TEST(open().needs_attention == 2);
  world.apply(annotate_transaction{world.workspace, reported.transaction, {}, true, world.by_owner()}).value();
  BOOST_TEST(open().needs_attention == 1);
  BOOST_TEST(open().accounts_silent == 0);
  BOOST_TEST((open().last_heard_at.value() > world.now() - 1min));

  const auto failed = world.make_link(), settled = world.make_link(), repeated = world.make_link();
  for (const auto* link : {&failed, &settled, &repeated}) {
    const auto paid = world.pay(link->reference, 100'000);
    world.done<recorded_attempt>(outcome_of(paid.jobs.at(0), world.made(1, 404)));
    if (link == &settled)
      world.apply(annotate_transaction{world.workspace, paid.transaction, {}, true, world.by_owner()}).value();
  }
  BOOST_TEST(open().merchants_not_notified == 2);
  world.done<opened_round>(resend_callback{world.workspace, repeated.row, creator{creator::kind::user, "usr_1"}, {}});
  BOOST_TEST(open().merchants_not_notified == 1);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_connected_account_is_silent_after_a_day, Backend, backends) {
  store_world world{Backend::where};
  const auto silent_at = [&](timestamp now) {
    return world.reader->ask(count_open{world.workspace, now}).accounts_silent;
  };
  world.pay(std::nullopt, 5'000);
  const auto heard = world.reader->ask(count_open{world.workspace, world.now()}).last_heard_at.value();
  BOOST_TEST(silent_at(heard + 24h - 1ms) == 0);
  BOOST_TEST(silent_at(heard + 24h) == 1);
  run_sql(world.url, "UPDATE bank_accounts SET state = 'disconnected', disconnected_at = 1");
  BOOST_TEST(silent_at(heard + 24h) == 0);
}

BOOST_AUTO_TEST_SUITE_END()
