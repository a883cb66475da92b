#pragma once
#include "domain/values/time.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace paylink::sandbox {

/// The time as banks in Vietnam write it, without an offset: `2026-03-15 09:30:05`.
std::string local_time_text(timestamp time);
/// The same with its offset: `2026-03-15T09:30:05+07:00`.
std::string offset_time_text(timestamp time);
/// The day in Vietnam: `2026-03-15`.
std::string local_day_text(timestamp time);
/// The beginning in Vietnam of the day `2026-03-15`; none for anything else.
std::optional<timestamp> local_day_begin(std::string_view text);

} // namespace paylink::sandbox
