#include "domain/banks/recorded_text.hpp"
#include "tests/persistence/statement_plans.hpp"
#include "tests/persistence/store_world.hpp"

#include <boost/test/unit_test.hpp>
#include <soci/soci.h>

using namespace paylink;
using namespace paylink::test;
using namespace std::chrono_literals;

// What becomes of the entries that were held when their Workspace is reactivated.
BOOST_AUTO_TEST_SUITE(reactivation)

namespace {

void suspend(store_world& world) { world.apply(suspend_workspace{world.workspace}).value(); }

reactivate_workspace portion_of(store_world& world, std::size_t most = 50,
                                std::optional<std::int64_t> suspensions = std::nullopt) {
  return {.workspace = world.workspace, .entries_max = most, .suspensions = suspensions};
}

/// All portions, as a reactivation takes them.
std::vector<recorded_entry> reactivate(store_world& world, std::size_t most = 50) {
  std::vector<recorded_entry> settled;
  std::optional<std::int64_t> suspensions;
  for (bool is_active = false; !is_active;) {
    auto portion = world.done<reactivated_portion>(portion_of(world, most, suspensions));
    is_active = portion.is_active;
    suspensions = portion.suspensions;
    for (auto& one : portion.settled) settled.push_back(std::move(one));
  }
  return settled;
}

/// An entry whose text names the link.
record_entry credit_for(store_world& world, const payment_link& link, std::int64_t amount = 100'000,
                        const credit_options& options = {}) {
  auto reported = options;
  reported.content = "CT " + link.reference.text();
  return world.credit(link.reference, amount, reported);
}

void hold(store_world& world, const record_entry& entry) {
  BOOST_TEST_REQUIRE((world.done<recorded_entry>(entry).result == entry_result::held));
}

std::string status_of(const store_world& world) {
  return world.ask("SELECT status FROM workspaces WHERE id = '" + world.workspace.text() + "'");
}

/// How many are held and not processed.
std::string waiting(const store_world& world) {
  return world.ask("SELECT COUNT(*) FROM kept_entries WHERE reason = 'held' AND processed_at IS NULL");
}

std::string transactions(const store_world& world) {
  return world.ask("SELECT (SELECT COUNT(*) FROM transactions) || '/' || (SELECT COUNT(*) FROM usage) || '/' || "
                   "(SELECT COUNT(*) FROM deliveries)");
}

} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(each_entry_becomes_what_it_would_be_if_it_arrived_now, Backend, backends) {
  store_world world{Backend::where};
  const auto paid = world.make_link(), open = world.make_link({.amount = std::nullopt}),
             late = world.make_link({.lifetime = 10min}), refused = world.make_link();
  suspend(world);
  hold(world, credit_for(world, paid, 40'000));
  hold(world, credit_for(world, paid, 100'000));
  hold(world, credit_for(world, paid, 100'000));
  hold(world, credit_for(world, open, 7'000));
  hold(world, credit_for(world, late));
  hold(world, credit_for(world, refused, 100'000, {.status = entry_status::rejected}));
  hold(world, world.credit(std::nullopt, 5'000, {.type = transfer_type::debit}));
  auto ambiguous = world.credit(std::nullopt, 100'000);
  ambiguous.entry.content = paid.reference.text() + " " + open.reference.text();
  hold(world, ambiguous);
  world.pass(11min);

  const auto settled = reactivate(world);
  const std::vector<std::optional<classification>> expected{classification::underpaid,
                                                            classification::matched,
                                                            classification::duplicate,
                                                            classification::matched,
                                                            classification::late,
                                                            classification::rejected,
                                                            std::nullopt,
                                                            std::nullopt};
  BOOST_TEST_REQUIRE(settled.size() == expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i)
    BOOST_TEST((settled[i].classified == expected[i] && settled[i].result == entry_result::recorded), "entry " << i);
  BOOST_TEST((settled[1].public_id == paid.public_id && settled[1].jobs.size() == 1u));
  BOOST_TEST((settled[3].public_id == open.public_id && settled[3].jobs.size() == 1u));
  BOOST_TEST(settled[5].transaction.empty());
  BOOST_TEST(
      (world.read(paid).status == link_status::succeeded && world.read(paid).transaction == settled[1].transaction));
  BOOST_TEST((world.read(open).status == link_status::succeeded && world.read(refused).status == link_status::pending));
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM transactions WHERE ambiguous = 1") == "1");
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM kept_entries WHERE reason = 'rejected'") == "1");
  BOOST_TEST(transactions(world) == "7/7/2");
  BOOST_TEST((waiting(world) == "0" && status_of(world) == "active"));
  // Received now, signed now.
  BOOST_TEST(std::abs(unix_seconds(world.now()) - settled[1].jobs[0].signed_at) < 30);
  BOOST_TEST((world.read(paid).closed_at > world.now() - 30s));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(portions_go_by_the_order_of_arrival, Backend, backends) {
  for (const bool together : {false, true}) {
    store_world world{Backend::where};
    suspend(world);
    std::vector<write_command> entries;
    for (int number = 1; number <= 7; ++number)
      entries.emplace_back(world.credit(std::nullopt, 1'000 * number, {.reference = "N" + std::to_string(number)}));
    if (together)
      world.done_together<recorded_entry>(entries);
    else
      for (const auto& one : entries) world.apply(one).value();
    BOOST_TEST(waiting(world) == "7");

    const auto first = world.done<reactivated_portion>(portion_of(world, 3));
    BOOST_TEST((!first.is_active && first.settled.size() == 3u && status_of(world) == "suspended"));
    // What comes meanwhile waits behind the others.
    hold(world, world.credit(std::nullopt, 8'000, {.reference = "N8"}));
    const auto second = world.done<reactivated_portion>(portion_of(world, 3, first.suspensions));
    BOOST_TEST((!second.is_active && second.settled.size() == 3u));
    const auto last = world.done<reactivated_portion>(portion_of(world, 3, first.suspensions));
    BOOST_TEST((last.is_active && last.settled.size() == 2u && status_of(world) == "active"));
    std::string in_order;
    for (int number = 1; number <= 8; ++number)
      in_order +=
          world.ask("SELECT source_id FROM transactions ORDER BY row LIMIT 1 OFFSET " + std::to_string(number - 1));
    BOOST_TEST(in_order == "N1N2N3N4N5N6N7N8");
    BOOST_TEST((world.done<recorded_entry>(world.credit(std::nullopt, 9'000)).result == entry_result::recorded));
  }
}

// Others have a turn after each transaction, so it must not be long.
BOOST_AUTO_TEST_CASE_TEMPLATE(a_portion_of_long_texts_ends_with_its_first_mebibyte, Backend, backends) {
  struct row {
    std::vector<std::size_t> lengths; // of the texts, in the order of arrival
    std::size_t most;
    std::vector<std::size_t> settled_counts; // of each portion
  };
  const row rows[] = {
      {{1'100'000, 1'100'000}, 50, {1, 1}},
      {{400'000, 400'000, 400'000, 400'000, 10}, 50, {3, 2}},
      {{10, 10, 1'100'000, 10}, 50, {3, 1}},
      {{10, 10, 10}, 2, {2, 1}},
  };
  for (const auto& [lengths, most, settled_counts] : rows) {
    store_world world{Backend::where};
    suspend(world);
    std::vector<std::string> references;
    for (const auto length : lengths) {
      auto entry = world.credit(std::nullopt, 5'000, {.content = std::string(length, 'x')});
      cut_content(entry.entry);
      references.push_back(entry.entry.bank_reference);
      hold(world, entry);
    }
    for (const auto count : settled_counts) {
      BOOST_TEST(status_of(world) == "suspended");
      BOOST_TEST(world.done<reactivated_portion>(portion_of(world, most)).settled.size() == count);
    }
    BOOST_TEST((waiting(world) == "0" && status_of(world) == "active"));
    for (std::size_t place = 0; place < references.size(); ++place)
      BOOST_TEST(world.ask("SELECT source_id FROM transactions ORDER BY row LIMIT 1 OFFSET " + std::to_string(place)) ==
                 references[place]);
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(the_portion_that_takes_the_last_entry_makes_the_workspace_active, Backend, backends) {
  store_world world{Backend::where};
  suspend(world);
  for (int count = 0; count < 2; ++count) hold(world, world.credit(std::nullopt, 5'000));
  const auto portion = world.done<reactivated_portion>(portion_of(world, 2));
  BOOST_TEST((portion.is_active && portion.settled.size() == 2u && status_of(world) == "active"));
  // Repeating it changes nothing, and nothing is processed twice.
  const auto again = world.done<reactivated_portion>(portion_of(world, 2));
  BOOST_TEST((again.is_active && again.settled.empty()));
  BOOST_TEST(transactions(world) == "2/2/0");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_crash_between_portions_loses_nothing_and_repeats_nothing, Backend, backends) {
  store_world world{Backend::where};
  const auto link = world.make_link();
  suspend(world);
  hold(world, world.credit(std::nullopt, 5'000));
  hold(world, credit_for(world, link));
  hold(world, world.credit(std::nullopt, 6'000));
  world.done<reactivated_portion>(portion_of(world, 2));
  world.restart();
  BOOST_TEST((status_of(world) == "suspended" && waiting(world) == "1"));
  BOOST_TEST((reactivate(world, 2).size() == 1u && status_of(world) == "active"));
  BOOST_TEST(transactions(world) == "3/3/1");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_portion_that_fails_processes_none_of_its_entries, Backend, backends) {
  store_world world{Backend::where};
  const auto link = world.make_link();
  suspend(world);
  hold(world, world.credit(std::nullopt, 5'000));
  hold(world, credit_for(world, link));
  world.signer.refused = link.id.text();
  BOOST_TEST((error_of(world.apply(portion_of(world))) == errc::internal_error));
  BOOST_TEST((transactions(world) == "0/0/0" && waiting(world) == "2" && status_of(world) == "suspended"));
  BOOST_TEST(world.gate.held == 0);
  world.signer.refused.clear();
  BOOST_TEST((reactivate(world).size() == 2u && waiting(world) == "0"));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_transfer_is_recorded_once_however_often_it_was_held, Backend, backends) {
  store_world world{Backend::where};
  const auto before = world.credit(std::nullopt, 9'000, {.reference = "FT-0", .feed = "MB"});
  world.apply(before).value();
  suspend(world);
  const auto first = world.credit(std::nullopt, 5'000, {.reference = "FT-1"});
  auto changed = first;
  changed.entry.amount = {6'000};
  auto of_switch = first;
  of_switch.feed = "NAPAS";
  of_switch.entry.bank_reference = "SW-1";
  auto pair_of_before = before;
  pair_of_before.feed = "NAPAS";
  pair_of_before.entry.bank_reference = "SW-0";
  for (const auto& one : {first, first, changed, of_switch, pair_of_before}) hold(world, one);
  BOOST_TEST(waiting(world) == "4");
  const auto settled = reactivate(world);
  BOOST_TEST_REQUIRE(settled.size() == 4u);
  BOOST_TEST((settled[0].result == entry_result::recorded && !settled[0].conflict));
  for (const std::size_t repeated : {1, 2})
    BOOST_TEST((settled[repeated].result == entry_result::duplicate &&
                settled[repeated].transaction == settled[0].transaction &&
                settled[repeated].conflict == (repeated == 1)));
  BOOST_TEST((settled[3].result == entry_result::duplicate && settled[3].transaction == before.new_transaction));
  BOOST_TEST(transactions(world) == "2/2/0");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(money_on_a_virtual_account_settles_the_link_that_is_pending_now, Backend, backends) {
  store_world world{Backend::where};
  const auto over = world.make_link({.lifetime = 10min, .on_virtual_account = true}),
             open = world.make_link({.on_virtual_account = true});
  suspend(world);
  auto credit = world.credit(std::nullopt, 100'000);
  credit.virtual_account_row = world.receiver.row;
  credit.entry.virtual_account_number = world.receiver.number;
  hold(world, credit); // two links were pending then
  world.pass(11min);
  const auto settled = reactivate(world);
  BOOST_TEST_REQUIRE(settled.size() == 1u);
  BOOST_TEST((settled[0].classified == classification::matched && settled[0].public_id == open.public_id));
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM transactions WHERE virtual_account_row IS NOT NULL") == "1");
  BOOST_TEST((world.read(over).status != link_status::succeeded));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_near_miss_is_noted_for_a_held_entry_too, Backend, backends) {
  store_world world{Backend::where};
  const auto link = world.make_link();
  auto text = link.reference.text();
  text.back() = text.back() == '7' ? '8' : '7';
  suspend(world);
  hold(world, world.credit(std::nullopt, 100'000, {.content = text}));
  BOOST_TEST(!reactivate(world).at(0).classified);
  BOOST_TEST(world.ask("SELECT likely_link_row FROM transactions") == std::to_string(link.row));
}

// Its money was for the Workspace that had connected the number then, and is shown to no other.
BOOST_AUTO_TEST_CASE_TEMPLATE(an_entry_stays_with_the_account_that_it_was_held_for, Backend, backends) {
  store_world world{Backend::where};
  const auto link = world.make_link();
  suspend(world);
  hold(world, credit_for(world, link));
  run_sql(world.url, "UPDATE bank_accounts SET state = 'disconnected', disconnected_at = 1");
  auto moved = world.account;
  moved.id = world.new_id<bank_account_id>();
  moved.workspace = world.open_workspace();
  world.apply(connect_account{moved}).value();
  BOOST_TEST((reactivate(world).at(0).classified == classification::matched));
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM transactions WHERE workspace_id = '" + world.workspace.text() +
                       "' AND account_row = " + std::to_string(world.account.row)) == "1");
  BOOST_TEST((world.read(link).status == link_status::succeeded));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_workspace_that_is_suspended_again_meanwhile_stays_so, Backend, backends) {
  store_world world{Backend::where};
  suspend(world);
  for (int count = 0; count < 3; ++count) hold(world, world.credit(std::nullopt, 5'000));
  const auto first = world.done<reactivated_portion>(portion_of(world, 2));
  suspend(world);
  BOOST_TEST((error_of(world.apply(portion_of(world, 2, first.suspensions))) == errc::conflict));
  BOOST_TEST((status_of(world) == "suspended" && waiting(world) == "1"));
  BOOST_TEST(reactivate(world).size() == 1u);
  // Where it is active by then, another call has done the work.
  BOOST_TEST(world.done<reactivated_portion>(portion_of(world, 2, first.suspensions)).is_active);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(an_entry_that_is_held_again_after_it_was_processed_is_a_duplicate, Backend, backends) {
  store_world world{Backend::where};
  const auto link = world.make_link();
  const auto credit = credit_for(world, link);
  suspend(world);
  hold(world, credit);
  const auto first = reactivate(world).at(0);
  suspend(world);
  const auto again = world.done<recorded_entry>(credit);
  BOOST_TEST((again.result == entry_result::duplicate && again.transaction == first.transaction));
  BOOST_TEST((reactivate(world).empty() && transactions(world) == "1/1/1"));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(only_the_entries_of_this_workspace_are_taken_up, Backend, backends) {
  store_world world{Backend::where};
  auto other = world.account;
  other.id = world.new_id<bank_account_id>();
  other.workspace = world.open_workspace();
  other.number = "999";
  world.apply(connect_account{other}).value();
  suspend(world);
  world.apply(suspend_workspace{other.workspace}).value();
  hold(world, world.credit(std::nullopt, 5'000));
  auto elsewhere = world.credit(std::nullopt, 7'000);
  elsewhere.workspace = other.workspace;
  elsewhere.account_row = std::stoll(world.ask("SELECT row FROM bank_accounts WHERE number = '999'"));
  hold(world, elsewhere);
  BOOST_TEST((reactivate(world).size() == 1u && waiting(world) == "1"));
  BOOST_TEST(world.ask("SELECT workspace_id FROM transactions") == world.workspace.text());
  BOOST_TEST(world.ask("SELECT status FROM workspaces WHERE id = '" + other.workspace.text() + "'") == "suspended");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(nothing_is_reactivated_by_a_wrong_clock_or_where_nothing_is, Backend, backends) {
  store_world world{Backend::where};
  auto nowhere = portion_of(world);
  nowhere.workspace = world.new_id<workspace_id>();
  BOOST_TEST((error_of(world.apply(nowhere)) == errc::not_found));
  BOOST_TEST((error_of(world.apply(suspend_workspace{nowhere.workspace})) == errc::not_found));
  suspend(world);
  hold(world, world.credit(std::nullopt, 5'000));
  world.clock.moved = 10min;
  BOOST_TEST((error_of(world.apply(portion_of(world))) == errc::service_unavailable));
  BOOST_TEST((waiting(world) == "1" && status_of(world) == "suspended"));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(an_entry_that_cannot_be_read_blocks_no_other, Backend, backends) {
  store_world world{Backend::where};
  suspend(world);
  hold(world, world.credit(std::nullopt, 5'000));
  hold(world, world.credit(std::nullopt, 6'000));
  run_sql(world.url, "UPDATE kept_entries SET raw = 'no JSON' WHERE row = (SELECT MIN(row) FROM kept_entries)");
  const auto settled = reactivate(world);
  BOOST_TEST((settled.at(0).result == entry_result::invalid && settled.at(1).result == entry_result::recorded));
  BOOST_TEST((waiting(world) == "0" && transactions(world) == "1/1/0"));
}

// While one node reactivates a Workspace, another can neither change its status nor hold an entry that nobody sees.
BOOST_AUTO_TEST_CASE(entries_wait_while_another_node_has_the_workspace_locked) {
  for (const bool together : {false, true}) {
    store_world world{kind::postgresql};
    suspend(world);
    const auto workspace = "workspaces WHERE id = '" + world.workspace.text() + "'";
    std::vector<write_command> entries{world.credit(std::nullopt, 5'000)};
    if (together) entries.emplace_back(world.credit(std::nullopt, 6'000));
    {
      const foreign_transaction other{world.url, "SELECT row FROM " + workspace + " FOR NO KEY UPDATE"};
      for (const auto& reply : world.writer->apply(entries))
        BOOST_TEST((reply && std::holds_alternative<held_up>(*reply)));
      BOOST_TEST((error_of(world.apply(portion_of(world))) == errc::service_unavailable));
      BOOST_TEST((waiting(world) == "0" && status_of(world) == "suspended"));
    }
    for (const auto& one : entries) hold(world, std::get<record_entry>(one));
    BOOST_TEST(reactivate(world).size() == entries.size());
  }
}

BOOST_AUTO_TEST_CASE(a_locked_link_lets_the_entries_before_it_through) {
  store_world world{kind::postgresql};
  const auto link = world.make_link();
  suspend(world);
  hold(world, world.credit(std::nullopt, 5'000));
  hold(world, credit_for(world, link));
  hold(world, world.credit(std::nullopt, 6'000));
  {
    const foreign_transaction other{world.url, "SELECT row FROM payment_links WHERE row = " + std::to_string(link.row) +
                                                   " FOR UPDATE"};
    const auto first = world.done<reactivated_portion>(portion_of(world));
    BOOST_TEST((!first.is_active && first.settled.size() == 1u));
    const auto second = world.apply(portion_of(world));
    BOOST_TEST((second && std::holds_alternative<held_up>(*second)));
  }
  BOOST_TEST((reactivate(world).size() == 2u && status_of(world) == "active"));
}

BOOST_AUTO_TEST_CASE(a_reactivation_does_not_hinder_other_writes_of_the_workspace) {
  store_world world{kind::postgresql};
  const foreign_transaction other{world.url, "SELECT row FROM workspaces WHERE id = '" + world.workspace.text() +
                                                 "' FOR NO KEY UPDATE"};
  BOOST_TEST((error_of(world.apply(world.link_command())) == errc::ok));
  BOOST_TEST((world.pay(std::nullopt, 5'000).result == entry_result::recorded));
}

BOOST_AUTO_TEST_SUITE_END()
