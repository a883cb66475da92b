#include "domain/deliveries/early_verdict.hpp"

namespace paylink {

bool is_confirmed(const std::optional<early_verdict>& earlier, const looked_at& now) {
  if (now.judged != verdict::unconfirmed || !earlier || earlier->found != now.made.failed_by) return false;
  const auto began = now.ended_at - now.made.duration;
  return earlier->node != now.node || (!now.has_company && began - earlier->at >= second_look_after);
}

std::optional<early_verdict> kept_verdict(const std::optional<early_verdict>& earlier, const looked_at& now) {
  if (now.made.status_code != 0) return std::nullopt;
  if (now.judged != verdict::unconfirmed) return earlier;
  // The time counts from the first look; if the clock went back, from this one.
  if (earlier && earlier->found == now.made.failed_by && earlier->at <= now.ended_at) return earlier;
  return early_verdict{now.made.failed_by, std::string{now.node}, now.ended_at};
}

} // namespace paylink
