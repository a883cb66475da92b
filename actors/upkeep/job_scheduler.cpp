#include "actors/upkeep/job_scheduler.hpp"

#include "actors/crash_report.hpp"
#include "actors/replies.hpp"
#include "failpoints/failpoint.hpp"

#include <caf/all.hpp>

namespace paylink {

namespace {

/// The longest time between two looks, since the node's clock may differ from the database's and other nodes' scheduled
/// jobs are left to us; and the shortest.
constexpr std::chrono::seconds scheduled_job_look_max{30};
constexpr std::chrono::milliseconds scheduled_job_look_min{20};
constexpr std::chrono::milliseconds between_portions{5};

} // namespace

void job_scheduler_state::claim() {
  self->request(store, caf::infinite, write{claim_scheduled_job{}})
      .then(
          [this](written& done) {
            auto claimed = reply_to<claim_scheduled_job>(done);
            if (!claimed) return look_again(scheduled_job_look_max);
            scheduled_job = std::move(claimed->name);
            if (!scheduled_job.empty()) return work();
            const std::chrono::milliseconds wait =
                claimed->next_due ? *claimed->next_due - node->clock.now() : scheduled_job_look_max;
            look_again(std::clamp<std::chrono::milliseconds>(wait, scheduled_job_look_min, scheduled_job_look_max));
          },
          [this](caf::error&) { look_again(scheduled_job_look_max); });
}

void job_scheduler_state::work() {
  self->request(store, caf::infinite, write{work_on_scheduled_job{scheduled_job}})
      .then(
          [this](written& done) {
            const auto worked = reply_to<work_on_scheduled_job>(done);
            PAYLINK_FAILPOINT(after_scheduled_job_portion);
            if (!worked || worked->is_done) scheduled_job.clear();
            // What cannot be done now is still ours for as long as the lease lasts.
            look_again(worked ? between_portions : std::chrono::milliseconds{scheduled_job_look_max});
          },
          [this](caf::error&) {
            scheduled_job.clear();
            look_again(scheduled_job_look_max);
          });
}

void job_scheduler_state::look_again(std::chrono::milliseconds wait) {
  self->delayed_send(job_scheduler_actor{self}, wait, scheduled_job_due{});
}

job_scheduler_actor::behavior_type
job_scheduler_behavior(job_scheduler_actor::stateful_pointer<job_scheduler_state> self, node_environment* node,
                       store_actor store) {
  self->state.node = node;
  self->state.store = std::move(store);
  report_crashes(self);
  self->state.go_on();
  return {
      [self](scheduled_job_due) { self->state.go_on(); },
  };
}

} // namespace paylink
