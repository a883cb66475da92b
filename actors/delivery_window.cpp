#include "actors/delivery_window.hpp"

#include <algorithm>

namespace paylink {

namespace {

constexpr int unproven_max = 2;

template <class Counts, class Key>
int count_of(const Counts& counts, const Key& key) {
  const auto found = counts.find(key);
  return found == counts.end() ? 0 : found->second;
}

} // namespace

const delivery_window::holdings& delivery_window::holdings_of(const std::string& destination) const {
  static const holdings nobody{};
  const auto found = destinations_.find(destination);
  return found == destinations_.end() ? nobody : found->second;
}

bool delivery_window::admit(const delivery_queue& queue) {
  const std::lock_guard guard{mutex_};
  if (places(queue) <= 0) return false;
  count(queue, 1);
  return true;
}

void delivery_window::take(const delivery_queue& queue) {
  const std::lock_guard guard{mutex_};
  count(queue, 1);
}

void delivery_window::release(const delivery_queue& queue) {
  const std::lock_guard guard{mutex_};
  count(queue, -1);
}

void delivery_window::prove(const std::string& destination, bool is_proven) {
  const std::lock_guard guard{mutex_};
  auto& found = destinations_[destination];
  found.is_proven = is_proven;
  if (!is_proven && found.held == 0) destinations_.erase(destination);
}

int delivery_window::places_worth_a_claim(const delivery_queue& queue) const {
  const std::lock_guard guard{mutex_};
  const auto& to = holdings_of(queue.destination);
  const int held = count_of(to.of_workspace, queue.workspace);
  const int wanted = (limits_of(queue, to).of_queue + 1) / 2;
  return 2 * held > wanted ? 0 : std::min(wanted - held, places(queue));
}

delivery_window::limits delivery_window::limits_of(const delivery_queue& queue, const holdings& destination) const {
  if (queue.destination == paced_.name) {
    const int slots = destination.is_proven ? paced_.slots : 1;
    return {std::min(per_queue_, (slots + 1) / 2), slots};
  }
  if (!destination.is_proven) return {std::min(per_queue_, unproven_max), unproven_max};
  return {per_queue_, share_of_free * (in_all_ - held_)};
}

int delivery_window::places(const delivery_queue& queue) const {
  const int free = in_all_ - held_;
  const auto& to = holdings_of(queue.destination);
  const auto most = limits_of(queue, to);
  return std::min({free, most.of_queue - count_of(to.of_workspace, queue.workspace), most.of_destination - to.held,
                   share_of_free * free - count_of(workspaces_, queue.workspace)});
}

void delivery_window::count(const delivery_queue& queue, int change) {
  held_ += change;
  auto& to = destinations_[queue.destination];
  to.held += change;
  if ((to.of_workspace[queue.workspace] += change) == 0) to.of_workspace.erase(queue.workspace);
  if (to.held == 0 && !to.is_proven) destinations_.erase(queue.destination);
  if ((workspaces_[queue.workspace] += change) == 0) workspaces_.erase(queue.workspace);
}

} // namespace paylink
