#include "actors/upkeep/link_expirer.hpp"

#include "actors/crash_report.hpp"
#include "actors/replies.hpp"

#include <caf/all.hpp>

namespace paylink {

namespace {

/// The longest time between two sweeps, for links created since the last one that expire before all others; and the
/// shortest.
constexpr std::chrono::milliseconds interval_max{1'000};
constexpr std::chrono::milliseconds interval_min{20};

} // namespace

void link_expirer_state::expire() {
  self->request(store, caf::infinite, write{expire_links{}})
      .then(
          [this](written& done) {
            auto expired = reply_to<expire_links>(done);
            if (!expired) return look_again(interval_max);
            for (const auto& public_id : expired->public_ids) node->publish_status(public_id, link_status::expired);
            if (expired->more) return look_again(std::chrono::milliseconds{0});
            const auto wait = expired->next_due ? *expired->next_due - node->clock.now() : interval_max;
            look_again(std::clamp<std::chrono::milliseconds>(wait, interval_min, interval_max));
          },
          [this](caf::error&) { look_again(interval_max); });
}

void link_expirer_state::look_again(std::chrono::milliseconds wait) {
  self->delayed_send(link_expirer_actor{self}, wait, expiry_due{});
}

link_expirer_actor::behavior_type link_expirer_behavior(link_expirer_actor::stateful_pointer<link_expirer_state> self,
                                                        node_environment* node, store_actor store) {
  self->state.node = node;
  self->state.store = std::move(store);
  report_crashes(self);
  self->state.expire();
  return {
      [self](expiry_due) { self->state.expire(); },
  };
}

} // namespace paylink
