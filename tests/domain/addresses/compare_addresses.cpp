// Asks the address rule and its oracle about many random addresses.
#include "tests/domain/addresses/address_oracle.hpp"

#include <CLI/CLI.hpp>

#include <chrono>
#include <iostream>
#include <random>

int main(int count, char** words) {
  std::uint64_t wanted = 10'000'000, seed = 0;
  CLI::App program{
      "Compares which addresses may be called with a second implementation, over random addresses:\n"
      "IPv4 and IPv6 in turn, half of them close to an end of a refused block. Ends with 1 if they differ.",
      "compare_addresses"};
  program.option_defaults()->always_capture_default();
  program.add_option("--count", wanted, "Addresses")->check(CLI::Range(1, 2'000'000'000));
  program.add_option("--seed", seed, "Of the random numbers; 0: another one each time");
  CLI11_PARSE(program, count, words);
  if (seed == 0) seed = std::random_device{}() + 1ull;

  const auto begin = std::chrono::steady_clock::now();
  const auto found = paylink::test::compare_opinions(wanted, seed);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  std::cout << found.compared << " addresses with seed " << seed << " in " << took.count() << " s: " << found.refused
            << " refused, " << found.compared - found.refused << " allowed, " << found.differing << " differ\n";
  if (found.differing == 0) return 0;
  std::cout << "the first: " << found.first_difference << '\n';
  return 1;
}
