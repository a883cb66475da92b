#pragma once
#include "domain/deliveries/delivery.hpp"
#include "domain/deliveries/retry_policy.hpp"
#include "domain/links/payment_link.hpp"

#include <variant>

/// The life of a delivery. It is recorded `pending`, and comes back to it after each attempt that is to be repeated; an
/// attempt is made while it is `in_flight`; it ends `acknowledged` or `failed`, and only a person who sends it again
/// brings it back from there.
namespace paylink::delivery {

/// Waits for the time of its next attempt, and then for its turn.
struct pending {
  timestamp next_at;
};

/// Claimed by a node: the attempt's number is on disk, and its request goes out before the lease ends. A claim whose
/// outcome nobody has stored by then is pending again.
struct in_flight {
  int attempt = 0;
  timestamp lease_until;
};

/// The receiver has it.
struct acknowledged {
  timestamp at;
};

/// Given up: the last attempt's failure ends it, or it was the last that a round has.
struct failed {
  timestamp at;
  failure_class by = failure_class::none;
};

using life = std::variant<pending, in_flight, acknowledged, failed>;

/// What follows from an attempt, made in flight: `pending` again, `acknowledged` or `failed`. `number` counts from 1 in
/// its round. A receiver may lengthen the wait by `Retry-After`, never shorten it.
life after(const attempt& made, int number, const retry_policy& retries, timestamp now);

inline bool has_ended(const life& of) {
  return std::holds_alternative<acknowledged>(of) || std::holds_alternative<failed>(of);
}
/// None while an attempt is in flight, and when it has ended.
std::optional<timestamp> next_attempt_at(const life& of);
/// How merchants are told of it.
callback_status status_of(const life& of);

} // namespace paylink::delivery
