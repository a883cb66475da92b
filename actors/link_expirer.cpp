#include "actors/link_expirer.hpp"

#include "actors/replies.hpp"

#include <caf/all.hpp>

namespace paylink {

namespace {

constexpr std::chrono::seconds expiry_interval{1};

} // namespace

void link_expirer_state::expire() {
  self->request(store, caf::infinite, write{expire_links{}})
      .then(
          [this](written& done) {
            auto expired = reply_of<expired_links>(done);
            const bool more = expired && expired->more;
            if (expired)
              for (const auto& public_id : expired->public_ids) node->publish_status(public_id, link_status::expired);
            self->delayed_send(link_expirer_actor{self}, more ? std::chrono::seconds{0} : expiry_interval,
                               expiry_due{});
          },
          [this](caf::error&) { self->delayed_send(link_expirer_actor{self}, expiry_interval, expiry_due{}); });
}

link_expirer_actor::behavior_type link_expirer_behavior(link_expirer_actor::stateful_pointer<link_expirer_state> self,
                                                        node_environment* node, store_actor store) {
  self->state.node = node;
  self->state.store = std::move(store);
  self->state.expire();
  return {
      [self](expiry_due) { self->state.expire(); },
  };
}

} // namespace paylink
