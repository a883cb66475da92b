// A short run of the fuzzer of statements: scripts/fuzz statements runs it for as long as you like.
#include "tests/fuzzing/statements/written_statement.hpp"

#include <boost/test/unit_test.hpp>

using namespace paylink::fuzzing;

BOOST_AUTO_TEST_CASE(what_is_read_of_a_statement_was_written_by_its_bank) {
  constexpr std::uint64_t rounds = 4'000;
  std::uint64_t honest = 0, read = 0, misread = 0;
  for (std::uint64_t seed = 1; seed <= rounds; ++seed) {
    const auto result = run_statement_round(seed);
    read += result == round_result::read;
    misread += result == round_result::misread;
    honest += result == round_result::honest_refused;
  }
  // It compares something, and honest banks are believed: not so CSVs that leave cells out, nor sums that cancel.
  BOOST_TEST(read > rounds / 2);
  BOOST_TEST(misread < rounds / 50);
  BOOST_TEST(honest < rounds / 20);
}
