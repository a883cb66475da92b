#include "tests/persistence/order_world.hpp"

#include <boost/test/unit_test.hpp>

#include <thread>

using namespace paylink;
using namespace paylink::test;
using namespace std::chrono_literals;

// Orders whose Workspace is suspended or deleted, and those that two nodes change at once.
BOOST_AUTO_TEST_SUITE(order_lives)

namespace {

std::string reported(store_world& world, const std::string& which) {
  return world.ask("SELECT COUNT(*) FROM deliveries WHERE webhook_row IS NOT NULL AND " + which);
}

} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(held_entries_settle_orders_at_the_reactivation, Backend, backends) {
  order_world world{Backend::where};
  world.add_webhook();
  const auto order = world.make_order(), over = world.make_order({.lifetime = 1h});
  world.apply(suspend_workspace{world.workspace}).value();
  for (const auto& one : {order, over}) {
    const auto held = world.pay(one.reference, 100'000, {.content = one.reference.text() + " thanh toan"});
    BOOST_TEST((held.result == entry_result::held));
  }
  // A suspension stops no expiry.
  world.pass(1h);
  world.done<expired_orders>(expire_orders{});
  BOOST_TEST((world.read(over).status == order_status::failed && world.read(order).status == order_status::pending));
  const auto portion = world.done<reactivated_portion>(
      reactivate_workspace{.workspace = world.workspace, .entries_max = 2, .by = world.by_owner()});
  BOOST_TEST((portion.is_active && portion.settled.size() == 2u));
  BOOST_TEST((portion.settled[0].classified == classification::matched));
  BOOST_TEST((portion.settled[1].classified == classification::late));
  BOOST_TEST((world.read(order).status == order_status::success));
  BOOST_TEST(reported(world, "event = 2") == "1");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(orders_of_a_deleted_workspace_fail_in_silence_and_lose_their_data, Backend, backends) {
  order_world world{Backend::where};
  world.add_webhook();
  const auto pending = world.make_order({.own_id = "DH-1", .customer_email = "lan@example.com"}),
             paid = world.make_order(), soon = world.make_order({.lifetime = 1h});
  world.pay(paid.reference, 100'000);
  world.apply(delete_workspace{.id = world.workspace, .by = world.by_owner()}).value();
  world.pass(1h);
  // Time that passes on a server moves what is stored: the deletion, too, was an hour ago.
  if (world.where == kind::postgresql)
    run_sql(world.url, "UPDATE workspaces SET deleted_at = deleted_at - 3600000 WHERE deleted_at IS NOT NULL");
  world.done<expired_orders>(expire_orders{});
  const auto state = [&](const payment_order& one) {
    return world.ask("SELECT status || ' ' || failure_reason FROM orders WHERE row = " + std::to_string(one.row));
  };
  BOOST_TEST(state(pending) == "0 0");
  world.pass(2min);
  for (int portions = 0; portions < 100; ++portions)
    if (!world.done<cleared_portion>(clear_workspace{.limit = 1}).is_more_due) {
      if (world.ask("SELECT COUNT(*) FROM workspaces WHERE clear_at IS NOT NULL") == "0") break;
      run_sql(world.url, "UPDATE workspaces SET clear_at = 0 WHERE clear_at IS NOT NULL");
    }
  BOOST_TEST((state(pending) == "2 3" && state(soon) == "2 3" && state(paid) == "1 0"));
  BOOST_TEST(reported(world, "event = 3") == "0");
  BOOST_TEST(
      world.ask("SELECT COUNT(*) FROM orders WHERE own_id = id AND customer_email = '' AND created_by_id = ''") == "3");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_wrong_clock_settles_and_expires_no_order, Backend, backends) {
  order_world world{Backend::where};
  const auto order = world.make_order();
  world.clock.moved = 48h;
  world.is_synchronized = false;
  if (Backend::where == kind::sqlite) {
    BOOST_TEST((error_of(world.apply(expire_orders{})) == errc::service_unavailable));
    BOOST_TEST((error_of(world.apply(world.credit(order.reference, 100'000))) == errc::service_unavailable));
  }
  BOOST_TEST((world.read(order).status == order_status::pending));
}

// Two nodes whose batches meet, in opposite orders.
BOOST_AUTO_TEST_CASE(two_writers_settle_each_order_once) {
  order_world world{kind::postgresql};
  world.add_webhook();
  constexpr int orders_in_all = 40;
  std::vector<payment_order> orders;
  for (int i = 0; i < orders_in_all; ++i) orders.push_back(world.make_order());
  const auto bank = [&](bool is_reversed) {
    std::vector<write_command> entries;
    for (int i = 0; i < orders_in_all; ++i)
      entries.push_back(
          world.credit(orders[static_cast<std::size_t>(is_reversed ? orders_in_all - 1 - i : i)].reference, 100'000));
    return entries;
  };
  const auto opened = open_database(world.url);
  const auto other = opened->open_writer(world.context_of("node-2"));
  auto ours = bank(false), theirs = bank(true);
  std::vector<recorded_entry> told_here, told_there;
  std::thread there{[&] { told_there = record_in_the_end(*other, std::move(theirs)); }};
  told_here = record_in_the_end(*world.writer, std::move(ours));
  there.join();
  int matched = 0, duplicate = 0;
  for (const auto* reported : {&told_here, &told_there})
    for (const auto& one : *reported) {
      matched += one.classified == classification::matched ? 1 : 0;
      duplicate += one.classified == classification::duplicate ? 1 : 0;
    }
  BOOST_TEST(matched == orders_in_all);
  BOOST_TEST(duplicate == orders_in_all);
  BOOST_TEST(reported(world, "event = 2") == std::to_string(orders_in_all));
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM orders o JOIN transactions t ON t.row = o.transaction_row AND t.order_row "
                       "= o.row WHERE o.status = 1") == std::to_string(orders_in_all));
}

BOOST_AUTO_TEST_CASE(two_writers_expire_each_order_once_while_credits_come) {
  order_world world{kind::postgresql};
  world.add_webhook();
  constexpr int orders_in_all = 60;
  std::vector<write_command> credits;
  for (int i = 0; i < orders_in_all; ++i) {
    const auto order = world.make_order({.lifetime = i % 2 == 0 ? 1h : 24h});
    credits.push_back(world.credit(order.reference, 100'000));
  }
  world.pass(1h);
  const auto opened = open_database(world.url);
  const auto other = opened->open_writer(world.context_of("node-2"));
  int failed_there = 0, failed_here = 0;
  std::thread there{[&] {
    for (int i = 0; i < 20; ++i) {
      const write_command sweep[] = {expire_orders{5}};
      const auto swept = other->apply(sweep);
      if (swept[0]) failed_there += std::get<expired_orders>(*swept[0]).failed;
    }
  }};
  record_in_the_end(*world.writer, credits);
  for (int i = 0; i < 20; ++i) failed_here += world.done<expired_orders>(expire_orders{5}).failed;
  there.join();
  BOOST_TEST(failed_there + failed_here == orders_in_all / 2);
  BOOST_TEST(reported(world, "event = 3") == std::to_string(orders_in_all / 2));
  BOOST_TEST(reported(world, "event = 2") == std::to_string(orders_in_all / 2));
  BOOST_TEST(world.ask("SELECT COUNT(*) FROM transactions WHERE classification = 4") ==
             std::to_string(orders_in_all / 2));
}

BOOST_AUTO_TEST_CASE(a_credit_whose_order_another_session_holds_waits_alone) {
  order_world world{kind::postgresql};
  const auto held = world.make_order(), free = world.make_order();
  const auto of_held = world.credit(held.reference, 100'000);
  const write_command batch[] = {of_held, world.credit(free.reference, 100'000), world.credit(std::nullopt, 5'000),
                                 of_held};
  {
    const foreign_transaction transaction{world.url, "SELECT row FROM orders WHERE row = " + std::to_string(held.row) +
                                                         " FOR UPDATE"};
    const auto replies = world.writer->apply(batch);
    BOOST_TEST((std::holds_alternative<held_up>(*replies[0]) && std::holds_alternative<held_up>(*replies[3])));
    BOOST_TEST((std::get<recorded_entry>(*replies[1]).classified == classification::matched));
    BOOST_TEST((std::get<recorded_entry>(*replies[2]).result == entry_result::recorded));
  }
  BOOST_TEST((world.done<recorded_entry>(of_held).classified == classification::matched));
}

BOOST_AUTO_TEST_SUITE_END()
