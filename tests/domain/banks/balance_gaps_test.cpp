#include "domain/banks/balance_gaps.hpp"

#include <boost/test/unit_test.hpp>

using namespace paylink;
using namespace std::chrono_literals;

namespace {

/// Second, amount, and the balance after it; `unknown`: the bank does not say.
struct reported {
  int second;
  std::int64_t dong, balance;
};
constexpr std::int64_t unknown = -1;

struct gap_case {
  const char* what;
  std::vector<reported> transactions;
  std::vector<std::int64_t> gaps;
};

const timestamp begin = timestamp{std::chrono::sys_days{std::chrono::year{2026} / 3 / 15}};

const gap_case cases[] = {
    {"nothing", {}, {}},
    {"one", {{1, 5, 100}}, {}},
    {"no balances", {{1, 5, unknown}, {2, 6, unknown}}, {}},
    {"each follows", {{1, 5, 105}, {2, -3, 102}, {3, 8, 110}}, {}},
    {"a credit is missing", {{1, 5, 105}, {2, 6, 131}}, {20}},
    {"a debit is missing", {{1, 5, 105}, {2, 6, 91}}, {-20}},
    {"two are missing in two places", {{1, 5, 105}, {2, 6, 131}, {3, 1, 139}}, {20, 7}},
    {"one without a balance stands between", {{1, 5, 105}, {2, 10, unknown}, {3, 6, 121}}, {}},
    {"one without a balance, and one missing", {{1, 5, 105}, {2, 10, unknown}, {3, 6, 151}}, {30}},
    {"told out of order", {{3, 8, 110}, {1, 5, 105}, {2, -3, 102}}, {}},
    {"in one second, in the wrong order", {{1, 5, 105}, {2, 8, 110}, {2, -3, 102}}, {}},
    {"in one second, one without a balance", {{1, 5, 105}, {2, 8, 120}, {2, 7, unknown}}, {}},
    {"in one second, the first of all", {{1, 8, 113}, {1, 5, 105}, {2, 1, 114}}, {}},
    {"one stands at the wrong time", {{1, 5, 105}, {2, 8, 123}, {3, 10, 115}, {4, 1, 124}}, {}},
    {"what goes below zero", {{1, -50, -20}, {2, 5, -15}}, {}},
};

} // namespace

BOOST_AUTO_TEST_SUITE(balance_gaps)

BOOST_AUTO_TEST_CASE(balances_tell_of_what_nobody_told) {
  for (const auto& [what, transactions, gaps] : cases) BOOST_TEST_CONTEXT(what) {
      std::vector<balanced_transaction> all;
      for (const auto& [second, dong, balance] : transactions)
        all.push_back({.id = {},
                       .occurred_at = begin + std::chrono::seconds{second},
                       .dong = dong,
                       .balance_after = balance == unknown ? std::nullopt : std::optional{balance}});
      std::vector<std::int64_t> found;
      for (const auto& gap : find_balance_gaps(all)) {
        found.push_back(gap.dong);
        BOOST_TEST((gap.from <= gap.to));
      }
      BOOST_TEST(found == gaps, boost::test_tools::per_element());
    }
}

BOOST_AUTO_TEST_SUITE_END()
