#include "secrets/random.hpp"

#include <boost/test/unit_test.hpp>

#include <array>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace {

using draw = std::array<std::byte, 16>;

std::vector<draw> draw_many(paylink::random_source& random, std::size_t count) {
  std::vector<draw> draws(count);
  for (auto& one : draws) random.fill(one);
  return draws;
}

} // namespace

BOOST_AUTO_TEST_SUITE(randomness)

BOOST_AUTO_TEST_CASE(no_draw_is_ever_given_twice_also_across_threads) {
  paylink::system_random random;
  std::array<std::vector<draw>, 3> drawn;
  {
    std::vector<std::jthread> threads;
    threads.reserve(drawn.size());
    for (auto& mine : drawn) threads.emplace_back([&mine, &random] { mine = draw_many(random, 2'000); });
  }
  std::set<draw> seen;
  for (const auto& mine : drawn) seen.insert(mine.begin(), mine.end());
  BOOST_TEST(seen.size() == 6'000u);
}

BOOST_AUTO_TEST_CASE(every_size_is_filled_to_its_end) {
  paylink::system_random random;
  for (const std::size_t size : {1u, 7u, 255u, 256u, 257u, 1'024u, 100'000u}) {
    BOOST_TEST_CONTEXT(size << " bytes") {
      // A byte that stays zero in 20 draws was not filled (by chance: 2^-160).
      std::vector<std::byte> ever(size);
      for (int round = 0; round < 20; ++round) {
        std::vector<std::byte> drawn(size);
        random.fill(drawn);
        for (std::size_t at = 0; at < size; ++at) ever[at] |= drawn[at];
      }
      BOOST_TEST(std::count(ever.begin(), ever.end(), std::byte{0}) == 0);
    }
  }
  random.fill({});
}

BOOST_AUTO_TEST_CASE(every_value_of_a_byte_appears_about_as_often) {
  paylink::system_random random;
  std::array<int, 256> counts{};
  for (const auto& one : draw_many(random, 16'000))
    for (const auto byte : one) ++counts[std::to_integer<std::size_t>(byte)];
  // 256,000 bytes: 1,000 expected of each, standard deviation 32; ten of them off is no chance.
  for (const int count : counts) BOOST_TEST((count > 680 && count < 1'320));
}

BOOST_AUTO_TEST_SUITE_END()
