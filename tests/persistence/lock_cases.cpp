#include "tests/persistence/statement_plans.hpp"

#include <boost/test/unit_test.hpp>
#include <soci/soci.h>

using namespace paylink;
using namespace paylink::test;

// What a node that stands still in the middle of a transaction does to the others: it holds what it has locked.
BOOST_AUTO_TEST_SUITE(locks)

namespace {

foreign_transaction hold_link(const store_world& world, const payment_link& link) {
  return {world.url, "SELECT row FROM payment_links WHERE row = " + std::to_string(link.row) + " FOR UPDATE"};
}

bool is_held_up(const result<write_reply>& reply) { return reply && std::holds_alternative<held_up>(*reply); }

bool is_recorded(const result<write_reply>& reply) {
  return reply && std::get<recorded_entry>(*reply).result == entry_result::recorded;
}

} // namespace

BOOST_AUTO_TEST_CASE(credits_go_on_while_another_session_holds_one_of_their_links) {
  store_world world{kind::postgresql};
  const auto held = world.make_link(), free = world.make_link();
  const auto unknown = reference::make(reference_kind::payment_link, world.random);
  const auto of_held = world.credit(held.reference, 100'000);
  const write_command batch[] = {of_held, world.credit(free.reference, 100'000), world.credit(unknown, 100'000),
                                 world.credit(std::nullopt, 5'000), of_held};
  {
    const auto transaction = hold_link(world, held);
    const auto replies = world.writer->apply(batch);
    BOOST_TEST((is_held_up(replies[0]) && is_held_up(replies[4])));
    BOOST_TEST((is_recorded(replies[1]) && is_recorded(replies[2]) && is_recorded(replies[3])));
    BOOST_TEST((world.read(free).status == link_status::succeeded));
    BOOST_TEST((world.read(held).status == link_status::pending));
    BOOST_TEST(world.ask("SELECT COUNT(*) FROM transactions") == "3");
    BOOST_TEST(world.ask("SELECT COUNT(*) FROM usage") == "3");
  }
  BOOST_TEST((world.done<recorded_entry>(of_held).classified == classification::matched));
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM deliveries") == "2");
}

BOOST_AUTO_TEST_CASE(a_rejection_and_money_on_a_virtual_account_wait_for_their_link_too) {
  store_world world{kind::postgresql};
  const auto link = world.make_link({.on_virtual_account = true});
  auto by_account = world.credit(std::nullopt, 100'000);
  by_account.virtual_account_row = world.receiver.row;
  const write_command batch[] = {world.credit(link.reference, 100'000, {.status = entry_status::rejected}), by_account};
  {
    const auto transaction = hold_link(world, link);
    for (const auto& reply : world.writer->apply(batch)) BOOST_TEST(is_held_up(reply));
    BOOST_TEST(world.ask("SELECT COUNT(*) FROM transactions") == "0");
  }
  BOOST_TEST((world.done<recorded_entry>(batch[0]).classified == classification::rejected));
  BOOST_TEST((world.done<recorded_entry>(by_account).classified == classification::matched));
}

// Two nodes that count for the same accounts in opposite orders would keep all credits of both waiting.
BOOST_AUTO_TEST_CASE(credits_go_on_while_another_node_counts_a_try) {
  store_world world{kind::postgresql};
  const count_try guess{{{.key = "account"}, {.key = "address"}}};
  const write_command batch[] = {guess, settle_try{{.returned = {"address"}}}, world.credit(std::nullopt, 5'000),
                                 count_try{{{.key = "another account"}}}};
  {
    const foreign_transaction counting{world.url, "SELECT pg_advisory_xact_lock(hashtextextended('address', 0))"};
    const auto replies = world.writer->apply(batch);
    BOOST_TEST((is_held_up(replies[0]) && is_held_up(replies[1])));
    BOOST_TEST((is_recorded(replies[2]) && std::get<counted_try>(replies[3].value()).is_allowed));
    BOOST_TEST(world.ask("SELECT COUNT(*) FROM tries WHERE key = 'account'") == "0");
  }
  BOOST_TEST(world.done<counted_try>(guess).is_allowed);
}

BOOST_AUTO_TEST_CASE(nothing_waits_for_what_another_node_forgets_or_notes) {
  store_world world{kind::postgresql};
  const auto made = world.done<user_session>(open_session{.id = world.new_id<session_id>(),
                                                          .digest = "digest",
                                                          .user = world.owner,
                                                          .agent = "",
                                                          .life = std::chrono::hours{24},
                                                          .tried = {},
                                                          .by = {}});
  const note_use use{.session = made.id, .address = "192.0.2.8"};
  run_sql(world.url, "INSERT INTO tries (key, minute, count) VALUES ('old', 0, 1)");
  const auto seen = [&] { return world.ask("SELECT seen_at FROM sessions"); };
  run_sql(world.url, "UPDATE sessions SET seen_at = 0");
  {
    const foreign_transaction forgetting{world.url, "SELECT key FROM tries FOR UPDATE"};
    const foreign_transaction noting{world.url, "SELECT row FROM sessions FOR UPDATE"};
    BOOST_TEST(world.done<counted_try>(count_try{{{.key = "new"}}}).is_allowed);
    world.apply(use).value();
    BOOST_TEST(seen() == "0");
  }
  world.apply(use).value();
  BOOST_TEST(seen() != "0");
  world.done<counted_try>(count_try{{{.key = "new"}}});
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM tries WHERE key = 'old'") == "0");
}

BOOST_AUTO_TEST_CASE(what_was_recorded_before_is_answered_while_its_link_is_held) {
  store_world world{kind::postgresql};
  const auto link = world.make_link();
  const auto credit = world.credit(link.reference, 100'000);
  const auto first = world.done<recorded_entry>(credit);
  const auto transaction = hold_link(world, link);
  const auto again = world.done<recorded_entry>(credit);
  BOOST_TEST((again.result == entry_result::duplicate && again.transaction == first.transaction && !again.conflict));
}

BOOST_AUTO_TEST_CASE(a_command_that_would_wait_for_a_lock_fails_alone_in_its_batch) {
  store_world world{kind::postgresql};
  const auto held = world.make_link(), free = world.make_link(), paid = world.make_link();
  {
    const auto transaction = hold_link(world, held);
    const write_command batch[] = {close_link{world.workspace, free.id}, close_link{world.workspace, held.id},
                                   world.credit(paid.reference, 100'000)};
    const auto replies = world.writer->apply(batch);
    BOOST_TEST((error_of(replies[0]) == errc::ok && is_recorded(replies[2])));
    BOOST_TEST((error_of(replies[1]) == errc::service_unavailable));
    BOOST_TEST(
        (world.read(free).status == link_status::cancelled && world.read(paid).status == link_status::succeeded));
  }
  BOOST_TEST((error_of(world.apply(close_link{world.workspace, held.id})) == errc::ok));
}

BOOST_AUTO_TEST_CASE(an_entry_that_another_session_is_recording_waits_for_nobody_but_itself) {
  store_world world{kind::postgresql};
  const auto doubled = world.credit(std::nullopt, 5'000, {.reference = "FT-1"});
  const std::string recording =
      "INSERT INTO transactions (id, workspace_id, account_row, feed, source_id, amount, type, content, occurred_at, "
      "received_at) VALUES ('txn_x', '" +
      world.workspace.text() + "', " + std::to_string(world.account.row) + ", 'MB', 'FT-1', 5000, 0, '', 0, 0)";
  const foreign_transaction transaction{world.url, recording};
  const write_command batch[] = {doubled, world.credit(std::nullopt, 6'000)};
  const auto replies = world.writer->apply(batch);
  BOOST_TEST((error_of(replies[0]) == errc::service_unavailable && is_recorded(replies[1])));
}

BOOST_AUTO_TEST_CASE(a_writer_that_stands_still_in_a_transaction_loses_it_after_three_seconds) {
  store_world world{kind::postgresql};
  const statement_watch watch;
  world.restart();
  std::set<std::string> limits;
  for (const auto& statement : watch.seen()) {
    if (statement.sql.find("payment_links") == std::string::npos) continue; // the sessions of the start are gone
    std::string lock, idle;
    *statement.session << "SELECT current_setting('lock_timeout'), "
                          "current_setting('idle_in_transaction_session_timeout')",
        soci::into(lock), soci::into(idle);
    limits.insert(lock + " " + idle);
  }
  // The writer's sessions, and the readers', which hold nothing.
  BOOST_TEST(limits.contains("250ms 3s"));
  BOOST_TEST(limits.size() == 2u);
}

BOOST_AUTO_TEST_SUITE_END()
