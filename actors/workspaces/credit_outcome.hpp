#pragma once
#include "actors/node_environment.hpp"
#include "failpoints/failpoint.hpp"
#include "logging/log.hpp"

namespace paylink {

/// What an answer of the store says of an entry; null: it is not about one, or the verb failed.
inline recorded_entry* entry_in(written& done) {
  return done.outcome ? std::get_if<recorded_entry>(&*done.outcome) : nullptr;
}

inline void log_recorded(workspace_id in, const recorded_entry& outcome) {
  if (outcome.result != entry_result::recorded || outcome.transaction.empty()) return;
  if (!log::is_written(log::level::info)) return;
  log::info("transaction.recorded",
            {{"workspace", in.view()},
             {"transaction", outcome.transaction.view()},
             {"classification", outcome.classified ? to_text(*outcome.classified) : std::string_view{"none"}}});
}

/// Logs a stored entry, and notifies pages and the supervisor, which takes over the jobs.
template <class Self>
void notify_after_commit(Self* self, const node_environment& node, const delivery_supervisor_actor& supervisor,
                         workspace_id in, recorded_entry& outcome) {
  log_recorded(in, outcome);
  if (!outcome.public_id.empty())
    node.publish_status(outcome.public_id,
                        completes(*outcome.classified) ? link_status::succeeded : link_status::pending);
  PAYLINK_FAILPOINT(before_event_handed_on);
  if (!outcome.jobs.empty()) self->send(supervisor, jobs_claimed{std::move(outcome.jobs)});
  if (!outcome.queues.empty()) self->send(supervisor, queues_grew{std::move(outcome.queues)});
  if (outcome.has_due_rows) self->send(supervisor, rows_are_due{.may_wait = true});
  PAYLINK_FAILPOINT(after_event_handed_on);
}

} // namespace paylink
