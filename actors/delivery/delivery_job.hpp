#pragma once
#include "actors/delivery/claim_validity.hpp"
#include "actors/delivery/delivery_dispatch.hpp"
#include "actors/node_environment.hpp"

namespace paylink {

/// One delivery, from a claimed attempt to its end or its next long wait.
/// Owns:       the claim of its row, by epoch.
/// Receives:   attempt_made, record_due, attempt_due.
/// Sends to:   the outside world (through the sender), STORE (outcomes), DELIVERY SUPERVISOR (slots).
/// Guarantees: an attempt's number is on disk before its request is sent; nothing is sent without a slot; an outcome
///             that the store cannot write is offered to it again for as long as the claim lasts.
struct delivery_job_state {
  delivery_job_state(delivery_job_actor::pointer owner) : self{owner} {}
  /// Its slot and place are released however it ends.
  ~delivery_job_state();
  static inline const char* name = "delivery-job";

  /// Sends the claimed attempt; extends the claim first if it has waited long.
  void open_attempt();
  void send_attempt();
  void on_attempt(attempt_made& done);
  /// Sends the same attempt once more, since its receiver has said that nothing came of it.
  void send_again();
  /// The attempt could not be signed.
  void on_unsigned(timestamp now);
  void record_outcome();
  void on_not_recorded(errc why);
  void on_recorded(const recorded_attempt& recorded);
  void wait_for_next(std::chrono::milliseconds wait);
  /// The wait is over: slot, claim, send.
  void on_due(int generation_of_timer);
  void claim_next();
  void give_slot_back(bool answered, bool timed_out);
  void give_place_back();
  /// Gives up an attempt whose request was not sent.
  void leave();
  /// Gives up an attempt whose outcome could not be stored.
  void let_go();

  delivery_job_actor::pointer self;
  node_environment* node = nullptr;
  store_actor store;
  delivery_supervisor_actor supervisor;
  delivery_job job;
  claim_validity claim;
  delivery_queue queue;
  bool holds_slot = true;                    ///< A slot of the receiver, until the request is over.
  bool holds_place = true;                   ///< A place in the window, until the outcome is on disk.
  attempt made;                              ///< Until it is recorded.
  attempt_course course;                     ///< Of this attempt, like the next two.
  std::optional<attempt> first_try;          ///< If the attempt was sent again: when it began, and how long it took.
  std::optional<attempt_judgement> judged{}; ///< Of `made`.
  int generation = 0;
};

delivery_job_actor::behavior_type delivery_job_behavior(delivery_job_actor::stateful_pointer<delivery_job_state> self,
                                                        node_environment* node, store_actor store,
                                                        delivery_supervisor_actor supervisor, delivery_job job,
                                                        claim_validity claim);

} // namespace paylink
