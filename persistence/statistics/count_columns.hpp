#pragma once
#include "domain/statistics/waiting_times.hpp"
#include "domain/values/time.hpp"

#include <string>

/// How times and amounts stand in the tables of counts.
namespace paylink {

inline constexpr std::int64_t millis_of_hour = 3'600'000;
/// Column `millions` is an amount's millions of dong, column `dong` the rest; both are added up by themselves.
inline constexpr std::int64_t dong_of_million = 1'000'000;

/// Column `hour`: hours since 1970.
constexpr std::int64_t hour_of(timestamp time) { return time.time_since_epoch().count() / millis_of_hour; }
constexpr timestamp time_of_hour(std::int64_t hour) { return timestamp{std::chrono::hours{hour}}; }

/// Days begin in Vietnam seven hours earlier than in UTC.
inline constexpr std::int64_t hours_of_day = 24, hours_ahead = 7;

/// Column `day`: days since 1970 in Vietnam.
constexpr std::int64_t day_of_hour(std::int64_t hour) { return (hour + hours_ahead) / hours_of_day; }
constexpr timestamp time_of_day(std::int64_t day) { return time_of_hour(day * hours_of_day - hours_ahead); }

/// SQL: the hour of a time in milliseconds, and the day of an hour.
std::string hour_sql(const std::string& millis);
std::string day_sql(const std::string& hour);
/// SQL: `waiting_bucket_of` milliseconds.
std::string waiting_bucket_sql(const std::string& millis);

} // namespace paylink
