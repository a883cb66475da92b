#include "domain/deliveries/callback.hpp"
#include "tests/persistence/store_world.hpp"

#include <boost/test/unit_test.hpp>

using namespace paylink;
using namespace paylink::test;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(credits)

BOOST_AUTO_TEST_CASE_TEMPLATE(a_matching_credit_completes_its_link_with_one_signed_event, Backend, backends) {
  store_world world{Backend::where};
  const auto link = world.make_link();
  const auto command = world.credit(link.reference, 100'000);
  const auto paid = world.done<recorded_entry>(command);
  BOOST_TEST(
      (paid.result == entry_result::recorded && paid.classified == classification::matched && paid.has_deliveries()));
  BOOST_TEST((paid.transaction == command.new_transaction));
  BOOST_TEST(paid.public_id == link.public_id);

  const auto read = world.read(link);
  BOOST_TEST((read.status == link_status::succeeded && read.callback == callback_status::sending));
  BOOST_TEST((read.received_amount == money{100'000} && read.transaction == command.new_transaction));
  BOOST_TEST((read.paid_at == command.entry.occurred_at && read.closed_at));

  BOOST_REQUIRE((paid.jobs.size() == 1u && paid.queues.empty()));
  const auto& job = paid.jobs[0];
  const auto body = callback_body({event_of(link.id), link.id, link.public_id, link.reference, command.new_transaction,
                                   money{100'000}, command.entry.occurred_at});
  BOOST_TEST(job.body == body);
  BOOST_TEST(job.signature == world.signer.sign({}, "key-1", "sealed-1", signed_data(job.signed_at, body)));
  BOOST_TEST((job.attempt == 1 && job.epoch == 1 && job.workspace == world.workspace));
  BOOST_TEST(job.url == link.callback_url);
  BOOST_TEST(job.agent == "Service-Payment-Link/1");
  BOOST_TEST(job.event_id == event_of(link.id).text());

  const auto record = world.reader->ask(find_callback{world.workspace, link.row}).value();
  BOOST_TEST((record.id == event_of(link.id) && std::get<delivery::in_flight>(record.progress).attempt == 1));
  BOOST_TEST(record.body == body);
  BOOST_TEST(world.ask("SELECT destination FROM deliveries") == "shop.example:443");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(without_room_the_event_is_stored_in_its_line_and_unclaimed, Backend, backends) {
  store_world world{Backend::where};
  const auto link = world.make_link();
  const auto paid = world.pay(link.reference, 100'000, {.claim = false});
  BOOST_TEST((paid.jobs.empty() && paid.queues.size() == 1u));
  BOOST_TEST(world.reader->ask(find_callback{world.workspace, link.row}).value().progress.index() ==
             delivery::progress{delivery::pending{}}.index());
  const auto claimed = world.done<claimed_jobs>(claim_queue{paid.queues.at(0)});
  BOOST_REQUIRE(claimed.jobs.size() == 1u);
  BOOST_TEST((claimed.jobs[0].attempt == 1 && claimed.jobs[0].epoch == 1));
}

namespace {

struct classified_case {
  classification expected;
  std::optional<std::int64_t> link_amount;
  std::int64_t credit;
  enum class before { nothing, paid, cancelled, expired } state = before::nothing;
  bool is_rejected = false;
};

} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(each_classification_is_recorded_and_only_two_of_them_complete, Backend, backends) {
  store_world world{Backend::where};
  using before = classified_case::before;
  const classified_case cases[] = {
      {classification::matched, 100'000, 100'000},
      {classification::matched, std::nullopt, 2000},
      {classification::overpaid, 100'000, 100'001},
      {classification::underpaid, 100'000, 99'999},
      {classification::below_minimum, 100'000, 1999},
      {classification::below_minimum, std::nullopt, 1999},
      {classification::duplicate, 100'000, 100'000, before::paid},
      {classification::late, 100'000, 100'000, before::cancelled},
      {classification::late, 100'000, 100'000, before::expired},
      {classification::rejected, 100'000, 100'000, before::nothing, true},
      {classification::rejected, 100'000, 100'000, before::paid, true},
  };
  for (const auto& one : cases) {
    BOOST_TEST_CONTEXT(to_text(one.expected) << " " << one.credit) {
      const auto link = world.make_link(
          {.amount = one.link_amount ? std::optional{money{*one.link_amount}} : std::nullopt, .lifetime = 1h});
      if (one.state == before::paid) world.pay(link.reference, 100'000);
      if (one.state == before::cancelled) world.apply(close_link{world.workspace, link.id}).value();
      if (one.state == before::expired) {
        world.pass(1h);
        world.done<expired_links>(expire_links{});
      }
      const auto status = world.read(link).status;
      const auto paid = world.pay(link.reference, one.credit,
                                  {.status = one.is_rejected ? entry_status::rejected : entry_status::booked});
      BOOST_TEST((paid.classified == one.expected && paid.result == entry_result::recorded));
      BOOST_TEST(paid.transaction.empty() == one.is_rejected);
      BOOST_TEST(paid.has_deliveries() == completes(one.expected));
      BOOST_TEST((world.read(link).status == (completes(one.expected) ? link_status::succeeded : status)));
      bool is_in_history = false;
      for (const auto& payment : world.reader->ask(list_payments{world.workspace, link.row, 10, true, 0}).rows)
        is_in_history |= payment.classification == one.expected && payment.amount == money{one.credit};
      BOOST_TEST(is_in_history);
    }
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_credit_wins_a_millisecond_before_expiry_and_is_late_at_it, Backend, backends) {
  store_world world{Backend::where};
  // Where the database's clock decides, "before" leaves it a minute: the exact border is the other database's case.
  const auto left = world.where == kind::sqlite ? 1ms : std::chrono::milliseconds{60s};
  const auto wins = world.make_link({.lifetime = 1h});
  world.pass(1h - left);
  BOOST_TEST((world.pay(wins.reference, 100'000).classified == classification::matched));
  const auto loses = world.make_link({.lifetime = 1h});
  world.pass(1h);
  const auto late = world.pay(loses.reference, 100'000);
  BOOST_TEST((late.classified == classification::late && !late.has_deliveries()));
  BOOST_TEST((world.read(loses).status == link_status::pending)); // the sweeper notes it, and nothing else
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_notification_repeated_a_hundred_times_is_stored_once, Backend, backends) {
  store_world world{Backend::where};
  const auto link = world.make_link();
  const auto first = world.pay(link.reference, 100'000, {.reference = "FT-again"});
  std::vector<write_command> batch;
  for (int count = 0; count < 99; ++count)
    batch.push_back(world.credit(link.reference, 100'000, {.reference = "FT-again"}));
  for (const auto& reply : world.writer->apply(batch)) {
    const auto& repeated = std::get<recorded_entry>(reply.value());
    BOOST_TEST((repeated.result == entry_result::duplicate && !repeated.conflict && !repeated.has_deliveries()));
    BOOST_TEST((repeated.transaction == first.transaction && repeated.classified == classification::matched));
  }
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM transactions") == "1");
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM deliveries") == "1");
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM usage") == "1");
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM kept_entries") == "0");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(one_batch_of_repeats_records_only_the_first, Backend, backends) {
  store_world world{Backend::where};
  const auto link = world.make_link();
  std::vector<write_command> batch;
  for (int count = 0; count < 20; ++count)
    batch.push_back(world.credit(link.reference, 100'000, {.reference = "FT-1"}));
  const auto replies = world.writer->apply(batch);
  for (std::size_t index = 0; index < replies.size(); ++index)
    BOOST_TEST((std::get<recorded_entry>(replies[index].value()).result ==
                (index == 0 ? entry_result::recorded : entry_result::duplicate)));
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM deliveries") == "1");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(another_content_under_a_known_reference_is_kept_aside, Backend, backends) {
  store_world world{Backend::where};
  const auto first = world.pay(std::nullopt, 50'000, {.reference = "FT-1", .content = "a"});
  const auto conflicts = [&](std::int64_t amount, credit_options options) {
    options.reference = "FT-1";
    const auto second = world.pay(std::nullopt, amount, options);
    BOOST_TEST((second.result == entry_result::duplicate && second.transaction == first.transaction));
    return second.conflict;
  };
  BOOST_TEST(!conflicts(50'000, {.content = "a"}));
  BOOST_TEST(conflicts(60'000, {.content = "a"}));
  BOOST_TEST(conflicts(50'000, {.content = "b"}));
  BOOST_TEST(conflicts(50'000, {.content = "a", .type = transfer_type::debit}));
  BOOST_TEST(conflicts(60'000, {.content = "a"})); // once more, kept once
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM kept_entries WHERE reason = 'conflict' AND feed = 'MB'") == "3");
  BOOST_TEST(world.ask("SELECT amount FROM transactions") == "50000");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_rejected_entry_is_no_transaction_and_a_booked_one_may_follow, Backend, backends) {
  store_world world{Backend::where};
  const auto link = world.make_link();
  const auto reject = [&](std::int64_t amount) {
    return world.pay(link.reference, amount, {.reference = "FT-1", .status = entry_status::rejected});
  };
  BOOST_TEST((reject(100'000).result == entry_result::recorded));
  const auto again = reject(100'000);
  BOOST_TEST((again.result == entry_result::duplicate && !again.conflict));
  const auto other = reject(70'000);
  BOOST_TEST((other.result == entry_result::duplicate && other.conflict));
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM usage") == "0");
  BOOST_TEST(world.reader->ask(list_payments{world.workspace, link.row, 10, true, 0}).rows.size() == 1u);
  BOOST_TEST((world.read(link).status == link_status::pending));
  const auto booked = world.pay(link.reference, 100'000, {.reference = "FT-1"});
  BOOST_TEST((booked.result == entry_result::recorded && booked.classified == classification::matched));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(whoever_comes_first_of_credit_and_cancel_wins, Backend, backends) {
  store_world world{Backend::where};
  for (const bool credit_first : {true, false}) {
    const auto link = world.make_link();
    const write_command credit = world.credit(link.reference, 100'000), cancel = close_link{world.workspace, link.id};
    const write_command in_order[] = {credit_first ? credit : cancel, credit_first ? cancel : credit};
    const auto replies = world.writer->apply(in_order);
    const auto& credited = std::get<recorded_entry>(replies[credit_first ? 0 : 1].value());
    BOOST_TEST((credited.classified == (credit_first ? classification::matched : classification::late)));
    BOOST_TEST((error_of(replies[credit_first ? 1 : 0]) == (credit_first ? errc::payment_link_not_pending : errc::ok)));
    BOOST_TEST((world.read(link).status == (credit_first ? link_status::succeeded : link_status::cancelled)));
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(at_its_time_expiry_beats_credit_and_cancel_in_either_order, Backend, backends) {
  store_world world{Backend::where};
  for (const bool sweep_first : {true, false}) {
    const auto link = world.make_link({.lifetime = 1h});
    world.pass(1h);
    const write_command sweep = expire_links{}, credit = world.credit(link.reference, 100'000);
    const write_command in_order[] = {sweep_first ? sweep : credit, close_link{world.workspace, link.id},
                                      sweep_first ? credit : sweep};
    const auto replies = world.writer->apply(in_order);
    BOOST_TEST((std::get<recorded_entry>(replies[sweep_first ? 2 : 0].value()).classified == classification::late));
    BOOST_TEST((error_of(replies[1]) == errc::payment_link_not_pending));
    BOOST_TEST(std::get<expired_links>(replies[sweep_first ? 0 : 2].value()).public_ids.size() == 1u);
    BOOST_TEST((world.read(link).status == link_status::expired));
  }
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM deliveries") == "0");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_second_event_for_one_link_is_refused_by_the_database_itself, Backend, backends) {
  store_world world{Backend::where};
  const auto link = world.make_link();
  world.pay(link.reference, 100'000);
  // As if a fault had opened the link again.
  run_sql(world.url,
          "UPDATE payment_links SET status = 0, received_amount = NULL, transaction_row = NULL, closed_at = NULL");
  BOOST_TEST((error_of(world.apply(world.credit(link.reference, 100'000))) == errc::internal_error));
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM transactions") == "1");
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM deliveries") == "1");
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM usage") == "1");
  BOOST_TEST(world.ask("SELECT status FROM payment_links") == "0");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_credit_never_completes_a_link_of_another_account, Backend, backends) {
  store_world world{Backend::where};
  const auto link = world.make_link();
  auto other = world.account;
  other.id = world.new_id<bank_account_id>();
  other.number = "999";
  world.apply(connect_account{other}).value();
  auto command = world.credit(link.reference, 100'000);
  command.account_row = std::stoll(world.ask("SELECT row FROM bank_accounts WHERE number = '999'"));
  const auto unknown = reference::make(reference_kind::payment_link, world.random);
  for (const auto& credit : {command, world.credit(unknown, 100'000)}) {
    const auto recorded = world.done<recorded_entry>(credit);
    BOOST_TEST((recorded.result == entry_result::recorded && !recorded.classified && recorded.jobs.empty()));
  }
  BOOST_TEST((world.read(link).status == link_status::pending));
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM transactions WHERE link_row IS NULL") == "2");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_command_that_throws_fails_alone_in_its_batch, Backend, backends) {
  store_world world{Backend::where};
  const auto one = world.make_link(), poisoned = world.make_link(), two = world.make_link();
  world.signer.refused = poisoned.public_id;
  const write_command batch[] = {world.credit(one.reference, 100'000), world.credit(poisoned.reference, 100'000),
                                 world.credit(two.reference, 100'000)};
  const auto replies = world.writer->apply(batch);
  BOOST_TEST((error_of(replies[0]) == errc::ok && error_of(replies[2]) == errc::ok));
  BOOST_TEST((error_of(replies[1]) == errc::internal_error));
  BOOST_TEST((world.read(one).status == link_status::succeeded && world.read(two).status == link_status::succeeded));
  BOOST_TEST((world.read(poisoned).status == link_status::pending));
  BOOST_TEST(world.gate.held == 2);
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM transactions") == "2");
  world.signer.refused.clear();
  BOOST_TEST((error_of(world.apply(batch[1])) == errc::ok));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_failure_that_is_a_value_leaves_the_rest_of_the_batch_alone, Backend, backends) {
  store_world world{Backend::where};
  const auto link = world.make_link();
  const write_command batch[] = {close_link{world.workspace, world.new_id<payment_link_id>()},
                                 world.credit(link.reference, 100'000)};
  const auto replies = world.writer->apply(batch);
  BOOST_TEST((error_of(replies[0]) == errc::not_found && error_of(replies[1]) == errc::ok));
  BOOST_TEST(world.writer->apply({}).empty());
}

BOOST_AUTO_TEST_CASE_TEMPLATE(credits_and_debits_are_metered_once_in_their_vietnamese_month, Backend, backends) {
  store_world world{Backend::where};
  const auto link = world.make_link();
  world.pay(std::nullopt, 5000);
  world.pay(link.reference, 100'000);
  const auto debit = world.pay(link.reference, 100'000, {.type = transfer_type::debit});
  BOOST_TEST((!debit.classified && !debit.transaction.empty()));
  world.pay(link.reference, 100'000, {.reference = "FT-r", .status = entry_status::rejected});
  const auto ambiguous = world.pay(std::nullopt, 7000, {.ambiguous = true});
  BOOST_TEST((!ambiguous.classified && ambiguous.result == entry_result::recorded));
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM transactions WHERE ambiguous = 1 AND link_row IS NULL") == "1");
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM usage WHERE owner_id = '" + world.owner.text() + "' AND month = '" +
                       vietnam_month(world.now()) + "'") == "4");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(entries_that_cannot_be_processed_are_kept_as_they_came, Backend, backends) {
  store_world world{Backend::where};
  keep_entry command{"MB",       "555", "FT-9", entry_status::booked, entry_result::unknown_account, "no such account",
                     "{\"a\":1}"};
  BOOST_TEST((world.done<recorded_entry>(command).result == entry_result::unknown_account));
  BOOST_TEST((world.done<recorded_entry>(command).result == entry_result::duplicate));
  command.raw = std::string{"bad \xff byte and \0 NUL", 20};
  command.reason = entry_result::invalid;
  BOOST_TEST((world.done<recorded_entry>(command).result == entry_result::invalid));
  command.reason = entry_result::held;
  BOOST_TEST((world.done<recorded_entry>(command).result == entry_result::held));
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM kept_entries") == "3");
  BOOST_TEST(world.ask("SELECT raw FROM kept_entries WHERE reason = 'invalid'") == "bad \uFFFD byte and \uFFFD NUL");
}

// Whatever a database does at once for many, each command is answered as if they had come one after the other.
BOOST_AUTO_TEST_CASE_TEMPLATE(a_batch_settles_like_its_commands_in_turn, Backend, backends) {
  store_world world{Backend::where};
  const auto paid_twice = world.make_link(), cancelled = world.make_link();
  const auto underpaid = world.make_link({.callback_url = "https://busy.example/callback"});
  world.gate.full = "busy.example:443";
  const auto before = world.credit(std::nullopt, 7'000, {.reference = "BEFORE"});
  world.apply(before).value();
  world.apply(close_link{world.workspace, cancelled.id}).value();
  const auto acknowledged = world.make_job(), failing = world.make_job();

  auto changed = before;
  changed.new_transaction = world.new_id<transaction_id>();
  changed.entry.amount = {8'000};
  const auto first = world.credit(paid_twice.reference, 100'000, {.reference = "FIRST"});
  auto again = first;
  again.new_transaction = world.new_id<transaction_id>();
  const write_command batch[] = {
      first,
      world.credit(paid_twice.reference, 120'000, {.reference = "SECOND"}),
      again,
      before,
      changed,
      world.credit(underpaid.reference, 99'999),
      world.credit(cancelled.reference, 100'000),
      world.credit(std::nullopt, 100'000, {.content = "nothing named \"quoted\" \\ Đơn"}),
      world.credit(std::nullopt, 100'000, {.type = transfer_type::debit}),
      world.credit(underpaid.reference, 100'000, {.status = entry_status::rejected}),
      outcome_of(acknowledged, world.made(1, 200)),
      outcome_of(failing, world.made(1, 500)),
      outcome_of(failing, world.made(1, 500)),
      record_attempt{failing.row, failing.epoch + 1, failing.event_id, world.made(2, 200)},
      world.credit(underpaid.reference, 100'000, {.reference = "WHOLE"}),
  };
  const auto replies = world.writer->apply(batch);
  const auto entry = [&](std::size_t place) { return std::get<recorded_entry>(replies.at(place).value()); };
  BOOST_TEST((entry(0).classified == classification::matched && entry(0).jobs.size() == 1u && entry(0).queues.empty() &&
              entry(0).jobs[0].attempt == 1));
  BOOST_TEST((entry(1).classified == classification::duplicate && !entry(1).has_deliveries() &&
              entry(1).result == entry_result::recorded));
  BOOST_TEST((entry(2).result == entry_result::duplicate && !entry(2).has_deliveries() &&
              entry(2).transaction == first.new_transaction));
  BOOST_TEST((entry(3).result == entry_result::duplicate && entry(3).transaction == before.new_transaction &&
              !entry(3).conflict && !entry(3).has_deliveries()));
  BOOST_TEST((entry(4).result == entry_result::duplicate && entry(4).conflict));
  BOOST_TEST((entry(5).classified == classification::underpaid));
  BOOST_TEST((entry(6).classified == classification::late));
  BOOST_TEST((entry(7).result == entry_result::recorded && !entry(7).classified));
  BOOST_TEST((entry(8).result == entry_result::recorded && !entry(8).classified));
  BOOST_TEST((entry(9).classified == classification::rejected));
  BOOST_TEST(
      (entry(14).classified == classification::matched && entry(14).queues.size() == 1u && entry(14).jobs.empty()));
  const auto state = [&](std::size_t place) { return std::get<recorded_attempt>(replies.at(place).value()); };
  BOOST_TEST((is_acknowledged(state(10)) && !state(10).stale));
  BOOST_TEST((is_pending(state(11)) && !state(11).stale && is_pending(state(12))));
  BOOST_TEST((delivery::next_attempt_at(state(12).progress) == delivery::next_attempt_at(state(11).progress) &&
              !state(12).stale && state(13).stale));

  BOOST_TEST(world.ask("SELECT COUNT(*) FROM deliveries") == "4");
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM attempts") == "2");
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM usage") == world.ask("SELECT COUNT(*) FROM transactions"));
  BOOST_TEST(world.ask("SELECT content FROM transactions WHERE content LIKE 'nothing%'") ==
             "nothing named \"quoted\" \\ Đơn");
  BOOST_TEST((world.read(paid_twice).transaction == first.new_transaction));
  BOOST_TEST(world.reader->ask(find_callback{world.workspace, paid_twice.row}).value().body ==
             entry(0).jobs.at(0).body);
}

// On SQLite the deciding clock itself is set; beside PostgreSQL the node's clock is, and then the two disagree.
BOOST_AUTO_TEST_CASE_TEMPLATE(by_a_clock_that_was_moved_nothing_is_signed_and_nothing_expires, Backend, backends) {
  for (const auto by : {std::chrono::milliseconds{2h}, std::chrono::milliseconds{-2h}}) {
    store_world world{Backend::where};
    const auto link = world.make_link({.lifetime = 1h});
    const auto command = world.credit(link.reference, 100'000);
    world.clock.moved = by;
    BOOST_TEST((error_of(world.apply(command)) == errc::service_unavailable));
    BOOST_TEST((error_of(world.apply(expire_links{})) == errc::service_unavailable));
    BOOST_TEST(world.ask("SELECT COUNT(*) FROM transactions") == "0");
    BOOST_TEST(
        (error_of(world.apply(world.credit(std::nullopt, 5'000))) == errc::ok)); // no link: money is never turned away

    world.clock.moved = 0ms;
    BOOST_TEST((error_of(world.apply(expire_links{})) ==
                (world.where == kind::sqlite ? errc::service_unavailable : errc::ok)));
    world.clock.up += 1s;
    BOOST_TEST((error_of(world.apply(expire_links{})) == errc::ok));
    BOOST_TEST((world.done<recorded_entry>(command).classified == classification::matched));
  }
}

BOOST_AUTO_TEST_SUITE_END()
