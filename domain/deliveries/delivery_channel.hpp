#pragma once
#include "domain/deliveries/delivery.hpp"

#include <chrono>

namespace paylink {

/// How a signature is made, and how long it serves.
struct signing_rule {
  /// The bytes that are signed; the time is in Unix seconds.
  std::string (&data)(std::int64_t signed_at, std::string_view body);
  /// What is sent again by hand is signed with a new time when the stored one is older.
  std::chrono::seconds life{0};
};

/// All in which the deliveries of one kind differ from those of others once they are recorded.
struct delivery_channel {
  delivery_kind kind;
  std::string_view word;
  std::string_view agent; ///< Stands behind the brand in `User-Agent`.
  signing_rule signing;
  /// The names and values that a request carries beside those of every request, in their order.
  std::vector<std::pair<std::string, std::string>> (&headers)(const delivery_job& job);
};

const delivery_channel& channel_of(delivery_kind kind);
inline std::string_view to_text(delivery_kind kind) { return channel_of(kind).word; }

} // namespace paylink
