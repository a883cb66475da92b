#pragma once
#include "actors/node_environment.hpp"

#include <deque>
#include <unordered_map>

namespace paylink {

/// Lets deliveries through.
/// Owns:  the slots: how many attempts are in flight, per destination and in all.
/// Hears: job_claimed, backlog_grew, want_slot, attempt_ended, attempt_settled, want_stay, sweep_due.
/// Tells: STORE (claims of due rows), its DELIVERY JOBS.
/// Keeps: one slow receiver never delays another; what does not fit into memory stays a due row, and is found again.
struct delivery_supervisor_state {
  delivery_supervisor_state(delivery_supervisor_actor::pointer owner) : self{owner} {}
  static inline const char* name = "delivery-supervisor";

  void on_claimed(delivery_job job);
  caf::result<slot_granted> on_want(const want_slot& wanted);
  void on_ended(const attempt_ended& told);
  void on_settled(const attempt_settled& told);
  may_stay on_want_stay();
  void on_sweep(int generation_of_timer);
  caf::result<deliveries_stopped> on_stop();

  struct bulkhead {
    int in_flight = 0;
    bool proven = false; ///< It has answered, and its last attempt did not time out: all its slots may be used.
    std::deque<delivery_job> fresh;                                  ///< Claimed jobs that wait for a slot.
    std::deque<caf::typed_response_promise<slot_granted>> returning; ///< Jobs whose wait is over.
  };
  bool has_slot(const bulkhead& to) const;
  void start(bulkhead& to, delivery_job job);
  /// Lets through what waits for `destination` while there are slots, and forgets a destination with nothing left.
  void advance(const std::string& destination);
  /// Destinations that wait because all slots of the node were taken.
  void advance_starved();
  void sweep();
  /// Lengthens the claims of jobs that wait long for a slot, so that nobody takes them for lost.
  void keep_claims();
  void on_swept(claimed_jobs& found);
  std::chrono::milliseconds sweep_interval() const;
  void schedule_sweep(std::chrono::milliseconds wait);
  std::vector<std::string> full_destinations() const;

  delivery_supervisor_actor::pointer self;
  node_environment* node = nullptr;
  store_actor store;
  std::unordered_map<std::string, bulkhead> destinations;
  std::deque<std::string> starved;
  int in_flight = 0;
  int unsettled = 0; ///< Attempts whose outcome is not on disk yet, those in flight among them.
  int waiting_jobs = 0;
  bool backlog = false; ///< There are due rows beyond what was claimed.
  bool sweeping = false;
  bool stopping = false;
  std::vector<caf::typed_response_promise<deliveries_stopped>> stop_waiters;
  int sweep_generation = 0;
};

/// Begins by taking back what an earlier life of this node had claimed.
delivery_supervisor_actor::behavior_type
delivery_supervisor_behavior(delivery_supervisor_actor::stateful_pointer<delivery_supervisor_state> self,
                             node_environment* node, store_actor store);

} // namespace paylink
