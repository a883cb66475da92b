#include "tests/persistence/store_world.hpp"

#include <boost/test/unit_test.hpp>

using namespace paylink;
using namespace paylink::test;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(deliveries)

namespace {

recorded_attempt record(store_world& world, const delivery_job& job, int status) {
  return world.done<recorded_attempt>(outcome_of(job, world.made(job.attempt, status)));
}

std::vector<delivery_job> claim(store_world& world, claim_due command = {}) {
  return world.done<claimed_jobs>(command).jobs;
}

recorded_attempt find(store_world& world, const delivery_job& job, failure_class found) {
  auto made = world.made(job.attempt, 0);
  made.failed_by = found;
  made.final = true;
  return world.done<recorded_attempt>(outcome_of(job, made));
}

/// The next attempt, however long its wait.
delivery_job claim_next(store_world& world, const delivery_job& before) {
  return world.done<delivery_job>(claim_delivery{before.row, before.epoch, before.event_id});
}

// Between two readings of the database's clock a little time goes by.
bool is_about(timestamp found, timestamp expected) { return found > expected - 30s && found < expected + 30s; }

} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(an_acknowledged_delivery_is_finished, Backend, backends) {
  store_world world{Backend::where};
  const auto job = world.make_job();
  BOOST_TEST(world.reader->ask(count_unfinished_deliveries{}) == 1);
  BOOST_TEST((is_acknowledged(record(world, job, 204))));
  BOOST_TEST(world.reader->ask(count_unfinished_deliveries{}) == 0);
  world.pass(24h);
  const auto after = world.done<claimed_jobs>(claim_due{});
  BOOST_TEST((after.jobs.empty() && !after.next_due));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_delivery_of_an_unknown_kind_is_not_claimed, Backend, backends) {
  store_world world{Backend::where};
  const auto job = world.make_job();
  record(world, job, 503);
  const auto number = std::to_string(static_cast<int>(delivery_kind::link_callback));
  BOOST_TEST(world.ask("SELECT kind FROM deliveries") == number);
  run_sql(world.url, "UPDATE deliveries SET kind = 1000");
  const claim_delivery again{job.row, job.epoch, job.event_id};
  BOOST_TEST((error_of(world.apply(again)) == errc::internal_error));
  run_sql(world.url, "UPDATE deliveries SET kind = " + number);
  const auto next = world.done<delivery_job>(again);
  BOOST_TEST((next.kind == delivery_kind::link_callback && next.attempt == 2));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_refused_delivery_has_failed_at_once, Backend, backends) {
  store_world world{Backend::where};
  BOOST_TEST((has_failed(record(world, world.make_job(), 404)) && world.ask("SELECT state FROM deliveries") == "2"));
  world.pass(24h);
  BOOST_TEST(claim(world).empty());
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_verdict_ends_a_delivery_once_a_second_look_agrees, Backend, backends) {
  store_world world{Backend::where};
  const auto link = world.make_link();
  const auto job = world.pay(link.reference, 100'000).jobs.at(0);
  const auto first = find(world, job, failure_class::tls);
  BOOST_TEST((is_pending(first) && world.read(link).callback == callback_status::pending));
  BOOST_TEST(is_about(delivery::next_attempt_at(first.progress).value(), world.now() + 10s));
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM notices") == "0");
  // A look that comes too soon after it proves nothing.
  const auto hasty = claim_next(world, job);
  BOOST_TEST((hasty.attempt == 2 && hasty.earlier && hasty.earlier->found == failure_class::tls));
  BOOST_TEST((is_pending(find(world, hasty, failure_class::tls))));
  world.pass(10s);
  const auto last = claim_next(world, hasty);
  BOOST_TEST((last.earlier && last.earlier->at == hasty.earlier->at - (world.where == kind::sqlite ? 0s : 10s)));
  BOOST_TEST((has_failed(find(world, last, failure_class::tls))));
  BOOST_TEST((world.read(link).callback == callback_status::failed));
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM notices") == "1");
  const auto attempts = world.reader->ask(find_callback{world.workspace, link.row}).value().attempts;
  BOOST_REQUIRE(attempts.size() == 3u);
  BOOST_TEST((attempts[0].is_unconfirmed && attempts[1].is_unconfirmed && !attempts[2].is_unconfirmed));
  // Sent again, it is looked at twice again.
  world.done<opened_round>(resend_callback{world.workspace, link.row, {}, {}});
  auto reopened = last;
  ++reopened.epoch;
  const auto again = claim_next(world, reopened);
  BOOST_TEST((again.attempt == 4 && !again.earlier));
  BOOST_TEST((is_pending(find(world, again, failure_class::tls))));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(another_node_confirms_a_verdict_at_once_or_finds_the_receiver_well, Backend, backends) {
  for (const bool agrees : {true, false}) {
    store_world world{Backend::where};
    const auto job = world.make_job();
    BOOST_TEST((is_pending(find(world, job, failure_class::dns))));
    world.restart("node-2");
    world.begin_incarnation();
    const auto next = claim_next(world, job);
    BOOST_TEST((next.earlier && next.earlier->found == failure_class::dns));
    BOOST_TEST(
        (agrees ? has_failed(find(world, next, failure_class::dns)) : is_acknowledged(record(world, next, 200))));
    BOOST_TEST(world.ask("SELECT COUNT(verdict_incarnation) FROM deliveries") == "0");
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_node_that_was_restarted_is_no_second_opinion, Backend, backends) {
  store_world world{Backend::where};
  const auto job = world.make_job();
  BOOST_TEST((is_pending(find(world, job, failure_class::tls))));
  world.restart("node-1");
  world.begin_incarnation();
  BOOST_TEST((is_pending(find(world, claim_next(world, job), failure_class::tls))));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_verdict_is_forgotten_once_the_receiver_answers_and_kept_otherwise, Backend, backends) {
  store_world world{Backend::where};
  auto job = world.make_job();
  find(world, job, failure_class::blocked_destination);
  world.pass(10s);
  job = claim_next(world, job);
  auto lost = world.made(job.attempt, 0);
  lost.failed_by = failure_class::timeout;
  BOOST_TEST((is_pending(world.done<recorded_attempt>(outcome_of(job, lost)))));
  job = claim_next(world, job);
  BOOST_TEST((job.earlier && job.earlier->found == failure_class::blocked_destination));
  BOOST_TEST((is_pending(record(world, job, 503))));
  job = claim_next(world, job);
  BOOST_TEST(!job.earlier);
  BOOST_TEST((is_pending(find(world, job, failure_class::blocked_destination))));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_retry_waits_and_keeps_its_bytes_while_the_number_grows, Backend, backends) {
  store_world world{Backend::where};
  const auto first = world.make_job();
  auto job = first;
  for (int number = 1; number < world.retries.max_attempts; ++number) {
    const auto state = record(world, job, 503);
    BOOST_TEST((is_pending(state) && is_about(delivery::next_attempt_at(state.progress).value(),
                                              world.now() + world.retries.wait_after(number))));
    BOOST_TEST(
        (delivery::next_attempt_at(state.progress).value() - state.decided_at == world.retries.wait_after(number)));
    if (world.where == kind::sqlite) {
      world.pass(world.retries.wait_after(number) - 1ms);
      const auto waiting = world.done<claimed_jobs>(claim_due{});
      BOOST_TEST((waiting.jobs.empty() && waiting.next_due == world.now() + 1ms));
      world.pass(1ms);
    } else {
      world.pass(world.retries.wait_after(number));
    }
    const auto due = claim(world);
    BOOST_REQUIRE(due.size() == 1u);
    job = due[0];
    BOOST_TEST((job.attempt == number + 1 && job.epoch == number + 1));
    BOOST_TEST((job.body == first.body && job.signature == first.signature && job.signed_at == first.signed_at));
    BOOST_TEST((job.event_id == first.event_id && job.agent == first.agent && job.url == first.url));
  }
  BOOST_TEST((has_failed(record(world, job, 503))));
  world.pass(24h);
  BOOST_TEST(claim(world).empty());
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM attempts") == std::to_string(world.retries.max_attempts));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(an_attempt_is_read_back_whole_however_hostile_the_answer, Backend, backends) {
  store_world world{Backend::where};
  const auto link = world.make_link();
  const auto job = world.pay(link.reference, 100'000).jobs.at(0);
  auto made = world.made(1, 500);
  made.hops = {"https://b.example/", "https://c.example/\xff"};
  made.response_headers = {{"server", "x\"y"}, {"x-raw", std::string{"a\0b", 3}}};
  made.response_body = std::string(5000, 'b') + "\xff";
  made.error = "HTTP 500";
  made.tls = "TLSv1.3 TLS_AES_256_GCM_SHA384";
  world.apply(outcome_of(job, made)).value();
  const auto record = world.reader->ask(find_callback{world.workspace, link.row}).value();
  BOOST_REQUIRE(record.attempts.size() == 1u);
  const auto& read = record.attempts[0];
  BOOST_TEST((read.number == 1 && read.status_code == 500 && read.failed_by == failure_class::http_5xx && !read.final));
  BOOST_TEST((read.started_at == made.started_at && read.duration == 25ms));
  BOOST_TEST((read.hops == std::vector<std::string>{"https://b.example/", "https://c.example/\uFFFD"}));
  BOOST_TEST((read.response_headers ==
              std::vector<std::pair<std::string, std::string>>{{"server", "x\"y"}, {"x-raw", "a\uFFFDb"}}));
  BOOST_TEST(read.response_body == std::string(4096, 'b'));
  BOOST_TEST((read.error == made.error && read.tls == made.tls && read.address == made.address));
  BOOST_TEST(delivery::next_attempt_at(record.progress).has_value());
}

BOOST_AUTO_TEST_CASE_TEMPLATE(an_outcome_of_an_older_claim_is_discarded, Backend, backends) {
  store_world world{Backend::where};
  const auto first = world.make_job();
  world.pass(46s); // the lease ends
  const auto again = claim(world);
  BOOST_REQUIRE(again.size() == 1u);
  BOOST_TEST((again[0].attempt == 2 && again[0].epoch == 2));
  BOOST_TEST(record(world, first, 200).stale);
  BOOST_TEST(world.ask("SELECT state FROM deliveries") == "0");
  const auto state = record(world, again[0], 200);
  BOOST_TEST((!state.stale && is_acknowledged(state)));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(an_outcome_is_never_stored_at_another_event_whose_row_has_the_number, Backend, backends) {
  store_world world{Backend::where};
  const auto lost = world.make_job();
  // A standby that was behind took over: the next event got the row, the epoch and the attempt of the one that is gone.
  run_sql(world.url, "UPDATE deliveries SET event_id = 'evt_of_another'");
  BOOST_TEST((error_of(world.apply(extend_lease{lost.row, lost.epoch, lost.event_id})) == errc::conflict));
  BOOST_TEST((error_of(world.apply(hand_back{lost.row, lost.epoch, lost.event_id})) == errc::conflict));
  BOOST_TEST(record(world, lost, 200).stale);
  // Said twice in one batch it is settled by both ways of the store.
  const write_command twice[] = {outcome_of(lost, world.made(1, 200)), outcome_of(lost, world.made(1, 200))};
  for (const auto& reply : world.writer->apply(twice)) BOOST_TEST(std::get<recorded_attempt>(reply.value()).stale);
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM attempts") == "0");
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM deliveries WHERE state = 0 AND owner IS NOT NULL") == "1");
  run_sql(world.url, "UPDATE deliveries SET owner = NULL, lease_until = NULL");
  BOOST_TEST((error_of(world.apply(claim_delivery{lost.row, lost.epoch, lost.event_id})) == errc::conflict));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(an_outcome_said_twice_is_stored_once, Backend, backends) {
  store_world world{Backend::where};
  const auto job = world.make_job();
  const auto first = record(world, job, 503), second = record(world, job, 503);
  BOOST_TEST((!second.stale && is_pending(second) &&
              delivery::next_attempt_at(second.progress) == delivery::next_attempt_at(first.progress)));
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM attempts") == "1");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_living_lease_is_left_alone_and_can_be_lengthened, Backend, backends) {
  store_world world{Backend::where};
  const auto job = world.make_job();
  BOOST_TEST(is_about(job.lease_until, world.now() + world.retries.timeout + 15s));
  world.pass(40s);
  BOOST_TEST(claim(world).empty());
  BOOST_TEST((error_of(world.apply(extend_lease{job.row, job.epoch, job.event_id})) == errc::ok));
  world.pass(40s);
  BOOST_TEST(claim(world).empty());
  BOOST_TEST((error_of(world.apply(extend_lease{job.row, job.epoch + 1, job.event_id})) == errc::conflict));
  world.pass(40s);
  BOOST_TEST(claim(world).size() == 1u);
  BOOST_TEST((error_of(world.apply(extend_lease{job.row, job.epoch, job.event_id})) == errc::conflict));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_wait_that_is_over_is_claimed_by_name_once, Backend, backends) {
  store_world world{Backend::where};
  const auto job = world.make_job();
  BOOST_TEST((error_of(world.apply(claim_delivery{job.row, job.epoch, job.event_id})) == errc::conflict));
  record(world, job, 503);
  const auto next = world.done<delivery_job>(claim_delivery{job.row, job.epoch, job.event_id});
  BOOST_TEST((next.attempt == 2 && next.epoch == 2 && next.body == job.body && next.url == job.url));
  BOOST_TEST((error_of(world.apply(claim_delivery{job.row, job.epoch, job.event_id})) == errc::conflict));
  record(world, next, 200);
  BOOST_TEST((error_of(world.apply(claim_delivery{job.row, next.epoch, job.event_id})) == errc::conflict));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_claim_takes_no_more_than_its_limit_and_the_oldest_first, Backend, backends) {
  store_world world{Backend::where};
  std::vector<std::int64_t> links;
  for (int count = 0; count < 5; ++count) {
    const auto link = world.make_link();
    links.push_back(link.row);
    record(world, world.pay(link.reference, 100'000).jobs.at(0), 503);
    world.pass(1s);
  }
  world.pass(world.retries.wait_after(1));
  BOOST_TEST(claim(world, {.limit = 3}).size() == 3u);
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM deliveries WHERE owner IS NULL AND link_row IN (" +
                       std::to_string(links[3]) + ", " + std::to_string(links[4]) + ")") == "2");
  BOOST_TEST(claim(world, {.limit = 3}).size() == 2u);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_lost_attempt_is_followed_at_once_and_the_second_in_a_row_waits, Backend, backends) {
  store_world world{Backend::where};
  auto job = world.make_job();
  world.restart();
  world.begin_incarnation();
  auto due = claim(world);
  BOOST_REQUIRE(due.size() == 1u);
  BOOST_TEST((due[0].attempt == 2 && due[0].row == job.row));

  world.restart();
  world.begin_incarnation();
  BOOST_TEST(claim(world).empty());
  world.pass(world.retries.wait_after(2) + 1s);
  due = claim(world);
  BOOST_REQUIRE(due.size() == 1u);
  BOOST_TEST(due[0].attempt == 3);

  // An outcome ends the row of losses.
  record(world, due[0], 503);
  world.pass(world.retries.wait_after(3) + 1s);
  BOOST_TEST(claim(world).at(0).attempt == 4);
  world.restart();
  world.begin_incarnation();
  BOOST_TEST(claim(world).at(0).attempt == 5);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(leases_that_end_count_as_lost_attempts_too, Backend, backends) {
  store_world world{Backend::where};
  world.make_job();
  world.pass(46s);
  BOOST_TEST(claim(world).at(0).attempt == 2);
  world.pass(46s);
  BOOST_TEST(claim(world).empty());
  world.pass(world.retries.wait_after(2));
  BOOST_TEST(claim(world).at(0).attempt == 3);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_lost_last_attempt_is_the_end, Backend, backends) {
  store_world world{Backend::where};
  const auto link = world.make_link();
  world.pay(link.reference, 100'000);
  run_sql(world.url, "UPDATE deliveries SET attempt = 10");
  world.restart();
  world.begin_incarnation();
  const auto record = world.reader->ask(find_callback{world.workspace, link.row}).value();
  BOOST_TEST((std::get<delivery::failed>(record.progress).by == failure_class::reset));
  BOOST_REQUIRE(!record.attempts.empty());
  BOOST_TEST((record.attempts.back().number == 10 && record.attempts.back().failed_by == failure_class::reset));
  BOOST_TEST(record.attempts.back().error.find("lost") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(claims_of_another_node_are_not_taken_back_before_their_lease_ends) {
  store_world world{kind::postgresql};
  world.make_job();
  world.restart("node-2");
  world.begin_incarnation();
  BOOST_TEST(claim(world).empty());
  world.pass(46s);
  BOOST_TEST(claim(world).size() == 1u);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(no_number_above_the_last_is_claimed_when_the_setting_shrinks, Backend, backends) {
  store_world world{Backend::where};
  const auto job = world.make_job();
  record(world, job, 503);
  world.retries.max_attempts = 1;
  world.restart();
  BOOST_TEST((error_of(world.apply(claim_delivery{job.row, job.epoch, job.event_id})) == errc::conflict));
  world.begin_incarnation();
  world.pass(1h);
  BOOST_TEST(claim(world).empty());
  BOOST_TEST(world.ask("SELECT state FROM deliveries") == "2");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_wait_that_the_receiver_asked_for_holds_whatever_the_longest_of_ours_is, Backend,
                              backends) {
  store_world world{Backend::where};
  world.retries.max_delay = 60s;
  world.restart();
  for (const auto asked : {61s, 400s, 512s}) {
    const auto job = world.make_job();
    auto answer = world.made(1, 503);
    answer.response_headers = {{"Retry-After", std::to_string(asked.count())}};
    world.apply(outcome_of(job, answer)).value();
    BOOST_TEST(claim(world).empty());
    world.pass(asked - 10s);
    BOOST_TEST(claim(world).empty());
    world.pass(10s);
    const auto due = claim(world);
    BOOST_REQUIRE(due.size() == 1u);
    BOOST_TEST(due[0].attempt == 2);
    record(world, due[0], 200);
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_clock_set_back_by_a_moment_shortens_no_wait, Backend, backends) {
  store_world world{Backend::where};
  auto answer = world.made(1, 503);
  answer.response_headers = {{"Retry-After", "512"}};
  const auto job = world.make_job();
  world.apply(outcome_of(job, answer)).value();
  world.pass(-3s);
  BOOST_TEST(claim(world).empty());
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_wait_longer_than_any_wait_is_due, Backend, backends) {
  store_world world{Backend::where};
  record(world, world.make_job(), 503);
  run_sql(world.url, "UPDATE deliveries SET next_at = next_at + 86400000"); // the clock jumped back by a day
  BOOST_TEST(claim(world).size() == 1u);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_claim_that_was_lost_under_a_clock_ahead_comes_back_soon, Backend, backends) {
  store_world world{Backend::where};
  world.make_job();
  run_sql(world.url, "UPDATE deliveries SET lease_until = lease_until + 86400000"); // taken a day ahead
  BOOST_TEST(claim(world).empty());
  world.pass(10min);
  BOOST_TEST(claim(world).size() == 1u);
}

BOOST_AUTO_TEST_SUITE_END()
