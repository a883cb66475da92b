#include "actors/replies.hpp"
#include "actors/workspace.hpp"

#include <caf/all.hpp>

namespace paylink {

namespace {

/// How many links are looked at, and how many callbacks are due again, in one transaction: few, so that credits which
/// wait behind them do not wait long.
constexpr int portion_links_max = 250;

} // namespace

caf::result<round_reply> workspace_state::on_resend(resend_callback& command) {
  auto reply = owe<round_reply>(self);
  ++busy;
  self->request(store, caf::infinite, write{std::move(command)})
      .then(
          [this, reply](written& done) mutable {
            --busy;
            auto opened = reply_of<opened_round>(done);
            if (opened) self->send(supervisor, rows_are_due{});
            reply.deliver(round_reply{std::move(opened)});
          },
          [this, reply](caf::error&) mutable {
            --busy;
            reply.deliver(round_reply{errc::service_unavailable});
          });
  return reply.later();
}

caf::result<resend_reply> workspace_state::on_resend_all(resend_all_callbacks& command) {
  auto reply = owe<resend_reply>(self);
  // One walk at a time, so that a Workspace's lists and its neighbours' never stand behind many.
  if (is_walking) {
    reply.deliver(resend_reply{errc::rate_limited});
    return reply.later();
  }
  // The store notes the key with the last portion: until then a second call would walk beside the first.
  if (!take_key(command.key)) {
    reply.deliver(resend_reply{errc::idempotency_in_progress});
    return reply.later();
  }
  ++busy;
  is_walking = true;
  command.filter.limit = portion_links_max;
  find_portion(std::make_shared<resend_walk>(resend_walk{std::move(command), {}, reply}));
  return reply.later();
}

void workspace_state::find_portion(const walk_ptr& walk) {
  const auto& command = walk->command;
  self->request(list_readers->next(), caf::infinite,
                find_resendable{command.workspace, command.filter, node->clock.now()})
      .then(
          [this, walk](found_resendable& found) {
            if (found.failed != errc::ok) return finish_walk(walk, found.failed);
            resend_links(walk, std::move(found.portion));
          },
          [this, walk](caf::error&) { finish_walk(walk, errc::service_unavailable); });
}

void workspace_state::resend_links(const walk_ptr& walk, resend_portion portion) {
  walk->so_far.matched += portion.matched;
  const auto& asked = walk->command;
  resend_callbacks command{.workspace = asked.workspace,
                           .link_rows = std::move(portion.link_rows),
                           .asked_by = asked.asked_by,
                           .so_far = walk->so_far,
                           .is_last = !portion.more_after,
                           .key = asked.key};
  self->request(store, caf::infinite, write{std::move(command)})
      .then(
          [this, walk, more_after = portion.more_after](written& done) {
            const auto counts = reply_of<resend_counts>(done);
            if (!counts) return finish_walk(walk, counts.error());
            if (counts->queued > walk->so_far.queued) self->send(supervisor, rows_are_due{});
            walk->so_far = *counts;
            if (!more_after) return finish_walk(walk, *counts);
            walk->command.filter.after = more_after;
            find_portion(walk);
          },
          [this, walk](caf::error&) { finish_walk(walk, errc::service_unavailable); });
}

void workspace_state::finish_walk(const walk_ptr& walk, result<resend_counts> counts) {
  --busy;
  is_walking = false;
  give_key_back(walk->command.key);
  walk->reply.deliver(resend_reply{counts});
}

} // namespace paylink
