// What is left to do when an account has been connected or removed.
#include "tests/persistence/connecting.hpp"
#include "tests/persistence/order_world.hpp"

#include <boost/test/unit_test.hpp>

using namespace paylink;
using namespace paylink::test;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(account_upkeep_cases)

namespace {

/// An entry of an account that nobody has connected, kept as the directory keeps it.
keep_entry stranded(const std::string& reference, std::int64_t amount, const std::string& feed = "MB",
                    const std::string& bin = {}, const std::string& number = "5550001111") {
  const auto amount_text = std::to_string(amount);
  return {.feed = feed,
          .account_number = number,
          .bank_reference = reference,
          .reason = entry_result::unknown_account,
          .detail = "no Workspace has connected this account",
          .raw = R"({"bank_reference":")" + reference + R"(",)" + (bin.empty() ? "" : R"("bin":")" + bin + R"(",)") +
                 R"("account_number":")" + number + R"(","amount":)" + amount_text +
                 R"(,"transfer_type":"credit","content":"thanh toan )" + reference +
                 R"(","occurred_at":"2026-03-14T04:00:00.000Z","status":"booked"})",
          .bin = std::string{bin_heard_on(feed, bin)}};
}

bank_account connect(store_world& world, const std::string& number = "5550001111") {
  const auto begun = start_of(world, number);
  begin(world, begun);
  return world.done<account_overview>(end_of(world, begun)).account;
}

keep_accounts portion(int entries = 50) { return {static_cast<std::size_t>(entries)}; }

/// Everything that is due, in portions of `entries`.
std::vector<recorded_entry> keep_all(store_world& world, int entries = 50) {
  std::vector<recorded_entry> settled;
  for (int turns = 0; turns < 100; ++turns) {
    auto kept = world.done<kept_accounts>(portion(entries));
    for (auto& one : kept.settled) settled.push_back(std::move(one));
    if (!kept.is_more_due) return settled;
  }
  BOOST_FAIL("the upkeep does not end");
  return settled;
}

std::string count(const store_world& world, const std::string& table, const std::string& where) {
  return world.ask("SELECT COUNT(*) FROM " + table + " WHERE " + where);
}

} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(entries_that_came_before_are_recorded_when_the_account_is_connected, Backend, backends) {
  store_world world{Backend::where};
  for (int number = 1; number <= 5; ++number)
    world.done<recorded_entry>(stranded("FT" + std::to_string(number), 1'000 * number));
  world.done<recorded_entry>(stranded("SW1", 7'000, "NAPAS", "970422"));
  world.done<recorded_entry>(stranded("SW2", 8'000, "NAPAS", "970416")); // of another bank
  world.done<recorded_entry>(stranded("FT9", 9'000, "ACB"));
  world.done<recorded_entry>(stranded("FT8", 9'000, "MB", {}, "5550002222"));
  BOOST_TEST(keep_all(world).empty());
  const auto account = connect(world);
  const auto settled = keep_all(world, 2);
  BOOST_TEST(settled.size() == 6u);
  for (const auto& one : settled) BOOST_TEST((one.result == entry_result::recorded && !one.transaction.empty()));
  BOOST_TEST(count(world, "transactions", "account_row = " + std::to_string(account.row)) == "6");
  BOOST_TEST(count(world, "usage", "TRUE") == "6");
  BOOST_TEST(count(world, "kept_entries", "processed_at IS NULL") == "3");
  // The bank sends one again.
  auto again = world.credit(std::nullopt, 1'000, {.reference = "FT1", .content = "thanh toan FT1"});
  again.account_row = account.row, again.account = account.id, again.entry.account_number = account.number;
  BOOST_TEST((world.done<recorded_entry>(again).result == entry_result::duplicate));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(long_texts_are_taken_up_in_several_portions, Backend, backends) {
  store_world world{Backend::where};
  for (int number = 1; number <= 5; ++number) {
    auto entry = stranded("FT" + std::to_string(number), 1'000 * number);
    entry.raw.insert(entry.raw.find("thanh toan"), 400'000, 'x');
    world.done<recorded_entry>(entry);
  }
  connect(world);
  std::vector<std::size_t> settled;
  for (bool is_more_due = true; is_more_due;) {
    const auto kept = world.done<kept_accounts>(portion());
    if (!kept.settled.empty()) settled.push_back(kept.settled.size());
    is_more_due = kept.is_more_due;
  }
  BOOST_TEST(settled == (std::vector<std::size_t>{3, 2}), boost::test_tools::per_element());
  for (int number = 1; number <= 5; ++number)
    BOOST_TEST(world.ask("SELECT source_id FROM transactions ORDER BY row LIMIT 1 OFFSET " +
                         std::to_string(number - 1)) == "FT" + std::to_string(number));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(an_entry_that_came_too_late_for_the_first_look_is_recorded_by_the_second, Backend,
                              backends) {
  store_world world{Backend::where};
  connect(world);
  BOOST_TEST(keep_all(world).empty());
  // A node that has not heard of the connection keeps it aside after the look.
  world.done<recorded_entry>(stranded("FT1", 5'000));
  run_sql(world.url, "UPDATE bank_accounts SET upkeep_at = NULL WHERE upkeep_at IS NULL");
  world.pass(1min);
  BOOST_TEST(keep_all(world).size() == 1u);
  world.pass(1min);
  BOOST_TEST(keep_all(world).empty());
  BOOST_TEST(count(world, "bank_accounts", "upkeep_at IS NOT NULL") == "0");
  // And one that is kept aside long after has the account looked at again.
  world.done<recorded_entry>(stranded("FT2", 6'000));
  BOOST_TEST(keep_all(world).size() == 1u);
  BOOST_TEST(count(world, "kept_entries", "processed_at IS NULL") == "0");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(those_of_a_suspended_workspace_are_held, Backend, backends) {
  store_world world{Backend::where};
  world.done<recorded_entry>(stranded("FT1", 5'000));
  connect(world);
  world.apply(suspend_workspace{world.workspace, world.by_owner()}).value();
  const auto settled = keep_all(world);
  BOOST_REQUIRE(settled.size() == 1u);
  BOOST_TEST((settled[0].result == entry_result::held));
  BOOST_TEST(count(world, "kept_entries", "reason = 'held' AND processed_at IS NULL") == "1");
  BOOST_TEST(count(world, "transactions", "TRUE") == "0");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_removed_account_fails_its_pending_links_and_orders_and_keeps_its_history, Backend,
                              backends) {
  order_world world{Backend::where};
  const auto paid = world.make_link(), pending = world.make_link(), cancelled = world.make_link();
  world.pay(paid.reference, 100'000);
  world.apply(close_link{world.workspace, cancelled.id}).value();
  const auto elsewhere = connect(world);
  auto other = world.link_command({});
  other.link.account = elsewhere.id;
  const auto kept_link = world.done<created_link>(other).link;
  const auto order = world.make_order();
  keep_all(world);
  const remove_account remove{world.workspace, world.account.id, world.by_owner()};
  world.done<no_reply>(remove);
  BOOST_TEST((error_of(world.apply(remove)) == errc::not_found));
  std::vector<std::string> reported;
  bool has_notified = false;
  for (int turns = 0; turns < 100; ++turns) {
    const auto kept = world.done<kept_accounts>(portion());
    reported.insert(reported.end(), kept.public_ids.begin(), kept.public_ids.end());
    has_notified = has_notified || kept.has_notified;
    if (!kept.is_more_due) break;
  }
  BOOST_TEST((reported == std::vector{pending.public_id}));
  BOOST_TEST(has_notified);
  BOOST_TEST((world.read(pending).status == link_status::failed));
  BOOST_TEST((world.read(pending).failure == failure_reason::bank_account_removed));
  BOOST_TEST((world.read(paid).status == link_status::succeeded));
  BOOST_TEST((world.read(cancelled).status == link_status::cancelled));
  BOOST_TEST((world.read(kept_link).status == link_status::pending));
  const auto ended = world.read(order);
  BOOST_TEST((ended.status == order_status::failed && ended.failure == order_failure::bank_account_removed));
  BOOST_TEST((world.reader->ask(find_account_overview{world.workspace, world.account.id}).error() == errc::not_found));
  BOOST_TEST((world.reader->ask(find_account_of_feed{"MB", "", world.account.number}).error() == errc::not_found));
  // What a node still has at hand is not recorded, but kept aside.
  BOOST_TEST(
      (world.done<recorded_entry>(world.credit(pending.reference, 100'000)).result == entry_result::unknown_account));
  BOOST_TEST(count(world, "kept_entries", "reason = 'unknown_account' AND processed_at IS NULL") == "1");
  BOOST_TEST(world.reader->ask(list_transactions{{.workspaces = {world.workspace}}}).rows.size() == 1u);
  BOOST_TEST(count(world, "bank_accounts", "upkeep_at IS NULL") != "2"); // looked at once more in a minute
  world.pass(1min);
  keep_all(world);
  BOOST_TEST(count(world, "bank_accounts", "upkeep_at IS NULL") == "2");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_removed_number_may_be_connected_again, Backend, backends) {
  store_world world{Backend::where};
  world.done<no_reply>(remove_account{world.workspace, world.account.id, world.by_owner()});
  keep_all(world);
  auto late = stranded("FT1", 5'000, "MB", {}, world.account.number);
  world.done<recorded_entry>(late);
  const auto account = connect(world, world.account.number);
  BOOST_TEST((account.id != world.account.id));
  BOOST_TEST(keep_all(world).size() == 1u);
  BOOST_TEST(count(world, "transactions", "account_row = " + std::to_string(account.row)) == "1");
}

BOOST_AUTO_TEST_SUITE_END()
