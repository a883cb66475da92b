#include "domain/banks/credit.hpp"
#include "domain/banks/transaction.hpp"

#include <boost/test/unit_test.hpp>

using namespace paylink;

namespace {

const timestamp expiry = from_millis(1'769'847'330'123);
constexpr std::chrono::milliseconds tick{1};
constexpr auto booked = entry_status::booked;
constexpr auto refused = entry_status::rejected;

} // namespace

BOOST_AUTO_TEST_SUITE(credit_rules)

BOOST_AUTO_TEST_CASE(every_edge_of_the_classification_has_one_answer) {
  using enum classification;
  using status = link_status;
  struct row {
    const char* what;
    status link;
    std::optional<std::int64_t> amount;
    entry_status entry;
    std::int64_t credit;
    timestamp received;
    classification expected;
  };
  const row rows[] = {
      {"exact", status::pending, 150'000, booked, 150'000, expiry - tick, matched},
      {"one dong more", status::pending, 150'000, booked, 150'001, expiry - tick, overpaid},
      {"one dong less", status::pending, 150'000, booked, 149'999, expiry - tick, underpaid},
      {"smallest link", status::pending, 2000, booked, 2000, expiry - tick, matched},
      {"below the smallest link", status::pending, 2000, booked, 1999, expiry - tick, below_minimum},
      {"below the minimum, not underpaid", status::pending, 150'000, booked, 1999, expiry - tick, below_minimum},
      {"the minimum on a larger link", status::pending, 150'000, booked, 2000, expiry - tick, underpaid},
      {"no fixed amount, the minimum", status::pending, {}, booked, 2000, expiry - tick, matched},
      {"no fixed amount, much", status::pending, {}, booked, 499'999'999, expiry - tick, matched},
      {"no fixed amount, too little", status::pending, {}, booked, 1999, expiry - tick, below_minimum},
      {"the last moment", status::pending, 150'000, booked, 150'000, expiry - tick, matched},
      {"the moment of expiry", status::pending, 150'000, booked, 150'000, expiry, late},
      {"after expiry", status::pending, 150'000, booked, 150'000, expiry + tick, late},
      {"late and too little", status::pending, 150'000, booked, 1, expiry, late},
      {"expired before its time", status::expired, 150'000, booked, 150'000, expiry - tick, late},
      {"cancelled", status::cancelled, 150'000, booked, 150'000, expiry - tick, late},
      {"failed", status::failed, 150'000, booked, 150'000, expiry - tick, late},
      {"cancelled, overpaid", status::cancelled, 150'000, booked, 200'000, expiry - tick, late},
      {"again", status::succeeded, 150'000, booked, 150'000, expiry - tick, duplicate},
      {"again and late", status::succeeded, 150'000, booked, 150'000, expiry + tick, duplicate},
      {"again and too little", status::succeeded, 150'000, booked, 5, expiry - tick, duplicate},
      {"refused", status::pending, 150'000, refused, 150'000, expiry - tick, rejected},
      {"refused after success", status::succeeded, 150'000, refused, 150'000, expiry + tick, rejected},
      {"refused and late", status::expired, 150'000, refused, 5, expiry + tick, rejected},
  };
  for (const auto& row : rows) {
    std::optional<money> amount;
    if (row.amount) amount = money{*row.amount};
    const auto found = classify(row.link, amount, expiry, row.entry, money{row.credit}, row.received);
    BOOST_TEST(to_text(found) == to_text(row.expected), row.what);
  }
}

BOOST_AUTO_TEST_CASE(only_matched_and_overpaid_complete_a_link) {
  using enum classification;
  for (const auto value : {matched, overpaid}) BOOST_TEST(completes(value), to_text(value));
  for (const auto value : {underpaid, duplicate, late, below_minimum, rejected})
    BOOST_TEST(!completes(value), to_text(value));
}

BOOST_AUTO_TEST_CASE(every_classification_reads_back_from_its_text) {
  using enum classification;
  for (const auto value : {matched, overpaid, underpaid, duplicate, late, below_minimum, rejected})
    BOOST_TEST((parse_classification(to_text(value)) == value), to_text(value));
  for (const auto* text : {"", "Matched", "unknown"}) BOOST_TEST(!parse_classification(text), text);
}

BOOST_AUTO_TEST_CASE(money_that_completed_nothing_asks_for_attention_with_its_most_telling_reason) {
  using enum classification;
  bank_transaction transaction;
  BOOST_TEST((attention_of(transaction) == attention::none));
  const std::pair<classification, attention> reasons[] = {
      {matched, attention::none},        {overpaid, attention::none}, {underpaid, attention::underpaid},
      {duplicate, attention::duplicate}, {late, attention::late},     {below_minimum, attention::below_minimum},
      {rejected, attention::none},
  };
  for (const auto& [classified, reason] : reasons) {
    transaction.classified = classified;
    BOOST_TEST((attention_of(transaction) == reason), to_text(classified));
  }
  transaction.classified = {};
  transaction.likely_link = payment_link_id::from_store("pl_01fwhe4ydgfk1shh6w1g60eecf");
  BOOST_TEST((attention_of(transaction) == attention::near_miss));
  transaction.ambiguous = true;
  BOOST_TEST((attention_of(transaction) == attention::ambiguous));
}

BOOST_AUTO_TEST_SUITE_END()
