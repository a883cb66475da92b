#include "actors/store.hpp"

#include "actors/crash_report.hpp"
#include "failpoints/failpoint.hpp"
#include "logging/log.hpp"

#include <caf/all.hpp>

namespace paylink {

namespace {

/// How often the database is looked after while nothing else happens.
constexpr std::chrono::milliseconds rest_interval{50};

} // namespace

store_state::~store_state() {
  for (auto& waiter : waiters) waiter.deliver(written{errc::service_unavailable});
}

caf::result<written> store_state::on_write(write& request) {
  auto reply = self->make_response_promise<written>();
  commands.push_back(std::move(request.command));
  waiters.push_back(reply);
  // The flush lands behind everything that is in the mailbox already, so all of it shares one commit.
  if (commands.size() >= batch_commands_max)
    flush();
  else if (!std::exchange(flush_queued, true))
    self->send(store_actor{self}, flush_due{});
  return reply;
}

void store_state::flush() {
  flush_queued = false;
  if (commands.empty()) return;
  // Whoever waits is known until it is answered: the end of this actor answers the rest.
  auto outcomes = writer->apply(commands);
  PAYLINK_FAILPOINT(before_batch_answered);
  for (std::size_t i = 0; i < waiters.size(); ++i) waiters[i].deliver(written{std::move(outcomes[i])});
  PAYLINK_FAILPOINT(after_batch_answered);
  commands.clear();
  waiters.clear();
  if (!std::exchange(rest_queued, true)) self->delayed_send(store_actor{self}, rest_interval, rest_due{});
}

void store_state::rest() {
  rest_queued = false;
  writer->rest(commands.empty());
}

store_actor::behavior_type store_behavior(store_actor::stateful_pointer<store_state> self,
                                          const std::function<std::unique_ptr<write_store>()>& open) {
  report_crashes(self);
  self->state.writer = open();
  // Before this life claims anything: what lives before it have left comes first. What cannot be given back now is when
  // the next heartbeat gets through.
  const write_command first = keep_alive{};
  self->state.writer->apply({&first, 1});
  return {
      [self](write& request) { return self->state.on_write(request); },
      [self](flush_due) { self->state.flush(); },
      [self](rest_due) { self->state.rest(); },
  };
}

} // namespace paylink
