// Writes statements as banks do, with the texts of payers who know their forms, and compares what is read with them.
#include "tests/fuzzing/statements/written_statement.hpp"

#include <array>
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <string_view>

int main(int count, char** words) {
  using namespace paylink::fuzzing;
  std::uint64_t seed = 1, rounds = 0;
  long seconds = 60;
  for (int i = 1; i + 1 < count; i += 2) {
    const std::string_view option{words[i]};
    if (option == "--seed")
      seed = std::strtoull(words[i + 1], nullptr, 10);
    else if (option == "--seconds")
      seconds = std::strtol(words[i + 1], nullptr, 10);
    else if (option == "--rounds")
      rounds = std::strtoull(words[i + 1], nullptr, 10);
  }
  const auto until = std::chrono::steady_clock::now() + std::chrono::seconds{seconds};
  std::array<std::uint64_t, 4> results{};
  std::uint64_t done = 0;
  for (; rounds > 0 ? done < rounds : std::chrono::steady_clock::now() < until; ++done)
    ++results.at(static_cast<std::size_t>(run_statement_round(seed + done)));
  std::cout << done << " statements from seed " << seed << ": " << results[0] << " read as they were written, "
            << results[1] << " refused for a hostile text, " << results[2] << " refused though honest, " << results[3]
            << " MT940 files with hostile texts misread\n";
}
