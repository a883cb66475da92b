#pragma once
#include <atomic>
#include <cstddef>
#include <sys/types.h>
#include <thread>

namespace paylink::load {

/// User and system time of a process, of the threads and children it has and of those that have ended, in seconds.
double cpu_seconds(pid_t root);

/// Resident memory of a process and its descendants.
struct memory_use {
  std::size_t rss_kib = 0;
  std::size_t pss_kib = 0; ///< Shared pages count in part.
};
memory_use memory_of(pid_t root);

/// How many descriptors a process has open.
std::size_t descriptors_of(pid_t process);

/// What all programs of this machine have used since it started, in seconds of CPU time.
double machine_cpu_seconds();

/// What this program has used itself.
double own_cpu_seconds();

/// Watches the memory and the descriptors of a process twice a second.
class memory_watch {
public:
  explicit memory_watch(pid_t root);
  ~memory_watch();
  memory_use peak() const;
  std::size_t peak_descriptors() const { return descriptors_; }

private:
  std::atomic<std::size_t> rss_kib_{0}, pss_kib_{0}, descriptors_{0};
  std::jthread thread_;
};

} // namespace paylink::load
