#pragma once
#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace paylink {

/// A moment in UTC, to the millisecond: what is stored, signed, shown and compared.
using timestamp = std::chrono::sys_time<std::chrono::milliseconds>;

/// Vietnam has kept UTC+7 without summer time since 1975.
inline constexpr std::chrono::hours vietnam_offset{7};

/// The source of time for code that may not read a clock. Virtual time in tests.
class wall_clock {
public:
  virtual ~wall_clock() = default;
  virtual timestamp now() const = 0;
  /// Steady time since some start: shows whether the wall clock was moved.
  virtual std::chrono::milliseconds uptime() const = 0;
};

/// The system's clock.
class system_wall_clock final : public wall_clock {
public:
  timestamp now() const override;
  std::chrono::milliseconds uptime() const override;
};

/// RFC 3339 in UTC with milliseconds: `2026-01-31T08:15:30.123Z`.
std::string format_rfc3339(timestamp time);

/// Reads RFC 3339 with any offset and any number of fractional digits (cut to milliseconds); nothing else.
std::optional<timestamp> parse_rfc3339(std::string_view text);

/// Whole seconds since 1970, as in signatures.
std::int64_t unix_seconds(timestamp time);

/// The calendar month in Vietnam (UTC+7), in which usage is counted: `2026-01`.
std::string vietnam_month(timestamp time);

/// For payers: `15:15 31/01/2026`, Vietnam time.
std::string format_vietnam(timestamp time);

inline std::int64_t to_millis(timestamp time) { return time.time_since_epoch().count(); }
inline timestamp from_millis(std::int64_t millis) { return timestamp{std::chrono::milliseconds{millis}}; }

} // namespace paylink
