#include "actors/banks/bank_desk.hpp"

#include "actors/banks/bank_connection.hpp"
#include "actors/crash_report.hpp"

#include <caf/all.hpp>

namespace paylink {

namespace {

/// Calls that wait for one bank: with more, people would wait for minutes.
constexpr int waiting_max = 16;

} // namespace

caf::result<connector_called> bank_desk_state::on_call(call_connector& wanted) {
  auto reply = owe<connector_called>(self);
  const auto feed = wanted.request->feed;
  const auto desk = desks.find(feed);
  if (desk == desks.end()) {
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
    self->request(desk->second, caf::infinite, std::move(wanted)).then(answer, give_up);
  else
    self->request(connection_of(wanted, desk->second), caf::infinite, std::move(wanted)).then(answer, give_up);
  return reply.later();
}

bank_connection_actor& bank_desk_state::connection_of(const call_connector& wanted, const connector_desk_actor& desk) {
  auto& connection = connections[wanted.account];
  if (!connection) {
    connection = self->spawn<caf::monitored + caf::linked>(bank_connection_behavior, desk);
    by_address.emplace(connection->address(), wanted.account);
  }
  return connection;
}

void bank_desk_state::on_down(const caf::down_msg& down) {
  const auto known = by_address.find(down.source);
  if (known == by_address.end()) return;
  connections.erase(known->second);
  by_address.erase(known);
}

bank_desk_actor::behavior_type bank_desk_behavior(bank_desk_actor::stateful_pointer<bank_desk_state> self,
                                                  std::map<std::string, connector_desk_actor> desks) {
  self->state.desks = std::move(desks);
  self->set_down_handler([self](const caf::down_msg& down) { self->state.on_down(down); });
  // Connections end with the desk, but the desk does not end with one of them.
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
