#include "tests/persistence/store_world.hpp"

#include <boost/test/unit_test.hpp>

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
  BOOST_TEST((paid.classified == classification::matched && paid.event_recorded && paid.job));
  BOOST_TEST(paid.public_id == link.public_id);
  BOOST_TEST((world.read(link).status == link_status::succeeded));
  BOOST_TEST(!pay_on(world, 100'000).classified);
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
  BOOST_TEST(world.reader->list_payments(world.workspace, next.row, 10, true, 0).rows.empty());
}

BOOST_AUTO_TEST_CASE_TEMPLATE(while_the_clock_is_in_doubt_the_bank_is_asked_to_send_again, Backend, backends) {
  store_world world{Backend::where};
  const auto link = link_on(world, money{100'000}, 1h);
  const auto command = credit_on(world, 100'000);
  world.clock.moved = 2h;
  BOOST_TEST((error_of(world.apply(command)) == errc::service_unavailable));
  BOOST_TEST((world.read(link).status == link_status::pending));
}

BOOST_AUTO_TEST_SUITE_END()
