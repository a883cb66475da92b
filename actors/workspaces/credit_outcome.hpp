#pragma once
#include "actors/node_environment.hpp"
#include "failpoints/failpoint.hpp"

namespace paylink {

/// Tells pages and supervisor what the store has written of a credit; the supervisor takes the job over.
template <class Self>
void spread(Self* self, const node_environment& node, const delivery_supervisor_actor& supervisor,
            recorded_entry& outcome) {
  if (!outcome.public_id.empty())
    node.publish_status(outcome.public_id,
                        completes(*outcome.classified) ? link_status::succeeded : link_status::pending);
  PAYLINK_FAILPOINT(before_event_handed_on);
  if (outcome.job)
    self->send(supervisor, job_claimed{std::move(*outcome.job)});
  else if (outcome.in_line)
    self->send(supervisor, line_grew{std::move(*outcome.in_line)});
  PAYLINK_FAILPOINT(after_event_handed_on);
}

} // namespace paylink
