#include "actors/banks/bank_connection.hpp"

#include "actors/crash_report.hpp"
#include "domain/banks/connection.hpp"

#include <caf/all.hpp>

namespace paylink {

caf::result<connector_answer> bank_connection_state::on_call(connector_call& wanted) {
  auto reply = owe<connector_answer>(self);
  waiting.push_back({std::move(wanted), reply});
  ++calls;
  go_on();
  return reply.later();
}

void bank_connection_state::go_on() {
  if (is_calling) return;
  if (waiting.empty()) return rest();
  is_calling = true;
  auto next = std::move(waiting.front());
  waiting.pop_front();
  const auto reply = next.reply;
  self->request(connector, caf::infinite, std::move(next.call))
      .then(
          [this, reply](connector_answer& answer) {
            is_calling = false;
            reply.deliver(std::move(answer));
            go_on();
          },
          [this, reply](caf::error&) {
            is_calling = false;
            reply.deliver({.failed = errc::service_unavailable, .reason = "the connector actor is gone"});
            go_on();
          });
}

void bank_connection_state::rest() {
  self->delayed_send(bank_connection_actor{self}, connection_life(ownership_proof::otp), connection_given_up{calls});
}

bank_connection_actor::behavior_type
bank_connection_behavior(bank_connection_actor::stateful_pointer<bank_connection_state> self,
                         connector_caller_actor connector) {
  self->state.connector = std::move(connector);
  report_crashes(self);
  return {
      [self](connector_call& wanted) { return self->state.on_call(wanted); },
      [self](const connection_given_up& due) {
        if (due.calls == self->state.calls) self->quit();
      },
  };
}

} // namespace paylink
