#pragma once
#include <cstddef>
#include <span>

namespace paylink {

/// The source of randomness for ids, references and secrets: the system's generator, or a seed in simulations.
class random_source {
public:
  virtual ~random_source() = default;
  virtual void fill(std::span<std::byte> out) = 0;
};

} // namespace paylink
