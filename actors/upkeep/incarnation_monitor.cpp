#include "actors/upkeep/incarnation_monitor.hpp"

#include "actors/replies.hpp"
#include "logging/log.hpp"

#include <caf/all.hpp>

namespace paylink {

namespace {

/// How often the folder learns how far the order of events has come, where nothing else needs a heartbeat.
constexpr std::chrono::seconds alone_interval{10};

} // namespace

void incarnation_monitor_state::beat() {
  if (phase == incarnation_phase::ended) return;
  self->request(store, caf::infinite, write{keep_alive{phase}})
      .then(
          [this, asked_at = node->clock.uptime()](written& done) {
            const auto report = reply_to<keep_alive>(done);
            if (report) return on_report(*report, asked_at);
            beat_again(heartbeat_interval);
          },
          [this](caf::error&) { beat_again(heartbeat_interval); });
}

void incarnation_monitor_state::on_report(const incarnation_report& report, std::chrono::milliseconds asked_at) {
  node->pulse->show(asked_at, report.is_shared);
  node->changes.on_others(report.living > 1, report.listened);
  if (report.is_new) self->send(supervisor, incarnation_renewed{});
  if (report.living != living) log::info("cluster.nodes", {{"living", report.living}});
  living = report.living;
  if (report.events != events && node->incarnations) node->incarnations->keep_events(report.events);
  events = report.events;
  // Alone at its database, no other node checks.
  beat_again(report.is_shared ? heartbeat_interval : alone_interval);
}

void incarnation_monitor_state::beat_again(std::chrono::milliseconds wait) {
  self->delayed_send(incarnation_monitor_actor{self}, wait, beat_due{});
}

// The following heartbeats have the same content.
void incarnation_monitor_state::on_drain() {
  phase = incarnation_phase::draining;
  self->request(store, caf::infinite, write{keep_alive{phase}}).then([](written&) {}, [](caf::error&) {});
}

caf::result<incarnation_ended> incarnation_monitor_state::on_end() {
  auto reply = self->make_response_promise<incarnation_ended>();
  phase = incarnation_phase::ended;
  self->request(store, caf::infinite, write{keep_alive{phase}})
      .then([reply](written&) mutable { reply.deliver(incarnation_ended{}); },
            [reply](caf::error&) mutable { reply.deliver(incarnation_ended{}); });
  return reply;
}

incarnation_monitor_actor::behavior_type
incarnation_monitor_behavior(incarnation_monitor_actor::stateful_pointer<incarnation_monitor_state> self,
                             node_environment* node, store_actor store, delivery_supervisor_actor supervisor) {
  auto& state = self->state;
  state.node = node;
  state.store = std::move(store);
  state.supervisor = std::move(supervisor);
  state.beat();
  return {
      [self](beat_due) { self->state.beat(); },
      [self](drain_incarnation) { self->state.on_drain(); },
      [self](end_incarnation) { return self->state.on_end(); },
  };
}

} // namespace paylink
