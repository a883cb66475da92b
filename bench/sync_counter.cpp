#include "bench/sync_counter.hpp"

#include <fstream>
#include <linux/perf_event.h>
#include <stdexcept>
#include <sys/syscall.h>
#include <unistd.h>

namespace paylink::load {

namespace {

int open_counter(const std::string& system_call) {
  std::ifstream in{"/sys/kernel/tracing/events/syscalls/sys_enter_" + system_call + "/id"};
  perf_event_attr wanted{};
  wanted.type = PERF_TYPE_TRACEPOINT;
  wanted.size = sizeof wanted;
  wanted.inherit = 1;
  if (!(in >> wanted.config)) return -1;
  return static_cast<int>(::syscall(SYS_perf_event_open, &wanted, 0, -1, -1, PERF_FLAG_FD_CLOEXEC));
}

} // namespace

sync_counter::sync_counter() : counters_{open_counter("fsync"), open_counter("fdatasync")} {
  if (counters_[0] < 0 || counters_[1] < 0) throw std::runtime_error{"the kernel does not let us count syncs"};
}

sync_counter::~sync_counter() {
  for (int counter : counters_)
    if (counter >= 0) ::close(counter);
}

std::uint64_t sync_counter::count() const {
  std::uint64_t sum = 0;
  for (int counter : counters_) {
    std::uint64_t value = 0;
    if (::read(counter, &value, sizeof value) == sizeof value) sum += value;
  }
  return sum;
}

} // namespace paylink::load
