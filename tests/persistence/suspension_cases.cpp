#include "tests/persistence/store_world.hpp"
#include "tests/support/until.hpp"

#include <boost/test/unit_test.hpp>
#include <thread>

using namespace paylink;
using namespace paylink::test;

// Whether a Workspace is suspended, and whose an account is, the transaction decides that settles an entry.
BOOST_AUTO_TEST_SUITE(suspension)

namespace {

suspend_workspace suspend(const store_world& world) { return {world.workspace}; }
reactivate_workspace reactivate(store_world& world) { return {.workspace = world.workspace, .entries_max = 1}; }

/// How many rows tell of money: transactions, what is counted, events, and what is held.
std::string rows_of_money(const store_world& world) {
  return world.ask("SELECT (SELECT COUNT(*) FROM transactions) || '/' || (SELECT COUNT(*) FROM usage) || '/' || "
                   "(SELECT COUNT(*) FROM deliveries) || '/' || (SELECT COUNT(*) FROM kept_entries WHERE reason = "
                   "'held' AND processed_at IS NULL)");
}

/// The account's number, connected in another Workspace.
bank_account connect_elsewhere(store_world& world) {
  auto moved = world.account;
  moved.id = world.new_id<bank_account_id>();
  moved.workspace = world.open_workspace();
  world.apply(connect_account{moved}).value();
  moved.row = std::stoll(world.ask("SELECT row FROM bank_accounts WHERE id = '" + moved.id.text() + "'"));
  return moved;
}

/// The entry as it is told of another account.
record_entry told_of(store_world& world, const bank_account& account, record_entry entry) {
  entry.account_row = account.row;
  entry.account = account.id;
  entry.workspace = account.workspace;
  entry.new_transaction = world.new_id<transaction_id>();
  return entry;
}

/// The entries in turn, or as one batch.
std::vector<recorded_entry> record(store_world& world, const std::vector<write_command>& all, bool together) {
  if (together) return world.done_together<recorded_entry>(all);
  std::vector<recorded_entry> replies;
  for (const auto& one : all) replies.push_back(world.done<recorded_entry>(one));
  return replies;
}

} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(entries_of_a_suspended_workspace_are_held_as_they_came, Backend, backends) {
  for (const bool together : {false, true}) {
    store_world world{Backend::where};
    const auto link = world.make_link();
    world.apply(suspend(world)).value();
    const std::vector<write_command> entries{
        world.credit(link.reference, 100'000, {.reference = "FT-1", .content = "Đơn \"hàng\" 7"}),
        world.credit(std::nullopt, 5'000, {.reference = "FT-2"}),
        world.credit(std::nullopt, 5'000, {.reference = "FT-3", .type = transfer_type::debit}),
        world.credit(link.reference, 100'000, {.reference = "FT-4", .status = entry_status::rejected}),
        world.credit(link.reference, 100'000, {.reference = "FT-1", .feed = "NAPAS"})};
    for (const bool again : {false, true}) BOOST_TEST_CONTEXT((again ? "once more" : "first")) {
        for (const auto& held : record(world, entries, together))
          BOOST_TEST((held.result == entry_result::held && held.transaction.empty() && !held.classified &&
                      !held.has_deliveries() && held.public_id.empty()));
        BOOST_TEST(rows_of_money(world) == "0/0/0/5");
      }
    BOOST_TEST((world.read(link).status == link_status::pending));
    BOOST_TEST(world.gate.held == 0);
    const auto raw = world.ask("SELECT raw FROM kept_entries WHERE source_id = 'FT-1' AND feed = 'MB'");
    BOOST_TEST(raw.find(R"("content":"Đơn \"hàng\" 7")") != raw.npos, raw);
    BOOST_TEST(raw.find(R"("amount":100000)") != raw.npos, raw);
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(what_was_recorded_before_stays_known_while_its_workspace_is_suspended, Backend,
                              backends) {
  for (const bool together : {false, true}) {
    store_world world{Backend::where};
    const auto link = world.make_link();
    const auto credit = world.credit(link.reference, 100'000);
    const auto first = world.done<recorded_entry>(credit);
    auto changed = credit;
    changed.entry.amount = {90'000};
    world.apply(suspend(world)).value();
    const auto again = record(world, {credit, changed}, together);
    BOOST_TEST((again[0].result == entry_result::duplicate && again[0].transaction == first.transaction));
    BOOST_TEST((!again[0].conflict && again[1].result == entry_result::duplicate && again[1].conflict));
    BOOST_TEST(rows_of_money(world) == "1/1/1/0");
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_suspension_parts_the_entries_before_it_from_those_behind, Backend, backends) {
  store_world world{Backend::where};
  const auto before = world.make_link(), during = world.make_link(), after = world.make_link();
  const write_command batch[] = {world.credit(before.reference, 100'000), suspend(world),
                                 world.credit(std::nullopt, 100'000, {.content = during.reference.text()}),
                                 reactivate(world), world.credit(after.reference, 100'000)};
  const auto replies = world.writer->apply(batch);
  const auto result_of = [&](std::size_t place) { return std::get<recorded_entry>(replies[place].value()).result; };
  BOOST_TEST((result_of(0) == entry_result::recorded && result_of(2) == entry_result::held &&
              result_of(4) == entry_result::recorded));
  BOOST_TEST(
      (world.read(before).status == link_status::succeeded && world.read(after).status == link_status::succeeded));
  BOOST_TEST((world.read(during).status == link_status::succeeded));
  BOOST_TEST(rows_of_money(world) == "3/3/3/0");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(one_batch_holds_the_entries_of_one_workspace_and_settles_those_of_another, Backend,
                              backends) {
  store_world world{Backend::where};
  auto other = world.account;
  other.id = world.new_id<bank_account_id>();
  other.workspace = world.open_workspace();
  other.number = "999";
  world.apply(connect_account{other}).value();
  auto elsewhere = world.credit(std::nullopt, 7'000);
  elsewhere.workspace = other.workspace;
  elsewhere.account_row = std::stoll(world.ask("SELECT row FROM bank_accounts WHERE number = '999'"));
  // As another node does it: this one is told by nobody.
  run_sql(world.url, "UPDATE workspaces SET status = 'suspended' WHERE id = '" + world.workspace.text() + "'");
  const auto replies =
      record(world, {world.credit(std::nullopt, 5'000), elsewhere, world.credit(std::nullopt, 6'000)}, true);
  BOOST_TEST((replies[0].result == entry_result::held && replies[1].result == entry_result::recorded &&
              replies[2].result == entry_result::held));
  BOOST_TEST(world.ask("SELECT workspace_id FROM transactions") == other.workspace.text());
  BOOST_TEST(rows_of_money(world) == "1/1/0/2");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_reactivated_workspace_knows_what_the_bank_sends_again, Backend, backends) {
  store_world world{Backend::where};
  const auto link = world.make_link();
  const auto credit = world.credit(link.reference, 100'000, {.content = link.reference.text()});
  world.apply(suspend(world)).value();
  BOOST_TEST((world.done<recorded_entry>(credit).result == entry_result::held));
  world.apply(reactivate(world)).value();
  const auto again = world.done<recorded_entry>(credit);
  BOOST_TEST((again.result == entry_result::duplicate && again.classified == classification::matched));
  BOOST_TEST(rows_of_money(world) == "1/1/1/0");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(what_is_counted_is_counted_for_the_owner_of_this_moment, Backend, backends) {
  store_world world{Backend::where};
  auto command = world.credit(std::nullopt, 5'000);
  command.owner = world.new_id<user_id>(); // what somebody remembered
  world.done<recorded_entry>(command);
  BOOST_TEST(world.ask("SELECT owner_id FROM usage") == world.owner.text());
}

BOOST_AUTO_TEST_CASE_TEMPLATE(what_is_held_for_an_account_is_for_no_other_of_its_number, Backend, backends) {
  for (const bool together : {false, true}) {
    store_world world{Backend::where};
    world.apply(suspend(world)).value();
    const std::vector<write_command> held{world.credit(std::nullopt, 5'000, {.reference = "FT-1"}),
                                          world.credit(std::nullopt, 6'000, {.reference = "FT-2"})};
    for (const auto& reply : record(world, held, together)) BOOST_TEST((reply.result == entry_result::held));
    world.apply(remove_account{world.workspace, world.account.id, world.by_owner()}).value();
    // Nobody has the account, and then another Workspace has.
    for (const auto& reply : record(world, held, together)) BOOST_TEST((reply.result == entry_result::duplicate));
    const auto moved = connect_elsewhere(world);
    auto repeated = held;
    for (auto& one : repeated) {
      auto& entry = std::get<record_entry>(one);
      entry.account_row = moved.row;
      entry.account = moved.id;
      entry.workspace = moved.workspace;
      entry.new_transaction = world.new_id<transaction_id>();
    }
    for (const auto& reply : record(world, repeated, together))
      BOOST_TEST((reply.result == entry_result::duplicate && reply.transaction.empty()));
    BOOST_TEST(rows_of_money(world) == "0/0/0/2");
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(an_account_that_is_connected_elsewhere_by_now_takes_no_money, Backend, backends) {
  for (const bool together : {false, true}) {
    store_world world{Backend::where};
    const auto link = world.make_link();
    run_sql(world.url, "UPDATE bank_accounts SET state = 'disconnected', disconnected_at = 1");
    // A disconnected account gets nothing that a feed reports: it waits for the Workspace that proves the number.
    BOOST_TEST((world.pay(std::nullopt, 5'000).result == entry_result::unknown_account));
    const auto moved = connect_elsewhere(world);
    run_sql(world.url, "UPDATE bank_accounts SET upkeep_at = NULL");
    const std::vector<write_command> entries{world.credit(link.reference, 100'000, {.reference = "FT-1"}),
                                             world.credit(std::nullopt, 6'000, {.reference = "FT-2"})};
    const auto kept = [&](const std::string& which) {
      return world.ask("SELECT COUNT(*) FROM kept_entries WHERE reason = 'unknown_account' AND processed_at IS " +
                       which);
    };
    for (const auto& reply : record(world, entries, together))
      BOOST_TEST((reply.result == entry_result::unknown_account && reply.transaction.empty()));
    BOOST_TEST(kept("NULL") == "3");
    // They are for the account that has the number now.
    const auto look = [&] { return world.done<kept_accounts>(keep_accounts{2}); };
    look();
    BOOST_TEST(kept("NOT NULL") == "2");
    BOOST_TEST(world.ask("SELECT COUNT(*) FROM transactions WHERE account_row = " + std::to_string(moved.row)) == "2");
    // When the other Workspace has it no more, what comes in on it is nobody's.
    world.apply(remove_account{moved.workspace, moved.id, world.by_owner()}).value();
    const auto late = world.credit(std::nullopt, 7'000, {.reference = "FT-3"});
    BOOST_TEST((record(world, {late, world.credit(std::nullopt, 8'000, {.reference = "FT-4"})}, together)[0].result ==
                entry_result::unknown_account));
    while (look().is_more_due) {
    }
    BOOST_TEST(kept("NULL") == "3");
    auto asked_for = late;
    asked_for.is_asked_for = true;
    BOOST_TEST((error_of(world.apply(asked_for)) == errc::service_unavailable));
    BOOST_TEST((world.reader->ask(find_account_of_feed{"MB", "", world.account.number}).error() == errc::not_found));
    BOOST_TEST((world
                    .apply(begin_import{
                        .workspace = world.workspace, .id = world.account.id, .stated_to = world.clock.now(), .by = {}})
                    .error() == errc::bank_account_not_connected));
    BOOST_TEST((world.read(link).status == link_status::pending));
    BOOST_TEST(rows_of_money(world) == "2/2/0/0");
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(an_entry_that_another_account_of_the_number_has_recorded_is_not_recorded_again, Backend,
                              backends) {
  for (const bool together : {false, true}) {
    store_world world{Backend::where};
    const auto first = world.credit(std::nullopt, 5'000, {.reference = "FT-1"});
    const auto paired = world.credit(std::nullopt, 5'000, {.reference = "SW-1", .feed = "NAPAS"});
    world.done<recorded_entry>(first);
    BOOST_TEST((world.done<recorded_entry>(paired).result == entry_result::duplicate));
    world.apply(remove_account{world.workspace, world.account.id, world.by_owner()}).value();
    const auto moved = connect_elsewhere(world);
    const auto of_moved = [&](const record_entry& entry) { return told_of(world, moved, entry); };
    const std::vector<write_command> reported{of_moved(first), of_moved(paired),
                                              of_moved(world.credit(std::nullopt, 5'000, {.reference = "FT-2"}))};
    const auto replies = record(world, reported, together);
    for (const auto place : {0u, 1u})
      BOOST_TEST((replies[place].result == entry_result::duplicate && replies[place].transaction.empty()));
    BOOST_TEST((replies[2].result == entry_result::recorded));
    BOOST_TEST(rows_of_money(world) == "2/2/0/0");
    BOOST_TEST((world.done<recorded_entry>(reported[2]).transaction == replies[2].transaction)); // its own, told again
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(an_entry_of_another_account_of_the_number_is_not_held_again, Backend, backends) {
  for (const bool together : {false, true}) {
    store_world world{Backend::where};
    const auto recorded = world.credit(std::nullopt, 5'000, {.reference = "FT-1"});
    world.done<recorded_entry>(recorded);
    world.apply(suspend(world)).value();
    const auto held = world.credit(std::nullopt, 6'000, {.reference = "FT-2"});
    world.done<recorded_entry>(held);
    run_sql(world.url, "UPDATE bank_accounts SET state = 'disconnected', disconnected_at = 1");
    const auto moved = connect_elsewhere(world);
    world.apply(suspend_workspace{moved.workspace}).value();
    const auto of_moved = [&](record_entry entry) {
      entry.entry.content = "told in other words";
      return told_of(world, moved, std::move(entry));
    };
    const std::vector<write_command> reported{of_moved(recorded), of_moved(held),
                                              of_moved(world.credit(std::nullopt, 7'000, {.reference = "FT-3"}))};
    const auto replies = record(world, reported, together);
    for (const auto place : {0u, 1u})
      BOOST_TEST((replies[place].result == entry_result::duplicate && replies[place].transaction.empty()));
    BOOST_TEST((replies[2].result == entry_result::held));
    BOOST_TEST(rows_of_money(world) == "1/1/0/2");
    // Each has its own in the end.
    world.apply(reactivate_workspace{.workspace = moved.workspace, .entries_max = 1}).value();
    BOOST_TEST(rows_of_money(world) == "2/2/0/1");
    world.apply(reactivate(world)).value();
    BOOST_TEST(rows_of_money(world) == "3/3/0/0");
  }
}

BOOST_AUTO_TEST_CASE(the_log_tells_of_a_suspension_that_follows_another_nodes_reactivation) {
  store_world world{kind::postgresql};
  world.apply(suspend(world)).value();
  const auto mine = " FROM workspaces WHERE id = '" + world.workspace.text() + "'";
  foreign_transaction other_node{world.url,
                                 "UPDATE workspaces SET status = 'active' WHERE id = '" + world.workspace.text() + "'"};
  const std::jthread commit_later{[&] {
    until([&] {
      return world.ask("SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = "
                       "'Lock'") != "0";
    });
    other_node.commit();
  }};
  world.apply(suspend_workspace{world.workspace, world.by_owner()}).value();
  BOOST_TEST(world.ask("SELECT status" + mine) == "suspended");
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM audit_log WHERE action = 'workspace.suspended'") == "1");
}

BOOST_AUTO_TEST_SUITE_END()
