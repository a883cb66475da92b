#include "actors/store.hpp"

#include "actors/crash_report.hpp"
#include "failpoints/failpoint.hpp"
#include "logging/log.hpp"

#include <caf/all.hpp>

namespace paylink {

namespace {

/// How often the database is maintained while idle.
constexpr std::chrono::milliseconds rest_interval{50};
/// How often, and for how long, a verb that another node blocks is retried; then the bank sends it again.
constexpr std::chrono::milliseconds held_interval{50};
constexpr std::chrono::seconds held_patience{1};

bool is_held_up(const result<write_reply>& outcome) { return outcome && std::holds_alternative<held_up>(*outcome); }

} // namespace

store_state::~store_state() {
  for (auto* all : {&waiters, &holding})
    for (auto& waiting : *all) waiting.reply.deliver(written{errc::service_unavailable});
}

caf::result<written> store_state::on_write(write& request) {
  auto reply = self->make_response_promise<written>();
  commands.push_back(std::move(request.command));
  waiters.push_back({reply});
  // The flush comes after everything already in the mailbox, so all of it shares one commit.
  if (commands.size() >= batch_commands_max || (!flush_queued && self->mailbox().empty()))
    flush();
  else if (!std::exchange(flush_queued, true))
    self->send(store_actor{self}, flush_due{});
  return reply;
}

void store_state::flush() {
  flush_queued = false;
  if (commands.empty()) return;
  // Each waiter is kept until it is answered: if this actor ends, the rest get an answer too.
  auto outcomes = writer->apply(commands);
  PAYLINK_FAILPOINT(before_batch_answered);
  answer(std::move(outcomes));
  PAYLINK_FAILPOINT(after_batch_answered);
  if (!std::exchange(rest_queued, true)) self->delayed_send(store_actor{self}, rest_interval, rest_due{});
}

void store_state::answer(std::vector<result<write_reply>> outcomes) {
  const auto now = self->clock().now();
  for (std::size_t i = 0; i < waiters.size(); ++i) {
    auto& waiting = waiters[i];
    if (is_held_up(outcomes[i])) {
      if (!waiting.held_since) waiting.held_since = now;
      if (now - *waiting.held_since < held_patience) {
        held.push_back(std::move(commands[i]));
        holding.push_back(std::move(waiting));
        continue;
      }
      log::warning("store.held_up", {{"advice", "look for a stalled node or a session that holds locks"}});
      outcomes[i] = errc::service_unavailable;
    }
    waiting.reply.deliver(written{std::move(outcomes[i])});
  }
  commands.clear();
  waiters.clear();
  if (!held.empty() && !std::exchange(retry_queued, true))
    self->delayed_send(store_actor{self}, held_interval, retry_due{});
}

void store_state::retry() {
  retry_queued = false;
  commands.insert(commands.begin(), std::make_move_iterator(held.begin()), std::make_move_iterator(held.end()));
  waiters.insert(waiters.begin(), std::make_move_iterator(holding.begin()), std::make_move_iterator(holding.end()));
  held.clear();
  holding.clear();
  flush();
}

void store_state::rest() {
  rest_queued = false;
  writer->rest(commands.empty());
}

store_actor::behavior_type store_behavior(store_actor::stateful_pointer<store_state> self,
                                          const std::function<std::unique_ptr<write_store>()>& open) {
  report_crashes(self);
  self->state.writer = open();
  // Before this incarnation claims anything, it releases the claims of earlier incarnations. If that fails now, the
  // next heartbeat does it.
  const write_command first = keep_alive{};
  self->state.writer->apply({&first, 1});
  return {
      [self](write& request) { return self->state.on_write(request); },
      [self](flush_due) { self->state.flush(); },
      [self](retry_due) { self->state.retry(); },
      [self](rest_due) { self->state.rest(); },
  };
}

} // namespace paylink
