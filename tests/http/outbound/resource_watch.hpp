#pragma once
#include <atomic>
#include <cstddef>
#include <thread>

namespace paylink::test {

/// How many descriptors this process has open.
std::size_t open_descriptors();

/// How many bytes of the heap are in use, freed ones not counted.
std::size_t heap_bytes();

/// Notes how much the heap grows at most.
class heap_watch {
public:
  heap_watch();
  ~heap_watch();
  heap_watch(const heap_watch&) = delete;
  heap_watch& operator=(const heap_watch&) = delete;
  std::size_t growth() const;

private:
  std::size_t start_;
  std::atomic<std::size_t> peak_;
  std::jthread thread_;
};

} // namespace paylink::test
