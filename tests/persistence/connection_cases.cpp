// How bank accounts are connected: by a code, by a transfer, again, and what stands in the way.
#include "persistence/raw/raw_entry.hpp"
#include "tests/persistence/connecting.hpp"

#include <boost/test/unit_test.hpp>

using namespace paylink;
using namespace paylink::test;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(connections)

BOOST_AUTO_TEST_CASE_TEMPLATE(a_pending_account_is_seen_by_its_workspace_and_by_no_feed, Backend, backends) {
  store_world world{Backend::where};
  const auto begun = start_of(world);
  const auto made = begin(world, begun);
  BOOST_TEST((made.account.state == account_state::pending && !made.connected_at));
  BOOST_REQUIRE(made.connection.has_value());
  BOOST_TEST((made.connection->proof == ownership_proof::otp && made.connection->otp_sends == 1));
  BOOST_TEST((made.connection->expires_at - *made.connection->otp_until == 10min));
  BOOST_TEST((seen(world, begun.account.id)->account.number == "5550001111"));
  BOOST_TEST((world.reader->ask(find_account_of_feed{"MB", "", "5550001111"}).error() == errc::not_found));
  auto link = world.link_command({});
  link.link.account = begun.account.id;
  BOOST_TEST((error_of(world.apply(link)) == errc::bank_account_not_connected));
  BOOST_TEST(begin(world, begun).account.id.text() == begun.account.id.text()); // repeated
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM audit_log WHERE action = 'bank_account.connection_started'") == "1");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_code_that_the_bank_accepts_connects_it, Backend, backends) {
  store_world world{Backend::where};
  const auto begun = start_of(world);
  begin(world, begun);
  const auto counted = world.done<counted_otp>(count_otp_try{world.workspace, begun.account.id});
  BOOST_TEST((counted.connection_id == begun.connection_id && counted.left == 4));
  auto other = end_of(world, begun);
  other.connection_id = "another";
  BOOST_TEST((error_of(world.apply(other)) == errc::not_found));
  for (int turn = 0; turn < 2; ++turn) {
    const auto done = world.done<account_overview>(end_of(world, begun));
    BOOST_TEST((done.account.state == account_state::connected && done.connected_at && !done.connection));
    BOOST_TEST(done.connection_id == begun.connection_id);
  }
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM audit_log WHERE action = 'bank_account.connected'") == "1");
  BOOST_TEST((world.reader->ask(find_account_of_feed{"MB", "", "5550001111"}).value().id == begun.account.id));
  BOOST_TEST((error_of(world.apply(count_otp_try{world.workspace, begun.account.id})) == errc::conflict));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(codes_are_counted_and_another_one_begins_again, Backend, backends) {
  store_world world{Backend::where};
  const auto begun = start_of(world);
  begin(world, begun);
  const count_otp_try try_it{world.workspace, begun.account.id};
  const count_otp_send send{world.workspace, begun.account.id};
  for (int left = 4; left >= 0; --left) BOOST_TEST(world.done<counted_otp>(try_it).left == left);
  BOOST_TEST((error_of(world.apply(try_it)) == errc::otp_invalid));
  BOOST_TEST(world.done<counted_otp>(send).left == 3);
  BOOST_TEST(world.done<counted_otp>(try_it).left == 4);
  world.pass(5min);
  BOOST_TEST((error_of(world.apply(try_it)) == errc::otp_invalid));
  for (int left = 2; left >= 0; --left) BOOST_TEST(world.done<counted_otp>(send).left == left);
  BOOST_TEST((error_of(world.apply(send)) == errc::rate_limited));
  BOOST_TEST(world.done<counted_otp>(try_it).left == 4);
  world.pass(10min);
  BOOST_TEST((error_of(world.apply(try_it)) == errc::conflict));
  BOOST_TEST((error_of(world.apply(send)) == errc::conflict));
  BOOST_TEST((error_of(world.apply(count_otp_try{world.open_workspace(), begun.account.id})) == errc::not_found));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(what_is_not_proved_in_time_goes_away, Backend, backends) {
  store_world world{Backend::where};
  const auto by_code = start_of(world), by_transfer = start_of(world, "5550002222", ownership_proof::transfer);
  begin(world, by_code), begin(world, by_transfer);
  world.pass(14min);
  world.do_scheduled_jobs();
  BOOST_TEST((seen(world, by_code.account.id) && seen(world, by_transfer.account.id)));
  world.pass(1min);
  world.do_scheduled_jobs();
  BOOST_TEST((!seen(world, by_code.account.id) && seen(world, by_transfer.account.id)));
  BOOST_TEST((error_of(world.apply(end_of(world, by_code))) == errc::not_found));
  world.pass(24h);
  BOOST_TEST(!proves(world, proof_of(by_transfer))); // even before the scheduled job
  world.do_scheduled_jobs();
  BOOST_TEST(!seen(world, by_transfer.account.id));
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM account_connections") == "0");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_number_is_connected_in_one_workspace_at_a_time, Backend, backends) {
  store_world world{Backend::where};
  const auto mine = start_of(world), by_transfer = start_of(world, "5550002222", ownership_proof::transfer);
  auto theirs = start_of(world), theirs_too = start_of(world, "5550002222", ownership_proof::transfer);
  theirs.account.workspace = theirs_too.account.workspace = world.open_workspace();
  for (const auto& one : {mine, theirs, by_transfer, theirs_too}) begin(world, one); // pending ones reserve nothing
  world.done<account_overview>(end_of(world, theirs));
  BOOST_TEST((error_of(world.apply(end_of(world, mine))) == errc::bank_account_taken));
  BOOST_TEST(proves(world, proof_of(theirs_too)));
  BOOST_TEST(!proves(world, proof_of(by_transfer)));
  // Once it is free again, the proof counts.
  world.done<no_reply>(disconnect_account{theirs.account.workspace, theirs.account.id, world.by_owner()});
  world.done<account_overview>(end_of(world, mine));
  BOOST_TEST((world.reader->ask(find_account_of_feed{"MB", "", "5550001111"}).value().id == mine.account.id));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_workspace_connects_an_account_once_and_again_under_the_same_id, Backend, backends) {
  store_world world{Backend::where};
  const auto first = start_of(world);
  begin(world, first);
  // Started again: it takes the place of the one before.
  const auto second = start_of(world);
  begin(world, second);
  BOOST_TEST((!seen(world, first.account.id) && seen(world, second.account.id)));
  world.done<account_overview>(end_of(world, second));
  BOOST_TEST((error_of(world.apply(start_of(world))) == errc::conflict));
  const auto again = [&] {
    return restart_connection{
        .workspace = world.workspace, .id = second.account.id, .connection_id = "con-again", .by = world.by_owner()};
  };
  BOOST_TEST((error_of(world.apply(again())) == errc::conflict));
  const auto disconnect = [&] { return disconnect_account{world.workspace, second.account.id, world.by_owner()}; };
  world.done<no_reply>(disconnect());
  BOOST_TEST((error_of(world.apply(start_of(world))) == errc::conflict));
  BOOST_TEST((world.done<account_overview>(again()).account.state == account_state::disconnected));
  auto wanted = end_of(world, second);
  wanted.connection_id = "con-again";
  BOOST_TEST((world.done<account_overview>(wanted).account.state == account_state::connected));
  // A connection in progress ends with a disconnection, and the account stays.
  world.done<no_reply>(disconnect());
  world.done<account_overview>(again());
  world.done<no_reply>(disconnect());
  BOOST_TEST(!seen(world, second.account.id)->connection);
  world.done<account_overview>(again());
  world.pass(15min);
  world.do_scheduled_jobs();
  BOOST_TEST((seen(world, second.account.id)->account.state == account_state::disconnected));
  BOOST_TEST(!seen(world, second.account.id)->connection);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(ten_connections_may_be_in_progress, Backend, backends) {
  store_world world{Backend::where};
  for (int count = 0; count < connections_in_progress_max; ++count)
    begin(world, start_of(world, "55500" + std::to_string(10'000 + count)));
  BOOST_TEST((error_of(world.apply(start_of(world, "5550099999"))) == errc::rate_limited));
  begin(world, start_of(world, "5550010000")); // in its own place
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_key_starts_one_connection, Backend, backends) {
  store_world world{Backend::where};
  auto begun = start_of(world);
  begun.key = {world.owner.text(), "connect-1", "print"};
  begin(world, begun);
  auto repeated = start_of(world);
  repeated.key = begun.key;
  const auto replay = world.done<started_connection>(repeated);
  BOOST_TEST((replay.is_replay && replay.account.account.id == begun.account.id));
  repeated.key.print = "other";
  BOOST_TEST((error_of(world.apply(repeated)) == errc::idempotency_key_reused));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_deleted_workspace_connects_nothing, Backend, backends) {
  store_world world{Backend::where};
  const auto by_code = start_of(world), by_transfer = start_of(world, "5550002222", ownership_proof::transfer);
  begin(world, by_code), begin(world, by_transfer);
  world.done<no_reply>(delete_workspace{.id = world.workspace, .by = world.by_owner()});
  BOOST_TEST((error_of(world.apply(end_of(world, by_code))) == errc::not_found));
  BOOST_TEST(!proves(world, proof_of(by_transfer)));
  BOOST_TEST((error_of(world.apply(start_of(world, "5550003333"))) == errc::not_found));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_disconnected_account_blocks_nobody_who_proves_the_number_to_be_theirs, Backend,
                              backends) {
  store_world world{Backend::where};
  const auto mine = start_of(world, "5550002222", ownership_proof::transfer);
  begin(world, mine);
  BOOST_TEST(proves(world, proof_of(mine)));
  auto theirs = start_of(world, "5550002222", ownership_proof::transfer);
  theirs.account.workspace = world.open_workspace();
  begin(world, theirs);
  BOOST_TEST(!proves(world, proof_of(theirs)));
  world.done<no_reply>(disconnect_account{world.workspace, mine.account.id, world.by_owner()});
  BOOST_TEST((world.reader->ask(find_account_of_feed{"MB", "", "5550002222"}).error() == errc::not_found));
  BOOST_TEST(proves(world, proof_of(theirs)));
  BOOST_TEST((world.reader->ask(find_account_of_feed{"MB", "", "5550002222"}).value().id == theirs.account.id));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(an_operator_evicts_whoever_has_a_number_and_connects_its_holder, Backend, backends) {
  store_world world{Backend::where};
  const auto stranger = start_of(world);
  auto holder = start_of(world, "5550001111", ownership_proof::transfer);
  holder.account.workspace = world.open_workspace();
  begin(world, stranger), begin(world, holder);
  world.done<account_overview>(end_of(world, stranger));
  auto by_operator = holder.account;
  by_operator.state = account_state::connected;
  const auto connect = [&] { return error_of(world.apply(connect_account{.account = by_operator})); };
  BOOST_TEST((connect() == errc::bank_account_taken));
  const disconnect_account evict{
      .workspace = world.workspace, .id = stranger.account.id, .by = world.by_owner(), .is_evicted = true};
  world.done<no_reply>(evict);
  BOOST_TEST((seen(world, stranger.account.id)->account.state == account_state::disconnected));
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM bank_accounts WHERE fetch_at IS NOT NULL") == "0");
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM audit_log WHERE action = 'bank_account.evicted'") == "1");
  BOOST_TEST((error_of(world.apply(begin_import{world.workspace, stranger.account.id, world.now(), {}})) ==
              errc::bank_account_not_connected));
  // The pending account is the one that is connected.
  for (int turn = 0; turn < 2; ++turn) BOOST_TEST((connect() == errc::ok));
  BOOST_TEST((world.reader->ask(find_account_of_feed{"MB", "", "5550001111"}).value().id == holder.account.id));
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM account_connections") == "0");
  // So is a disconnected one, and a pending one that is evicted goes away.
  world.done<no_reply>(disconnect_account{holder.account.workspace, holder.account.id, world.by_owner()});
  BOOST_TEST((connect() == errc::ok));
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM bank_accounts WHERE number = '5550001111'") == "2");
  const auto begun = start_of(world, "5550003333");
  begin(world, begun);
  auto away = evict;
  away.id = begun.account.id;
  away.by = world.by_owner();
  world.done<no_reply>(away);
  BOOST_TEST(!seen(world, begun.account.id));
}

BOOST_AUTO_TEST_SUITE_END()
