#include "tests/persistence/examined_shop.hpp"

#include <boost/test/unit_test.hpp>

using namespace paylink;
using namespace paylink::test;
using namespace std::chrono_literals;

// What becomes of a Workspace, its money and its data when it is deleted.
BOOST_AUTO_TEST_SUITE(workspace_deletion)

namespace {

delete_workspace deletion_of(store_world& world, bool ends_callbacks = false) {
  return {.id = world.workspace,
          .ends_callbacks = ends_callbacks,
          .by = {.id = world.new_id<audit_id>(), .by = {audit_actor::kind::user, world.owner.text()}}};
}

/// What the call does while its caller waits; returns the public ids of the links that were closed.
std::set<std::string> delete_it(store_world& world, bool ends_callbacks = false, int limit = 2) {
  std::set<std::string> closed;
  world.apply(deletion_of(world, ends_callbacks)).value();
  for (bool has_ended = false; !has_ended;) {
    const auto portion = world.done<cleared_portion>(clear_workspace{.only = world.workspace, .limit = limit});
    closed.insert(portion.public_ids.begin(), portion.public_ids.end());
    has_ended = portion.has_closed_links;
  }
  return closed;
}

/// All that is due; returns the number of portions.
int clear(store_world& world, int limit = 2) {
  int portions = 0;
  for (bool more = true; more; ++portions)
    more = world.done<cleared_portion>(clear_workspace{.limit = limit}).is_more_due;
  return portions;
}

/// Lets the time pass after which data goes.
void let_it_rest(const store_world& world) {
  run_sql(world.url, "UPDATE workspaces SET clear_at = 0 WHERE clear_at IS NOT NULL");
}

std::string count(const store_world& world, const std::string& from) {
  return world.ask("SELECT COUNT(*) FROM " + from);
}

} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(nobody_has_access_from_the_first_moment_on, Backend, backends) {
  store_world world{Backend::where};
  world
      .apply(create_token{world.new_id<token_id>(),
                          world.owner,
                          "digest-1",
                          "abcd",
                          "test",
                          world.now() + 1h,
                          {{world.workspace, permissions_of(role::owner)}}})
      .value();
  const auto other = world.open_workspace();
  world.apply(deletion_of(world)).value();
  const auto who = world.reader->ask(authorize_token{"digest-1", world.workspace.view(), world.now()}).value();
  BOOST_TEST((who.permissions == 0u && !who.held));
  BOOST_TEST((to_errc(world.reader->ask(find_workspace{world.workspace}).error()) == errc::not_found));
  BOOST_TEST(world.reader->ask(list_members{world.workspace, {}}).rows.empty());
  caller owner;
  owner.user = world.owner;
  owner.session = world.new_id<session_id>();
  const auto listed = world.reader->ask(list_workspaces{owner, {}});
  BOOST_TEST((listed.rows.size() == 1u && listed.rows[0].record.id == other));
  // What was under way.
  BOOST_TEST((error_of(world.apply(deletion_of(world))) == errc::not_found));
  BOOST_TEST((error_of(world.apply(suspend_workspace{world.workspace})) == errc::not_found));
  BOOST_TEST(
      (error_of(world.apply(reactivate_workspace{.workspace = world.workspace, .entries_max = 0})) == errc::not_found));
  BOOST_TEST(
      (error_of(world.apply(change_workspace{.id = world.workspace, .name = "New", .by = {}})) == errc::not_found));
  BOOST_TEST(!world.apply(world.link_command()).has_value());
  // It would be answered 503 for ever, and its number could be connected nowhere.
  auto account = world.account;
  account.id = world.new_id<bank_account_id>();
  BOOST_TEST((error_of(world.apply(connect_account{account})) == errc::not_found));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(pending_links_fail_and_closed_ones_stay, Backend, backends) {
  store_world world{Backend::where};
  const auto pending = world.make_link(), paid = world.make_link(), cancelled = world.make_link(),
             over = world.make_link({.lifetime = 1min}), open = world.make_link();
  world.apply(world.credit(paid.reference, 100'000)).value();
  world.apply(close_link{world.workspace, cancelled.id}).value();
  world.pass(2min);
  world.apply(deletion_of(world)).value();
  // The page says so before the row does.
  auto seen = world.reader->ask(find_payer_view{pending.public_id}).value().link;
  BOOST_TEST((seen.status == link_status::failed && seen.failure == failure_reason::workspace_deleted));
  BOOST_TEST((world.read(pending).status == link_status::pending));
  std::set<std::string> closed;
  for (bool has_ended = false; !has_ended;) {
    const auto portion = world.done<cleared_portion>(clear_workspace{.only = world.workspace, .limit = 2});
    closed.insert(portion.public_ids.begin(), portion.public_ids.end());
    has_ended = portion.has_closed_links;
  }
  BOOST_TEST((closed == std::set{pending.public_id, open.public_id}));
  for (const auto& one : {pending, open}) {
    const auto read = world.read(one);
    BOOST_TEST((read.status == link_status::failed && read.failure == failure_reason::workspace_deleted));
    seen = world.reader->ask(find_payer_view{one.public_id}).value().link;
    BOOST_TEST((seen.status == link_status::failed && seen.closed_at == read.closed_at));
  }
  BOOST_TEST((world.read(paid).status == link_status::succeeded));
  BOOST_TEST((world.read(cancelled).status == link_status::cancelled));
  world.apply(expire_links{}).value();
  BOOST_TEST((world.read(over).status == link_status::expired));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(no_entry_is_recorded_any_more, Backend, backends) {
  for (const bool together : {false, true}) {
    store_world world{Backend::where};
    const auto link = world.make_link();
    std::vector<write_command> batch{deletion_of(world), world.credit(link.reference, 100'000),
                                     world.credit(std::nullopt, 5'000)};
    std::vector<result<write_reply>> replies;
    if (together)
      replies = world.writer->apply(batch);
    else
      for (const auto& one : batch) replies.push_back(world.apply(one));
    replies[0].value();
    // Nobody has this account any more.
    for (const auto place : {1u, 2u})
      BOOST_TEST((std::get<recorded_entry>(replies[place].value()).result == entry_result::unknown_account));
    BOOST_TEST(count(world, "kept_entries WHERE reason = 'unknown_account' AND processed_at IS NULL") == "2");
    BOOST_TEST(
        (to_errc(world.reader->ask(find_account_of_feed{"MB", "970422", "0123456789"}).error()) == errc::not_found));
    BOOST_TEST((count(world, "transactions") == "0" && count(world, "deliveries") == "0"));
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(its_accounts_can_be_connected_elsewhere, Backend, backends) {
  store_world world{Backend::where};
  delete_it(world);
  auto moved = world.account;
  moved.id = world.new_id<bank_account_id>();
  moved.workspace = world.open_workspace();
  world.apply(connect_account{moved}).value();
  BOOST_TEST((world.reader->ask(find_account_of_feed{"MB", "970422", "0123456789"}).value().id == moved.id));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(unfinished_callbacks_are_sent_to_their_end_or_end_with_it, Backend, backends) {
  for (const bool ends_callbacks : {false, true}) {
    store_world world{Backend::where};
    world.begin_incarnation();
    const auto job = world.make_job();
    world.make_link();
    BOOST_TEST(world.reader->ask(count_unfinished_callbacks{world.workspace}) == 1);
    BOOST_TEST(world.reader->ask(count_unfinished_callbacks{world.open_workspace()}) == 0);
    delete_it(world, ends_callbacks);
    BOOST_TEST(world.reader->ask(count_unfinished_callbacks{world.workspace}) == (ends_callbacks ? 0 : 1));
    // Its data waits for it.
    let_it_rest(world);
    clear(world);
    BOOST_TEST(count(world, "deliveries") == (ends_callbacks ? "0" : "1"));
    if (!ends_callbacks) {
      BOOST_TEST(count(world, "workspaces WHERE clear_at IS NOT NULL") == "1");
      const auto made = world.done<recorded_attempt>(outcome_of(job, world.made(1, 200)));
      BOOST_TEST(is_acknowledged(made));
      let_it_rest(world);
      clear(world);
      BOOST_TEST(count(world, "deliveries") == "0");
    }
    BOOST_TEST(count(world, "workspaces WHERE clear_at IS NOT NULL") == "0");
  }
}

// The node that deleted it ended before it had closed the links.
BOOST_AUTO_TEST_CASE(links_are_closed_soon_though_the_clock_that_deleted_was_ahead) {
  store_world world{kind::sqlite};
  for (int i = 0; i < 5; ++i) world.make_link();
  world.clock.moved = 30min;
  world.apply(deletion_of(world, false)).value();
  world.done<cleared_portion>(clear_workspace{.only = world.workspace, .limit = 2});
  world.clock.moved = 0ms;
  clear(world);
  BOOST_TEST(count(world, "payment_links WHERE status = 0") == "0");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(the_outcome_of_an_ended_callback_is_stale, Backend, backends) {
  store_world world{Backend::where};
  world.begin_incarnation();
  const auto job = world.make_job();
  delete_it(world, true);
  BOOST_TEST(world.done<recorded_attempt>(outcome_of(job, world.made(1, 503))).stale);
}

BOOST_TEST_DECORATOR(*boost::unit_test::label("in_depth"))
BOOST_AUTO_TEST_CASE_TEMPLATE(what_stays_agrees_and_names_nobody, Backend, backends) {
  examined_shop shop{Backend::where};
  auto& world = shop.world;
  const auto usage = count(world, "usage"), references = count(world, "payment_links");
  delete_it(world, true, 3);
  BOOST_TEST(shop.findings().empty());
  let_it_rest(world);
  // A crash after any portion; and what is in flight is waited for, until its node has ended.
  for (const bool is_last : {false, true}) {
    for (bool more = true; more;) {
      more = world.done<cleared_portion>(clear_workspace{.limit = 1}).is_more_due;
      world.restart();
    }
    if (is_last) break;
    run_sql(world.url, "UPDATE deliveries SET owner = NULL, lease_until = NULL WHERE state = 0");
    let_it_rest(world);
  }
  BOOST_TEST(count(world, "workspaces WHERE clear_at IS NOT NULL") == "0");
  for (const auto& one : shop.findings()) BOOST_ERROR(one);
  BOOST_TEST((count(world, "usage") == usage && count(world, "payment_links") == references));
  const auto mine = " WHERE workspace_id = '" + world.workspace.text() + "'";
  for (const auto* table : {"deliveries", "kept_entries", "signing_keys", "memberships", "invitations",
                            "failing_endpoints", "api_token_permissions"})
    BOOST_TEST(count(world, table + mine) == "0", table);
  BOOST_TEST(count(world, "transactions" + mine + " AND (content <> '' OR note <> '')") == "0");
  BOOST_TEST(count(world, "payment_links" + mine + " AND (callback_url <> '' OR metadata <> '{}')") == "0");
  BOOST_TEST(count(world, "bank_accounts" + mine + " AND (number <> '' OR holder_name <> '')") == "0");
  BOOST_TEST(count(world, "attempts WHERE delivery_row NOT IN (SELECT row FROM deliveries)") == "0");
  // The closed page and its redirect.
  const auto page = world.reader->ask(find_payer_view{shop.matched.public_id}).value().link;
  BOOST_TEST((page.status == link_status::succeeded && !page.transaction.empty() && page.paid_at));
  BOOST_TEST(page.redirect_url == shop.matched.redirect_url);
  // The other Workspace has lost nothing.
  BOOST_TEST(world.reader->ask(find_workspace{shop.other}).has_value());
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_portion_that_fails_clears_nothing, Backend, backends) {
  store_world world{Backend::where};
  for (int number = 0; number < 3; ++number) world.make_link();
  world.apply(deletion_of(world)).value();
  const auto first = world.done<cleared_portion>(clear_workspace{.only = world.workspace, .limit = 2});
  BOOST_TEST((first.public_ids.size() == 2u && !first.has_closed_links));
  world.restart();
  const auto second = world.done<cleared_portion>(clear_workspace{.limit = 2});
  BOOST_TEST((second.workspace == world.workspace && second.public_ids.size() == 1u));
}

BOOST_AUTO_TEST_CASE(a_portion_does_not_wait_for_another_node) {
  store_world world{kind::postgresql};
  const auto link = world.make_link();
  world.apply(deletion_of(world)).value();
  {
    const foreign_transaction other_node{world.url, "SELECT row FROM workspaces WHERE id = '" + world.workspace.text() +
                                                        "' FOR NO KEY UPDATE"};
    const auto portion = world.done<cleared_portion>(clear_workspace{});
    BOOST_TEST((portion.workspace.empty() && !portion.is_more_due));
  }
  BOOST_TEST((world.done<cleared_portion>(clear_workspace{}).public_ids == std::vector{link.public_id}));
}

BOOST_AUTO_TEST_SUITE_END()
