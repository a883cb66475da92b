#pragma once
#include "domain/values/random_source.hpp"

#include <cstdint>
#include <vector>

namespace paylink {

/// Chance from a list of bytes, and after its end from a small generator with a fixed seed.
class scripted_random final : public random_source {
public:
  explicit scripted_random(std::vector<std::uint8_t> script = {}, std::uint64_t seed = 1)
      : script_{std::move(script)}, state_{seed} {}

  void fill(std::span<std::byte> out) override {
    for (auto& byte : out) byte = std::byte{next_ < script_.size() ? script_[next_++] : generate()};
  }

private:
  std::uint8_t generate() {
    // SplitMix64, of which one byte is used.
    state_ += 0x9e3779b97f4a7c15;
    auto value = state_;
    value = (value ^ value >> 30) * 0xbf58476d1ce4e5b9;
    value = (value ^ value >> 27) * 0x94d049bb133111eb;
    return static_cast<std::uint8_t>(value >> 32);
  }
  std::vector<std::uint8_t> script_;
  std::size_t next_ = 0;
  std::uint64_t state_;
};

} // namespace paylink
