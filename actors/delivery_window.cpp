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

const delivery_window::holdings delivery_window::nobody{};

bool delivery_window::admit(const delivery_line& line) {
  const std::lock_guard guard{mutex_};
  const auto found = destinations_.find(line.destination);
  if (places(found == destinations_.end() ? nobody : found->second, line.workspace) <= 0) return false;
  count(line, 1);
  return true;
}

void delivery_window::take(const delivery_line& line) {
  const std::lock_guard guard{mutex_};
  count(line, 1);
}

void delivery_window::release(const delivery_line& line) {
  const std::lock_guard guard{mutex_};
  count(line, -1);
}

void delivery_window::prove(const std::string& destination, bool is_proven) {
  const std::lock_guard guard{mutex_};
  auto& found = destinations_[destination];
  found.is_proven = is_proven;
  if (!is_proven && found.held == 0) destinations_.erase(destination);
}

int delivery_window::places_worth_a_claim(const delivery_line& line) const {
  const std::lock_guard guard{mutex_};
  const auto found = destinations_.find(line.destination);
  const auto& to = found == destinations_.end() ? nobody : found->second;
  const int held = count_of(to.of_workspace, line.workspace);
  const int wanted = (line_max(to) + 1) / 2;
  return 2 * held > wanted ? 0 : std::min(wanted - held, places(to, line.workspace));
}

int delivery_window::line_max(const holdings& destination) const {
  return destination.is_proven ? per_line_ : std::min(per_line_, unproven_max);
}

int delivery_window::places(const holdings& destination, const workspace_id& workspace) const {
  const int free = in_all_ - held_;
  const int most = share_of_free * free;
  const int of_line = line_max(destination) - count_of(destination.of_workspace, workspace);
  const int of_destination = (destination.is_proven ? most : unproven_max) - destination.held;
  return std::min({free, of_line, of_destination, most - count_of(workspaces_, workspace)});
}

void delivery_window::count(const delivery_line& line, int change) {
  held_ += change;
  auto& to = destinations_[line.destination];
  to.held += change;
  if ((to.of_workspace[line.workspace] += change) == 0) to.of_workspace.erase(line.workspace);
  if (to.held == 0 && !to.is_proven) destinations_.erase(line.destination);
  if ((workspaces_[line.workspace] += change) == 0) workspaces_.erase(line.workspace);
}

} // namespace paylink
