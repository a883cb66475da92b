#include "tests/simulation/incarnations_watch.hpp"

namespace paylink::simulation {
namespace {

/// What a heartbeat may take on its way, beside the interval in which nobody is declared dead.
constexpr milliseconds tolerance{1'000};

} // namespace

void incarnations_watch::look() {
  if (world_.planned.own_disk) return;
  database_.rows().each<sql_text>("SELECT incarnation FROM nodes WHERE state = 2", [this](const auto& columns) {
    const auto& incarnation = column_at<0>(columns).value;
    if (!known_.insert(incarnation).second) return;
    for (const auto& one : nodes_.nodes()) {
      const bool is_its_own = one->incarnations_of_folder.newest() == incarnation;
      if (!is_its_own || !one->is_alive() || !one->can_move() || one->is_stopping()) continue;
      if (world_.elapsed > one->hindered_until + silence_max + tolerance)
        world_.violate(one->name() + " was declared dead, and was not silent by itself");
    }
  });
}

} // namespace paylink::simulation
