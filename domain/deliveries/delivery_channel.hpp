#pragma once
#include "domain/deliveries/attempt_seal.hpp"

#include <chrono>

namespace paylink {

/// How a signature is made, and how long it serves.
struct signing_rule {
  /// The bytes that are signed; the time is in Unix seconds.
  std::string (&data)(std::int64_t signed_at, std::string_view body);
  /// What is sent again by hand is signed with a new time when the stored one is older.
  std::chrono::seconds life{0};
  /// Each attempt is signed when it is sent; otherwise the signature is made and stored with the event.
  bool is_of_attempt = false;
  /// Otherwise an attempt carries a secret in place of a signature; `data` and `life` do not count.
  bool makes_signature = true;
};

/// All in which the deliveries of one kind differ from those of others once they are recorded.
struct delivery_channel {
  delivery_kind kind;
  std::string_view agent; ///< Stands behind the brand in `User-Agent`.
  signing_rule signing;
  /// Whether a redirect may lead to another origin: not if the request carries a secret.
  bool may_leave_origin;
  /// The receiver says how often it may be told: a claim takes a turn of those in `paces`, or waits for one.
  bool is_paced;
  /// Its URL is the operator's choice, and is taken as it is; otherwise it is held against the address table.
  bool is_operators_address;
  /// The names and values that a request carries beside those of every request, in their order.
  std::vector<std::pair<std::string, std::string>> (&headers)(const delivery_job& job, const attempt_seal& seal);
};

const delivery_channel& channel_of(delivery_kind kind);

/// The signature that is stored with a delivery.
attempt_seal stored_seal(const delivery_job& job);

} // namespace paylink
