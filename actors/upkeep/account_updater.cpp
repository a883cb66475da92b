#include "actors/upkeep/account_updater.hpp"

#include "actors/crash_report.hpp"
#include "actors/replies.hpp"
#include "actors/workspaces/credit_outcome.hpp"

#include <caf/all.hpp>

#include <algorithm>

namespace paylink {

namespace {

/// Entries of a portion.
constexpr std::size_t entries_max = 50;
constexpr std::chrono::milliseconds between_account_portions{5};
/// Other nodes connect accounts, too, and a clock may be wrong: so long at most between two looks, and so short.
constexpr std::chrono::seconds account_look_max{30};
constexpr std::chrono::milliseconds account_look_min{20};
/// After a portion that could not be stored.
constexpr std::chrono::seconds wait_after_fault{1};

} // namespace

void account_updater_state::look() {
  if (is_looking) return;
  is_looking = true;
  ++next_look;
  self->request(store, caf::infinite, write{keep_accounts{entries_max}})
      .then(
          [this](written& done) {
            is_looking = false;
            auto kept = reply_to<keep_accounts>(done);
            kept ? on_kept(*kept) : look_again(wait_after_fault);
          },
          [this](caf::error&) {
            is_looking = false;
            look_again(wait_after_fault);
          });
}

void account_updater_state::on_kept(kept_accounts& kept) {
  for (auto& one : kept.settled) notify_after_commit(self, *node, supervisor, kept.workspace, one);
  for (const auto& public_id : kept.public_ids) node->publish_status(public_id, link_status::failed);
  if (kept.has_notified) self->send(supervisor, rows_are_due{});
  if (kept.is_more_due) return look_again(between_account_portions);
  const std::chrono::milliseconds wait = kept.next_due ? *kept.next_due - node->clock.now() : account_look_max;
  look_again(std::clamp<std::chrono::milliseconds>(wait, account_look_min, account_look_max));
}

void account_updater_state::look_again(std::chrono::milliseconds wait) {
  self->delayed_send(account_updater_actor{self}, wait, account_due{++next_look});
}

account_updater_actor::behavior_type
account_updater_behavior(account_updater_actor::stateful_pointer<account_updater_state> self, node_environment* node,
                         store_actor store, delivery_supervisor_actor supervisor) {
  self->state.node = node;
  self->state.store = std::move(store);
  self->state.supervisor = std::move(supervisor);
  report_crashes(self);
  self->state.look();
  return {
      [self](accounts_are_due) { self->state.look(); },
      [self](const account_due& due) {
        if (due.look == self->state.next_look) self->state.look();
      },
  };
}

} // namespace paylink
