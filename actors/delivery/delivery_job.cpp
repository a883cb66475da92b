#include "actors/delivery/delivery_job.hpp"

#include "actors/crash_report.hpp"
#include "actors/replies.hpp"
#include "domain/deliveries/delivery_channel.hpp"
#include "failpoints/failpoint.hpp"
#include "logging/log.hpp"
#include "persistence/deliveries/lease.hpp"

#include <caf/all.hpp>

namespace paylink {

namespace {

/// A claim with less than this left (besides the attempt's own time) is extended before the request is sent.
constexpr std::chrono::seconds lease_margin{5};
/// How long to wait before offering an outcome again to a store that could not write it.
constexpr std::chrono::seconds record_pause{1};

} // namespace

delivery_job_state::~delivery_job_state() {
  give_slot_back(false, false);
  give_place_back();
}

void delivery_job_state::give_slot_back(bool answered, bool timed_out) {
  if (std::exchange(holds_slot, false) && supervisor)
    caf::anon_send(supervisor, attempt_ended{queue, answered, timed_out});
}

void delivery_job_state::give_place_back() {
  if (std::exchange(holds_place, false) && supervisor) caf::anon_send(supervisor, attempt_settled{queue});
}

void delivery_job_state::open_attempt() {
  const bool is_sure = node->pulse->is_sure(node->clock.uptime());
  if (is_sure && claim.left(node->clock) > node->retries.timeout + lease_margin) return send_attempt();
  self->request(store, caf::infinite, write{extend_lease{job.row, job.epoch, job.event_id}})
      .then(
          [this, asked_at = node->clock.uptime()](written& done) {
            // Otherwise another claim owns it, or the row is found again when the lease is over.
            if (!done.outcome) return leave();
            const auto lease = lease_length(node->retries);
            claim = {node->clock, node->clock.now() + lease, asked_at, lease};
            send_attempt();
          },
          [this](caf::error&) { leave(); });
}

void delivery_job_state::send_attempt() {
  const auto now = node->clock.now();
  const auto seal = channel_of(job.kind).signing.is_of_attempt ? node->signer.seal(job, now) : stored_seal(job);
  if (!seal) return on_unsigned(now);
  PAYLINK_FAILPOINT(before_attempt_sent);
  node->outbound.post(dispatch_of(job.kind).request(job, *seal, course),
                      [to = caf::actor_cast<delivery_job_actor>(self)](attempt outcome) {
                        caf::anon_send(to, attempt_made{std::move(outcome)});
                      });
  PAYLINK_FAILPOINT(after_attempt_sent);
}

// Another node, or this one after a restart, may have the master key: the attempt counts, and is repeated.
void delivery_job_state::on_unsigned(timestamp now) {
  log::error("delivery.key_unreadable",
             {{"event_id", job.event_id}, {"advice", "restart this node with the newest master key file"}});
  attempt_made failed;
  failed.made.number = job.attempt;
  failed.made.started_at = now;
  failed.made.url = job.url;
  failed.made.failed_by = failure_class::connect;
  failed.made.error = "Not sent: this node cannot open the webhook's keys.";
  on_attempt(failed);
}

void delivery_job_state::on_attempt(attempt_made& done) {
  made = std::move(done.made);
  auto [is_sent_again, what_follows] = dispatch_of(job.kind).judge(job.kind, made, course, node->clock.now());
  if (is_sent_again) return send_again();
  judged = std::move(what_follows);
  if (first_try) {
    made.started_at = first_try->started_at;
    made.duration += first_try->duration;
  }
  if (made.failed_by != failure_class::none) {
    log::info("delivery.attempt_failed", {{"event_id", job.event_id},
                                          {"attempt", job.attempt},
                                          {"destination", queue.destination},
                                          {"class", to_text(made.failed_by)},
                                          {"status", made.status_code}});
    // The record of the attempt hides the rest from the Workspace.
    if (channel_of(job.kind).is_operators_address)
      log::info("delivery.service_failed",
                {{"event_id", job.event_id}, {"address", made.address}, {"why", made.error}});
  }
  // The receiver's slot must not wait for our disk.
  give_slot_back(made.status_code != 0, made.failed_by == failure_class::timeout);
  record_outcome();
}

void delivery_job_state::send_again() {
  log::info("delivery.retried_at_once", {{"event_id", job.event_id}, {"attempt", job.attempt}});
  if (first_try)
    first_try->duration += made.duration;
  else
    first_try = made;
  open_attempt();
}

void delivery_job_state::record_outcome() {
  PAYLINK_FAILPOINT(before_outcome_recorded);
  self->request(store, caf::infinite, write{outcome_of(job, made, judged)})
      .then(
          [this](written& stored) {
            auto recorded = reply_to<record_attempt>(stored);
            if (!recorded) return on_not_recorded(to_errc(recorded.error()));
            PAYLINK_FAILPOINT(after_outcome_recorded);
            give_place_back();
            on_recorded(*recorded);
          },
          [this](caf::error&) { let_go(); });
}

void delivery_job_state::on_not_recorded(errc why) {
  if (why == errc::service_unavailable && claim.left(node->clock) > record_pause) {
    self->delayed_send(delivery_job_actor{self}, record_pause, record_due{});
    return;
  }
  // The row is found again when the claim has ended; this attempt's outcome stays unknown.
  log::warning("delivery.outcome_not_stored", {{"event_id", job.event_id}, {"attempt", job.attempt}});
  let_go();
}

void delivery_job_state::on_recorded(const recorded_attempt& recorded) {
  const auto* pending = std::get_if<delivery::pending>(&recorded.progress);
  if (recorded.stale || !pending) {
    if (!recorded.stale && std::holds_alternative<delivery::delivered>(recorded.progress))
      log::info("delivery.delivered",
                {{"event_id", job.event_id}, {"attempt", job.attempt}, {"destination", queue.destination}});
    if (const auto* failed = std::get_if<delivery::failed>(&recorded.progress))
      log::warning("delivery.failed", {{"event_id", job.event_id},
                                       {"attempt", job.attempt},
                                       {"destination", queue.destination},
                                       {"class", to_text(failed->by)}});
    self->quit();
    return;
  }
  self->request(supervisor, caf::infinite, want_stay{})
      .then(
          [this, wait = pending->next_at - recorded.decided_at](may_stay stay) {
            if (stay.value)
              wait_for_next(wait);
            else
              self->quit();
          },
          [this](caf::error&) { self->quit(); });
}

void delivery_job_state::wait_for_next(std::chrono::milliseconds wait) {
  self->delayed_send(delivery_job_actor{self}, std::max(wait, std::chrono::milliseconds{0}), attempt_due{++generation});
}

void delivery_job_state::on_due(int generation_of_timer) {
  if (generation_of_timer != generation) return;
  self->request(supervisor, caf::infinite, want_slot{queue})
      .then(
          [this](slot_granted) {
            holds_slot = holds_place = true;
            claim_next();
          },
          [this](caf::error&) { self->quit(); });
}

void delivery_job_state::claim_next() {
  self->request(store, caf::infinite, write{claim_delivery{job.row, job.epoch, job.event_id}})
      .then(
          [this, asked_at = node->clock.uptime()](written& done) {
            auto claimed = reply_to<claim_delivery>(done);
            if (claimed) {
              job = std::move(*claimed);
              course = {};
              first_try.reset();
              claim = {node->clock, job.lease_until, asked_at, lease_length(node->retries)};
              return send_attempt();
            }
            // It may have been given another time, which a sweep finds.
            caf::anon_send(supervisor, rows_are_due{.may_wait = true});
            leave();
          },
          [this](caf::error&) { leave(); });
}

void delivery_job_state::leave() {
  give_slot_back(false, false);
  let_go();
}

void delivery_job_state::let_go() {
  give_place_back();
  self->quit();
}

delivery_job_actor::behavior_type delivery_job_behavior(delivery_job_actor::stateful_pointer<delivery_job_state> self,
                                                        node_environment* node, store_actor store,
                                                        delivery_supervisor_actor supervisor, delivery_job job,
                                                        claim_validity claim) {
  auto& state = self->state;
  state.node = node;
  state.store = std::move(store);
  state.supervisor = std::move(supervisor);
  state.queue = queue_of(job);
  state.job = std::move(job);
  state.claim = claim;
  report_crashes(self);
  state.open_attempt();
  return {
      [self](attempt_made& done) { self->state.on_attempt(done); },
      [self](record_due) { self->state.record_outcome(); },
      [self](attempt_due due) { self->state.on_due(due.generation); },
  };
}

} // namespace paylink
