#include "actors/delivery/endpoint_tester.hpp"

#include "actors/crash_report.hpp"
#include "actors/delivery/delivery_dispatch.hpp"
#include "logging/log.hpp"

#include <caf/all.hpp>

namespace paylink {

namespace {

constexpr std::size_t trials_max = 32;
constexpr std::ptrdiff_t trials_of_workspace_max = 2;

} // namespace

bool endpoint_tester_state::is_full_for(const workspace_id& workspace) const {
  if (under_way.size() >= trials_max) return true;
  return std::ranges::count_if(under_way, [&](const auto& one) {
           return one.second.work().job.workspace == workspace;
         }) >= trials_of_workspace_max;
}

void endpoint_tester_state::on_test(const continued_call<endpoint_test>& call) {
  const auto& job = call.work().job;
  if (is_full_for(job.workspace))
    return call.refuse(errc::rate_limited, "Too many endpoints are being checked. Try again shortly.");
  const auto seal = node->signer.seal(job, node->clock.now());
  if (!seal) {
    log::error("trial.key_unreadable", {{"advice", "restart this node with the newest master key file"}});
    return call.refuse(errc::service_unavailable);
  }
  const auto number = next_number++;
  under_way.emplace(number, call);
  node->outbound.post(dispatch_of(job.kind).request(job, *seal, {}),
                      [to = caf::actor_cast<endpoint_tester_actor>(self), number](attempt made) {
                        caf::anon_send(to, trial_ended{number, std::move(made)});
                      });
}

void endpoint_tester_state::on_ended(trial_ended& ended) {
  const auto found = under_way.find(ended.number);
  if (found == under_way.end()) return;
  log::info("trial.ended", {{"workspace", found->second.work().job.workspace.view()},
                            {"class", to_text(ended.made.failed_by)},
                            {"status", ended.made.status_code}});
  found->second.finish(std::move(ended.made));
  under_way.erase(found);
}

endpoint_tester_actor::behavior_type
endpoint_tester_behavior(endpoint_tester_actor::stateful_pointer<endpoint_tester_state> self,
                         node_environment* environment) {
  self->state.node = environment;
  report_crashes(self);
  return {
      [self](const continued_call<endpoint_test>& call) { self->state.on_test(call); },
      [self](trial_ended& ended) { self->state.on_ended(ended); },
  };
}

} // namespace paylink
