#include "actors/banks/connector_router.hpp"

#include "actors/banks/bank_connection.hpp"
#include "actors/crash_report.hpp"

#include <caf/all.hpp>

namespace paylink {

namespace {

/// Calls that wait for one bank: with more, people would wait for minutes.
constexpr int waiting_max = 16;

} // namespace

caf::result<connector_called> connector_router_state::on_call(call_connector& wanted) {
  auto reply = owe<connector_called>(self);
  const auto feed = wanted.request->feed;
  const auto caller = callers.find(feed);
  if (caller == callers.end()) {
    reply.deliver({{.failed = errc::bank_unreachable, .reason = "the bank has no connector"}});
    return reply.later();
  }
  if (waiting[feed] >= waiting_max) {
    reply.deliver({{.failed = errc::rate_limited, .reason = "too many calls are waiting for the bank"}});
    return reply.later();
  }
  ++waiting[feed];
  const auto answer = [this, feed, reply](connector_called& done) {
    --waiting[feed];
    reply.deliver(std::move(done));
  };
  const auto give_up = [this, feed, reply](caf::error&) {
    --waiting[feed];
    reply.deliver({{.failed = errc::service_unavailable, .reason = "the call was lost"}});
  };
  if (wanted.account.empty())
    self->request(caller->second, caf::infinite, std::move(wanted)).then(answer, give_up);
  else
    self->request(connection_of(wanted, caller->second), caf::infinite, std::move(wanted)).then(answer, give_up);
  return reply.later();
}

bank_connection_actor& connector_router_state::connection_of(const call_connector& wanted,
                                                             const connector_caller_actor& caller) {
  auto& connection = connections[wanted.account];
  if (!connection) {
    connection = self->spawn<caf::monitored + caf::linked>(bank_connection_behavior, caller);
    by_address.emplace(connection->address(), wanted.account);
  }
  return connection;
}

void connector_router_state::on_down(const caf::down_msg& down) {
  const auto known = by_address.find(down.source);
  if (known == by_address.end()) return;
  connections.erase(known->second);
  by_address.erase(known);
}

connector_router_actor::behavior_type
connector_router_behavior(connector_router_actor::stateful_pointer<connector_router_state> self,
                          std::map<std::string, connector_caller_actor> callers) {
  self->state.callers = std::move(callers);
  self->set_down_handler([self](const caf::down_msg& down) { self->state.on_down(down); });
  // Connections end with the caller, but the caller does not end with one of them.
  self->set_exit_handler([self](const caf::exit_msg& leaving) {
    if (leaving.reason == caf::exit_reason::user_shutdown || leaving.reason == caf::exit_reason::kill)
      self->quit(leaving.reason);
  });
  report_crashes(self);
  return {
      [self](call_connector& wanted) { return self->state.on_call(wanted); },
  };
}

} // namespace paylink
