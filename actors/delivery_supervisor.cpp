#include "actors/delivery_supervisor.hpp"

#include "actors/delivery_job.hpp"
#include "actors/replies.hpp"
#include "logging/log.hpp"
#include "persistence/lease.hpp"

#include <caf/all.hpp>

namespace paylink {

namespace {

/// The longest time between two looks at the due rows; finds what other lives and other nodes have left.
constexpr std::chrono::seconds sweep_interval_max{15};
/// The shortest, so that a look never follows the last at once.
constexpr std::chrono::milliseconds sweep_interval_min{20};
constexpr int claim_limit = 512;
/// So much room makes a claim of due rows worth its transaction.
constexpr int claim_room_min = 64;

} // namespace

bool delivery_supervisor_state::has_slot(const bulkhead& to) const {
  return !stopping && in_flight < node->slots_in_all && to.in_flight < (to.proven ? node->slots_per_destination : 1);
}

void delivery_supervisor_state::on_claimed(delivery_job job) {
  auto destination = destination_of(job.url);
  auto& to = destinations[destination];
  if (to.fresh.empty() && to.returning.empty() && has_slot(to)) return start(to, std::move(job));
  to.fresh.push_back(std::move(job));
  if (in_flight >= node->slots_in_all) starved.push_back(std::move(destination));
}

void delivery_supervisor_state::start(bulkhead& to, delivery_job job) {
  ++to.in_flight;
  ++in_flight;
  ++unsettled;
  self->spawn<caf::linked>(delivery_job_behavior, node, store, delivery_supervisor_actor{self}, std::move(job));
}

caf::result<slot_granted> delivery_supervisor_state::on_want(const want_slot& wanted) {
  auto reply = self->make_response_promise<slot_granted>();
  --waiting_jobs;
  destinations[wanted.destination].returning.push_back(reply);
  if (in_flight >= node->slots_in_all)
    starved.push_back(wanted.destination);
  else
    advance(wanted.destination);
  return reply;
}

may_stay delivery_supervisor_state::on_want_stay() {
  const bool stays = waiting_jobs < node->waiting_jobs_max;
  if (stays) ++waiting_jobs;
  return {stays};
}

void delivery_supervisor_state::on_ended(const attempt_ended& told) {
  auto& to = destinations[told.destination];
  --to.in_flight;
  --in_flight;
  if (told.answered) to.proven = true;
  if (told.timed_out) to.proven = false;
  advance(told.destination);
  advance_starved();
}

void delivery_supervisor_state::on_settled(const attempt_settled& told) {
  --unsettled;
  node->window.release(told.destination);
  if (backlog && node->window.room() >= claim_room_min) sweep();
  if (stopping && unsettled == 0)
    for (auto& waiter : std::exchange(stop_waiters, {})) waiter.deliver(deliveries_stopped{});
}

caf::result<deliveries_stopped> delivery_supervisor_state::on_stop() {
  auto reply = self->make_response_promise<deliveries_stopped>();
  stopping = true;
  if (unsettled == 0)
    reply.deliver(deliveries_stopped{});
  else
    stop_waiters.push_back(reply);
  return reply;
}

void delivery_supervisor_state::advance(const std::string& destination) {
  auto found = destinations.find(destination);
  if (found == destinations.end()) return;
  auto& to = found->second;
  while (has_slot(to)) {
    if (!to.returning.empty()) {
      auto reply = std::move(to.returning.front());
      to.returning.pop_front();
      ++to.in_flight;
      ++in_flight;
      ++unsettled;
      node->window.take(destination);
      reply.deliver(slot_granted{});
    } else if (!to.fresh.empty()) {
      auto job = std::move(to.fresh.front());
      to.fresh.pop_front();
      start(to, std::move(job));
    } else {
      break;
    }
  }
  // A receiver that has proven itself is remembered while others are few; the rest is learnt anew.
  if (to.in_flight == 0 && to.fresh.empty() && to.returning.empty() && (!to.proven || destinations.size() > 10'000))
    destinations.erase(found);
}

void delivery_supervisor_state::advance_starved() {
  while (!starved.empty() && in_flight < node->slots_in_all) {
    auto next = std::move(starved.front());
    starved.pop_front();
    advance(next);
  }
}

std::vector<std::string> delivery_supervisor_state::full_destinations() const {
  std::vector<std::string> full;
  for (const auto& [name_of, to] : destinations)
    if (!to.fresh.empty() || !to.returning.empty()) full.push_back(name_of);
  return full;
}

void delivery_supervisor_state::keep_claims() {
  const auto now = node->clock.now();
  const auto lease = lease_length(node->retries);
  for (auto& [destination, to] : destinations) {
    for (auto& job : to.fresh) {
      if (job.lease_until - now > lease / 2) continue;
      job.lease_until = now + lease;
      // Without success the row belongs to another claim by now; the job finds out when its slot comes.
      self->request(store, caf::infinite, write{extend_lease{job.row, job.epoch}})
          .then([](written&) {}, [](caf::error&) {});
    }
  }
}

std::chrono::milliseconds delivery_supervisor_state::sweep_interval() const {
  return std::min<std::chrono::milliseconds>(sweep_interval_max, lease_length(node->retries) / 4);
}

void delivery_supervisor_state::sweep() {
  if (stopping || std::exchange(sweeping, true)) return;
  keep_claims();
  const int room = std::min(claim_limit, node->window.room());
  if (room <= 0) {
    sweeping = false;
    backlog = true; // the next job that ends makes room and looks again
    schedule_sweep(sweep_interval());
    return;
  }
  self->request(store, caf::infinite, write{claim_due{room, full_destinations()}})
      .then(
          [this, room](written& done) {
            sweeping = false;
            auto found = reply_of<claimed_jobs>(done);
            if (!found) return schedule_sweep(sweep_interval());
            backlog = static_cast<int>(found->jobs.size()) >= room;
            on_swept(*found);
          },
          [this](caf::error&) {
            sweeping = false;
            schedule_sweep(sweep_interval());
          });
}

void delivery_supervisor_state::on_swept(claimed_jobs& found) {
  for (auto& job : found.jobs) {
    node->window.take(destination_of(job.url));
    on_claimed(std::move(job));
  }
  auto wait = sweep_interval();
  if (found.next_due)
    wait = std::clamp<std::chrono::milliseconds>(*found.next_due - node->clock.now(), sweep_interval_min, wait);
  schedule_sweep(wait);
}

void delivery_supervisor_state::schedule_sweep(std::chrono::milliseconds wait) {
  self->delayed_send(delivery_supervisor_actor{self}, wait, sweep_due{++sweep_generation});
}

void delivery_supervisor_state::on_sweep(int generation_of_timer) {
  if (generation_of_timer == sweep_generation) sweep();
}

delivery_supervisor_actor::behavior_type
delivery_supervisor_behavior(delivery_supervisor_actor::stateful_pointer<delivery_supervisor_state> self,
                             node_environment* node, store_actor store) {
  self->state.node = node;
  self->state.store = std::move(store);
  // Jobs end with the supervisor, but the supervisor does not end with a job.
  self->set_exit_handler([self](const caf::exit_msg& leaving) {
    if (leaving.reason == caf::exit_reason::user_shutdown || leaving.reason == caf::exit_reason::kill)
      self->quit(leaving.reason);
    else if (leaving.reason)
      log::error("delivery.job_crashed", {{"reason", caf::to_string(leaving.reason)}});
  });
  self->request(self->state.store, caf::infinite, write{take_back_claims{}})
      .then([self](written&) { self->state.sweep(); }, [self](caf::error&) { self->state.sweep(); });
  return {
      [self](job_claimed& fresh) { self->state.on_claimed(std::move(fresh.job)); },
      [self](backlog_grew) {
        self->state.backlog = true;
        if (self->state.node->window.room() >= claim_room_min) self->state.sweep();
      },
      [self](const want_slot& wanted) { return self->state.on_want(wanted); },
      [self](const attempt_ended& told) { self->state.on_ended(told); },
      [self](const attempt_settled& told) { self->state.on_settled(told); },
      [self](want_stay) { return self->state.on_want_stay(); },
      [self](stop_deliveries) { return self->state.on_stop(); },
      [self](sweep_due due) { self->state.on_sweep(due.generation); },
  };
}

} // namespace paylink
