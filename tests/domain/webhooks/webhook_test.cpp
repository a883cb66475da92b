#include "domain/webhooks/webhook.hpp"

#include <boost/test/unit_test.hpp>

using namespace paylink;

namespace {

const auto first_till = bank_account_id::parse("ba_01kkqc6tq0e9s8v7w6x5y4z3a2").value();
const auto second_till = bank_account_id::parse("ba_01kkqc6tq0e9s8v7w6x5y4z3a3").value();
const auto first_number = virtual_account_id::parse("va_01kkqc6tq0e9s8v7w6x5y4z3a2").value();
const auto second_number = virtual_account_id::parse("va_01kkqc6tq0e9s8v7w6x5y4z3a3").value();

/// A credit of 150,000 dong on the virtual account.
webhook_subject some_credit() {
  return {.account = first_till,
          .virtual_account = first_number,
          .direction = transfer_type::credit,
          .amount = money{150'000},
          .folded_text = "NGUYENVANATHANHTOANDONHANG7"};
}

webhook_subject some_order() { return {.account = first_till, .amount = money{150'000}}; }

} // namespace

BOOST_AUTO_TEST_SUITE(webhook_records)

BOOST_AUTO_TEST_CASE(types_and_reasons_have_their_words) {
  BOOST_TEST(to_text(webhook_type::http) == "http");
  BOOST_TEST(to_text(webhook_type::telegram) == "telegram");
  for (const auto type : {webhook_type::http, webhook_type::telegram})
    BOOST_TEST((parse_webhook_type(to_text(type)) == type), to_text(type));
  for (const auto* wrong : {"", "HTTP", "https", "zalo"}) BOOST_TEST(!parse_webhook_type(wrong).has_value(), wrong);

  using enum disabled_reason;
  for (const auto& [reason, word] : {std::pair{none, ""},
                                     {by_a_person, "disabled_by_user"},
                                     {gone, "endpoint_gone"},
                                     {failing, "endpoint_failing"},
                                     {chat_refused, "chat_refused"}}) {
    BOOST_TEST(to_text(reason) == word);
    BOOST_TEST((parse_disabled_reason(word) == reason), word);
  }
  BOOST_TEST((parse_disabled_reason("tired") == none));
}

BOOST_AUTO_TEST_CASE(a_set_of_events_is_written_in_their_order) {
  using enum webhook_event;
  const std::pair<webhook_event_set, std::vector<std::string_view>> rows[] = {
      {0, {}},
      {bit_of(transaction_credit), {"transaction.credit"}},
      {bit_of(order_failed) | bit_of(transaction_debit), {"transaction.debit", "order.failed"}},
      {bit_of(transaction_credit) | bit_of(transaction_debit) | bit_of(order_success) | bit_of(order_failed),
       {"transaction.credit", "transaction.debit", "order.success", "order.failed"}},
  };
  for (const auto& [set, words] : rows) BOOST_TEST(words_of_events(set) == words, boost::test_tools::per_element());
  // A later version may have written more.
  const std::vector<std::string_view> known{"order.failed"};
  BOOST_TEST(words_of_events(bit_of(order_failed) | 1u << webhook_event_count) == known,
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_filter_accepts_what_it_names_and_looks_at_its_orders_by_account_and_amount) {
  struct row {
    const char* what;
    webhook_filter filter;
    bool takes_credit, takes_order;
  };
  const row rows[] = {
      {"nothing", {}, true, true},
      {"the account", {.accounts = {first_till}}, true, true},
      {"another account", {.accounts = {second_till}}, false, false},
      {"the account and another", {.accounts = {second_till, first_till}}, true, true},
      {"the virtual account", {.virtual_accounts = {first_number}}, true, true},
      {"another virtual account", {.virtual_accounts = {second_number}}, false, true},
      {"both virtual accounts", {.virtual_accounts = {second_number, first_number}}, true, true},
      {"credits", {.direction = transfer_type::credit}, true, true},
      {"debits", {.direction = transfer_type::debit}, false, true},
      {"the amount", {.amount_min = money{150'000}}, true, true},
      {"one dong more", {.amount_min = money{150'001}}, false, false},
      {"a part of the text", {.text = "thanh toán"}, true, true},
      {"its begin", {.text = "Nguyễn"}, true, true},
      {"its end", {.text = "hàng 7"}, true, true},
      {"without marks, spaces and case", {.text = "VANATHANHTOAN"}, true, true},
      {"with punctuation", {.text = "don-hang: 7!"}, true, true},
      {"another text", {.text = "don hang 8"}, false, true},
      {"a longer text", {.text = "don hang 77"}, false, true},
      {"all of it",
       {.accounts = {first_till},
        .virtual_accounts = {first_number},
        .direction = transfer_type::credit,
        .amount_min = money{1},
        .text = "7"},
       true,
       true},
      {"all of it but the account",
       {.accounts = {second_till}, .virtual_accounts = {first_number}, .text = "7"},
       false,
       false},
      {"all of it but the text",
       {.accounts = {first_till}, .virtual_accounts = {first_number}, .text = "8"},
       false,
       true},
  };
  for (const auto& [what, filter, takes_credit, takes_order] : rows) {
    BOOST_TEST(accepts(filter, some_credit()) == takes_credit, what);
    BOOST_TEST(accepts(filter, some_order()) == takes_order, what);
  }
}

BOOST_AUTO_TEST_CASE(what_came_in_on_no_virtual_account_is_on_none_of_those_named) {
  auto credit = some_credit();
  credit.virtual_account = {};
  BOOST_TEST(accepts({}, credit));
  BOOST_TEST(!accepts({.virtual_accounts = {first_number}}, credit));
}

BOOST_AUTO_TEST_CASE(a_filter_of_debits_accepts_a_debit) {
  auto debit = some_credit();
  debit.direction = transfer_type::debit;
  BOOST_TEST(accepts({.direction = transfer_type::debit}, debit));
  BOOST_TEST(!accepts({.direction = transfer_type::credit}, debit));
}

BOOST_AUTO_TEST_SUITE_END()
