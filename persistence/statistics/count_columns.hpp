#pragma once
#include "domain/statistics/waiting_times.hpp"
#include "domain/values/time.hpp"

#include <string>

/// How times and amounts stand in the table of hourly counts.
namespace paylink {

inline constexpr std::int64_t millis_of_hour = 3'600'000;
/// Column `millions` is an amount's millions of dong, column `dong` the rest; both are added up by themselves.
inline constexpr std::int64_t dong_of_million = 1'000'000;

/// Column `hour`: hours since 1970.
constexpr std::int64_t hour_of(timestamp time) { return time.time_since_epoch().count() / millis_of_hour; }
constexpr timestamp time_of_hour(std::int64_t hour) { return timestamp{std::chrono::hours{hour}}; }

/// SQL: the hour of a time in milliseconds.
std::string hour_sql(const std::string& millis);
/// SQL: `waiting_bucket_of` milliseconds.
std::string waiting_bucket_sql(const std::string& millis);

} // namespace paylink
