#pragma once
#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <string_view>

namespace paylink {

/// The trace id in a W3C `traceparent` value; none if the value is not valid.
std::optional<std::string_view> parse_traceparent(std::string_view value);

/// Creates trace ids: unlikely to collide, not secret. For one thread.
class trace_id_source {
public:
  trace_id_source();
  std::string make();

private:
  std::mt19937_64 random_;
};

} // namespace paylink
