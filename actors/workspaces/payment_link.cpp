#include "actors/workspaces/payment_link.hpp"

#include "actors/crash_report.hpp"
#include "actors/owed_reply.hpp"
#include "actors/workspaces/credit_outcome.hpp"

#include <caf/all.hpp>

namespace paylink {

caf::result<written> payment_link_state::on_write(write& change) {
  auto reply = owe<written>(self);
  const auto* credit = std::get_if<record_entry>(&change.command);
  const auto in = credit ? credit->workspace : workspace_id{};
  const auto is_written = [this, reply, in](written& done) {
    if (auto* settled = entry_in(done); settled && !in.empty())
      notify_after_commit(self, *node, supervisor, in, *settled);
    reply.deliver(std::move(done));
  };
  const auto is_lost = [reply](caf::error&) { reply.deliver(written{errc::service_unavailable}); };
  const auto request = self->request(store, caf::infinite, std::move(change));
  // `await`, not `then`: no later message is read until the answer has arrived.
  request.await(is_written, is_lost);
  return reply.later();
}

payment_link_actor::behavior_type payment_link_behavior(payment_link_actor::stateful_pointer<payment_link_state> self,
                                                        node_environment* node, store_actor store,
                                                        delivery_supervisor_actor supervisor) {
  self->state.node = node;
  self->state.store = std::move(store);
  self->state.supervisor = std::move(supervisor);
  report_crashes(self);
  return {
      [self](write& change) { return self->state.on_write(change); },
  };
}

} // namespace paylink
