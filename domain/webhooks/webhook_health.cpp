#include "domain/webhooks/webhook_health.hpp"

namespace paylink {

namespace {

constexpr int status_gone = 410;

} // namespace

void note_failure(webhook_health& health, int status_code, timestamp now) {
  if (status_code != status_gone)
    health.gone_since.reset();
  else if (!health.gone_since)
    health.gone_since = now;
  if (!health.failing_since) health.failing_since = now;
  ++health.failures;
}

disabled_reason judge(const webhook_health& health, timestamp now) {
  if (health.gone_since && now - *health.gone_since >= gone_time_max) return disabled_reason::gone;
  if (health.failing_since && health.failures >= failing_deliveries_min &&
      now - *health.failing_since >= failing_time_max)
    return disabled_reason::failing;
  return disabled_reason::none;
}

} // namespace paylink
