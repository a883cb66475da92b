// What plan an account is on, and how it changes.
#include "tests/persistence/store_world.hpp"

#include <boost/test/unit_test.hpp>

#include <thread>

using namespace paylink;
using namespace paylink::test;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(plan_changes)

namespace {

change_plan change_to(store_world& world, const std::string& plan) {
  return {.user = world.owner, .plan = plan, .by = world.by_owner(), .later = world.new_id<audit_id>()};
}

held_plan held(store_world& world) { return world.reader->ask(find_held_plan{world.owner, world.now()}).value(); }

make_workspace another_workspace(store_world& world) {
  return {.record = {.id = world.new_id<workspace_id>(),
                     .owner = world.owner,
                     .name = "More",
                     .description = "",
                     .created_at = world.now()},
          .owner_membership = world.new_id<membership_id>(),
          .signing_key_id = "key-1",
          .sealed_signing_key = "sealed-more",
          .key = {},
          .by = world.by_owner()};
}

/// Makes a change due that waits for the next month.
void begin_next_month(store_world& world) {
  run_sql(world.url, "UPDATE plan_changes SET at = " + std::to_string(to_millis(world.now() - 1s)));
  world.do_scheduled_jobs();
}

std::string audit_of(store_world& world, const std::string& action) {
  return world.ask(
      "SELECT COALESCE(MAX(actor_type || ' ' || was || ' ' || became), '') FROM audit_log WHERE action = '" + action +
      "' AND scope = '" + world.owner.text() + "'");
}

} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(a_higher_plan_is_held_at_once, Backend, backends) {
  store_world world{Backend::where};
  const auto changed = world.done<held_plan>(change_to(world, "P3"));
  BOOST_TEST((changed.name == "P3" && changed.next.empty() && !changed.next_at));
  BOOST_TEST(held(world).name == "P3");
  BOOST_TEST(world.reader->ask(find_user{world.owner})->account.plan == "P3");
  BOOST_TEST(world.reader->ask(find_statement{world.owner, calendar_month{world.now()}, world.now()})->bill.plan ==
             "P3");
  BOOST_TEST(audit_of(world, "account.plan_changed") == R"(user {"plan":"P1"} {"plan":"P3"})");
  BOOST_TEST((error_of(world.apply(change_to(world, "P99"))) == errc::validation_error));
  auto unknown = change_to(world, "P3");
  unknown.user = world.new_id<user_id>();
  BOOST_TEST((error_of(world.apply(unknown)) == errc::not_found));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_lower_plan_is_held_from_the_next_month_on, Backend, backends) {
  store_world world{Backend::where};
  const auto month = calendar_month{world.now()};
  const auto asked = world.done<held_plan>(change_to(world, "Free"));
  BOOST_TEST((asked.name == "P1" && asked.next == "Free" && asked.next_at == month.end()));
  world.do_scheduled_jobs();
  BOOST_TEST(held(world).name == "P1");
  begin_next_month(world);
  BOOST_TEST((held(world).name == "Free" && held(world).next.empty()));
  BOOST_TEST(world.reader->ask(find_user{world.owner})->account.plan == "Free");
  BOOST_TEST(audit_of(world, "account.plan_changed") == R"(service {"plan":"P1"} {"plan":"Free"})");
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM plan_changes") == "0");
  // The month in which both were held costs what the higher one costs.
  BOOST_TEST(world.reader->ask(find_statement{world.owner, month, world.now()})->bill.plan == "P1");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(the_present_plan_cancels_what_waits_and_a_higher_one_replaces_it, Backend, backends) {
  store_world world{Backend::where};
  world.done<held_plan>(change_to(world, "Free"));
  BOOST_TEST(world.done<held_plan>(change_to(world, "P1")).next.empty());
  BOOST_TEST(audit_of(world, "account.plan_change_cancelled") != "");
  begin_next_month(world);
  BOOST_TEST(held(world).name == "P1");
  world.done<held_plan>(change_to(world, "Free"));
  const auto raised = world.done<held_plan>(change_to(world, "P2"));
  BOOST_TEST((raised.name == "P2" && raised.next.empty()));
  world.done<held_plan>(change_to(world, "P1"));
  BOOST_TEST(world.done<held_plan>(change_to(world, "Free")).next == "Free");
  begin_next_month(world);
  BOOST_TEST(held(world).name == "Free");
}

// The month has begun, and no node has got to its scheduled jobs yet.
BOOST_AUTO_TEST_CASE_TEMPLATE(a_change_that_is_due_holds_before_it_is_carried_out, Backend, backends) {
  store_world world{Backend::where};
  world.pass(1h);
  world.done<held_plan>(change_to(world, "Free"));
  run_sql(world.url, "UPDATE plan_changes SET at = " + std::to_string(to_millis(world.now() - 1s)));
  BOOST_TEST((held(world).name == "Free" && held(world).next.empty()));
  const auto back = world.done<held_plan>(change_to(world, "P1")); // an upgrade from Free, and no cancelling
  BOOST_TEST((back.name == "P1" && back.next.empty()));
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM plan_periods WHERE user_id = '" + world.owner.text() + "'") == "3");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_lower_plan_must_have_room_for_the_workspaces, Backend, backends) {
  store_world world{Backend::where};
  world.apply(another_workspace(world)).value();
  BOOST_TEST((error_of(world.apply(another_workspace(world))) == errc::plan_workspace_limit));
  BOOST_TEST((error_of(world.apply(change_to(world, "Free"))) == errc::plan_workspace_limit));
  world.done<held_plan>(change_to(world, "P2"));
  BOOST_TEST(world.done<held_plan>(change_to(world, "P1")).next == "P1");
  // While a plan waits, no Workspace is made for which it has no room.
  BOOST_TEST((error_of(world.apply(another_workspace(world))) == errc::plan_workspace_limit));
  world.done<held_plan>(change_to(world, "P2"));
  BOOST_TEST((error_of(world.apply(another_workspace(world))) == errc::ok));
}

// Nothing of ours makes one; somebody's SQL can.
BOOST_AUTO_TEST_CASE_TEMPLATE(a_plan_without_room_is_not_held_when_its_month_begins, Backend, backends) {
  store_world world{Backend::where};
  world.done<held_plan>(change_to(world, "Free"));
  world.open_workspace(); // past the limit, as seeds do
  begin_next_month(world);
  BOOST_TEST((held(world).name == "P1" && held(world).next.empty()));
  BOOST_TEST(audit_of(world, "account.plan_change_dropped") == R"(service {"plan":"P1"} {"plan":"Free"})");
}

BOOST_AUTO_TEST_CASE(of_a_lower_plan_and_another_workspace_at_once_one_is_refused) {
  store_world world{kind::postgresql};
  const auto other_writer = world.opened->open_writer(world.context_of("node-2"));
  for (int round = 0; round < 20; ++round) {
    const write_command lowers = change_to(world, "Free"), makes = another_workspace(world);
    result<write_reply> lowered{errc::internal_error}, made{errc::internal_error};
    {
      const std::jthread other{[&] { made = other_writer->apply({&makes, 1}).at(0); }};
      lowered = world.apply(lowers);
    }
    BOOST_TEST(lowered.has_value() != made.has_value());
    BOOST_TEST((error_of(lowered.has_value() ? made : lowered) == errc::plan_workspace_limit));
    world.done<held_plan>(change_to(world, "P1"));
    run_sql(world.url, "UPDATE workspaces SET deleted_at = 1 WHERE name = 'More'");
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_scheduled_job_is_done_by_one_life_until_its_lease_is_over, Backend, backends) {
  store_world world{Backend::where};
  world.do_scheduled_jobs();
  run_sql(world.url, "UPDATE scheduled_jobs SET next_at = 0 WHERE name = 'statements'");
  const auto claimed = world.done<claimed_scheduled_job>(claim_scheduled_job{});
  BOOST_TEST(claimed.name == "statements");
  world.restart("node-2");
  const auto none = world.done<claimed_scheduled_job>(claim_scheduled_job{});
  BOOST_TEST((none.name.empty() && none.next_due.has_value()));
  BOOST_TEST((error_of(world.apply(work_on_scheduled_job{"statements"})) == errc::conflict));
  run_sql(world.url, "UPDATE scheduled_jobs SET lease_until = 1 WHERE name = 'statements'");
  BOOST_TEST(world.done<claimed_scheduled_job>(claim_scheduled_job{}).name == "statements");
  BOOST_TEST(world.done<worked_on_scheduled_job>(work_on_scheduled_job{"statements"}).is_done);
  BOOST_TEST((error_of(world.apply(work_on_scheduled_job{"unknown"})) == errc::conflict));
}

// A row of a newer version is left to its nodes.
BOOST_AUTO_TEST_CASE_TEMPLATE(an_unknown_scheduled_job_is_left_alone, Backend, backends) {
  store_world world{Backend::where};
  world.do_scheduled_jobs();
  run_sql(world.url, "INSERT INTO scheduled_jobs (name) VALUES ('newer')");
  BOOST_TEST(world.done<claimed_scheduled_job>(claim_scheduled_job{}).name == "");
}

BOOST_AUTO_TEST_SUITE_END()
