#pragma once
#include "actors/node_environment.hpp"

namespace paylink {

/// Does the scheduled jobs of the database: month ends, changes of plans, notices of quotas, purges.
/// Owns:       one timer per node.
/// Receives:   scheduled_job_due.
/// Sends to:   STORE (takes a scheduled job that is due, then does a portion at a time, so that no credit waits for
/// it). Guarantees: a scheduled job is done by one node at a time, and goes on with any other: how far it has come is
/// stored with
///             each portion.
struct job_scheduler_state {
  job_scheduler_state(job_scheduler_actor::pointer owner) : self{owner} {}
  static inline const char* name = "job-scheduler";

  void go_on() { scheduled_job.empty() ? claim() : work(); }
  void claim();
  void work();
  void look_again(std::chrono::milliseconds wait);

  job_scheduler_actor::pointer self;
  node_environment* node = nullptr;
  store_actor store;
  std::string scheduled_job; ///< The one that it has taken; empty: none.
};

job_scheduler_actor::behavior_type
job_scheduler_behavior(job_scheduler_actor::stateful_pointer<job_scheduler_state> self, node_environment* node,
                       store_actor store);

} // namespace paylink
