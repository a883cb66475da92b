#pragma once
#include "domain/values/random_source.hpp"

#include <chrono>
#include <cstdint>
#include <random>
#include <vector>

namespace paylink::simulation {

/// All chance of one run, from its seed: the same numbers on every machine.
class chance final : public random_source {
public:
  explicit chance(std::uint64_t seed) : engine_{seed} {}

  /// A number from 0 up to `end` without it; 0 when `end` is 0.
  std::uint64_t below(std::uint64_t end) { return end == 0 ? 0 : engine_() % end; }
  template <class T>
  T between(T least, T most) {
    return least + static_cast<T>(below(static_cast<std::uint64_t>(most - least) + 1));
  }
  /// True so many times in a thousand.
  bool one_in_thousand(unsigned times) { return below(1'000) < times; }
  bool half() { return below(2) == 0; }
  template <class T>
  const T& pick(const std::vector<T>& of) {
    return of[below(of.size())];
  }
  std::chrono::milliseconds within(std::chrono::milliseconds least, std::chrono::milliseconds most) {
    return std::chrono::milliseconds{between(least.count(), most.count())};
  }
  /// A seed for a generator of its own.
  std::uint64_t split() { return engine_(); }

  void fill(std::span<std::byte> out) override {
    for (auto& byte : out) byte = static_cast<std::byte>(engine_() >> 13);
  }

private:
  std::mt19937_64 engine_;
};

} // namespace paylink::simulation
