#include "domain/retention/retention.hpp"

namespace paylink {

purge_step judge_age(const aging_delivery& one, retention_age purged, const retention_policy& policy, timestamp now) {
  const auto least = purged == retention_age::bodies ? delivery_remains::no_bodies : delivery_remains::no_attempts;
  if (one.remains >= least) return purge_step::pass;
  const auto end = policy.end_of(purged, now);
  if (one.finished_at && *one.finished_at <= end) return purge_step::take;
  // A time that is still to come was written by a wrong clock, and says nothing of the rows behind it.
  return one.created_at > end && one.created_at <= now ? purge_step::stop : purge_step::later;
}

} // namespace paylink
