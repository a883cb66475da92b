#include "domain/orders/payment_order.hpp"

#include <boost/test/unit_test.hpp>

using namespace paylink;

namespace {

constexpr order_status order_statuses[] = {order_status::pending, order_status::success, order_status::failed,
                                           order_status::cancelled};
const timestamp ends = parse_rfc3339("2026-02-01T08:00:00.000Z").value();
constexpr auto tick = std::chrono::milliseconds{1};

payment_order order_that_is(order_status status) {
  payment_order order;
  order.status = status;
  order.amount = {100'000};
  order.expires_at = ends;
  return order;
}

bank_entry credit_of(std::int64_t amount, entry_status status = entry_status::booked) {
  bank_entry entry;
  entry.amount = {amount};
  entry.status = status;
  return entry;
}

} // namespace

BOOST_AUTO_TEST_SUITE(payment_orders)

BOOST_AUTO_TEST_CASE(only_a_pending_order_changes_and_each_trigger_has_its_end) {
  struct row {
    order_trigger trigger;
    order_status after;
    order_failure failure;
    bool is_notified;
  };
  for (const auto& [trigger, after, failure, is_notified] :
       {row{order_trigger::completing_credit, order_status::success, order_failure::none, true},
        row{order_trigger::cancel, order_status::cancelled, order_failure::none, false},
        row{order_trigger::expiry, order_status::failed, order_failure::expired, true},
        row{order_trigger::account_removed, order_status::failed, order_failure::bank_account_removed, true},
        row{order_trigger::workspace_deleted, order_status::failed, order_failure::workspace_deleted, false}}) {
    for (const auto from : order_statuses) {
      const auto moved = transition(from, trigger);
      if (from == order_status::pending)
        BOOST_TEST((moved && *moved == after));
      else
        BOOST_TEST((!moved && to_errc(moved.error()) == errc::conflict));
    }
    BOOST_TEST((order_failure_of(trigger) == failure));
    BOOST_TEST(raises_event(trigger) == is_notified);
  }
}

BOOST_AUTO_TEST_CASE(a_credit_relates_to_an_order_as_the_table_says) {
  struct row {
    order_status status;
    std::int64_t amount;
    std::chrono::milliseconds before_end;
    classification expected;
  };
  using enum order_status;
  for (const auto& [status, amount, before_end, expected] :
       {row{pending, 100'000, tick, classification::matched}, row{pending, 100'001, tick, classification::overpaid},
        row{pending, 99'999, tick, classification::underpaid}, row{pending, 1'999, tick, classification::below_minimum},
        row{pending, 100'000, 0 * tick, classification::late}, row{pending, 1'999, 0 * tick, classification::late},
        row{success, 100'000, tick, classification::duplicate}, row{success, 100'000, -tick, classification::duplicate},
        row{failed, 100'000, tick, classification::late}, row{cancelled, 100'000, tick, classification::late}})
    BOOST_TEST((classify(target_of(order_that_is(status)), credit_of(amount), ends - before_end) == expected));
  BOOST_TEST((classify(target_of(order_that_is(pending)), credit_of(100'000, entry_status::rejected), ends - tick) ==
              classification::rejected));
}

BOOST_AUTO_TEST_CASE(from_its_end_on_a_pending_order_is_shown_as_failed) {
  payment_order order;
  order.expires_at = ends;
  BOOST_TEST((visible_status(order, ends - tick) == order_status::pending));
  BOOST_TEST((visible_failure(order, ends - tick) == order_failure::none));
  BOOST_TEST((visible_status(order, ends) == order_status::failed));
  BOOST_TEST((visible_failure(order, ends) == order_failure::expired));
  for (const auto status : {order_status::success, order_status::cancelled}) {
    order.status = status;
    BOOST_TEST((visible_status(order, ends) == status && visible_failure(order, ends) == order_failure::none));
  }
}

BOOST_AUTO_TEST_CASE(statuses_and_reasons_have_their_words) {
  BOOST_TEST(to_text(order_status::pending) == "pending");
  BOOST_TEST(to_text(order_status::success) == "success");
  BOOST_TEST(to_text(order_status::failed) == "failed");
  BOOST_TEST(to_text(order_status::cancelled) == "cancelled");
  for (const auto status : order_statuses) BOOST_TEST((parse_order_status(to_text(status)) == status));
  BOOST_TEST(!parse_order_status("succeeded").has_value());
  BOOST_TEST(to_text(order_failure::none).empty());
  BOOST_TEST(to_text(order_failure::expired) == "expired");
  BOOST_TEST(to_text(order_failure::bank_account_removed) == "bank_account_removed");
  BOOST_TEST(to_text(order_failure::workspace_deleted) == "workspace_deleted");
}

BOOST_AUTO_TEST_CASE(an_order_as_created_knows_nothing_of_its_end) {
  payment_order order;
  order.own_id = "DH-1";
  order.status = order_status::success;
  order.received_amount = money{5'000};
  order.transaction = transaction_id::from_store("txn_01kkqc6tq0e9s8v7w6x5y4z3a2");
  order.failure = order_failure::expired;
  order.closed_at = ends;
  const auto made = as_created(order);
  BOOST_TEST((made.status == order_status::pending && !made.received_amount && made.transaction.empty()));
  BOOST_TEST((made.failure == order_failure::none && !made.closed_at && made.own_id == "DH-1"));
}

BOOST_AUTO_TEST_SUITE_END()
