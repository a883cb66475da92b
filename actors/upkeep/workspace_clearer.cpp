#include "actors/upkeep/workspace_clearer.hpp"

#include "actors/crash_report.hpp"
#include "actors/replies.hpp"

#include <caf/all.hpp>

namespace paylink {

namespace {

/// Between two looks for a deleted Workspace, and between two portions.
constexpr std::chrono::seconds look_interval{10};
constexpr std::chrono::milliseconds portion_interval{5};

} // namespace

void workspace_clearer_state::clear() {
  self->request(store, caf::infinite, write{clear_workspace{}})
      .then(
          [this](written& done) {
            const auto portion = reply_to<clear_workspace>(done);
            if (!portion) return look_again(look_interval);
            for (const auto& public_id : portion->public_ids) node->publish_status(public_id, link_status::failed);
            look_again(portion->is_more_due ? portion_interval : std::chrono::milliseconds{look_interval});
          },
          [this](caf::error&) { look_again(look_interval); });
}

void workspace_clearer_state::look_again(std::chrono::milliseconds wait) {
  self->delayed_send(workspace_clearer_actor{self}, wait, clearing_due{});
}

workspace_clearer_actor::behavior_type
workspace_clearer_behavior(workspace_clearer_actor::stateful_pointer<workspace_clearer_state> self,
                           node_environment* node, store_actor store) {
  self->state.node = node;
  self->state.store = std::move(store);
  report_crashes(self);
  self->state.clear();
  return {
      [self](clearing_due) { self->state.clear(); },
  };
}

} // namespace paylink
