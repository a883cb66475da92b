#include "actors/workspaces/payment_link.hpp"

#include "actors/crash_report.hpp"
#include "actors/owed_reply.hpp"
#include "actors/replies.hpp"
#include "actors/workspaces/credit_outcome.hpp"
#include "logging/log.hpp"

#include <caf/all.hpp>

namespace paylink {

namespace {

/// `await`, not `then`: no later message is read until the answer has arrived.
template <class Request, class Use, class Fail>
void await(const Request& request, Use&& use, Fail&& fail) {
  request.await(std::forward<Use>(use), std::forward<Fail>(fail));
}

} // namespace

caf::result<credit_settled> payment_link_state::on_credit(credit_received& credit) {
  auto reply = owe<credit_settled>(self);
  await(
      self->request(store, caf::infinite, write{std::move(credit.entry)}),
      [this, reply](written& done) mutable {
        auto outcome = reply_to<record_entry>(done);
        if (outcome) notify_after_commit(self, *node, supervisor, *outcome);
        reply.deliver(credit_settled{std::move(outcome)});
      },
      [reply](caf::error&) mutable { reply.deliver(credit_settled{errc::service_unavailable}); });
  return reply.later();
}

caf::result<written> payment_link_state::on_write(write& command) {
  auto reply = owe<written>(self);
  await(
      self->request(store, caf::infinite, std::move(command)),
      [reply](written& done) mutable { reply.deliver(std::move(done)); },
      [reply](caf::error&) mutable { reply.deliver(written{errc::service_unavailable}); });
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
      [self](credit_received& credit) { return self->state.on_credit(credit); },
      [self](write& command) { return self->state.on_write(command); },
  };
}

} // namespace paylink
