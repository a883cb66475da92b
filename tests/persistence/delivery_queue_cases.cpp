#include "tests/persistence/store_world.hpp"

#include <boost/test/unit_test.hpp>

#include <future>
#include <set>

using namespace paylink;
using namespace paylink::test;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(lines_of_deliveries)

namespace {

const std::string busy = "https://busy.example/x", other = "https://other.example/x";

delivery_queue queue_to(const store_world& world, const std::string& url) {
  return {destination_of(url), world.workspace};
}

/// Events that found no place, oldest first; the rows of their links.
std::vector<std::int64_t> wait_in_queue(store_world& world, const std::string& url, int count) {
  std::vector<std::int64_t> links;
  for (int i = 0; i < count; ++i) {
    const auto link = world.make_link({.callback_url = url});
    const auto paid = world.pay(link.reference, 100'000, {.claim = false});
    BOOST_TEST((paid.jobs.empty() && paid.queues == std::vector{queue_to(world, url)}));
    links.push_back(link.row);
    world.pass(1s);
  }
  return links;
}

std::vector<std::int64_t> links_of(store_world& world, const std::vector<delivery_job>& jobs) {
  std::vector<std::int64_t> links;
  for (const auto& job : jobs)
    links.push_back(std::stoll(world.ask("SELECT link_row FROM deliveries WHERE row = " + std::to_string(job.row))));
  std::ranges::sort(links);
  return links;
}

} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(a_line_is_claimed_from_its_head_and_no_other_is_touched, Backend, backends) {
  store_world world{Backend::where};
  const auto first = wait_in_queue(world, busy, 5);
  wait_in_queue(world, other, 1);
  BOOST_TEST(world.done<claimed_jobs>(claim_due{}).jobs.empty()); // what waits in a queue is not found by its time
  auto claimed = world.done<claimed_jobs>(claim_queue{queue_to(world, busy), 3});
  BOOST_TEST(links_of(world, claimed.jobs) == std::vector(first.begin(), first.begin() + 3));
  BOOST_TEST((claimed.queues == std::vector{queue_to(world, busy)}));
  BOOST_TEST(world.gate.held == 3);
  claimed = world.done<claimed_jobs>(claim_queue{queue_to(world, busy), 3});
  BOOST_TEST(links_of(world, claimed.jobs) == std::vector(first.begin() + 3, first.end()));
  BOOST_TEST(claimed.queues.empty());
  BOOST_TEST(world.gate.held == 5); // the place for a sixth was given back
  for (const auto& job : claimed.jobs) BOOST_TEST((job.attempt == 1 && job.epoch == 1 && job.url == busy));
  BOOST_TEST(world.reader->ask(count_unfinished_deliveries{}) == 6);
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM deliveries WHERE in_queue = 1") == "1");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_claim_without_a_place_leaves_its_line_as_it_is, Backend, backends) {
  store_world world{Backend::where};
  wait_in_queue(world, busy, 2);
  world.gate.places = 1;
  auto claimed = world.done<claimed_jobs>(claim_queue{queue_to(world, busy), 9});
  BOOST_TEST((claimed.jobs.size() == 1u && claimed.queues == std::vector{queue_to(world, busy)}));
  claimed = world.done<claimed_jobs>(claim_queue{queue_to(world, busy), 9});
  BOOST_TEST((claimed.jobs.empty() && claimed.queues == std::vector{queue_to(world, busy)}));
  BOOST_TEST(world.gate.held == 1);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(what_is_due_and_finds_no_place_is_put_in_line_and_never_looked_at_again, Backend,
                              backends) {
  store_world world{Backend::where};
  const auto due = [&](const std::string& url) {
    const auto job = world.make_job(url);
    world.done<recorded_attempt>(outcome_of(job, world.made(1, 503)));
  };
  for (int i = 0; i < 4; ++i) due(busy);
  due(other);
  world.pass(world.retries.wait_after(1) + 1s);
  world.gate.full = destination_of(busy);
  auto claimed = world.done<claimed_jobs>(claim_due{.limit = 2});
  BOOST_TEST((claimed.jobs.empty() && claimed.more && claimed.queues == std::vector{queue_to(world, busy)}));
  claimed = world.done<claimed_jobs>(claim_due{.limit = 9});
  BOOST_REQUIRE(claimed.jobs.size() == 1u);
  BOOST_TEST((claimed.jobs[0].url == other && claimed.jobs[0].attempt == 2));
  BOOST_TEST((!claimed.more && claimed.queues == std::vector{queue_to(world, busy)} && !claimed.next_due));
  claimed = world.done<claimed_jobs>(claim_due{});
  BOOST_TEST((claimed.jobs.empty() && claimed.queues.empty() && !claimed.more));
  world.gate.full.clear();
  claimed = world.done<claimed_jobs>(claim_queue{queue_to(world, busy)});
  BOOST_REQUIRE(claimed.jobs.size() == 4u);
  for (const auto& job : claimed.jobs) BOOST_TEST((job.attempt == 2 && job.epoch == 2));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(who_stands_in_line_without_an_attempt_left_has_failed, Backend, backends) {
  store_world world{Backend::where};
  const auto job = world.make_job(busy);
  world.done<recorded_attempt>(outcome_of(job, world.made(1, 503)));
  world.pass(world.retries.wait_after(1) + 1s);
  world.gate.places = world.gate.held;
  BOOST_TEST(world.done<claimed_jobs>(claim_due{}).queues.size() == 1u);
  world.retries.max_attempts = 1; // the setting shrinks while it waits
  world.gate.places = 99;
  world.restart();
  const auto claimed = world.done<claimed_jobs>(claim_queue{queue_of(job)});
  BOOST_TEST((claimed.jobs.empty() && claimed.queues.empty()));
  BOOST_TEST(world.ask("SELECT state FROM deliveries") == "2");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(every_line_is_told_of_once_however_long_it_is, Backend, backends) {
  store_world world{Backend::where};
  BOOST_TEST(world.done<claimed_jobs>(claim_due{.list_queues = true}).queues.empty());
  std::vector<delivery_queue> expected;
  for (const auto* url :
       {"https://a.example/x", "https://b.example/x", "https://b.example:8443/x", "https://c.example/x"}) {
    wait_in_queue(world, url, 3);
    expected.push_back(queue_to(world, url));
  }
  std::ranges::sort(expected);
  BOOST_TEST((world.done<claimed_jobs>(claim_due{.list_queues = true}).queues == expected));
  BOOST_TEST(world.done<claimed_jobs>(claim_due{}).queues.empty());
}

BOOST_AUTO_TEST_CASE_TEMPLATE(what_is_handed_back_is_sent_under_the_same_number, Backend, backends) {
  store_world world{Backend::where};
  const auto job = world.make_job();
  world.done<std::monostate>(hand_back{job.row, job.epoch, job.event_id});
  BOOST_TEST((error_of(world.apply(hand_back{job.row, job.epoch, job.event_id})) == errc::conflict));
  // The claim is gone with it: an outcome of it changes nothing.
  BOOST_TEST(world.done<recorded_attempt>(outcome_of(job, world.made(1, 200))).stale);
  world.restart("node-2");
  const auto claimed = world.done<claimed_jobs>(claim_queue{queue_of(job)});
  BOOST_REQUIRE(claimed.jobs.size() == 1u);
  BOOST_TEST((claimed.jobs[0].attempt == 1 && claimed.jobs[0].epoch > job.epoch));
  BOOST_TEST((error_of(world.apply(hand_back{job.row, job.epoch, job.event_id})) == errc::conflict));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(what_is_handed_back_was_no_loss, Backend, backends) {
  store_world world{Backend::where};
  auto job = world.make_job();
  for (int times = 0; times < 3; ++times) {
    world.done<std::monostate>(hand_back{job.row, job.epoch, job.event_id});
    job = world.done<claimed_jobs>(claim_queue{queue_of(job)}).jobs.at(0);
  }
  world.restart();
  world.begin_incarnation(); // the first loss: followed at once
  BOOST_TEST(world.done<claimed_jobs>(claim_due{}).jobs.at(0).attempt == 2);
}

BOOST_AUTO_TEST_CASE(nodes_that_claim_at_the_same_time_never_claim_the_same) {
  store_world world{kind::postgresql};
  constexpr int count = 60;
  wait_in_queue(world, busy, count / 2);
  for (int i = 0; i < count / 2; ++i) {
    const auto job = world.make_job(other);
    world.done<recorded_attempt>(outcome_of(job, world.made(1, 503)));
  }
  world.pass(world.retries.wait_after(1) + 1s);
  const auto claim_all = [&](const std::string& name) {
    plain_gate gate;
    const auto writer =
        world.opened->open_writer({name, "Service", world.retries, world.clock, world.signer, sha256_hex, &gate});
    std::vector<std::int64_t> rows;
    for (int looks_in_vain = 0; looks_in_vain < 3;) {
      const write_command commands[] = {claim_due{.limit = 4}, claim_queue{queue_to(world, busy), 4}};
      const auto before = rows.size();
      for (const auto& reply : writer->apply(commands))
        for (const auto& job : std::get<claimed_jobs>(reply.value()).jobs) rows.push_back(job.row);
      looks_in_vain = rows.size() == before ? looks_in_vain + 1 : 0;
    }
    return rows;
  };
  std::vector<std::future<std::vector<std::int64_t>>> nodes;
  for (const auto* name : {"node-2", "node-3", "node-4"})
    nodes.push_back(std::async(std::launch::async, claim_all, name));
  std::multiset<std::int64_t> rows;
  for (auto& node : nodes)
    for (const auto row : node.get()) rows.insert(row);
  BOOST_TEST(rows.size() == static_cast<std::size_t>(count));
  BOOST_TEST(std::set(rows.begin(), rows.end()).size() == static_cast<std::size_t>(count));
  BOOST_TEST(world.ask("SELECT MAX(epoch) FROM deliveries WHERE in_queue = 1 OR owner IS NULL") == "NULL");
}

BOOST_AUTO_TEST_SUITE_END()
