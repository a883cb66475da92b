// A start by a clock that may be wrong. What the newest stored time is moved by, the clock seems to be off by: so both
// databases can be asked the same.
#include "persistence/sql/postgresql_address.hpp"
#include "tests/persistence/store_world.hpp"

#include <boost/test/unit_test.hpp>
#include <soci/postgresql/soci-postgresql.h>
#include <soci/soci.h>

using namespace paylink;
using namespace paylink::test;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(clocks_at_the_start)

namespace {

/// Begins a new incarnation by a clock that seems to be so far ahead of the newest stored time, with nobody who
/// supports it.
void begin_ahead(store_world& world, std::chrono::milliseconds by) {
  run_sql(world.url, "UPDATE clock_marks SET newest = newest - " + std::to_string(by.count()));
  world.is_synchronized = false;
  world.restart();
}

errc expiry(store_world& world) { return error_of(world.apply(expire_links{})); }

/// The answer of a receiver that said this time.
record_attempt answered(const store_world& world, const delivery_job& job, timestamp said, const std::string& url,
                        const std::string& address) {
  attempt made;
  made.number = job.attempt;
  made.started_at = world.now();
  made.url = url;
  made.address = address;
  made.status_code = 200;
  const auto text = format_rfc3339(said); // 2026-03-14T05:00:00.000Z
  constexpr std::string_view months[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                         "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  const auto month = static_cast<std::size_t>(std::stoi(text.substr(5, 2)) - 1);
  made.response_headers = {{"Date", "Sat, " + text.substr(8, 2) + " " + std::string{months[month]} + " " +
                                        text.substr(0, 4) + " " + text.substr(11, 8) + " GMT"}};
  return {job.row, job.epoch, job.event_id, made, job.round_start, job.workspace, job.url};
}

} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(a_clock_that_nobody_supports_ends_no_link_and_completes_none, Backend, backends) {
  for (const auto by : {2h, -2h}) {
    store_world world{Backend::where};
    const auto link = world.make_link({.lifetime = 1h}), on_virtual = world.make_link({.on_virtual_account = true});
    const auto paid = world.credit(link.reference, 100'000);
    begin_ahead(world, by);
    BOOST_TEST((expiry(world) == errc::service_unavailable));
    BOOST_TEST((error_of(world.apply(paid)) == errc::service_unavailable));
    BOOST_TEST(world.state.is(concern::clock_unconfirmed, 0ms));
    BOOST_TEST(
        (error_of(world.apply(rotate_signing_key{world.workspace, "key-2", "sealed-2"})) == errc::service_unavailable));
    // The only pending link of a virtual account seems to have ended as well.
    auto on_account = world.credit(std::nullopt, 100'000);
    on_account.virtual_account_row = world.receiver.row;
    BOOST_TEST((error_of(world.apply(on_account)) == errc::service_unavailable));
    BOOST_TEST(world.ask("SELECT COUNT(*) FROM transactions") == "0");
    BOOST_TEST(world.ask("SELECT COUNT(*) FROM payment_links WHERE status <> 0") == "0");
    // Money that is for no link is never turned away, and a link can be made.
    BOOST_TEST((error_of(world.apply(world.credit(std::nullopt, 5'000))) == errc::ok));
    BOOST_TEST((error_of(world.apply(world.link_command())) == errc::ok));

    world.is_synchronized = true; // an NTP client finds it right
    BOOST_TEST((expiry(world) == errc::ok));
    BOOST_TEST(world.state.text(world.clock.uptime()).empty());
    BOOST_TEST((world.done<recorded_entry>(paid).classified == classification::matched));
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_virtual_account_that_is_told_later_completes_nothing_by_such_a_clock, Backend,
                              backends) {
  store_world world{Backend::where};
  world.make_link({.on_virtual_account = true});
  const auto when = world.now() - 5min;
  auto with_account = world.credit(std::nullopt, 100'000, {.feed = "NAPAS", .occurred_at = when});
  with_account.virtual_account_row = world.receiver.row;
  world.apply(world.credit(std::nullopt, 100'000, {.occurred_at = when})).value();
  begin_ahead(world, 2h);
  BOOST_TEST((error_of(world.apply(with_account)) == errc::service_unavailable));
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM payment_links WHERE status <> 0") == "0");
  world.is_synchronized = true;
  BOOST_TEST((world.done<recorded_entry>(with_account).classified == classification::matched));
}

BOOST_AUTO_TEST_CASE(two_hours_ahead_for_two_seconds_close_no_link) {
  store_world world{kind::sqlite};
  const auto link = world.make_link({.lifetime = 1h});
  world.is_synchronized = false;
  world.clock.moved = 2h;
  world.restart();
  for (int look = 0; look < 3; ++look) {
    BOOST_TEST((expiry(world) == errc::service_unavailable));
    world.clock.up += 1s;
    world.clock.time += 1s;
  }
  BOOST_TEST((world.read(link).status == link_status::pending));
  world.clock.moved = 0ms; // the NTP client has come
  world.restart();
  BOOST_TEST((world.pay(link.reference, 100'000).classified == classification::matched));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(an_ordinary_restart_and_a_new_database_need_no_witness, Backend, backends) {
  store_world world{Backend::where};
  const auto link = world.make_link();
  begin_ahead(world, 0ms);
  BOOST_TEST((world.pay(link.reference, 100'000).classified == classification::matched));
  // As a new one: no time is stored, and no link could end.
  run_sql(world.url, "UPDATE clock_marks SET newest = NULL; DELETE FROM link_expiries");
  world.restart();
  BOOST_TEST((expiry(world) == errc::ok));
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM clock_marks WHERE newest IS NOT NULL") == "1");
  // A link could end, but no time is known: somebody has to say it.
  const auto open = world.make_link();
  run_sql(world.url, "UPDATE clock_marks SET newest = NULL");
  world.restart();
  BOOST_TEST((expiry(world) == errc::service_unavailable));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(the_word_of_a_bank_counts_when_it_agrees, Backend, backends) {
  for (const auto off : {std::chrono::milliseconds{4min}, std::chrono::milliseconds{-4min}}) {
    store_world world{Backend::where};
    const auto link = world.make_link();
    const auto paid = world.credit(link.reference, 100'000);
    begin_ahead(world, 48h);
    for (const auto wrong : {2h, -2h}) {
      world.clock.up += 1s;
      world.clock.time += 1s;
      world.bank_clocks.hear("MB", {world.now() + wrong, world.clock.uptime()});
      BOOST_TEST((error_of(world.apply(paid)) == errc::service_unavailable));
    }
    world.bank_clocks.hear("VCB", {world.now() + off, world.clock.uptime()});
    BOOST_TEST((world.done<recorded_entry>(paid).classified == classification::matched));
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(the_date_of_a_receiver_counts_when_it_agrees_and_comes_from_elsewhere, Backend,
                              backends) {
  store_world world{Backend::where};
  const auto job = world.make_job();
  const auto url = job.url;
  const auto other = world.open_workspace();
  const auto another_person = world.new_id<user_id>();
  world.apply(create_user{another_person, "other@shop.example", "", "", "Free", language::en}).value();
  begin_ahead(world, 48h);
  const auto after = [&](timestamp said, const std::string& to, const std::string& address) {
    world.apply(answered(world, job, said, to, address)).value();
    return expiry(world);
  };
  BOOST_TEST((after(world.now() - 2h, url, "192.0.2.1:443") == errc::service_unavailable));
  BOOST_TEST((after(world.now(), url, "127.0.0.1:443") == errc::service_unavailable));
  BOOST_TEST((after(world.now(), url, "[::1]:443") == errc::service_unavailable));
  BOOST_TEST((after(world.now(), "http://shop.example/callback", "192.0.2.1:80") == errc::service_unavailable));
  // One merchant's receiver alone is not believed, though it says it twice.
  BOOST_TEST((after(world.now(), url, "192.0.2.1:443") == errc::service_unavailable));
  BOOST_TEST((after(world.now(), url, "192.0.2.1:443") == errc::service_unavailable));
  // Nor is one person, who has two Workspaces.
  auto of_other = answered(world, job, world.now(), url, "192.0.2.2:443");
  of_other.workspace = other;
  world.apply(of_other).value();
  BOOST_TEST((expiry(world) == errc::service_unavailable));
  run_sql(world.url,
          "UPDATE workspaces SET owner_id = '" + another_person.text() + "' WHERE id = '" + other.text() + "'");
  world.apply(of_other).value();
  BOOST_TEST((expiry(world) == errc::ok));
}

BOOST_AUTO_TEST_CASE(what_runs_evenly_is_believed_in_five_minutes_and_before_what_was_stored_in_an_hour) {
  const std::pair<std::chrono::milliseconds, std::chrono::seconds> cases[] = {{2h, 5min}, {-2h, 1h}};
  for (const auto& [by, patience] : cases) {
    store_world world{kind::sqlite};
    const auto link = world.make_link();
    begin_ahead(world, by);
    BOOST_TEST((expiry(world) == errc::service_unavailable));
    world.pass(patience - 1s);
    BOOST_TEST((expiry(world) == errc::service_unavailable));
    world.pass(1s);
    BOOST_TEST((expiry(world) == errc::ok));
    BOOST_TEST((world.pay(link.reference, 100'000).classified == classification::matched));
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(no_credit_of_a_batch_is_settled_by_a_clock_that_nobody_supports, Backend, backends) {
  store_world world{Backend::where};
  std::vector<write_command> batch;
  for (int i = 0; i < 3; ++i) batch.emplace_back(world.credit(world.make_link().reference, 100'000));
  batch.emplace_back(world.credit(std::nullopt, 5'000));
  begin_ahead(world, 2h);
  const auto replies = world.writer->apply(batch);
  for (std::size_t i = 0; i < 3; ++i) BOOST_TEST((error_of(replies[i]) == errc::service_unavailable));
  BOOST_TEST((error_of(replies[3]) == errc::ok));
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM deliveries") == "0");
  world.is_synchronized = true;
  for (const auto& reply : world.writer->apply(batch)) BOOST_TEST((error_of(reply) == errc::ok));
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM deliveries") == "3");
}

BOOST_AUTO_TEST_CASE(a_jump_in_the_middle_of_a_life_needs_a_witness_as_well) {
  store_world world{kind::sqlite};
  const auto link = world.make_link({.lifetime = 1h});
  world.is_synchronized = false;
  world.clock.moved = 2h;
  BOOST_TEST((expiry(world) == errc::service_unavailable));
  world.clock.up += 5s;
  world.clock.time += 5s;
  BOOST_TEST((expiry(world) == errc::service_unavailable)); // its readings agree, but nobody else's
  world.clock.moved = 0ms;
  BOOST_TEST((expiry(world) == errc::service_unavailable)); // it was moved a moment ago
  world.clock.up += 1s;
  world.clock.time += 1s;
  BOOST_TEST((expiry(world) == errc::ok));
  BOOST_TEST((world.read(link).status == link_status::pending));
}

BOOST_AUTO_TEST_CASE(the_newest_time_is_left_twice_a_minute) {
  store_world world{kind::sqlite};
  const auto newest = [&] { return std::stoll(world.ask("SELECT newest FROM clock_marks")); };
  const auto first = newest();
  BOOST_TEST(first == to_millis(world.now()));
  world.pass(29'999ms);
  BOOST_TEST((expiry(world) == errc::ok));
  BOOST_TEST(newest() == first);
  world.pass(1ms);
  BOOST_TEST((expiry(world) == errc::ok));
  BOOST_TEST(newest() == first + 30'000);
  // Not by a clock that is not believed.
  begin_ahead(world, 2h);
  const auto left = newest();
  world.pass(1min);
  BOOST_TEST((expiry(world) == errc::service_unavailable));
  BOOST_TEST(newest() == left);
}

BOOST_AUTO_TEST_CASE(another_node_that_leaves_its_time_at_the_moment_is_not_waited_for) {
  store_world world{kind::postgresql};
  soci::session other{*soci::factory_postgresql(), postgresql_address(world.url)};
  other << "SET lock_timeout = '1s'";
  other.begin();
  other << "UPDATE clock_marks SET newest = newest + 1";
  const auto opened = open_database(world.url);
  const auto writer = opened->open_writer(world.context_of("node-2"));
  const write_command look = expire_links{};
  BOOST_TEST((error_of(writer->apply({&look, 1}).front()) == errc::ok));
}

BOOST_AUTO_TEST_SUITE_END()
