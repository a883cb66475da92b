#include "actors/payment_link.hpp"

#include "actors/replies.hpp"
#include "failpoints/failpoint.hpp"
#include "failpoints/planted_bug.hpp"
#include "logging/log.hpp"

#include <caf/all.hpp>

namespace paylink {

namespace {

/// `await`, not `then`: no later message is read until the answer is there.
template <class Request, class Use, class Fail>
void await(const Request& request, Use&& use, Fail&& fail) {
  if (PAYLINK_BUG(then_instead_of_await))
    request.then(std::forward<Use>(use), std::forward<Fail>(fail));
  else
    request.await(std::forward<Use>(use), std::forward<Fail>(fail));
}

} // namespace

caf::result<credit_settled> payment_link_state::on_credit(credit_received& credit) {
  auto reply = self->make_response_promise<credit_settled>();
  await(
      self->request(store, caf::infinite, write{std::move(credit.entry)}),
      [this, reply](written& done) mutable {
        auto outcome = reply_of<recorded_entry>(done);
        if (outcome) spread(*outcome);
        reply.deliver(credit_settled{std::move(outcome)});
      },
      [reply](caf::error&) mutable { reply.deliver(credit_settled{errc::service_unavailable}); });
  return reply;
}

void payment_link_state::spread(recorded_entry& outcome) {
  if (!outcome.public_id.empty()) node->publish_status(outcome.public_id, link_status::succeeded);
  PAYLINK_FAILPOINT(before_event_handed_on);
  if (outcome.job)
    self->send(supervisor, job_claimed{std::move(*outcome.job)});
  else if (outcome.in_line)
    self->send(supervisor, line_grew{std::move(*outcome.in_line)});
  PAYLINK_FAILPOINT(after_event_handed_on);
}

caf::result<link_reply> payment_link_state::on_close(const close_link& command) {
  auto reply = self->make_response_promise<link_reply>();
  await(
      self->request(store, caf::infinite, write{command}),
      [this, reply](written& done) mutable {
        auto link = reply_of<payment_link>(done);
        if (link) node->publish_status(link->public_id, link->status);
        reply.deliver(link_reply{std::move(link)});
      },
      [reply](caf::error&) mutable { reply.deliver(link_reply{errc::service_unavailable}); });
  return reply;
}

payment_link_actor::behavior_type payment_link_behavior(payment_link_actor::stateful_pointer<payment_link_state> self,
                                                        node_environment* node, store_actor store,
                                                        delivery_supervisor_actor supervisor) {
  self->state.node = node;
  self->state.store = std::move(store);
  self->state.supervisor = std::move(supervisor);
  return {
      [self](credit_received& credit) { return self->state.on_credit(credit); },
      [self](const close_link& command) { return self->state.on_close(command); },
  };
}

} // namespace paylink
