#include "domain/deliveries/callback.hpp"
#include "tests/persistence/store_world.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>

using namespace paylink;
using namespace paylink::test;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(resends)

namespace {

const creator somebody{creator::kind::api_token, "tok_1"};

recorded_attempt record(store_world& world, const delivery_job& job, int status) {
  return world.done<recorded_attempt>(outcome_of(job, world.made(job.attempt, status)));
}

std::vector<delivery_job> claim(store_world& world) { return world.done<claimed_jobs>(claim_due{}).jobs; }

delivery_job claim_one(store_world& world) {
  auto due = claim(world);
  BOOST_REQUIRE(due.size() == 1u);
  return std::move(due.front());
}

/// A paid link whose callback has ended with this status.
struct ended_callback {
  payment_link link;
  delivery_job job;
};
ended_callback end_callback(store_world& world, int status) {
  auto link = world.make_link();
  auto job = world.pay(link.reference, 100'000).jobs.at(0);
  record(world, job, status);
  return {std::move(link), std::move(job)};
}

resend_callback resend_of(const store_world& world, const payment_link& link, const idempotency_key& key = {}) {
  return {world.workspace, link.row, somebody, key};
}

callback_record read(store_world& world, const payment_link& link) {
  return world.reader->ask(find_callback{world.workspace, link.row}).value();
}

void rotate(store_world& world, const std::string& number) {
  world.apply(rotate_signing_key{world.workspace, "key-" + number, "sealed-" + number}).value();
}

} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(what_has_ended_is_due_again_with_the_same_bytes_and_the_next_number, Backend, backends) {
  for (const int status : {200, 404}) {
    store_world world{Backend::where};
    const auto [link, first] = end_callback(world, status);
    BOOST_TEST(claim(world).empty());
    const auto opened = world.done<opened_round>(resend_of(world, link));
    BOOST_TEST((opened.event.text() == first.event_id && opened.round.first_attempt == 2));
    BOOST_TEST((world.read(link).callback == callback_status::pending));
    const auto again = claim_one(world);
    BOOST_TEST((again.row == first.row && again.attempt == 2 && again.round_start == 1));
    BOOST_TEST((again.body == first.body && again.signature == first.signature && again.signed_at == first.signed_at));
    BOOST_TEST((again.event_id == first.event_id && again.agent == first.agent && again.url == first.url));
    BOOST_TEST((is_acknowledged(record(world, again, 204))));
    BOOST_TEST((world.read(link).callback == callback_status::delivered));

    const auto event = read(world, link);
    BOOST_TEST((event.attempts.size() == 2u && event.last_attempt == 2 && event.signature == first.signature));
    BOOST_REQUIRE(event.rounds.size() == 1u);
    const auto& round = event.rounds.front();
    BOOST_TEST((round.first_attempt == 2 && round.repeats == 1 && round.renewed == renewal::none));
    BOOST_TEST((round.asked_by.type == somebody.type && round.asked_by.id == somebody.id));
    BOOST_TEST((round.signed_at == first.signed_at && round.asked_at == opened.round.asked_at));
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_round_has_all_its_attempts_and_its_own_waits, Backend, backends) {
  store_world world{Backend::where};
  world.retries.max_attempts = 3;
  world.restart();
  const auto [link, job] = end_callback(world, 404);
  int number = 1;
  for (int round = 0; round < 2; ++round) {
    const auto opened = world.done<opened_round>(resend_of(world, link)).round;
    BOOST_TEST((opened.first_attempt == number + 1 && opened.repeats == (round == 0 ? 1 : 2)));
    for (int in_round = 1; in_round <= 3; ++in_round) {
      const auto due = claim_one(world);
      BOOST_TEST(due.attempt == ++number);
      const auto state = record(world, due, 503);
      BOOST_TEST((in_round < 3 ? is_pending(state) : has_failed(state)));
      if (in_round == 3) continue;
      const auto wait = delivery::next_attempt_at(state.progress).value() - world.now();
      BOOST_TEST((wait > world.retries.wait_after(in_round) - 5s && wait <= world.retries.wait_after(in_round)));
      world.pass(world.retries.wait_after(in_round));
    }
    BOOST_TEST((world.read(link).callback == callback_status::failed));
  }
  BOOST_TEST(read(world, link).attempts.size() == 7u);
  BOOST_TEST(read(world, link).rounds.size() == 2u);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_wait_in_a_later_round_is_claimed_by_name, Backend, backends) {
  store_world world{Backend::where};
  world.retries.max_attempts = 2;
  world.restart();
  const auto [link, first] = end_callback(world, 404);
  world.apply(resend_of(world, link)).value();
  const auto again = claim_one(world);
  record(world, again, 503);
  const auto last = world.done<delivery_job>(claim_delivery{again.row, again.epoch, again.event_id});
  BOOST_TEST((last.attempt == 3 && last.round_start == 1));
  BOOST_TEST((has_failed(record(world, last, 503))));
  BOOST_TEST((error_of(world.apply(claim_delivery{last.row, last.epoch, last.event_id})) == errc::conflict));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(only_what_has_ended_is_sent_again, Backend, backends) {
  store_world world{Backend::where};
  const auto unpaid = world.make_link(), claimed = world.make_link();
  const auto job = world.pay(claimed.reference, 100'000).jobs.at(0);
  BOOST_TEST((error_of(world.apply(resend_of(world, unpaid))) == errc::not_found));
  BOOST_TEST((error_of(world.apply(resend_of(world, claimed))) == errc::conflict));
  record(world, job, 503); // it waits
  BOOST_TEST((error_of(world.apply(resend_of(world, claimed))) == errc::conflict));
  const auto [link, ended] = end_callback(world, 404);
  auto foreign = resend_of(world, link);
  foreign.workspace = world.new_id<workspace_id>();
  BOOST_TEST((error_of(world.apply(foreign)) == errc::not_found));
  // Of two in one batch the second finds it on its way.
  const write_command twice[] = {resend_of(world, link), resend_of(world, link)};
  const auto replies = world.writer->apply(twice);
  BOOST_TEST((error_of(replies[0]) == errc::ok && error_of(replies[1]) == errc::conflict));
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM callback_rounds") == "1");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(the_signature_stays_for_a_day_and_as_long_as_its_key_is_known, Backend, backends) {
  struct signature_case {
    std::chrono::seconds age;
    int rotations;
    renewal expected;
  };
  const signature_case cases[] = {{0s, 0, renewal::none},          {86'000s, 1, renewal::none},
                                  {86'500s, 0, renewal::too_old},  {86'500s, 2, renewal::too_old},
                                  {60s, 2, renewal::key_replaced}, {60s, 3, renewal::key_replaced}};
  for (const auto& one : cases) {
    BOOST_TEST_CONTEXT("after " << one.age.count() << " s and " << one.rotations << " rotations") {
      store_world world{Backend::where};
      const auto [link, first] = end_callback(world, 404);
      run_sql(world.url, "UPDATE deliveries SET signed_at = signed_at - " + std::to_string(one.age.count()));
      for (int number = 2; number < one.rotations + 2; ++number) rotate(world, std::to_string(number));
      const auto round = world.done<opened_round>(resend_of(world, link)).round;
      BOOST_TEST((round.renewed == one.expected));
      const auto again = claim_one(world);
      BOOST_TEST((again.body == first.body && again.event_id == first.event_id));
      BOOST_TEST(again.signed_at == round.signed_at);
      if (one.expected == renewal::none) {
        BOOST_TEST((again.signature == first.signature && again.signed_at == first.signed_at - one.age.count()));
        continue;
      }
      BOOST_TEST(std::abs(again.signed_at - unix_seconds(world.now())) < 30);
      const auto current = std::to_string(one.rotations + 1);
      BOOST_TEST(again.signature == world.signer.sign(world.workspace, "key-" + current, "sealed-" + current,
                                                      signed_data(again.signed_at, again.body)));
      BOOST_TEST((read(world, link).rounds.at(0).renewed == one.expected));
      // Its retries are signed no more.
      record(world, again, 503);
      rotate(world, "9");
      BOOST_TEST(world.done<delivery_job>(claim_delivery{again.row, again.epoch, again.event_id}).signature ==
                 again.signature);
    }
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(what_cannot_be_signed_is_not_sent_again, Backend, backends) {
  store_world world{Backend::where};
  const auto [link, first] = end_callback(world, 404);
  run_sql(world.url, "UPDATE deliveries SET signed_at = signed_at - 100000");
  world.signer.refused = link.id.text();
  BOOST_TEST((error_of(world.apply(resend_of(world, link))) == errc::internal_error));
  BOOST_TEST((world.read(link).callback == callback_status::failed && read(world, link).rounds.empty()));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(by_a_clock_that_was_moved_nothing_is_sent_again, Backend, backends) {
  store_world world{Backend::where};
  const auto [link, first] = end_callback(world, 404);
  world.clock.moved = 10min;
  BOOST_TEST((error_of(world.apply(resend_of(world, link))) == errc::service_unavailable));
  const resend_callbacks portion{.workspace = world.workspace, .link_rows = {link.row}, .asked_by = somebody};
  BOOST_TEST((error_of(world.apply(portion)) == errc::service_unavailable));
  BOOST_TEST((world.read(link).callback == callback_status::failed));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(what_an_older_claim_still_says_is_discarded, Backend, backends) {
  store_world world{Backend::where};
  const auto link = world.make_link();
  const auto first = world.pay(link.reference, 100'000).jobs.at(0);
  world.pass(46s); // its lease ends
  const auto second = claim_one(world);
  record(world, second, 404);
  world.apply(resend_of(world, link)).value();
  for (const auto& late : {first, second}) BOOST_TEST(record(world, late, 200).stale);
  BOOST_TEST((error_of(world.apply(claim_delivery{second.row, second.epoch, second.event_id})) == errc::conflict));
  BOOST_TEST((error_of(world.apply(extend_lease{second.row, second.epoch, second.event_id})) == errc::conflict));
  BOOST_TEST((world.read(link).callback == callback_status::pending));
  const auto third = claim_one(world);
  BOOST_TEST((third.attempt == 3 && third.epoch > second.epoch));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_crash_loses_no_round_and_counts_its_own_attempts, Backend, backends) {
  store_world world{Backend::where};
  world.retries.max_attempts = 2;
  world.restart();
  const auto [link, first] = end_callback(world, 503);
  world.pass(world.retries.wait_after(1));
  record(world, claim_one(world), 503); // spent
  const auto restart = [&] {
    world.restart();
    world.begin_incarnation();
  };
  world.apply(resend_of(world, link)).value();
  restart();
  BOOST_TEST((world.read(link).callback == callback_status::pending));
  BOOST_TEST(claim_one(world).attempt == 3);
  restart(); // its outcome is lost: the next number follows at once
  const auto last = claim_one(world);
  BOOST_TEST(last.attempt == 4);
  restart();
  BOOST_TEST((world.read(link).callback == callback_status::failed));
  BOOST_TEST(claim(world).empty());
  BOOST_TEST(world.ask("SELECT COUNT(DISTINCT number) FROM attempts") == "4");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_portion_opens_a_round_of_each_that_has_ended, Backend, backends) {
  store_world world{Backend::where};
  std::vector<payment_link> ended;
  for (const int status : {200, 404, 400}) ended.push_back(end_callback(world, status).link);
  run_sql(world.url,
          "UPDATE deliveries SET signed_at = signed_at - 100000 WHERE link_row = " + std::to_string(ended[1].row));
  const auto waiting = world.make_link(), unpaid = world.make_link();
  world.pay(waiting.reference, 100'000, {.claim = false});
  resend_callbacks portion{
      .workspace = world.workspace, .link_rows = {}, .asked_by = somebody, .so_far = {.matched = 105, .queued = 80}};
  for (const auto& link : ended) portion.link_rows.push_back(link.row);
  portion.link_rows.push_back(waiting.row);
  portion.link_rows.push_back(unpaid.row);
  const auto counts = world.done<resend_counts>(portion);
  BOOST_TEST((counts.matched == 105 && counts.queued == 83));
  for (const auto& link : ended) {
    BOOST_TEST((world.read(link).callback == callback_status::pending));
    BOOST_TEST(
        (read(world, link).rounds.at(0).renewed == (link.row == ended[1].row ? renewal::too_old : renewal::none)));
  }
  BOOST_TEST((read(world, waiting).rounds.empty() && claim(world).size() == 3u));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_filter_is_walked_in_portions_that_hold_every_link_once, Backend, backends) {
  store_world world{Backend::where};
  std::vector<std::int64_t> ended;
  for (int count = 0; count < 7; ++count) {
    if (count % 2 == 0) world.make_link();
    ended.push_back(end_callback(world, count < 5 ? 404 : 200).link.row);
  }
  world.pay(world.make_link().reference, 100'000); // its callback is still being sent
  const auto walk = [&](link_filter filter) {
    filter.limit = 3;
    std::vector<std::int64_t> seen;
    std::int64_t matched = 0;
    do {
      const auto portion = world.reader->ask(list_resendable{world.workspace, filter, world.now()});
      BOOST_TEST(portion.matched <= 3);
      matched += portion.matched;
      seen.insert(seen.end(), portion.link_rows.begin(), portion.link_rows.end());
      filter.after = portion.more_after;
    } while (filter.after);
    const auto counts = world.reader->ask(count_resendable{world.workspace, filter, world.now()});
    BOOST_TEST((counts.matched == matched && counts.queued == std::ssize(seen)));
    std::ranges::sort(seen);
    return seen;
  };
  BOOST_TEST(walk({}) == ended, boost::test_tools::per_element());
  BOOST_TEST(walk({.callback = callback_status::failed}) == std::vector(ended.begin(), ended.begin() + 5),
             boost::test_tools::per_element());
  BOOST_TEST(walk({.status = link_status::pending}).empty());
  BOOST_TEST(walk({.to = world.now() - 1h}).empty());
  const auto counts = world.reader->ask(count_resendable{world.workspace, {}, world.now()});
  BOOST_TEST((counts.matched == 12 && counts.queued == 7));
  const auto elsewhere = world.reader->ask(count_resendable{world.new_id<workspace_id>(), {}, world.now()});
  BOOST_TEST((elsewhere.matched == 0 && elsewhere.queued == 0));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_reference_chooses_its_link_alone, Backend, backends) {
  store_world world{Backend::where};
  end_callback(world, 404);
  const auto [link, job] = end_callback(world, 404);
  const link_filter filter{.ref = link.reference, .limit = 3};
  const auto portion = world.reader->ask(list_resendable{world.workspace, filter, world.now()});
  BOOST_TEST((portion.link_rows == std::vector{link.row} && portion.matched == 1 && !portion.more_after));
  BOOST_TEST(world.reader->ask(count_resendable{world.workspace, filter, world.now()}).queued == 1);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_key_opens_one_round_and_is_noted_with_what_it_came_to, Backend, backends) {
  store_world world{Backend::where};
  const idempotency_key key{"tok_1", "again", "print"}, other{"tok_1", "again", "another print"};
  const auto [link, job] = end_callback(world, 404);
  const auto opened = world.done<opened_round>(resend_of(world, link, key));
  record(world, claim_one(world), 404);
  BOOST_TEST((error_of(world.apply(resend_of(world, link, key))) == errc::idempotency_in_progress));
  BOOST_TEST((error_of(world.apply(resend_of(world, link, other))) == errc::idempotency_key_reused));
  const auto used = [&](const idempotency_key& name) {
    const auto found = world.reader->ask(find_used_key{name, world.workspace, world.now()});
    return found ? found->subject : std::string{"unused"};
  };
  BOOST_TEST(used(key) == std::to_string(opened.round.first_attempt));

  resend_callbacks portion{
      .workspace = world.workspace, .link_rows = {}, .asked_by = somebody, .key = {"tok_1", "all", "print"}};
  portion.so_far = {.matched = 3, .queued = 2};
  BOOST_TEST(world.done<resend_counts>(portion).queued == 2);
  BOOST_TEST(used(portion.key) == "unused");
  portion.is_last = true;
  portion.link_rows = {link.row};
  const auto counts = world.done<resend_counts>(portion);
  BOOST_TEST(used(portion.key) == "3/3/" + std::to_string(to_millis(counts.counted_at)));
  BOOST_TEST((error_of(world.apply(portion)) == errc::idempotency_in_progress));
}

BOOST_AUTO_TEST_SUITE_END()
