#include "actors/workspaces/directory.hpp"

#include "actors/crash_report.hpp"
#include "actors/replies.hpp"
#include "actors/workspaces/credit_outcome.hpp"
#include "domain/banks/connection.hpp"
#include "logging/log.hpp"
#include "persistence/raw/raw_entry.hpp"

#include <caf/all.hpp>

namespace paylink {

namespace {

/// How long an account is cached before it is looked up again.
constexpr std::chrono::seconds account_belief{10};
/// With more accounts than this, the cache is cleared.
constexpr std::size_t accounts_max = 100'000;

std::string account_key(const entry_arrived& arrived) {
  std::string key;
  key.reserve(arrived.feed.size() + arrived.entry.bin.size() + arrived.entry.account_number.size() + 2);
  key.append(arrived.feed).append(1, '/').append(arrived.entry.bin).append(1, '/').append(arrived.entry.account_number);
  return key;
}

/// The verification texts in a debit of an account that is not connected: only its holder can make one, while anybody
/// can pay into it, and a bank takes payments back. A statement proves nothing: people write them.
std::vector<std::string> texts_that_may_prove(const bank_entry& entry, const bank_account* account) {
  const bool is_connected = account && account->state == account_state::connected;
  if (is_connected || !entry.statement_id.empty() || entry.type != transfer_type::debit ||
      entry.status != entry_status::booked || entry.is_reversal)
    return {};
  return find_verification_texts(entry.searched_text());
}

} // namespace

caf::result<written> directory_state::on_entry(entry_arrived& arrived) {
  auto reply = owe<written>(self);
  const auto now = parts->node->clock.uptime();
  auto kept = std::make_shared<entry_arrived>(std::move(arrived));
  kept->is_asked_for = kept->account != nullptr;
  if (kept->account) {
    auto texts = texts_that_may_prove(kept->entry, kept->account.get());
    texts.empty() ? hand_over(kept, kept->account, reply) : prove(kept, std::move(texts), reply);
    return reply.later();
  }
  const auto known = accounts.find(account_key(*kept));
  const bool may_prove = !texts_that_may_prove(kept->entry, nullptr).empty();
  if (!may_prove && known != accounts.end() && now - known->second.learnt_at < account_belief &&
      known->second.account->state == account_state::connected)
    hand_over(kept, known->second.account, reply);
  else
    locate(kept, reply);
  return reply.later();
}

void directory_state::locate(const std::shared_ptr<entry_arrived>& arrived, const owed_reply<written>& reply, look at) {
  const auto& entry = arrived->entry;
  self->request(readers->next(), caf::infinite, locate_account{arrived->feed, entry.bin, entry.account_number})
      .then(
          [this, arrived, reply, at](located_account& found) mutable {
            if (found.failed != errc::ok) {
              reply.deliver(written{found.failed});
              return;
            }
            auto texts = texts_that_may_prove(arrived->entry, found.account.get());
            if (at != look::after_proof && !texts.empty()) return prove(arrived, std::move(texts), reply);
            if (!found.account) return keep_unknown(*arrived, reply);
            if (accounts.size() >= accounts_max) accounts.clear();
            accounts[account_key(*arrived)] = {found.account, parts->node->clock.uptime()};
            const bool could_prove = at == look::first && !texts_that_may_prove(arrived->entry, nullptr).empty();
            could_prove ? hand_over_proof(arrived, found.account, reply) : hand_over(arrived, found.account, reply);
          },
          [reply](caf::error&) mutable { reply.deliver(written{errc::service_unavailable}); });
}

void directory_state::prove(const std::shared_ptr<entry_arrived>& arrived, std::vector<std::string> texts,
                            const owed_reply<written>& reply) {
  const auto& node = *parts->node;
  prove_account proof{.feed = arrived->feed,
                      .bin = arrived->entry.bin,
                      .number = arrived->entry.account_number,
                      .texts = std::move(texts),
                      .occurred_at = arrived->entry.occurred_at,
                      .amount = arrived->entry.amount,
                      .bank_reference = arrived->entry.bank_reference,
                      .by = {.id = audit_id::make(node.clock.now(), node.random), .by = {}}};
  self->request(parts->store, caf::infinite, write{std::move(proof)})
      .then(
          [this, arrived, reply](written& done) mutable {
            const auto proved = reply_to<prove_account>(done);
            if (!proved) {
              reply.deliver(written{errc::service_unavailable});
              return;
            }
            if (proved->is_connected) {
              log::info("bank_account.proved_by_transfer", {{"feed", arrived->feed}});
              self->send(parts->account_updater, accounts_are_due{});
            } else if (arrived->account) {
              return hand_over(arrived, arrived->account, reply);
            }
            // If it proved nothing, it may have come twice, and the account be connected by now.
            locate(arrived, reply, look::after_proof);
          },
          [reply](caf::error&) mutable { reply.deliver(written{errc::service_unavailable}); });
}

void directory_state::hand_over(const std::shared_ptr<entry_arrived>& arrived,
                                const std::shared_ptr<const bank_account>& account, const owed_reply<written>& reply) {
  arrived->account = account;
  with_workspace(account->workspace,
                 [reply, arrived](const workspace_actor& to) { reply.delegate(to, std::move(*arrived)); });
}

void directory_state::hand_over_proof(const std::shared_ptr<entry_arrived>& arrived,
                                      const std::shared_ptr<const bank_account>& account,
                                      const owed_reply<written>& reply) {
  const auto settle = [this, arrived, reply](written& done) {
    if (const auto* settled = entry_in(done); settled && settled->result == entry_result::unknown_account)
      return locate(arrived, reply, look::again);
    reply.deliver(std::move(done));
  };
  with_workspace(account->workspace, [this, arrived, account, reply, settle](const workspace_actor& to) {
    self->request(to, caf::infinite, entry_arrived{arrived->feed, arrived->entry, account})
        .then(settle, [reply](caf::error&) mutable { reply.deliver(written{errc::service_unavailable}); });
  });
}

void directory_state::keep_unknown(const entry_arrived& arrived, const owed_reply<written>& reply) {
  log::warning("feed.unknown_account", {{"feed", arrived.feed}, {"bank_reference", arrived.entry.bank_reference}});
  self->request(parts->store, caf::infinite, write{keep_unknown_entry(arrived.feed, arrived.entry)})
      .then(
          [reply](written& done) {
            // Also if it has been kept before: that is what the bank is to know of it.
            if (auto* kept = entry_in(done)) kept->result = entry_result::unknown_account;
            reply.deliver(std::move(done));
          },
          [reply](caf::error&) { reply.deliver(written{errc::service_unavailable}); });
}

caf::result<written> directory_state::on_command(workspace_command& command) {
  auto reply = owe<written>(self);
  const auto workspace = command.workspace;
  with_workspace(workspace, [reply, message = std::move(command)](const workspace_actor& to) mutable {
    reply.delegate(to, std::move(message));
  });
  return reply.later();
}

void directory_state::with_workspace(workspace_id id, std::function<void(const workspace_actor&)> use) {
  auto& place = awake[id];
  if (place.leaving) {
    place.waiting.push_back(std::move(use));
    return;
  }
  if (!place.actor) place.actor = spawn_workspace(id);
  use(place.actor);
}

workspace_actor directory_state::spawn_workspace(workspace_id id) {
  auto made = self->spawn<caf::monitored + caf::linked>(workspace_behavior, id, *parts, directory_actor{self});
  by_address.emplace(made->address(), id);
  return made;
}

void directory_state::on_idle(workspace_id id) {
  auto found = awake.find(id);
  if (found == awake.end() || found->second.leaving) return;
  found->second.leaving = true;
  // Nothing is sent to it after this, so this is its last message. Messages sent before may have reached it after it
  // reported that it is idle; then it stays.
  self->send(found->second.actor, retire{});
}

void directory_state::on_busy(workspace_id id) {
  auto found = awake.find(id);
  if (found == awake.end()) return;
  found->second.leaving = false;
  for (auto& use : std::exchange(found->second.waiting, {})) use(found->second.actor);
}

void directory_state::on_down(const caf::down_msg& down) {
  auto known = by_address.find(down.source);
  if (known == by_address.end()) return;
  const auto id = known->second;
  by_address.erase(known);
  auto found = awake.find(id);
  if (found == awake.end()) return;
  auto waiting = std::move(found->second.waiting);
  awake.erase(found);
  for (auto& use : waiting) with_workspace(id, std::move(use));
}

directory_actor::behavior_type directory_behavior(directory_actor::stateful_pointer<directory_state> self,
                                                  workspace_parts parts) {
  self->state.readers.emplace(parts.readers);
  self->state.parts.emplace(std::move(parts));
  self->set_down_handler([self](const caf::down_msg& down) { self->state.on_down(down); });
  // Workspaces end with the directory, but the directory does not end with one of them: the next message wakes another.
  self->set_exit_handler([self](const caf::exit_msg& leaving) {
    if (leaving.reason == caf::exit_reason::user_shutdown || leaving.reason == caf::exit_reason::kill)
      self->quit(leaving.reason);
    else if (leaving.reason)
      log::error("workspace.crashed", {{"reason", caf::to_string(leaving.reason)}});
  });
  report_crashes(self);
  return {
      [self](entry_arrived& arrived) { return self->state.on_entry(arrived); },
      [self](workspace_command& command) { return self->state.on_command(command); },
      [self](const workspace_idle& idle) { self->state.on_idle(idle.id); },
      [self](const workspace_busy& reported) { self->state.on_busy(reported.id); },
  };
}

} // namespace paylink
