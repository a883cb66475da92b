#include "domain/deliveries/delivery_life.hpp"

#include "domain/deliveries/retry_after.hpp"

namespace paylink::delivery {

namespace {

constexpr std::chrono::milliseconds no_wait{0};

} // namespace

life after(const attempt& made, int number, const retry_policy& retries, timestamp now) {
  const auto judged = judge(made);
  if (judged == verdict::acknowledged) return acknowledged{now};
  if (judged == verdict::failed || retries.is_last(number)) return failed{now, made.failed_by};
  return pending{now + std::max(retries.wait_after(number), asked_wait(made, now).value_or(no_wait))};
}

std::optional<timestamp> next_attempt_at(const life& of) {
  const auto* waits = std::get_if<pending>(&of);
  return waits ? std::optional{waits->next_at} : std::nullopt;
}

callback_status status_of(const life& of) {
  if (std::holds_alternative<acknowledged>(of)) return callback_status::acknowledged;
  return std::holds_alternative<failed>(of) ? callback_status::failed : callback_status::pending;
}

} // namespace paylink::delivery
