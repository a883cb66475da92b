#pragma once
#include "domain/deliveries/delivery.hpp"

#include <chrono>
#include <optional>

namespace paylink {

/// A receiver may ask for a longer wait, up to this.
inline constexpr std::chrono::seconds asked_wait_max{512};

/// The delay that the receiver asked for: `Retry-After` of a 429 or 503, in seconds or as a date; none if it is missing
/// or cannot be read. `now` is when the answer arrived.
std::optional<std::chrono::milliseconds> asked_wait(const attempt& made, timestamp now);

} // namespace paylink
