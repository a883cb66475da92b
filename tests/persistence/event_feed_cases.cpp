#include "tests/persistence/order_world.hpp"

#include <boost/test/unit_test.hpp>
#include <soci/soci.h>

#include <numeric>

using namespace paylink;
using namespace paylink::test;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(event_feeds)

namespace {

/// Gives the next events their places; false if there is nothing to do.
bool extend(store_world& world, const workspace_id& in) {
  auto by = world.reader->ask(find_feed_extension{in});
  if (!by.is_due) return false;
  return world.done<extended_feed>(extend_feed{in, std::move(by)}).is_extended;
}

void extend_all(store_world& world, const workspace_id& in) {
  for (int count = 0; count < 50 && extend(world, in); ++count) {
  }
}

const bank_transaction& transaction_of(const feed_event& one) { return std::get<bank_transaction>(one.about); }

/// A receiver that fetches page by page, and remembers the last position.
struct puller {
  explicit puller(store_world& of, int rows = 100) : world{of}, limit{rows} {}
  std::vector<transaction_id> pull() {
    std::vector<transaction_id> found;
    extend_all(world, world.workspace);
    for (bool more = true; more;) {
      const auto page = world.reader->ask(list_events{world.workspace, position, limit});
      for (const auto& one : page.rows) {
        BOOST_TEST(one.position == position + 1);
        position = one.position;
        found.push_back(transaction_of(one).id);
      }
      more = page.has_more;
    }
    return found;
  }
  store_world& world;
  int limit;
  std::int64_t position = 0;
};

std::string placed(const store_world& world) { return world.ask("SELECT COUNT(*) FROM event_positions"); }

} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(events_come_in_the_order_of_recording_each_of_them_once, Backend, backends) {
  store_world world{Backend::where};
  std::vector<transaction_id> expected;
  for (int count = 0; count < 7; ++count) expected.push_back(world.pay({}, 10'000 + count).transaction);
  puller shop{world, 3};
  BOOST_TEST((shop.pull() == expected));
  BOOST_TEST(shop.pull().empty());
  const auto later = world.pay({}, 20'000, {.type = transfer_type::debit}).transaction;
  BOOST_TEST((shop.pull() == std::vector{later}));
  // A receiver that begins from the start gets the same again.
  expected.push_back(later);
  BOOST_TEST((puller{world, 2}.pull() == expected));
  const auto last = world.reader->ask(list_events{world.workspace, 7, 10}).rows.at(0);
  BOOST_TEST((last.event == webhook_event::transaction_debit && transaction_of(last).amount.dong == 20'000));
  BOOST_TEST((transaction_of(last).account == world.account.id));
  BOOST_TEST(transaction_of(last).account_number == world.account.number);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(orders_have_their_places_among_transactions, Backend, backends) {
  order_world world{Backend::where};
  const auto paid = world.make_order({.own_id = "DH-1"}), failed = world.make_order({.own_id = "DH-2"}),
             cancelled = world.make_order({.own_id = "DH-3"});
  world.pay({}, 10'000);
  world.pay(paid.reference, 100'000);
  world.done<payment_order>(close_order{world.workspace, cancelled.id, order_trigger::cancel});
  extend_all(world, world.workspace);
  const auto events = [&](std::int64_t after, int limit) {
    std::string text;
    for (const auto& one : world.reader->ask(list_events{world.workspace, after, limit}).rows) {
      const auto* order = std::get_if<payment_order>(&one.about);
      text += std::to_string(one.position) + " " + std::string{to_text(one.event)} + (order ? " " + order->own_id : "");
      text += "\n";
    }
    return text;
  };
  const std::string first = "1 transaction.credit\n2 transaction.credit\n3 order.success DH-1\n";
  BOOST_TEST(events(0, 10) == first);
  world.pass(25h);
  world.done<expired_orders>(expire_orders{});
  world.pay({}, 10'000);
  extend_all(world, world.workspace);
  BOOST_TEST(events(0, 3) == first);
  BOOST_TEST(events(3, 10) == "4 transaction.credit\n5 order.failed DH-2\n");
  BOOST_TEST(world.reader->ask(list_events{world.workspace, 2, 1}).has_more);
  BOOST_TEST(!world.reader->ask(list_events{world.workspace, 4, 1}).has_more);
  // Each of them once.
  BOOST_TEST(!extend(world, world.workspace));
  BOOST_TEST(placed(world) == "5");
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM orders WHERE in_feed = 1") == "2");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_workspace_that_nobody_asks_for_has_no_rows, Backend, backends) {
  store_world world{Backend::where};
  for (int count = 0; count < 3; ++count) world.pay({}, 10'000);
  BOOST_TEST(placed(world) == "0");
  const auto other = world.open_workspace();
  BOOST_TEST(!extend(world, other));
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM event_feeds") == "0");
  extend_all(world, world.workspace);
  BOOST_TEST(placed(world) == "3");
  BOOST_TEST(world.reader->ask(list_events{other, 0, 10}).rows.empty());
  // With nothing new, nothing is written.
  BOOST_TEST(!world.reader->ask(find_feed_extension{world.workspace}).is_due);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(of_two_calls_that_found_the_same_events_one_gives_them_places, Backend, backends) {
  store_world world{Backend::where};
  world.pay({}, 10'000);
  const auto found = world.reader->ask(find_feed_extension{world.workspace});
  BOOST_TEST(world.done<extended_feed>(extend_feed{world.workspace, found}).is_extended);
  BOOST_TEST(!world.done<extended_feed>(extend_feed{world.workspace, found}).is_extended);
  BOOST_TEST(placed(world) == "1");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(an_extension_is_bounded_and_passes_over_other_workspaces_of_the_owner, Backend,
                              backends) {
  store_world world{Backend::where};
  const auto own = world.pay({}, 10'000).transaction;
  const auto other = world.open_workspace();
  // 7,000 rows of another Workspace of the same owner, and then 1,500 of this one.
  const std::string numbers = world.where == kind::sqlite
                                  ? "WITH RECURSIVE r (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < 8500) "
                                  : "WITH r (n) AS (SELECT generate_series(1, 8500)) ";
  const std::string columns = "id, workspace_id, account_row, feed, source_id, amount, type, content, occurred_at, "
                              "received_at, made_at";
  run_sql(world.url, numbers + "INSERT INTO transactions (" + columns +
                         ") SELECT 'txn_' || n, CASE WHEN n <= 7000 THEN '" + other.text() + "' ELSE '" +
                         world.workspace.text() + "' END, " + std::to_string(world.account.row) +
                         ", 'MB', 'X' || n, 1000, 0, '', n, n, n FROM r ORDER BY n");
  run_sql(world.url, "INSERT INTO usage (owner_id, month, transaction_row) SELECT '" + world.owner.text() +
                         "', CASE WHEN row % 2 = 0 THEN '2026-01' ELSE '2026-02' END, row FROM transactions WHERE "
                         "source_id LIKE 'X%'");
  std::vector<std::size_t> sizes;
  for (int count = 0; count < 20; ++count) {
    const auto by = world.reader->ask(find_feed_extension{world.workspace});
    if (!by.is_due) break;
    sizes.push_back(by.events.size());
    world.done<extended_feed>(extend_feed{world.workspace, by});
  }
  BOOST_TEST(std::accumulate(sizes.begin(), sizes.end(), std::size_t{0}) == 1'501u);
  BOOST_TEST(*std::ranges::max_element(sizes) < 2'000u);
  BOOST_TEST(sizes.size() >= 2u);
  BOOST_TEST(placed(world) == "1501");
  BOOST_TEST((transaction_of(world.reader->ask(list_events{world.workspace, 0, 1}).rows.at(0)).id == own));
  // In the order of their rows, whatever month they are counted in.
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM event_positions p JOIN event_positions q ON q.position = p.position + 1 "
                       "WHERE q.subject_row < p.subject_row") == "0");
}

// Rows are numbered when they are written, and seen when their transaction is committed.
BOOST_AUTO_TEST_CASE(a_lower_row_that_is_committed_later_is_not_missed) {
  store_world world{kind::postgresql};
  puller shop{world};
  world.pay({}, 10'000);
  BOOST_TEST(shop.pull().size() == 1u);
  const auto late = transaction_id::make(world.now(), world.random);
  std::vector<transaction_id> met;
  {
    // Another node's transaction, which has its number and its place in the count, and stands still.
    soci::session other{"postgresql", world.url};
    other << "BEGIN";
    other << "SELECT txid_current()";
    other << "INSERT INTO transactions (id, workspace_id, account_row, feed, source_id, amount, type, content, "
             "occurred_at, received_at, made_at) VALUES ('" +
                 late.text() + "', '" + world.workspace.text() + "', " + std::to_string(world.account.row) +
                 ", 'MB', 'LATE', 7000, 0, '', 1, 1, 1)";
    other << "INSERT INTO usage (owner_id, month, transaction_row) SELECT '" + world.owner.text() +
                 "', '2001-01', row FROM transactions WHERE source_id = 'LATE'";
    for (int count = 0; count < 5; ++count) {
      const auto higher = world.pay({}, 20'000 + count).transaction;
      const auto found = shop.pull();
      BOOST_TEST((found == std::vector{higher}));
      met.push_back(higher);
    }
    other << "COMMIT";
  }
  BOOST_TEST((shop.pull() == std::vector{late}));
  BOOST_TEST(shop.pull().empty());
  const auto next = world.pay({}, 30'000).transaction;
  BOOST_TEST((shop.pull() == std::vector{next}));
  BOOST_TEST(placed(world) == "8");
  // Once it has ended, what was scanned again and again is settled.
  for (int count = 0; count < 3; ++count) {
    world.pay({}, 40'000 + count);
    shop.pull();
  }
  BOOST_TEST(std::stoll(world.ask("SELECT settled FROM event_feeds")) >=
             std::stoll(world.ask("SELECT row FROM transactions WHERE source_id = 'LATE'")));
}

BOOST_AUTO_TEST_CASE(what_was_seen_by_a_server_before_a_restore_is_settled) {
  store_world world{kind::postgresql};
  puller shop{world};
  world.pay({}, 10'000);
  shop.pull();
  run_sql(world.url, "UPDATE event_feeds SET seen_xid = 1000000000000");
  world.pay({}, 20'000);
  BOOST_TEST(shop.pull().size() == 1u);
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM event_feeds WHERE settled > 0 AND seen_xid < 1000000000000") == "1");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_database_that_was_restored_begins_a_new_epoch_and_no_other_does, Backend, backends) {
  store_world world{Backend::where};
  auto& folder = world.incarnations.at("node-1");
  const auto begin = [&] {
    world.restart();
    return world.begin_incarnation().events;
  };
  const auto first = begin();
  BOOST_TEST((first.epoch == 1 && first.last_row == 0));
  for (int count = 0; count < 3; ++count) world.pay({}, 10'000);
  extend_all(world, world.workspace);
  // What the folder knows is what is there, or less.
  folder.keep_events(first);
  const auto grown = begin();
  BOOST_TEST((grown.epoch == 1 && grown.last_row == 3));
  folder.keep_events(grown);
  BOOST_TEST((begin() == grown));

  // Older than what the folder has seen.
  run_sql(world.url, "DELETE FROM event_positions WHERE row = 3");
  const auto older = begin();
  BOOST_TEST((older.epoch > 1 && older.last_row == 2));
  BOOST_TEST(world.reader->ask(find_event_epoch{}) == older.epoch);
  folder.keep_events(older);
  BOOST_TEST((begin() == older));
  // Another node's folder has seen the epoch before: that one has begun the new one.
  folder.keep_events(grown);
  BOOST_TEST((begin() == older));
  // From before the epoch that the folder knows.
  folder.keep_events({older.epoch + 5, 0});
  auto later = begin();
  BOOST_TEST(later.epoch > older.epoch + 5);
  folder.keep_events(later);

  // While a node runs.
  world.pay({}, 20'000);
  extend_all(world, world.workspace);
  folder.keep_events(world.begin_incarnation().events);
  run_sql(world.url, "DELETE FROM event_positions WHERE row = (SELECT MAX(row) FROM event_positions)");
  const auto while_running = world.begin_incarnation().events;
  BOOST_TEST(while_running.epoch > later.epoch);
  folder.keep_events(while_running);
  // A deleted Workspace takes its places along, and the order has come as far as before.
  world.pay({}, 30'000);
  extend_all(world, world.workspace);
  const auto before_deletion = world.begin_incarnation().events;
  folder.keep_events(before_deletion);
  world.apply(delete_workspace{.id = world.workspace, .by = world.by_owner()}).value();
  while (!world.done<cleared_portion>(clear_workspace{.only = world.workspace, .limit = 100}).has_closed_links) {
  }
  run_sql(world.url, "UPDATE workspaces SET clear_at = 0 WHERE clear_at IS NOT NULL");
  while (world.done<cleared_portion>(clear_workspace{.limit = 100}).is_more_due) {
  }
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM event_positions") == "0");
  BOOST_TEST((world.begin_incarnation().events == before_deletion && begin() == before_deletion));
  later = before_deletion;

  // Marked as restored, as a copy is.
  world.done<no_reply>(mark_restored{});
  BOOST_TEST(world.reader->ask(find_event_epoch{}) == later.epoch);
  const auto marked = begin();
  BOOST_TEST(marked.epoch > later.epoch);
  folder.keep_events(marked);
  BOOST_TEST((begin() == marked));
}

BOOST_AUTO_TEST_SUITE_END()
