#include "actors/banks/connector_router.hpp"

#include "actors/banks/bank_connection.hpp"
#include "actors/crash_report.hpp"

#include <caf/all.hpp>

namespace paylink {

namespace {

/// Calls that wait for one bank: with more, people would wait for minutes.
constexpr int waiting_max = 16;

} // namespace

caf::result<connector_answer> connector_router_state::on_call(const connector_call& wanted) {
  auto reply = owe<connector_answer>(self);
  call(wanted, [reply](connector_answer answer) { reply.deliver(std::move(answer)); });
  return reply.later();
}

void connector_router_state::on_continued(const continued_call<connector_call>& wanted) {
  call(wanted.work(), [wanted](connector_answer answer) {
    if (answer.failed != errc::rate_limited) return wanted.finish(std::move(answer));
    wanted.refuse(answer.failed, "Too many calls are waiting for this bank. Try again shortly.");
  });
}

void connector_router_state::call(const connector_call& wanted, const std::function<void(connector_answer)>& done) {
  const auto feed = wanted.request.feed;
  const auto caller = callers.find(feed);
  if (caller == callers.end()) return done({.failed = errc::bank_unreachable, .reason = "the bank has no connector"});
  if (waiting[feed] >= waiting_max)
    return done({.failed = errc::rate_limited, .reason = "too many calls are waiting for the bank"});
  ++waiting[feed];
  const auto answer = [this, feed, done](connector_answer& answered) {
    --waiting[feed];
    done(std::move(answered));
  };
  const auto give_up = [this, feed, done](caf::error&) {
    --waiting[feed];
    done({.failed = errc::service_unavailable, .reason = "the call was lost"});
  };
  if (wanted.account.empty())
    self->request(caller->second, caf::infinite, wanted).then(answer, give_up);
  else
    self->request(connection_of(wanted, caller->second), caf::infinite, wanted).then(answer, give_up);
}

bank_connection_actor& connector_router_state::connection_of(const connector_call& wanted,
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
      [self](const connector_call& wanted) { return self->state.on_call(wanted); },
      [self](const continued_call<connector_call>& wanted) { self->state.on_continued(wanted); },
  };
}

} // namespace paylink
