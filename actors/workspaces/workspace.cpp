#include "actors/workspaces/workspace.hpp"

#include "actors/crash_report.hpp"
#include "actors/workspaces/credit_outcome.hpp"
#include "actors/workspaces/payment_link.hpp"
#include "domain/banks/recorded_text.hpp"
#include "logging/log.hpp"

#include <caf/all.hpp>

namespace paylink {

namespace {

/// How often a Workspace checks whether it is idle; it ends if it had no work between two checks.
constexpr std::chrono::seconds idle_time{60};

} // namespace

caf::result<written> workspace_state::on_entry(entry_arrived& arrived) {
  auto reply = owe<written>(self);
  record_entry command{.account_row = arrived.account->row,
                       .account = arrived.account->id,
                       .workspace = id,
                       .owner = arrived.account->owner,
                       .feed = std::move(arrived.feed),
                       .is_asked_for = arrived.is_asked_for,
                       .virtual_account_row = 0,
                       .link = {},
                       .ambiguous = false,
                       .new_transaction = {},
                       .entry = std::move(arrived.entry)};
  command.name_transaction();
  auto candidates = references_in(command.entry);
  // One reference, or none, needs no look-up here: the store does it where the credit is settled.
  if (candidates.size() < 2 && command.entry.virtual_account_number.empty()) {
    if (!candidates.empty()) command.link = candidates.front();
    settle(std::move(command), reply);
    return reply.later();
  }
  credit_clue clue{arrived.account->row, std::move(candidates), command.entry.virtual_account_number};
  ++busy;
  match_later({std::move(command), std::move(clue), reply});
  return reply.later();
}

void workspace_state::match_later(unmatched_entry entry) {
  unmatched.push_back(std::move(entry));
  // Sent after everything already in the mailbox, so all of it is looked up together.
  if (!matching && !std::exchange(match_queued, true)) self->send(workspace_actor{self}, match_due{});
}

void workspace_state::match_unmatched() {
  match_queued = false;
  if (matching || unmatched.empty()) return;
  matching = true;
  auto asked = std::make_shared<std::vector<unmatched_entry>>(std::exchange(unmatched, {}));
  match_credits wanted;
  wanted.credits.reserve(asked->size());
  for (auto& entry : *asked) wanted.credits.push_back(std::move(entry.clue));
  const auto settle_all = [this, asked](const matched_credits& found) {
    matching = false;
    for (std::size_t i = 0; i < asked->size(); ++i) {
      auto& entry = (*asked)[i];
      --busy;
      if (found.failed != errc::ok) {
        entry.reply.deliver(written{found.failed});
        continue;
      }
      auto& command = entry.command;
      const auto& match = found.links[i];
      command.virtual_account_row = match.virtual_account_row;
      command.ambiguous = match.ambiguous;
      if (command.entry.type == transfer_type::credit) command.link = match.link;
      settle(std::move(command), entry.reply);
    }
    match_unmatched();
  };
  self->request(readers->next(), caf::infinite, std::move(wanted))
      .then([settle_all](matched_credits& found) { settle_all(found); },
            [settle_all](caf::error&) { settle_all({{}, errc::service_unavailable}); });
}

void workspace_state::settle(record_entry command, const entry_promise& reply) {
  if (command.link) {
    const auto link = *command.link;
    return reply.delegate(wake(link), write{std::move(command)});
  }
  ++busy;
  self->request(store, caf::infinite, write{std::move(command)})
      .then(
          [this, reply](written& done) {
            --busy;
            // Money on a virtual account may have completed the link that names it.
            if (auto* settled = entry_in(done)) notify_after_commit(self, *node, supervisor, id, *settled);
            reply.deliver(std::move(done));
          },
          [this, reply](caf::error&) {
            --busy;
            reply.deliver(written{errc::service_unavailable});
          });
}

payment_link_actor workspace_state::wake(const reference& link) {
  // What is in a link's mailbox, and what the store owes it, keep it alive. Without either, it has ended.
  if (links.size() >= links_looked_through_at) {
    forget_ended_links();
    links_looked_through_at = std::max<std::size_t>(64, 2 * links.size());
  }
  auto& known = links[link];
  auto actor = caf::actor_cast<payment_link_actor>(known);
  if (!actor) {
    actor = self->spawn(payment_link_behavior, node, store, supervisor);
    known = actor->address();
  }
  return actor;
}

void workspace_state::forget_ended_links() {
  std::erase_if(links, [](const auto& one) { return !caf::actor_cast<payment_link_actor>(one.second); });
}

void workspace_state::begin_idle_watch() {
  was_idle = true;
  self->delayed_send(workspace_actor{self}, idle_time, idle_due{});
}

void workspace_state::on_idle_due() {
  // In any case: an actor that has ended keeps its memory as long as its address is known.
  forget_ended_links();
  if (was_idle && busy == 0 && links.empty()) self->send(directory, workspace_idle{id});
  begin_idle_watch();
}

void workspace_state::on_retire() {
  forget_ended_links();
  if (busy > 0 || !links.empty()) return self->send(directory, workspace_busy{id});
  self->quit();
}

workspace_actor::behavior_type workspace_behavior(workspace_actor::stateful_pointer<workspace_state> self,
                                                  workspace_id id, workspace_parts parts, directory_actor directory) {
  auto& state = self->state;
  state.id = id;
  state.node = parts.node;
  state.store = std::move(parts.store);
  state.supervisor = std::move(parts.supervisor);
  state.account_updater = std::move(parts.account_updater);
  state.directory = std::move(directory);
  state.readers.emplace(std::move(parts.readers));
  state.list_readers.emplace(std::move(parts.list_readers));
  report_crashes(self);
  state.begin_idle_watch();
  return {
      [self](entry_arrived& arrived) {
        self->state.was_idle = false;
        return self->state.on_entry(arrived);
      },
      [self](workspace_command& command) {
        self->state.was_idle = false;
        return self->state.on_command(command);
      },
      [self](retire) { self->state.on_retire(); },
      [self](match_due) { self->state.match_unmatched(); },
      [self](idle_due) { self->state.on_idle_due(); },
  };
}

} // namespace paylink
