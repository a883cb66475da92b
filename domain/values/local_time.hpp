#pragma once
#include "domain/values/money.hpp"
#include "domain/values/time.hpp"

namespace paylink {

/// The time in Vietnam in a language's usual form: `18:09 22/11/2026`, `22 Nov 2026, 18:09`.
std::string format_local(timestamp time, language lang);

/// The calendar day in Vietnam: `2026-11-22`.
std::string vietnam_date(timestamp time);
/// Its first moment.
timestamp vietnam_day(timestamp time);

/// Reads a bank's time. Without an offset it is Vietnam's (`2026-11-22 18:09:05`, `2026-11-22T18:09:05.5`, without the
/// seconds, too), with one it is as RFC 3339; a day alone is its first moment.
std::optional<timestamp> parse_bank_time(std::string_view text);

} // namespace paylink
