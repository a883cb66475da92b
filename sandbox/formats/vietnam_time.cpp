#include "sandbox/formats/vietnam_time.hpp"

namespace paylink::sandbox {
namespace {

constexpr std::size_t day_size = 10, seconds_size = 19;

// The first characters of the time as RFC 3339 writes it, on a clock in Vietnam.
std::string local_prefix(timestamp time, std::size_t size) {
  return format_rfc3339(time + vietnam_offset).substr(0, size);
}

} // namespace

std::string local_time_text(timestamp time) {
  auto text = local_prefix(time, seconds_size);
  text[day_size] = ' ';
  return text;
}

std::string offset_time_text(timestamp time) { return local_prefix(time, seconds_size) + "+07:00"; }
std::string local_day_text(timestamp time) { return local_prefix(time, day_size); }

std::optional<timestamp> local_day_begin(std::string_view text) {
  return text.size() == day_size ? parse_rfc3339(std::string{text} + "T00:00:00+07:00") : std::nullopt;
}

} // namespace paylink::sandbox
