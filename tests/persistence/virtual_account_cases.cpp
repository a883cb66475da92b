#include "tests/persistence/store_world.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <array>

using namespace paylink;
using namespace paylink::test;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(virtual_accounts)

namespace {

record_entry credit_on(store_world& world, std::int64_t amount, const credit_options& options = {}) {
  auto command = world.credit(std::nullopt, amount, options);
  command.virtual_account_row = world.receiver.row;
  return command;
}

recorded_entry pay_on(store_world& world, std::int64_t amount, const credit_options& options = {}) {
  return world.done<recorded_entry>(credit_on(world, amount, options));
}

payment_link link_on(store_world& world, std::optional<money> amount = money{100'000},
                     std::chrono::milliseconds lifetime = 24h) {
  return world.make_link({.amount = amount, .lifetime = lifetime, .on_virtual_account = true});
}

} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(money_completes_the_only_pending_link_that_names_the_account, Backend, backends) {
  store_world world{Backend::where};
  BOOST_TEST(!pay_on(world, 100'000).classified);
  world.make_link(); // one of the main account
  const auto link = link_on(world);
  const auto paid = pay_on(world, 100'000);
  BOOST_TEST((paid.classified == classification::matched && paid.jobs.size() == 1u));
  BOOST_TEST(paid.public_id == link.public_id);
  BOOST_TEST((world.read(link).status == link_status::succeeded));
  BOOST_TEST(!pay_on(world, 100'000).classified);
}

// What came before the link was made, and is reported late, does not pay it.
BOOST_AUTO_TEST_CASE_TEMPLATE(money_of_an_earlier_day_is_not_for_a_younger_link, Backend, backends) {
  store_world world{Backend::where};
  const auto link = link_on(world);
  auto reported = credit_on(world, 100'000);
  reported.entry.occurred_at -= 48h;
  BOOST_TEST(!world.done<recorded_entry>(reported).classified);
  BOOST_TEST((world.read(link).status == link_status::pending));
  BOOST_TEST((pay_on(world, 100'000).classified == classification::matched));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(less_than_the_amount_is_underpaid_and_more_is_for_no_link, Backend, backends) {
  store_world world{Backend::where};
  const auto link = link_on(world);
  BOOST_TEST((pay_on(world, 99'999).classified == classification::underpaid));
  BOOST_TEST((pay_on(world, 1'999).classified == classification::below_minimum));
  BOOST_TEST(!pay_on(world, 100'001).classified);
  BOOST_TEST((pay_on(world, 100'000, {.status = entry_status::rejected}).classified == classification::rejected));
  BOOST_TEST((world.read(link).status == link_status::pending));
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM transactions WHERE link_row IS NULL") == "1");
  const auto open = link_on(world, std::nullopt);
  world.apply(close_link{world.workspace, link.id}).value();
  BOOST_TEST((pay_on(world, 900'000).classified == classification::matched));
  BOOST_TEST((world.read(open).received_amount == money{900'000}));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(where_two_pending_links_name_it_money_is_for_neither, Backend, backends) {
  store_world world{Backend::where};
  const auto one = link_on(world), two = link_on(world, money{50'000});
  BOOST_TEST(!pay_on(world, 50'000).classified);
  BOOST_TEST((world.read(one).status == link_status::pending && world.read(two).status == link_status::pending));
  world.apply(close_link{world.workspace, one.id}).value();
  BOOST_TEST((pay_on(world, 50'000).classified == classification::matched));
  BOOST_TEST((world.read(two).status == link_status::succeeded));
}

// The sweep comes up to a second after a link's time, and later after an outage.
BOOST_AUTO_TEST_CASE_TEMPLATE(a_link_past_its_time_that_no_sweep_has_met_is_not_pending, Backend, backends) {
  store_world world{Backend::where};
  const auto past = link_on(world, money{100'000}, 1h);
  const auto pending = link_on(world, money{100'000}, 3h);
  BOOST_TEST(!pay_on(world, 100'000).classified);
  world.pass(1h);
  BOOST_TEST((world.read(past).status == link_status::pending)); // as far as its row tells
  BOOST_TEST((pay_on(world, 100'000).classified == classification::matched));
  BOOST_TEST((world.read(pending).status == link_status::succeeded));
  // Alone it stands for no link either: nobody is told that money was late for a link that nobody named.
  const auto alone = pay_on(world, 100'000);
  BOOST_TEST((!alone.classified && alone.result == entry_result::recorded));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(two_credits_of_one_batch_meet_the_link_once, Backend, backends) {
  store_world world{Backend::where};
  const auto link = link_on(world);
  const write_command batch[] = {credit_on(world, 100'000), credit_on(world, 100'000)};
  const auto replies = world.writer->apply(batch);
  BOOST_TEST((std::get<recorded_entry>(replies[0].value()).classified == classification::matched));
  BOOST_TEST(!std::get<recorded_entry>(replies[1].value()).classified);
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM deliveries") == "1");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_repetition_is_one_however_the_links_stand_by_then, Backend, backends) {
  store_world world{Backend::where};
  link_on(world);
  const auto first = pay_on(world, 100'000, {.reference = "FT-1"});
  const auto next = link_on(world);
  const auto again = pay_on(world, 100'000, {.reference = "FT-1"});
  BOOST_TEST((again.result == entry_result::duplicate && again.transaction == first.transaction && !again.conflict));
  BOOST_TEST((pay_on(world, 70'000, {.reference = "FT-1"}).conflict));
  BOOST_TEST((world.read(next).status == link_status::pending));
  BOOST_TEST(world.reader->ask(list_payments{world.workspace, next.row, 10, true, 0}).rows.empty());
}

BOOST_AUTO_TEST_CASE_TEMPLATE(while_the_clock_is_in_doubt_the_bank_is_asked_to_send_again, Backend, backends) {
  store_world world{Backend::where};
  const auto link = link_on(world, money{100'000}, 1h);
  const auto command = credit_on(world, 100'000);
  world.clock.moved = 2h;
  BOOST_TEST((error_of(world.apply(command)) == errc::service_unavailable));
  BOOST_TEST((world.read(link).status == link_status::pending));
}

namespace {

/// A world in which two virtual accounts of one account have a pending link each, and what two feeds tell of them in
/// one minute: the same amount under the same text.
struct two_tills {
  explicit two_tills(kind where) : world{where}, links{link_on(world), {}} {
    const auto first = world.receiver;
    auto second = first;
    second.id = virtual_account_id::derived_from(links[0].id);
    second.number = "VA0002";
    world.apply(create_virtual_account{second, world.workspace}).value();
    rows = {first.row, std::stoll(world.ask("SELECT row FROM virtual_accounts WHERE number = 'VA0002'"))};
    world.receiver = second;
    links[1] = link_on(world);
  }

  /// `till`: 0 or 1; none: the feed knows nothing of virtual accounts.
  struct reported {
    std::string feed, reference;
    std::optional<std::size_t> till;
    auto operator<=>(const reported&) const = default;
  };
  std::vector<recorded_entry> record_all(const std::vector<reported>& all, bool together) {
    std::vector<write_command> commands;
    for (const auto& one : all) {
      auto command = world.credit(std::nullopt, 100'000,
                                  {.reference = one.reference, .feed = one.feed, .occurred_at = world.now() - 1min});
      command.entry.occurred_at = std::chrono::floor<std::chrono::hours>(command.entry.occurred_at);
      if (one.till) command.virtual_account_row = rows[*one.till];
      commands.emplace_back(std::move(command));
    }
    if (together) return world.done_together<recorded_entry>(commands);
    std::vector<recorded_entry> replies;
    for (const auto& command : commands) replies.push_back(world.done<recorded_entry>(command));
    return replies;
  }
  /// The first of them one by one, the others in one batch.
  void record(const std::vector<reported>& all, std::ptrdiff_t alone) {
    record_all({all.begin(), all.begin() + alone}, false);
    if (alone != std::ssize(all)) record_all({all.begin() + alone, all.end()}, true);
  }
  /// Each link is paid, by its own transaction, and announced once.
  void expect_both_paid() {
    for (const auto& link : links) BOOST_TEST((world.read(link).status == link_status::succeeded));
    for (const auto& [sql, found] : {std::pair{"SELECT COUNT(*) FROM transactions", "2"},
                                     {"SELECT COUNT(*) FROM usage", "2"},
                                     {"SELECT COUNT(*) FROM deliveries", "2"},
                                     {"SELECT COUNT(DISTINCT virtual_account_row) FROM transactions", "2"},
                                     {"SELECT COUNT(DISTINCT link_row) FROM transactions", "2"}})
      BOOST_TEST(world.ask(sql) == found, sql);
  }

  store_world world;
  std::array<payment_link, 2> links;
  std::array<std::int64_t, 2> rows{};
};

/// How many entries come alone.
const std::ptrdiff_t come_alone[] = {0, 1, 4};

} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(money_on_two_virtual_accounts_is_two_transfers_however_alike_they_are, Backend,
                              backends) {
  std::vector<two_tills::reported> all{{"MB", "M1", 0}, {"MB", "M2", 1}, {"NAPAS", "N1", 0}, {"NAPAS", "N2", 1}};
  std::size_t round = 0;
  do {
    for (const auto alone : ways_in_round<Backend>(round++, come_alone)) {
      two_tills under{Backend::where};
      under.record(all, alone);
      under.expect_both_paid();
    }
  } while (std::ranges::next_permutation(all).found);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(where_one_feed_knows_no_virtual_accounts_the_other_completes_the_links, Backend,
                              backends) {
  std::vector<two_tills::reported> all{
      {"MB", "M1", 0}, {"MB", "M2", 1}, {"NAPAS", "N1", std::nullopt}, {"NAPAS", "N2", std::nullopt}};
  std::ranges::sort(all);
  std::size_t round = 0;
  do {
    for (const auto alone : ways_in_round<Backend>(round++, come_alone)) {
      two_tills under{Backend::where};
      under.record(all, alone);
      under.expect_both_paid();
      // Whatever comes again is known.
      for (const auto& reply : under.record_all(all, alone == 0)) BOOST_TEST((reply.result == entry_result::duplicate));
      under.expect_both_paid();
    }
  } while (std::ranges::next_permutation(all).found);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_virtual_account_that_comes_late_settles_its_link_with_the_money_that_is_there, Backend,
                              backends) {
  two_tills under{Backend::where};
  const auto first = under.record_all({{"NAPAS", "N1", std::nullopt}}, false).front();
  BOOST_TEST((first.result == entry_result::recorded && !first.classified));
  const auto second = under.record_all({{"MB", "M1", 0}}, false).front();
  BOOST_TEST((second.result == entry_result::duplicate && second.transaction == first.transaction));
  BOOST_TEST((second.classified == classification::matched && second.jobs.size() == 1u));
  BOOST_TEST(second.public_id == under.links[0].public_id);
  BOOST_TEST(second.jobs.at(0).body.find(first.transaction.text()) != std::string::npos);
  BOOST_TEST((under.world.read(under.links[0]).transaction == first.transaction));
  const auto again = under.record_all({{"MB", "M1", 0}}, false).front();
  BOOST_TEST((again.result == entry_result::duplicate && again.classified == classification::matched));
  BOOST_TEST(!again.has_deliveries());
}

BOOST_AUTO_TEST_SUITE_END()
