#pragma once
#include "domain/values/time.hpp"

namespace paylink {

/// The kernel's time while an NTP client synchronizes it; none: it is not synchronized, or the kernel does not say.
std::optional<timestamp> synchronized_time();

} // namespace paylink
