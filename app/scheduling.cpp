#include "app/scheduling.hpp"

#include "logging/log.hpp"

#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <sched.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace paylink {

namespace {

/// Of a turn on a core; by default it is about 3 ms, for which a thread that wakes may have to wait.
constexpr std::chrono::nanoseconds short_turn = std::chrono::microseconds{200};

/// The kernel's `sched_attr` in its first version; the header of Debian 12 that has it cannot stand beside <sched.h>.
struct scheduling_attributes {
  std::uint32_t size;
  std::uint32_t policy;
  std::uint64_t flags;
  std::int32_t niceness;
  std::uint32_t real_time_priority;
  std::uint64_t turn; ///< ns
  std::uint64_t deadline;
  std::uint64_t period;
};
static_assert(sizeof(scheduling_attributes) == 48);

} // namespace

void ask_for_short_turns() {
  // Debian 12's C library has no functions for these calls.
  constexpr pid_t this_thread = 0;
  scheduling_attributes wanted{};
  auto outcome = ::syscall(SYS_sched_getattr, this_thread, &wanted, sizeof wanted, 0);
  // Real-time threads that an operator has asked for have no such turns.
  const bool has_turns = outcome == 0 && (wanted.policy == SCHED_OTHER || wanted.policy == SCHED_BATCH);
  if (has_turns) {
    wanted.turn = static_cast<std::uint64_t>(short_turn.count());
    outcome = ::syscall(SYS_sched_setattr, this_thread, &wanted, 0);
  }
  if (outcome != 0) log::warning("scheduling.unchanged", {{"reason", std::strerror(errno)}});
}

void yield_to_others() {
  constexpr int niceness = 10;
  if (::setpriority(PRIO_PROCESS, static_cast<id_t>(::gettid()), niceness) != 0)
    log::warning("reader.priority_unchanged", {{"reason", std::strerror(errno)}});
}

} // namespace paylink
