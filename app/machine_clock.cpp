#include "app/machine_clock.hpp"

#include <sys/timex.h>

namespace paylink {

std::optional<timestamp> synchronized_time() {
  timex state{};
  const int found = ::adjtimex(&state);
  if (found == -1 || found == TIME_ERROR) return std::nullopt;
  // The kernel's own reading, to also notice a library that moves the clock of one process.
  const auto fraction = (state.status & STA_NANO) != 0 ? state.time.tv_usec / 1'000'000 : state.time.tv_usec / 1'000;
  return timestamp{std::chrono::seconds{state.time.tv_sec}} + std::chrono::milliseconds{fraction};
}

} // namespace paylink
