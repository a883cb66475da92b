#include "domain/deliveries/delivery_progress.hpp"

#include "domain/deliveries/retry_after.hpp"

namespace paylink {

attempt_judgement judge_by_table(const attempt& made, timestamp now) {
  return {.what = judge(made), .wait = asked_wait(made, now).value_or(std::chrono::milliseconds{0})};
}

} // namespace paylink

namespace paylink::delivery {

progress after(const attempt_judgement& judged, failure_class failed_by, int number, const retry_policy& retries,
               timestamp now, bool is_confirmed) {
  if (judged.what == verdict::acknowledged) return delivered{now};
  const bool is_final = judged.what == verdict::failed || (judged.what == verdict::unconfirmed && is_confirmed);
  if (is_final || retries.is_last(number)) return failed{now, failed_by};
  return pending{
      now + std::max(retries.wait_after(number), std::min<std::chrono::milliseconds>(judged.wait, asked_wait_max))};
}

progress after(const attempt& made, int number, const retry_policy& retries, timestamp now, bool is_confirmed) {
  return after(judge_by_table(made, now), made.failed_by, number, retries, now, is_confirmed);
}

std::optional<timestamp> next_attempt_at(const progress& of) {
  const auto* waits = std::get_if<pending>(&of);
  return waits ? std::optional{waits->next_at} : std::nullopt;
}

callback_status status_of(const progress& of) {
  if (std::holds_alternative<delivered>(of)) return callback_status::delivered;
  if (std::holds_alternative<in_flight>(of)) return callback_status::sending;
  return std::holds_alternative<failed>(of) ? callback_status::failed : callback_status::pending;
}

} // namespace paylink::delivery
