#include "actors/front/read_portions.hpp"

#include <caf/all.hpp>

namespace paylink {

void read_portions::next(std::function<void(std::optional<std::string>)> take) {
  caf::anon_send(front_, portion_wanted{call_, place_, std::move(take)});
}

} // namespace paylink
