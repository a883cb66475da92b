#include "actors/front/read_portions.hpp"

#include <caf/all.hpp>

namespace paylink {

void read_portions::next(std::function<void(std::optional<std::string>)> take) {
  const auto& clock = call_->services->clock;
  share_->hold(0, clock.uptime());
  // The connection may have ended meanwhile, and the share with it.
  auto hold_and_take = [share = std::weak_ptr{share_}, &clock,
                        take = std::move(take)](std::optional<std::string> portion) {
    if (const auto holds = share.lock(); holds && portion) holds->hold(portion->size(), clock.uptime());
    take(std::move(portion));
  };
  caf::anon_send(front_, portion_wanted{call_, place_, std::move(hold_and_take)});
}

} // namespace paylink
