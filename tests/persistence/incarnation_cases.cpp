#include "persistence/incarnations/acknowledged_marks.hpp"
#include "persistence/incarnations/own_incarnation.hpp"
#include "persistence/sql/postgresql_address.hpp"
#include "persistence/stores/postgresql_database.hpp"
#include "tests/persistence/commit_cutter.hpp"
#include "tests/persistence/store_world.hpp"

#include <boost/test/unit_test.hpp>

using namespace paylink;
using namespace paylink::test;
using namespace std::chrono_literals;
using std::chrono::milliseconds;

BOOST_AUTO_TEST_SUITE(incarnations)

BOOST_AUTO_TEST_CASE(a_cut_commit_is_not_taken_for_done_because_a_namesake_went_on) {
  store_world world{kind::postgresql};
  commit_cutter proxy{world.url};
  const auto link = world.make_link(), other_link = world.make_link();
  // Two processes under one name: a folder that was copied, a name that two configurations share.
  const auto one = open_database(proxy.url()), other = open_database(world.url);
  const store_context named_alike{"node-9",     "Service",  world.retries, world.clock,
                                  world.signer, sha256_hex, &world.gate};
  const auto writer = one->open_writer(named_alike), namesake = other->open_writer(named_alike);
  const write_command mine = world.credit(link.reference, 100'000), its = world.credit(other_link.reference, 100'000);
  bool has_gone_on = false;
  proxy.on_cut = [&] { has_gone_on = namesake->apply({&its, 1}).at(0).has_value(); };
  proxy.arm(commit_cutter::cut::before_commit);
  const auto reply = writer->apply({&mine, 1}).at(0);
  BOOST_TEST(has_gone_on);
  BOOST_TEST((std::get<recorded_entry>(reply.value()).result == entry_result::recorded));
  // What was acknowledged is there, and was announced once.
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM transactions") == "2");
  BOOST_TEST((world.read(link).status == link_status::succeeded));
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM deliveries") == "2");
}

namespace {

/// The real time, and an uptime that goes on by hand: beside a database that tells the real time.
struct aged_clock final : wall_clock {
  timestamp now() const override { return system_wall_clock{}.now(); }
  milliseconds uptime() const override { return age; }
  milliseconds age = 1h;
};

/// One of several nodes at one database.
struct other_node {
  other_node(store_world& in, const std::string& name, setting_prints settings = {})
      : incarnations{name}, opened{open_database(in.url)} {
    store_context context{name, "Service", in.retries, clock, in.signer, sha256_hex, &in.gate};
    context.incarnations = &incarnations;
    context.state = &state;
    context.settings = std::move(settings);
    writer = opened->open_writer(context);
  }
  incarnation_report beat() {
    const write_command shown = keep_alive{};
    return std::get<incarnation_report>(writer->apply({&shown, 1}).at(0).value());
  }
  /// Shows itself every two seconds, for so long by its own clock.
  void live(milliseconds time) {
    for (auto left = time; left >= heartbeat_interval; left -= heartbeat_interval) {
      clock.age += heartbeat_interval;
      beat();
    }
  }
  template <class Reply>
  Reply done(const write_command& command) {
    return std::get<Reply>(writer->apply({&command, 1}).at(0).value());
  }
  bool differs() const { return state.is(concern::settings_differ, clock.uptime()); }
  aged_clock clock;
  readiness state;
  remembered_incarnations incarnations;
  std::unique_ptr<database> opened;
  std::unique_ptr<write_store> writer;
};

std::string state_of(const store_world& world, const std::string& node) {
  return world.ask("SELECT COALESCE(MAX(state), -1) FROM nodes WHERE name = '" + node + "'");
}

} // namespace

BOOST_AUTO_TEST_CASE(a_silent_node_is_declared_dead_by_one_that_has_shown_itself_for_long_enough) {
  store_world world{kind::postgresql};
  BOOST_TEST(world.begin_incarnation().is_new);
  BOOST_TEST(!world.begin_incarnation().is_new);
  const auto job = world.make_job();
  other_node judge{world, "node-2"};
  BOOST_TEST(judge.beat().living == 2);
  world.pass(16s); // node-1 stands still
  BOOST_TEST(judge.beat().living == 1);
  judge.live(14s);
  BOOST_TEST(state_of(world, "node-1") == "0");
  judge.live(2s);
  BOOST_TEST(state_of(world, "node-1") == "2");
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM deliveries WHERE owner IS NOT NULL") == "0");
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM attempts WHERE epoch = 0") == "1");

  // It goes on, as somebody else: what it had claimed is its no more.
  BOOST_TEST(world.begin_incarnation().is_new);
  BOOST_TEST(world.done<recorded_attempt>(outcome_of(job, world.made(1, 200))).stale);
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM nodes WHERE name = 'node-1' AND state = 0") == "1");
  BOOST_TEST(world.done<claimed_jobs>(claim_due{}).jobs.at(0).attempt == 2);
}

BOOST_AUTO_TEST_CASE(while_others_live_the_second_look_is_theirs) {
  store_world world{kind::postgresql};
  other_node other{world, "node-2"};
  world.begin_incarnation(), other.beat();
  world.done<incarnation_report>(keep_alive{}); // it hears of the other one
  const auto claim = [&] { return world.done<claimed_jobs>(claim_due{}).jobs; };
  const auto find = [&](const delivery_job& job) {
    auto made = world.made(job.attempt, 0);
    made.failed_by = failure_class::tls;
    made.final = true;
    return outcome_of(job, made);
  };
  const auto first = world.make_job(), second = world.make_job();
  for (const auto& job : {first, second}) BOOST_TEST(is_pending(world.done<recorded_attempt>(find(job))));
  world.pass(11s);
  BOOST_TEST(claim().empty());
  const claim_delivery own{first.row, first.epoch, first.event_id};
  BOOST_TEST((error_of(world.apply(own)) == errc::conflict));
  // As little in the queue where rows wait for a place.
  run_sql(world.url, "UPDATE deliveries SET in_queue = 1");
  BOOST_TEST(world.done<claimed_jobs>(claim_queue{queue_of(first)}).jobs.empty());
  BOOST_TEST(other.done<claimed_jobs>(claim_queue{queue_of(first), 1}).jobs.at(0).row == first.row);
  run_sql(world.url, "UPDATE deliveries SET in_queue = 0");
  // Nobody comes for so long: it tries again, but does not confirm itself.
  world.pass(30s);
  const auto late = claim();
  BOOST_REQUIRE(late.size() == 1u);
  BOOST_TEST((late[0].row == second.row && late[0].attempt == 2));
  BOOST_TEST(is_pending(world.done<recorded_attempt>(find(late[0]))));
  // Nor while the other one starts again; after ten minutes, it is not expected back.
  other.done<incarnation_report>(keep_alive{incarnation_phase::ended});
  const auto find_again = [&](std::chrono::seconds later) {
    world.pass(later);
    world.done<incarnation_report>(keep_alive{});
    const auto due = claim();
    const auto again = std::ranges::find(due, second.row, &delivery_job::row);
    BOOST_REQUIRE((again != due.end()));
    return is_pending(world.done<recorded_attempt>(find(*again)));
  };
  BOOST_TEST(find_again(60s));
  BOOST_TEST(!find_again(11min));
}

BOOST_AUTO_TEST_CASE(a_node_whose_settings_differ_says_so_if_its_verdicts_follow_from_them) {
  store_world world{kind::postgresql};
  const setting_prints usual{{"brand.name", "1"}, {"outbound.ca_file", "1"}};
  other_node first{world, "node-1", usual}, second{world, "node-2", usual};
  first.beat(), second.beat(), first.beat();
  BOOST_TEST((!first.differs() && !second.differs()));
  {
    other_node branded{world, "node-3", {{"brand.name", "2"}, {"outbound.ca_file", "1"}}};
    other_node odd{world, "node-4", {{"brand.name", "1"}, {"outbound.ca_file", "2"}}};
    branded.beat(), odd.beat(), branded.beat(), first.beat();
    BOOST_TEST((odd.differs() && !branded.differs() && !first.differs()));
    // It takes calls as before: that would not keep it from sending.
    odd.state.set(concern::clock_apart, false);
    BOOST_TEST(odd.state.wants_work(odd.clock.uptime()));
    BOOST_TEST(odd.state.text(odd.clock.uptime()).find("settings.differ") != std::string::npos);
    // Until the others are gone.
    for (auto* one : {&first, &second}) one->done<incarnation_report>(keep_alive{incarnation_phase::ended});
    branded.done<incarnation_report>(keep_alive{incarnation_phase::ended});
    odd.beat();
    BOOST_TEST(!odd.differs());
  }
}

BOOST_AUTO_TEST_CASE(an_outage_of_the_database_makes_nobody_declare_anybody_dead) {
  store_world world{kind::postgresql};
  other_node one{world, "node-2"}, other{world, "node-3"};
  one.beat(), other.beat();
  for (int i = 0; i < 10; ++i) one.live(2s), other.live(2s);
  // For a minute the database answers nobody.
  world.pass(60s);
  one.clock.age += 60s, other.clock.age += 60s;
  BOOST_TEST(!one.beat().is_new);
  BOOST_TEST(state_of(world, "node-3") == "0");
  BOOST_TEST(!other.beat().is_new);
  for (int i = 0; i < 10; ++i) one.live(2s), other.live(2s);
  BOOST_TEST(state_of(world, "node-2") == "0");
  BOOST_TEST(state_of(world, "node-3") == "0");
}

BOOST_AUTO_TEST_CASE(only_a_life_that_has_shown_itself_without_a_gap_for_15_seconds_judges_others) {
  store_world world{kind::sqlite};
  auto context = world.context_of("node-2");
  own_incarnation incarnation{context};
  auto at = world.clock.now();
  milliseconds uptime = 1h;
  const auto show = [&](milliseconds time, milliseconds by_database) {
    at += by_database, uptime += time;
    incarnation.show(at, uptime);
    return incarnation.may_judge();
  };
  const auto shows_until_it_judges = [&] {
    int shows = 1;
    while (!show(2s, 2s)) ++shows;
    return shows;
  };
  BOOST_TEST(!show(2s, 2s));
  BOOST_TEST(shows_until_it_judges() == 8);
  BOOST_TEST(!show(6s, 6s)); // an outage
  BOOST_TEST(shows_until_it_judges() == 8);
  BOOST_TEST(!show(2s, 1h)); // the database's clock jumps
  BOOST_TEST(shows_until_it_judges() == 8);
  incarnation.keep();
  const auto id = incarnation.id();
  incarnation.renew();
  BOOST_TEST((incarnation.id() != id && context.incarnation == incarnation.id() && !incarnation.has_begun() &&
              !incarnation.may_judge()));
  incarnation.undo(); // its transaction was rolled back
  BOOST_TEST((incarnation.id() == id && context.incarnation == id && incarnation.may_judge()));
}

BOOST_AUTO_TEST_CASE(one_alone_at_its_database_takes_back_what_anybody_had_claimed_and_writes_nothing_more) {
  store_world world{kind::sqlite};
  world.make_job();
  run_sql(world.url, "UPDATE deliveries SET owner = 'a name of an earlier release'");
  BOOST_TEST(world.begin_incarnation().is_new);
  BOOST_TEST(world.done<claimed_jobs>(claim_due{}).jobs.at(0).attempt == 2);
  const auto before = world.ask("SELECT seen_at FROM nodes");
  world.pass(1h);
  BOOST_TEST(!world.begin_incarnation().is_new);
  BOOST_TEST(world.ask("SELECT seen_at FROM nodes") == before);
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM deliveries WHERE owner IS NOT NULL") == "1");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_life_that_ends_in_order_leaves_no_claim, Backend, backends) {
  store_world world{Backend::where};
  world.begin_incarnation();
  world.make_job();
  world.done<incarnation_report>(keep_alive{incarnation_phase::draining});
  BOOST_TEST(state_of(world, "node-1") == "1");
  world.done<incarnation_report>(keep_alive{incarnation_phase::ended});
  BOOST_TEST(state_of(world, "node-1") == "2");
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM deliveries WHERE owner IS NOT NULL") == "0");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(lives_that_have_ended_are_remembered_for_a_day, Backend, backends) {
  store_world world{Backend::where};
  world.begin_incarnation();
  world.restart();
  world.begin_incarnation();
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM nodes") == "2");
  world.pass(25h);
  world.restart();
  world.begin_incarnation();
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM nodes") == "1");
}

BOOST_AUTO_TEST_CASE(marks_of_connections_that_are_gone_are_kept_for_a_day) {
  store_world world{kind::postgresql};
  run_sql(world.url, "INSERT INTO store_writers (name, batch) VALUES ('of an earlier release', 7)");
  for (int incarnations = 0; incarnations < 3; ++incarnations) world.restart(), world.begin_incarnation();
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM store_writers") == "5"); // the world's first, three, and the old one
  world.pass(25h);
  world.restart();
  world.begin_incarnation();
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM store_writers") == "2");
}

BOOST_AUTO_TEST_CASE(what_was_acknowledged_and_is_gone_is_told_with_its_number_and_once) {
  store_world world{kind::postgresql};
  const auto address = postgresql_address(world.url);
  auto one = connect_postgresql_writer(address, "one"), other = connect_postgresql_writer(address, "other");
  acknowledged_marks acknowledged;
  const auto commit = [&](writer_connection& with, std::int64_t entries) {
    with.begin(entries);
    with.commit();
    acknowledged.note(with.mark(), 1h);
  };
  commit(*one, 5), commit(*one, 7), commit(*other, 0), commit(*other, 3);
  const auto next = connect_postgresql_writer(address, "next");
  BOOST_TEST(acknowledged.compare(*next, 21h).transactions == 0);
  run_sql(world.url, "UPDATE store_writers SET batch = 1, entries = 5 WHERE name = 'one'; "
                     "DELETE FROM store_writers WHERE name = 'other'");
  const auto lost = acknowledged.compare(*next, 21h);
  BOOST_TEST((lost.transactions == 3 && lost.entries == 10));
  BOOST_TEST(acknowledged.compare(*next, 21h).transactions == 0);
}

// Rows of connections that are gone go a day later, and the warning would have banks send everything again.
BOOST_AUTO_TEST_CASE(a_mark_whose_row_may_have_been_purged_is_not_taken_for_lost) {
  store_world world{kind::postgresql};
  const auto address = postgresql_address(world.url);
  acknowledged_marks acknowledged;
  {
    const auto one = connect_postgresql_writer(address, "one");
    one->begin(5);
    one->commit();
    acknowledged.note(one->mark(), 1h);
  }
  const auto next = connect_postgresql_writer(address, "next");
  run_sql(world.url, "DELETE FROM store_writers WHERE name = 'one'");
  BOOST_TEST(acknowledged.compare(*next, 21h + 1ms).transactions == 0);
}

BOOST_AUTO_TEST_SUITE_END()
