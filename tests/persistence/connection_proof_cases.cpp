// A transfer with a text proves whose an account is, unless the text was paid in.
#include "domain/banks/recorded_text.hpp"
#include "domain/values/local_time.hpp"
#include "persistence/raw/raw_entry.hpp"
#include "tests/persistence/connecting.hpp"

using namespace paylink;
using namespace paylink::test;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(connection_proofs)

namespace {

/// A credit of the account, or of its number if that is nobody's.
record_entry paid_to(store_world& world, const bank_account& account, const std::string& content) {
  auto made = world.credit({}, 10'000, {.content = content});
  made.account_row = account.row, made.account = account.id;
  made.entry.account_number = account.number;
  cut_content(made.entry);
  made.name_transaction();
  return made;
}

/// Another Workspace that wants the number.
start_connection begin_as_stranger(store_world& world, const std::string& number) {
  auto begun = start_of(world, number, ownership_proof::transfer);
  begun.account.workspace = world.open_workspace();
  begin(world, begun);
  return begun;
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

// A holder has one telephone number as the number of accounts at several banks, and pays from one into another.
BOOST_AUTO_TEST_CASE_TEMPLATE(a_text_that_was_paid_into_the_same_number_at_another_bank_changes_nothing, Backend,
                              backends) {
  for (const bool is_recorded : {true, false})
    for (const bool is_first : {true, false}) {
      store_world world{Backend::where};
      const auto begun = start_of(world, "5550001111", ownership_proof::transfer);
      begin(world, begun);
      auto other = start_of(world, begun.account.number);
      other.account.workspace = world.open_workspace();
      other.account.feed = other.account.bank = "ACB", other.account.bin = "970416";
      begin(world, other);
      auto connecting = end_of(world, other);
      connecting.workspace = other.account.workspace;
      const auto account = world.done<account_overview>(connecting).account;
      const auto pay_in = [&] {
        auto credit = paid_to(world, account, begun.verification_text);
        credit.workspace = other.account.workspace;
        credit.entry.bin = other.account.bin;
        if (is_recorded)
          world.done<recorded_entry>(credit);
        else
          world.done<recorded_entry>(keep_unknown_entry("NAPAS", credit.entry));
      };
      if (is_first) pay_in();
      auto proof = proof_of(begun);
      proof.occurred_at = world.now();
      BOOST_TEST(proves(world, proof));
      if (!is_first) pay_in();
      world.pass(1min);
      keep_all(world);
      BOOST_TEST((seen(world, begun.account.id)->account.state == account_state::connected));
    }
}

// The bank may quote in the return what it does not show of the payment.
BOOST_AUTO_TEST_CASE_TEMPLATE(a_text_that_stood_beside_the_text_of_a_payment_proves_nothing, Backend, backends) {
  store_world world{Backend::where};
  const auto holder = start_of(world);
  const auto stranger = begin_as_stranger(world, holder.account.number);
  begin(world, holder);
  auto paid = paid_to(world, world.done<account_overview>(end_of(world, holder)).account, "tien hang");
  paid.entry.searched = "tien hang\n" + stranger.verification_text;
  world.done<recorded_entry>(paid);
  world.done<no_reply>(disconnect_account{world.workspace, holder.account.id, world.by_owner()});
  BOOST_TEST(!proves(world, proof_of(stranger)));
}

// The bank, or its other feed, may report a payment again with a text that the first report lacked.
BOOST_AUTO_TEST_CASE_TEMPLATE(a_text_that_a_payment_has_in_a_later_report_proves_nothing, Backend, backends) {
  for (const bool over_another_feed : {false, true}) {
    store_world world{Backend::where};
    const auto holder = start_of(world);
    const auto stranger = begin_as_stranger(world, holder.account.number);
    begin(world, holder);
    auto paid = paid_to(world, world.done<account_overview>(end_of(world, holder)).account, "tien hang");
    world.done<recorded_entry>(paid);
    auto again = paid;
    if (over_another_feed) again.feed = "NAPAS", again.entry.bin = "970422", again.entry.bank_reference = "SW-1";
    again.entry.searched = "tien hang\n" + stranger.verification_text;
    again.name_transaction();
    BOOST_TEST((world.done<recorded_entry>(again).result == entry_result::duplicate));
    world.done<no_reply>(disconnect_account{world.workspace, holder.account.id, world.by_owner()});
    BOOST_TEST(!proves(world, proof_of(stranger)));
  }
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
    const auto stranger = begin_as_stranger(world, holder.account.number);
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

// A holder who was asked to send money back with the text, and disconnects: banks report a transfer again and again.
BOOST_AUTO_TEST_CASE_TEMPLATE(a_debit_that_another_had_recorded_proves_nothing_when_it_is_repeated, Backend, backends) {
  for (const bool is_held : {false, true}) {
    store_world world{Backend::where};
    const auto holder = start_of(world);
    const auto stranger = begin_as_stranger(world, holder.account.number);
    begin(world, holder);
    auto sent = paid_to(world, world.done<account_overview>(end_of(world, holder)).account,
                        "hoan tien " + stranger.verification_text);
    sent.entry.type = transfer_type::debit;
    if (is_held) world.apply(suspend_workspace{world.workspace}).value();
    world.done<recorded_entry>(sent);
    world.done<no_reply>(disconnect_account{world.workspace, holder.account.id, world.by_owner()});
    const auto reported = [&](std::string feed, const std::string& reference, std::chrono::milliseconds later = 0ms,
                              std::int64_t fee = 0) {
      auto proof = proof_of(stranger, std::move(feed), stranger.account.bin);
      proof.amount = {sent.entry.amount.dong + fee}, proof.bank_reference = reference;
      proof.occurred_at = sent.entry.occurred_at + later;
      return proof;
    };
    BOOST_TEST(!proves(world, reported("MB", sent.entry.bank_reference)));
    BOOST_TEST(!proves(world, reported("MB", sent.entry.bank_reference, 5min, 1'100)));
    for (const std::chrono::milliseconds later : {0ms, 500ms, 120'000ms, -120'000ms})
      for (const std::int64_t fee : {0, 1'100})
        BOOST_TEST(!proves(world, reported("NAPAS", "another name", later, fee)), later.count() << " ms, " << fee);
    // Another one is the holder's own.
    BOOST_TEST(proves(world, reported("MB", "FT-another", 5min)));
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_proof_whose_text_turns_out_to_be_paid_in_is_taken_back, Backend, backends) {
  // Otherwise it is the holder's own transfer, which could not be delivered.
  struct row {
    bool is_recorded; ///< In the account that was connected; or kept, by a node that did not know of it.
    bool only_days;   ///< Is all that the bank tells of the proof's time.
    std::chrono::milliseconds occurred, reported; ///< After the proof; of days, after its beginning.
    bool is_taken_back;
  };
  for (const auto& [is_recorded, only_days, occurred, reported, is_taken_back] :
       {row{true, false, -10s, 0s, true}, row{false, false, -10s, 0s, true}, row{true, false, -1h, 5min, true},
        row{true, false, 30s, 0s, true}, row{true, false, 2min, 0s, false}, row{false, false, 2min, 0s, false},
        row{true, false, 30s, 5min, false}, row{true, true, 0s, 0s, true}, row{true, true, 15h, 0s, true},
        row{true, true, 0s, 5min, false}, row{true, true, -1s, 5min, true}, row{true, true, 24h, 0s, false}}) {
    store_world world{Backend::where};
    const auto begun = start_of(world, "5550001111", ownership_proof::transfer);
    begin(world, begun);
    auto waiting = paid_to(world, begun.account, "tien hang");
    world.done<recorded_entry>(keep_unknown_entry("MB", waiting.entry));
    // Banks may book under a time that is still to come.
    auto proof = proof_of(begun);
    proof.occurred_at = world.now() + 3h;
    if (only_days) proof.occurred_at = vietnam_day(proof.occurred_at);
    BOOST_TEST(proves(world, proof));
    const auto account = seen(world, begun.account.id)->account;
    BOOST_TEST(keep_all(world) == 0u); // what was kept waits
    const auto tell = [&, occurred = occurred, is_recorded = is_recorded] {
      auto credit = paid_to(world, account, begun.verification_text);
      credit.entry.occurred_at = proof.occurred_at + occurred;
      credit.name_transaction();
      if (is_recorded)
        world.done<recorded_entry>(credit);
      else
        world.done<recorded_entry>(keep_unknown_entry("MB", credit.entry));
    };
    if (reported < 1min) tell();
    world.pass(1min);
    const auto taken_up = keep_all(world);
    const std::size_t kept = reported < 1min && !is_recorded ? 2 : 1;
    BOOST_TEST(taken_up == (reported < 1min && is_taken_back ? 0u : kept));
    if (reported >= 1min) tell();
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

BOOST_AUTO_TEST_SUITE_END()
