#include "tests/http/outbound/resource_watch.hpp"

#include "tests/support/until.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <malloc.h>

// The sanitizer's own count; absent without it.
extern "C" [[gnu::weak]] std::size_t __sanitizer_get_current_allocated_bytes();

namespace paylink::test {

std::size_t open_descriptors() {
  using iterator = std::filesystem::directory_iterator;
  // The listing itself holds one of those that it lists.
  return static_cast<std::size_t>(std::distance(iterator{"/proc/self/fd"}, iterator{})) - 1;
}

std::size_t heap_bytes() {
  if (__sanitizer_get_current_allocated_bytes != nullptr) return __sanitizer_get_current_allocated_bytes();
  const auto all = ::mallinfo2();
  return all.uordblks + all.hblkhd;
}

heap_watch::heap_watch()
    : start_{heap_bytes()}, peak_{start_}, thread_{[this](const std::stop_token& stop) {
        while (!stop.stop_requested()) {
          peak_ = std::max(peak_.load(), heap_bytes());
          pause_for(std::chrono::milliseconds{2});
        }
      }} {}

heap_watch::~heap_watch() = default;

std::size_t heap_watch::growth() const { return peak_ - start_; }

} // namespace paylink::test
