#include "domain/webhooks/webhook_event.hpp"

#include <boost/test/unit_test.hpp>

using namespace paylink;

BOOST_AUTO_TEST_SUITE(webhook_events)

BOOST_AUTO_TEST_CASE(the_words_are_those_of_the_interface_in_both_directions) {
  const struct {
    webhook_event event;
    std::string_view word;
    bool is_of_order;
  } rows[] = {{webhook_event::transaction_credit, "transaction.credit", false},
              {webhook_event::transaction_debit, "transaction.debit", false},
              {webhook_event::order_success, "order.success", true},
              {webhook_event::order_failed, "order.failed", true}};
  BOOST_TEST(std::size(rows) == webhook_event_count);
  for (const auto& row : rows) {
    BOOST_TEST(to_text(row.event) == row.word);
    BOOST_TEST((parse_webhook_event(row.word) == row.event), row.word);
    BOOST_TEST(is_of_order(row.event) == row.is_of_order, row.word);
  }
}

BOOST_AUTO_TEST_CASE(no_other_word_is_an_event) {
  for (const auto* word : {"", "transaction", "transaction.", "Transaction.Credit", "transaction.credit ",
                           "order.cancelled", "payment_link.success"})
    BOOST_TEST(!parse_webhook_event(word).has_value(), word);
}

BOOST_AUTO_TEST_CASE(the_direction_of_money_is_in_the_event) {
  BOOST_TEST((webhook_event_of(transfer_type::credit) == webhook_event::transaction_credit));
  BOOST_TEST((webhook_event_of(transfer_type::debit) == webhook_event::transaction_debit));
}

BOOST_AUTO_TEST_SUITE_END()
