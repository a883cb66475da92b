#pragma once
#include "actors/delivery/claim_validity.hpp"
#include "actors/fair_queue.hpp"
#include "actors/node_environment.hpp"
#include "actors/owed_reply.hpp"

#include <map>
#include <set>
#include <unordered_map>

namespace paylink {

/// Decides when deliveries may be sent.
/// Owns:       the slots: how many attempts are in flight, per destination, per Workspace and in all; whose turn it
///             is.
/// Receives:   jobs_claimed, queues_grew, rows_are_due, want_slot, attempt_ended, attempt_settled, want_stay,
///             incarnation_renewed, sweep_due, refill_due. Sends to:   STORE (claims of what is due and of what waits
///             in queues), its DELIVERY JOBS. Guarantees: one slow receiver never delays another, and no Workspace
///             delays another; deliveries that do not fit into memory stay as rows in their queue, and are found again.
///
/// Workspaces take turns at a destination, and again for the node's slots when a destination has a slot and the node
/// has none.
struct delivery_supervisor_state {
  delivery_supervisor_state(delivery_supervisor_actor::pointer owner) : self{owner} {}
  static inline const char* name = "delivery-supervisor";

  void on_claimed(std::vector<delivery_job>& jobs);
  void on_queues_grew(const std::vector<delivery_queue>& queues);
  caf::result<slot_granted> on_want(const want_slot& wanted);
  void on_ended(const attempt_ended& reported);
  void on_settled(const attempt_settled& reported);
  may_stay on_want_stay();
  void on_rows_due(const rows_are_due& reported);
  void on_sweep(int generation_of_timer);
  /// Makes every waiting claim be confirmed by the store before it is used.
  void on_incarnation_renewed();
  caf::result<deliveries_stopped> on_stop();

  /// Where a waiting delivery comes from. New ones must not wait for the whole backlog of an outage.
  enum class origin { recorded, returned, found };
  using turn = std::pair<workspace_id, origin>;
  struct waiting {
    delivery_queue queue;
    std::variant<delivery_job, owed_reply<slot_granted>> what; ///< A job to start, or one that has been running.
    claim_validity claim{};                                    ///< Of a job to start.
    claim_validity kept{};                                     ///< The same, if the store extends it as requested.
  };
  /// Unclaimed rows of a queue.
  struct unclaimed {
    bool is_asked_for = false;
    bool has_grown = false; ///< Since the last claim was requested.
  };
  struct bulkhead {
    int in_flight = 0;
    bool proven = false; ///< Has answered, and its last attempt did not time out: all its slots may be used.
    fair_queue<turn, waiting> queue;
    std::map<workspace_id, unclaimed> rows;
    workspace_id last_asked_for; ///< Of `rows`.
  };

  void wait_in_queues(origin from, std::vector<delivery_job>& jobs);
  void wait_in_queue(origin from, waiting one);
  bool has_slot(const bulkhead& to) const;
  /// Starts waiting deliveries of the destination while it has slots, and forgets a destination with none left.
  void advance(const std::string& destination);
  /// The same for destinations that have slots but waited for the node's.
  void advance_starved();
  void start(bulkhead& to, waiting one);
  /// Whether the node has a slot that this Workspace may use.
  bool has_room() const;
  bool may_start(const workspace_id& workspace) const;

  /// Claims rows of the destination's queues for which there is room, one queue after another.
  void refill(bulkhead& to, const std::string& destination);
  /// The same for one destination after another, from where the last walk stopped.
  void refill_all();
  void refill_soon();
  void claim(const delivery_queue& queue, unclaimed& rows, int limit);
  void on_queue_claimed(const delivery_queue& queue, claimed_jobs& found);
  void add_rows(const delivery_queue& queue);
  void sweep();
  void on_swept(claimed_jobs& found);
  /// Extends the claims of jobs that wait long for a slot, so that they are not considered lost.
  void keep_claims();
  /// Releases claimed deliveries that were not started, so that the next process sends them at once, under their
  /// numbers.
  void hand_back_waiting();
  void give_up(const waiting& one);
  void answer_stopped();
  std::chrono::milliseconds sweep_interval() const;
  /// Unless a sweep is already due sooner.
  void schedule_sweep(std::chrono::milliseconds wait);

  delivery_supervisor_actor::pointer self;
  node_environment* node = nullptr;
  store_actor store;
  std::map<std::string, bulkhead> destinations;
  fair_queue<workspace_id, std::string> starved; ///< Destinations that only lack a slot of the node.
  std::set<delivery_queue> starving;             ///< What is in it.
  std::unordered_map<workspace_id, int> in_flight_of;
  int in_flight = 0;
  int unsettled = 0; ///< Attempts whose outcome is not on disk yet, including those in flight.
  int waiting_jobs = 0;
  bool sweeping = false;
  bool rows_came = false;                     ///< Since the running sweep began.
  std::chrono::milliseconds swept_at{-1'000}; ///< In uptime: when the last sweep began.
  int asked_rows = 0;                         ///< Rows of queues whose claim the store has not answered.
  std::string last_refilled;
  bool is_refill_scheduled = false;
  bool stopping = false;
  int handing_back = 0;
  std::vector<owed_reply<deliveries_stopped>> stop_waiters;
  int sweep_generation = 0;
  std::optional<std::chrono::milliseconds> next_sweep;                       ///< In uptime; none while no timer runs.
  std::optional<std::chrono::milliseconds> queues_listed_at, claims_kept_at; ///< In uptime.
};

/// Starts with a sweep for due rows.
delivery_supervisor_actor::behavior_type
delivery_supervisor_behavior(delivery_supervisor_actor::stateful_pointer<delivery_supervisor_state> self,
                             node_environment* node, store_actor store);

} // namespace paylink
