// How bank accounts are connected: by a code, by a transfer, again, and what stands in the way.
#include "domain/banks/recorded_text.hpp"
#include "persistence/raw/raw_entry.hpp"
#include "tests/persistence/store_world.hpp"

#include <boost/test/unit_test.hpp>

using namespace paylink;
using namespace paylink::test;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(connections)

namespace {

start_connection start_of(store_world& world, const std::string& number = "5550001111",
                          ownership_proof proof = ownership_proof::otp) {
  start_connection made{.account = {.id = world.new_id<bank_account_id>(),
                                    .workspace = world.workspace,
                                    .owner = world.owner,
                                    .feed = "MB",
                                    .bank = "MB",
                                    .bin = "970422",
                                    .number = number,
                                    .holder_name = "TRAN THI B",
                                    .state = account_state::pending},
                        .proof = proof,
                        .by = world.by_owner()};
  if (proof == ownership_proof::otp)
    made.connection_id = "con-" + made.account.id.text().substr(20);
  else
    made.verification_text = make_verification_text(world.random);
  return made;
}

account_overview begin(store_world& world, const start_connection& command) {
  return world.done<started_connection>(command).account;
}

finish_connection end_of(store_world& world, const start_connection& begun) {
  return {.workspace = begun.account.workspace,
          .id = begun.account.id,
          .connection_id = begun.connection_id,
          .by = world.by_owner()};
}

prove_account proof_of(const start_connection& begun, std::string feed = "MB", std::string bin = {}) {
  return {.feed = std::move(feed),
          .bin = std::move(bin),
          .number = begun.account.number,
          .texts = {"PFVAXXXXXXXX", begun.verification_text},
          .by = {}};
}

bool proves(store_world& world, const prove_account& command) {
  return world.done<proved_account>(command).is_connected;
}

std::optional<account_overview> seen(store_world& world, bank_account_id id) {
  auto found = world.reader->find_account_overview(world.workspace, id);
  return found ? std::optional{std::move(*found)} : std::nullopt;
}

/// A credit of the account, or of its number if that is nobody's.
record_entry paid_to(store_world& world, const bank_account& account, const std::string& content) {
  auto made = world.credit({}, 10'000, {.content = content});
  made.account_row = account.row, made.account = account.id;
  made.entry.account_number = account.number;
  cut_content(made.entry);
  made.name_transaction();
  return made;
}

/// Does what is due of the upkeep of accounts; the number of entries that were taken up.
std::size_t keep_all(store_world& world) {
  std::size_t settled = 0;
  for (int turns = 0; turns < 20; ++turns) {
    const auto kept = world.done<kept_accounts>(keep_accounts{50});
    settled += kept.settled.size();
    if (!kept.is_more_due) return settled;
  }
  BOOST_FAIL("the upkeep does not end");
  return settled;
}

} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(a_pending_account_is_seen_by_its_workspace_and_by_no_feed, Backend, backends) {
  store_world world{Backend::where};
  const auto begun = start_of(world);
  const auto made = begin(world, begun);
  BOOST_TEST((made.account.state == account_state::pending && !made.connected_at));
  BOOST_REQUIRE(made.connection.has_value());
  BOOST_TEST((made.connection->proof == ownership_proof::otp && made.connection->otp_sends == 1));
  BOOST_TEST((made.connection->expires_at - *made.connection->otp_until == 10min));
  BOOST_TEST((seen(world, begun.account.id)->account.number == "5550001111"));
  BOOST_TEST((world.reader->find_account_of_feed("MB", "", "5550001111").error() == errc::not_found));
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
  BOOST_TEST((world.reader->find_account_of_feed("MB", "", "5550001111").value().id == begun.account.id));
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
  world.do_chores();
  BOOST_TEST((seen(world, by_code.account.id) && seen(world, by_transfer.account.id)));
  world.pass(1min);
  world.do_chores();
  BOOST_TEST((!seen(world, by_code.account.id) && seen(world, by_transfer.account.id)));
  BOOST_TEST((error_of(world.apply(end_of(world, by_code))) == errc::not_found));
  world.pass(24h);
  BOOST_TEST(!proves(world, proof_of(by_transfer))); // even before the chore
  world.do_chores();
  BOOST_TEST(!seen(world, by_transfer.account.id));
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM account_connections") == "0");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_transfer_with_its_text_proves_it_on_that_very_account_alone, Backend, backends) {
  store_world world{Backend::where};
  const auto begun = start_of(world, "5550001111", ownership_proof::transfer);
  const auto made = begin(world, begun);
  BOOST_TEST((made.connection->proof == ownership_proof::transfer && !made.connection->otp_until));
  BOOST_TEST(made.connection->verification_text == begun.verification_text);
  auto elsewhere = proof_of(begun);
  elsewhere.number = "5550009999";
  BOOST_TEST(!proves(world, elsewhere));
  BOOST_TEST(!proves(world, proof_of(begun, "ACB")));             // the same number at another bank
  BOOST_TEST(!proves(world, proof_of(begun, "NAPAS")));           // whose bank is not said
  BOOST_TEST(!proves(world, proof_of(begun, "NAPAS", "970416"))); // another bank's
  auto wrong = proof_of(begun);
  wrong.texts = {"PFVAXXXXXXXX"};
  BOOST_TEST(!proves(world, wrong));
  BOOST_TEST((error_of(world.apply(count_otp_try{world.workspace, begun.account.id})) == errc::conflict));
  BOOST_TEST(proves(world, proof_of(begun, "NAPAS", "970422"))); // the switch reports accounts of every bank
  BOOST_TEST((seen(world, begun.account.id)->account.state == account_state::connected));
  BOOST_TEST(!proves(world, proof_of(begun))); // once
}

// The bank takes back what a stranger has paid in, with the stranger's text.
BOOST_AUTO_TEST_CASE_TEMPLATE(a_text_that_somebody_has_paid_in_proves_nothing_when_it_comes_back, Backend, backends) {
  for (const auto& [type, before, is_proof] : {std::tuple{transfer_type::credit, "", false},
                                               {transfer_type::credit, "xin chao ", false},
                                               {transfer_type::debit, "", true}}) {
    store_world world{Backend::where};
    const auto begun = start_of(world, "5550001111", ownership_proof::transfer);
    begin(world, begun);
    auto earlier = world.credit({}, 10'000, {.content = before + begun.verification_text, .type = type}).entry;
    earlier.account_number = begun.account.number;
    world.done<recorded_entry>(keep_unknown_entry("MB", earlier));
    // However many come behind it.
    std::vector<write_command> others;
    for (int i = 0; i < 101; ++i) {
      auto other = world.credit({}, 10'000, {.content = "khac"}).entry;
      other.account_number = begun.account.number;
      others.emplace_back(keep_unknown_entry("MB", other));
    }
    world.done_together<recorded_entry>(std::move(others));
    BOOST_TEST(proves(world, proof_of(begun)) == is_proof);
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_text_that_was_paid_in_while_another_had_the_number_proves_nothing, Backend, backends) {
  enum class place { recorded, kept_and_processed, held, long_text };
  for (const auto where : {place::recorded, place::kept_and_processed, place::held, place::long_text}) {
    store_world world{Backend::where};
    const auto holder = start_of(world);
    auto stranger = start_of(world, holder.account.number, ownership_proof::transfer);
    stranger.account.workspace = world.open_workspace();
    begin(world, stranger);
    const auto paid = [&](const bank_account& account) {
      const std::string before(where == place::long_text ? 5'000 : 0, 'x');
      return paid_to(world, account, before + " " + stranger.verification_text);
    };
    if (where == place::kept_and_processed)
      world.done<recorded_entry>(keep_unknown_entry("MB", paid(holder.account).entry));
    begin(world, holder);
    const auto connected = world.done<account_overview>(end_of(world, holder)).account;
    if (where == place::kept_and_processed)
      keep_all(world);
    else {
      if (where == place::held) world.apply(suspend_workspace{world.workspace}).value();
      world.done<recorded_entry>(paid(connected));
    }
    world.done<no_reply>(disconnect_account{world.workspace, holder.account.id, world.by_owner()});
    BOOST_TEST(!proves(world, proof_of(stranger)), "in place " << static_cast<int>(where));
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_proof_whose_text_turns_out_to_be_paid_in_is_taken_back, Backend, backends) {
  struct row {
    bool is_recorded; ///< In the account that was connected; or kept, by a node that did not know of it.
    std::chrono::milliseconds occurred, told; ///< After the proof.
    bool is_taken_back;
  };
  for (const auto& [is_recorded, occurred, told, is_taken_back] :
       {row{true, -10s, 0s, true}, row{false, -10s, 0s, true}, row{true, -1h, 5min, true},
        row{true, 2min, 2min, false}}) { // the last one is the holder's own transfer, which could not be delivered
    store_world world{Backend::where};
    const auto begun = start_of(world, "5550001111", ownership_proof::transfer);
    begin(world, begun);
    auto waiting = paid_to(world, begun.account, "tien hang");
    world.done<recorded_entry>(keep_unknown_entry("MB", waiting.entry));
    const auto proved_at = world.now();
    BOOST_TEST(proves(world, proof_of(begun)));
    const auto account = seen(world, begun.account.id)->account;
    BOOST_TEST(keep_all(world) == 0u); // what was kept waits
    const auto tell = [&, occurred = occurred, is_recorded = is_recorded] {
      auto credit = paid_to(world, account, begun.verification_text);
      credit.entry.occurred_at = proved_at + occurred;
      credit.name_transaction();
      if (is_recorded)
        world.done<recorded_entry>(credit);
      else
        world.done<recorded_entry>(keep_unknown_entry("MB", credit.entry));
    };
    if (told < 1min) tell();
    world.pass(1min);
    const auto taken_up = keep_all(world);
    if (told < 1min)
      BOOST_TEST(taken_up == 0u);
    else {
      BOOST_TEST(taken_up == 1u);
      tell();
    }
    world.pass(9min);
    keep_all(world);
    const auto state = seen(world, begun.account.id)->account.state;
    BOOST_TEST((state == (is_taken_back ? account_state::disconnected : account_state::connected)));
    BOOST_TEST(world.ask("SELECT COUNT(*) FROM audit_log WHERE action = 'bank_account.evicted'") ==
               (is_taken_back ? "1" : "0"));
    BOOST_TEST(world.ask("SELECT COUNT(*) FROM bank_accounts WHERE upkeep_at IS NOT NULL OR proved_text IS NOT NULL OR "
                         "proof_look_at IS NOT NULL") == "0");
  }
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
  BOOST_TEST((world.reader->find_account_of_feed("MB", "", "5550001111").value().id == mine.account.id));
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
  world.do_chores();
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
  BOOST_TEST((world.reader->find_account_of_feed("MB", "", "5550002222").error() == errc::not_found));
  BOOST_TEST(proves(world, proof_of(theirs)));
  BOOST_TEST((world.reader->find_account_of_feed("MB", "", "5550002222").value().id == theirs.account.id));
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
  BOOST_TEST((world.reader->find_account_of_feed("MB", "", "5550001111").value().id == holder.account.id));
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
