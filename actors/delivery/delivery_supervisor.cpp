#include "actors/delivery/delivery_supervisor.hpp"

#include "actors/crash_report.hpp"
#include "actors/delivery/delivery_job.hpp"
#include "actors/replies.hpp"
#include "logging/log.hpp"
#include "persistence/deliveries/lease.hpp"

#include <caf/all.hpp>

namespace paylink {

namespace {

/// The longest time between two sweeps for due rows; finds what other incarnations and other nodes have left.
constexpr std::chrono::seconds sweep_interval_max{15};
/// The shortest, so that two sweeps never follow each other at once.
constexpr std::chrono::milliseconds sweep_interval_min{20};
/// While queues have rows without a place: one may become free without a message.
constexpr std::chrono::milliseconds refill_interval{250};
/// A sweep or a claim is a part of a transaction that credits wait for.
constexpr int claim_limit = 128;
/// How many outcomes may wait to be stored before no further attempt begins: credits wait in the same queue.
constexpr int unstored_max = 512;
/// How many queues of a destination are searched for one with free places, and how many Workspaces are listed as
/// starving.
constexpr int queues_looked_at_max = 16;
/// How many rows of queues one transaction claims; credits wait for it.
constexpr int asked_rows_max = 32;
/// How many idle destinations are remembered because they have proven themselves.
constexpr std::size_t proven_remembered_max = 10'000;

} // namespace

void delivery_supervisor_state::on_claimed(std::vector<delivery_job>& jobs) { wait_in_queues(origin::recorded, jobs); }

void delivery_supervisor_state::wait_in_queues(origin from, std::vector<delivery_job>& jobs) {
  for (auto& job : jobs) {
    auto queue = queue_of(job);
    wait_in_queue(from, {std::move(queue), std::move(job)});
  }
}

void delivery_supervisor_state::wait_in_queue(origin from, waiting one) {
  if (stopping) return give_up(one);
  if (const auto* job = std::get_if<delivery_job>(&one.what))
    one.claim = one.kept = {node->clock, job->lease_until, node->clock.uptime(), lease_length(node->retries)};
  const auto [destination, workspace] = one.queue;
  auto& to = destinations[destination];
  if (to.queue.empty() && has_slot(to) && starved.empty() && may_start(workspace)) return start(to, std::move(one));
  to.queue.push({workspace, from}, std::move(one));
  advance(destination);
}

bool delivery_supervisor_state::has_slot(const bulkhead& to) const {
  return to.in_flight < (to.proven ? node->slots_per_destination : 1);
}

caf::result<slot_granted> delivery_supervisor_state::on_want(const want_slot& wanted) {
  auto reply = owe<slot_granted>(self);
  wait_in_queue(origin::returned, {wanted.queue, reply});
  return reply.later();
}

may_stay delivery_supervisor_state::on_want_stay() {
  const bool stays = waiting_jobs < node->waiting_jobs_max;
  if (stays) ++waiting_jobs;
  return {stays};
}

void delivery_supervisor_state::advance(const std::string& destination) {
  const auto found = destinations.find(destination);
  if (found == destinations.end()) return;
  auto& to = found->second;
  while (has_slot(to) && !to.queue.empty()) {
    auto next = to.queue.pop_if([this](const turn& its) { return may_start(its.first); });
    if (!next) break;
    start(to, std::move(*next));
  }
  if (has_slot(to))
    to.queue.for_each_key(queues_looked_at_max, [&](const turn& its) {
      if (starving.insert({destination, its.first}).second) starved.push(its.first, destination);
    });
  // A receiver that has proven itself is remembered while they are few; others have to prove themselves again.
  const bool is_remembered = to.proven && destinations.size() <= proven_remembered_max;
  if (to.in_flight == 0 && to.queue.empty() && to.rows.empty() && !is_remembered) {
    if (to.proven) node->window.prove(destination, false);
    destinations.erase(found);
  }
}

void delivery_supervisor_state::advance_starved() {
  while (has_room()) {
    std::optional<workspace_id> whose;
    const auto destination = starved.pop_if([&](const workspace_id& workspace) {
      if (!may_start(workspace)) return false;
      whose = workspace;
      return true;
    });
    if (!destination) return;
    starving.erase({*destination, *whose});
    advance(*destination);
  }
}

bool delivery_supervisor_state::has_room() const {
  return !stopping && in_flight < node->slots_in_all && unsettled - in_flight < unstored_max;
}

bool delivery_supervisor_state::may_start(const workspace_id& workspace) const {
  if (!has_room()) return false;
  const auto found = in_flight_of.find(workspace);
  return found == in_flight_of.end() || found->second < share_of_free * (node->slots_in_all - in_flight);
}

void delivery_supervisor_state::start(bulkhead& to, waiting one) {
  ++to.in_flight;
  ++in_flight;
  ++in_flight_of[one.queue.workspace];
  ++unsettled;
  if (auto* fresh = std::get_if<delivery_job>(&one.what)) {
    self->spawn<caf::linked>(delivery_job_behavior, node, store, delivery_supervisor_actor{self}, std::move(*fresh),
                             one.claim);
  } else {
    --waiting_jobs;
    node->window.take(one.queue);
    std::get<owed_reply<slot_granted>>(one.what).deliver(slot_granted{});
  }
}

void delivery_supervisor_state::on_ended(const attempt_ended& reported) {
  const auto& [destination, workspace] = reported.queue;
  auto& to = destinations[destination];
  --to.in_flight;
  --in_flight;
  if (--in_flight_of[workspace] == 0) in_flight_of.erase(workspace);
  const bool was_proven = to.proven;
  to.proven = (was_proven || reported.answered) && !reported.timed_out;
  if (to.proven != was_proven) node->window.prove(destination, to.proven);
  if (to.proven && !was_proven) refill(to, destination);
  advance(destination);
  advance_starved();
}

void delivery_supervisor_state::on_settled(const attempt_settled& reported) {
  --unsettled;
  node->window.release(reported.queue);
  if (const auto found = destinations.find(reported.queue.destination); found != destinations.end())
    refill(found->second, reported.queue.destination);
  advance_starved();
  answer_stopped();
}

void delivery_supervisor_state::on_queues_grew(const std::vector<delivery_queue>& queues) {
  for (const auto& queue : queues) {
    add_rows(queue);
    refill(destinations[queue.destination], queue.destination);
  }
}

void delivery_supervisor_state::add_rows(const delivery_queue& queue) {
  destinations[queue.destination].rows[queue.workspace].has_grown = true;
}

void delivery_supervisor_state::refill(bulkhead& to, const std::string& destination) {
  if (stopping || to.rows.empty()) return;
  if (asked_rows >= asked_rows_max) return refill_soon();
  const auto looks = std::min<std::size_t>(to.rows.size(), queues_looked_at_max);
  auto next = to.rows.upper_bound(to.last_asked_for);
  for (std::size_t look = 0; look < looks; ++look, ++next) {
    if (next == to.rows.end()) next = to.rows.begin();
    auto& [workspace, rows] = *next;
    to.last_asked_for = workspace;
    if (rows.is_asked_for) continue;
    const delivery_queue queue{destination, workspace};
    if (const int places = node->window.places_worth_a_claim(queue); places > 0)
      return claim(queue, rows, std::min(places, asked_rows_max - asked_rows));
  }
  refill_soon();
}

void delivery_supervisor_state::refill_all() {
  auto next = destinations.upper_bound(last_refilled);
  for (auto left = destinations.size(); left > 0 && asked_rows < asked_rows_max; --left, ++next) {
    if (next == destinations.end()) next = destinations.begin();
    last_refilled = next->first;
    refill(next->second, next->first);
  }
}

void delivery_supervisor_state::refill_soon() {
  if (stopping || std::exchange(is_refill_scheduled, true)) return;
  self->delayed_send(delivery_supervisor_actor{self}, refill_interval, refill_due{});
}

void delivery_supervisor_state::claim(const delivery_queue& queue, unclaimed& rows, int limit) {
  rows = {.is_asked_for = true, .has_grown = false};
  asked_rows += limit;
  const auto refused = [this, queue, limit] {
    asked_rows -= limit;
    claimed_jobs nothing{.jobs = {}, .queues = {queue}, .next_due = {}};
    on_queue_claimed(queue, nothing);
  };
  self->request(store, caf::infinite, write{claim_queue{queue, limit}})
      .then(
          [this, queue, limit, refused](written& done) {
            auto found = reply_to<claim_queue>(done);
            if (!found) return refused();
            asked_rows -= limit;
            on_queue_claimed(queue, *found);
          },
          [refused](caf::error&) { refused(); });
}

void delivery_supervisor_state::on_queue_claimed(const delivery_queue& queue, claimed_jobs& found) {
  auto& to = destinations[queue.destination];
  auto& rows = to.rows[queue.workspace];
  rows.is_asked_for = false;
  const bool is_empty = found.queues.empty() && !rows.has_grown;
  if (is_empty) to.rows.erase(queue.workspace);
  for (auto& job : found.jobs) wait_in_queue(origin::found, {queue, std::move(job)});
  advance(queue.destination);
  if (found.next_due)
    schedule_sweep(std::clamp<std::chrono::milliseconds>(*found.next_due - node->clock.now(), sweep_interval_min,
                                                         sweep_interval()));
  // Deliveries without a place, or refused by the store, are claimed again shortly.
  if (is_empty || !found.jobs.empty())
    refill_all();
  else
    refill_soon();
  answer_stopped();
}

std::chrono::milliseconds delivery_supervisor_state::sweep_interval() const {
  return std::min<std::chrono::milliseconds>(sweep_interval_max, lease_length(node->retries) / 4);
}

// Under load this is said with every credit that chats are told of: then the sweeps keep their distance.
void delivery_supervisor_state::on_rows_due(const rows_are_due& reported) {
  const auto since = node->clock.uptime() - swept_at;
  if (sweeping)
    rows_came = true;
  else if (!reported.may_wait || since >= sweep_interval_min)
    sweep();
  else
    schedule_sweep(sweep_interval_min - since);
}

void delivery_supervisor_state::sweep() {
  if (stopping || std::exchange(sweeping, true)) return;
  const auto now = swept_at = node->clock.uptime();
  keep_claims();
  const bool list_queues = !queues_listed_at || now - *queues_listed_at >= sweep_interval();
  if (list_queues) queues_listed_at = now;
  self->request(store, caf::infinite, write{claim_due{claim_limit, list_queues}})
      .then(
          [this](written& done) {
            sweeping = false;
            auto found = reply_to<claim_due>(done);
            if (found)
              on_swept(*found);
            else
              schedule_sweep(sweep_interval());
            answer_stopped();
          },
          [this](caf::error&) {
            sweeping = false;
            schedule_sweep(sweep_interval());
            answer_stopped();
          });
}

void delivery_supervisor_state::on_swept(claimed_jobs& found) {
  wait_in_queues(origin::found, found.jobs);
  for (const auto& queue : found.queues) add_rows(queue);
  refill_all();
  if (found.more) return sweep();
  auto wait = sweep_interval();
  if (std::exchange(rows_came, false)) wait = sweep_interval_min;
  if (found.next_due)
    wait = std::clamp<std::chrono::milliseconds>(*found.next_due - node->clock.now(), sweep_interval_min, wait);
  schedule_sweep(wait);
}

void delivery_supervisor_state::keep_claims() {
  const auto now = node->clock.uptime();
  const auto lease = lease_length(node->retries);
  if (claims_kept_at && now - *claims_kept_at < lease / 8) return;
  claims_kept_at = now;
  const auto keep = [&](waiting& one) {
    const auto* job = std::get_if<delivery_job>(&one.what);
    if (!job || std::max(one.claim.left(node->clock), one.kept.left(node->clock)) > lease / 2) return;
    one.kept = {node->clock, node->clock.now() + lease, now, lease};
    // The job finds out when it gets its slot: if this failed, the row belongs to another claim by then.
    self->request(store, caf::infinite, write{extend_lease{job->row, job->epoch, job->event_id}})
        .then([](written&) {}, [](caf::error&) {});
  };
  for (auto& [destination, to] : destinations) to.queue.for_each(keep);
}

void delivery_supervisor_state::schedule_sweep(std::chrono::milliseconds wait) {
  const auto due = node->clock.uptime() + wait;
  if (next_sweep && *next_sweep <= due) return;
  next_sweep = due;
  self->delayed_send(delivery_supervisor_actor{self}, wait, sweep_due{++sweep_generation});
}

void delivery_supervisor_state::on_sweep(int generation_of_timer) {
  if (generation_of_timer != sweep_generation) return;
  next_sweep.reset();
  sweep();
}

void delivery_supervisor_state::on_incarnation_renewed() {
  const auto doubt = [](waiting& one) { one.claim = one.kept = {}; };
  for (auto& [destination, to] : destinations) to.queue.for_each(doubt);
}

caf::result<deliveries_stopped> delivery_supervisor_state::on_stop() {
  auto reply = owe<deliveries_stopped>(self);
  stop_waiters.push_back(reply);
  if (!std::exchange(stopping, true)) hand_back_waiting();
  answer_stopped();
  return reply.later();
}

void delivery_supervisor_state::hand_back_waiting() {
  const auto each = [this](const waiting& one) { give_up(one); };
  for (auto& [destination, to] : destinations) to.queue.for_each(each);
}

void delivery_supervisor_state::give_up(const waiting& one) {
  const auto* job = std::get_if<delivery_job>(&one.what);
  if (!job) return; // its row waits already, and the job ends with the node
  ++handing_back;
  const auto is_done = [this] {
    --handing_back;
    answer_stopped();
  };
  self->request(store, caf::infinite, write{hand_back{job->row, job->epoch, job->event_id}})
      .then([is_done](written&) { is_done(); }, [is_done](caf::error&) { is_done(); });
}

void delivery_supervisor_state::answer_stopped() {
  // Deliveries that are being claimed are released when they arrive.
  if (!stopping || unsettled > 0 || handing_back > 0 || asked_rows > 0 || sweeping) return;
  for (auto& waiter : std::exchange(stop_waiters, {})) waiter.deliver(deliveries_stopped{});
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
  report_crashes(self);
  self->state.sweep();
  return {
      [self](jobs_claimed& fresh) { self->state.on_claimed(fresh.jobs); },
      [self](const queues_grew& reported) { self->state.on_queues_grew(reported.queues); },
      [self](const rows_are_due& reported) { self->state.on_rows_due(reported); },
      [self](const want_slot& wanted) { return self->state.on_want(wanted); },
      [self](const attempt_ended& reported) { self->state.on_ended(reported); },
      [self](const attempt_settled& reported) { self->state.on_settled(reported); },
      [self](want_stay) { return self->state.on_want_stay(); },
      [self](incarnation_renewed) { self->state.on_incarnation_renewed(); },
      [self](stop_deliveries) { return self->state.on_stop(); },
      [self](sweep_due due) { self->state.on_sweep(due.generation); },
      [self](refill_due) {
        self->state.is_refill_scheduled = false;
        self->state.refill_all();
      },
  };
}

} // namespace paylink
