#pragma once
#include <array>
#include <cstdint>
#include <string>

namespace paylink::load {

/// Counts the calls of fsync and fdatasync in this thread and in every process started from it later, by the kernel's
/// own tracepoints. While it exists every system call of the machine takes a little longer.
class sync_counter {
public:
  /// Throws std::runtime_error when the kernel does not allow it; it wants root.
  sync_counter();
  ~sync_counter();
  sync_counter(const sync_counter&) = delete;
  sync_counter& operator=(const sync_counter&) = delete;

  std::uint64_t count() const;

private:
  std::array<int, 2> counters_{-1, -1};
};

} // namespace paylink::load
