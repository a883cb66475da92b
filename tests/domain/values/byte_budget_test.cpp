#include "domain/values/byte_budget.hpp"

#include <boost/test/unit_test.hpp>

using namespace paylink;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(byte_budgets)

BOOST_AUTO_TEST_CASE(a_write_larger_than_the_budget_is_taken_once_and_waited_for) {
  constexpr std::int64_t per_minute = 6'000;
  byte_budget budget{per_minute, 0ms};
  BOOST_TEST((budget.until_next(per_minute, 0ms) == 0s));
  budget.take(5'999, per_minute, 0ms);
  BOOST_TEST((budget.until_next(per_minute, 0ms) == 0s)); // a byte is left
  budget.take(12'001, per_minute, 0ms);
  struct row {
    std::chrono::milliseconds at;
    std::chrono::seconds wait;
  };
  for (const auto& [at, wait] : {row{0ms, 121s}, row{60'000ms, 61s}, row{119'000ms, 2s}, row{120'010ms, 0s}})
    BOOST_TEST((budget.until_next(per_minute, at) == wait), at.count());
  BOOST_TEST(!budget.is_full(per_minute, 179'000ms));
  BOOST_TEST(budget.is_full(per_minute, 181'000ms));
  // A clock that stands still, or is read out of order, gives nothing.
  budget.take(6'000, per_minute, 181'000ms);
  BOOST_TEST((budget.until_next(per_minute, 170'000ms) == 1s));
}

BOOST_AUTO_TEST_SUITE_END()
