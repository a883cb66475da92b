#include "actors/upkeep/link_expirer.hpp"

#include "actors/crash_report.hpp"
#include "actors/replies.hpp"

#include <caf/all.hpp>

namespace paylink {

namespace {

/// The longest time between two sweeps, for what was created since the last one and expires before all others; and the
/// shortest.
constexpr std::chrono::milliseconds interval_max{1'000};
constexpr std::chrono::milliseconds interval_min{20};

} // namespace

void link_expirer_state::expire() {
  next = interval_max;
  sweeps = 2;
  self->request(store, caf::infinite, write{expire_links{}})
      .then(
          [this](written& done) {
            auto expired = reply_to<expire_links>(done);
            expired ? on_links_expired(*expired) : look_again(interval_max);
          },
          [this](caf::error&) { look_again(interval_max); });
  self->request(store, caf::infinite, write{expire_orders{}})
      .then(
          [this](written& done) {
            const auto expired = reply_to<expire_orders>(done);
            expired ? on_orders_expired(*expired) : look_again(interval_max);
          },
          [this](caf::error&) { look_again(interval_max); });
}

void link_expirer_state::on_links_expired(expired_links& expired) {
  for (const auto& public_id : expired.public_ids) node->publish_status(public_id, link_status::expired);
  look_again(wait_for(expired.more, expired.next_due));
}

void link_expirer_state::on_orders_expired(const expired_orders& expired) {
  if (expired.failed > 0) self->send(supervisor, rows_are_due{});
  look_again(wait_for(expired.more, expired.next_due));
}

std::chrono::milliseconds link_expirer_state::wait_for(bool more, const std::optional<timestamp>& next_due) const {
  if (more) return std::chrono::milliseconds{0};
  if (!next_due) return interval_max;
  return std::clamp<std::chrono::milliseconds>(*next_due - node->clock.now(), interval_min, interval_max);
}

void link_expirer_state::look_again(std::chrono::milliseconds wait) {
  next = std::min(next, wait);
  if (--sweeps > 0) return;
  self->delayed_send(link_expirer_actor{self}, next, expiry_due{});
}

link_expirer_actor::behavior_type link_expirer_behavior(link_expirer_actor::stateful_pointer<link_expirer_state> self,
                                                        node_environment* node, store_actor store,
                                                        delivery_supervisor_actor supervisor) {
  self->state.node = node;
  self->state.store = std::move(store);
  self->state.supervisor = std::move(supervisor);
  report_crashes(self);
  self->state.expire();
  return {
      [self](expiry_due) { self->state.expire(); },
  };
}

} // namespace paylink
