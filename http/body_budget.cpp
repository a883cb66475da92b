#include "http/body_budget.hpp"

namespace paylink {
namespace {

constexpr std::size_t free_bytes = 4 * 1024;
/// What is taken at a time: a large body asks a few dozen times, not for every packet.
constexpr std::size_t step_bytes = 16 * 1024;
constexpr std::size_t households_in_full = 4;

} // namespace

std::size_t body_budget::used() const {
  const std::lock_guard lock{mutex_};
  return used_;
}

bool body_budget::take(const std::string& household, std::size_t bytes) {
  const std::lock_guard lock{mutex_};
  const auto mine = by_household_.find(household);
  const auto held = mine == by_household_.end() ? 0 : mine->second;
  if (used_ + bytes > bytes_max_ || held + bytes > bytes_max_ / households_in_full) return false;
  used_ += bytes;
  by_household_[household] = held + bytes;
  return true;
}

void body_budget::give_back(const std::string& household, std::size_t bytes) {
  const std::lock_guard lock{mutex_};
  used_ -= bytes;
  const auto mine = by_household_.find(household);
  if ((mine->second -= bytes) == 0) by_household_.erase(mine);
}

body_share::~body_share() {
  if (taken_ != 0) budget_->give_back(household_, taken_);
}

bool body_share::is_free(std::size_t bytes) { return bytes <= free_bytes; }

bool body_share::grow_to(std::size_t bytes) {
  if (is_free(bytes) || bytes <= taken_) return true;
  const auto wanted = (bytes + step_bytes - 1) / step_bytes * step_bytes;
  if (!budget_->take(household_, wanted - taken_)) return false;
  taken_ = wanted;
  return true;
}

} // namespace paylink
