#pragma once
#include "domain/values/random_source.hpp"

namespace paylink {

/// The system's generator, buffered. Thread-safe.
class system_random final : public random_source {
public:
  void fill(std::span<std::byte> out) override;
};

} // namespace paylink
