#pragma once
#include "domain/deliveries/attempt_judgement.hpp"
#include "domain/deliveries/retry_policy.hpp"
#include "domain/links/payment_link.hpp"

#include <variant>

/// The progress of a delivery. It is recorded as `pending`, and returns to that after each attempt that will be
/// repeated; it is `in_flight` during an attempt; it ends as `delivered` or `failed`, from where only a manual resend
/// brings it back.
namespace paylink::delivery {

/// Waits for the time of its next attempt, and then for its turn.
struct pending {
  timestamp next_at;
};

/// Claimed by a node: the attempt's number is on disk, and its request is sent before the lease ends. If no outcome is
/// stored by then, it is pending again.
struct in_flight {
  int attempt = 0;
  timestamp lease_until;
};

/// The receiver has acknowledged it.
struct delivered {
  timestamp at;
};

/// Given up: the last attempt's failure is final, or it was the round's last attempt.
struct failed {
  timestamp at;
  failure_class by = failure_class::none;
};

using progress = std::variant<pending, in_flight, delivered, failed>;

/// The state after an attempt: `pending` again, `delivered` or `failed`. `number` counts from 1 in its round. A
/// receiver may lengthen the delay, to `asked_wait_max` at most, never shorten it. `is_confirmed`: an unconfirmed
/// verdict is final.
progress after(const attempt_judgement& judged, failure_class failed_by, int number, const retry_policy& retries,
               timestamp now, bool is_confirmed = false);
/// The same by the specification's table.
progress after(const attempt& made, int number, const retry_policy& retries, timestamp now, bool is_confirmed = false);

inline bool has_ended(const progress& of) {
  return std::holds_alternative<delivered>(of) || std::holds_alternative<failed>(of);
}
/// None while an attempt is in flight, and once it has ended.
std::optional<timestamp> next_attempt_at(const progress& of);
/// The status that merchants see.
callback_status status_of(const progress& of);

} // namespace paylink::delivery
