#include "http/server/body_budget.hpp"

#include <algorithm>

namespace paylink {
namespace {

constexpr std::size_t free_bytes = 4 * 1024;
/// The unit of reservation: a large body reserves a few dozen times, not for every packet.
constexpr std::size_t step_bytes = 16 * 1024;
constexpr std::size_t households_in_full = 4, strangers_in_full = 16;
/// The memory of a feed's largest request while it grows.
constexpr std::size_t one_body = 2 * 1024 * 1024;
/// Only authenticated clients are remembered; beyond this many, all have to authenticate again.
constexpr std::size_t trusted_max = 4'096;

} // namespace

std::size_t body_budget::used() const {
  const std::lock_guard lock{mutex_};
  return used_;
}

void body_budget::trust(const std::string& household) {
  const std::lock_guard lock{mutex_};
  if (trusted_.size() >= trusted_max && !trusted_.contains(household)) trusted_.clear();
  trusted_.insert(household);
}

bool body_budget::trusts(const std::string& household) const {
  const std::lock_guard lock{mutex_};
  return trusted_.contains(household);
}

bool body_budget::take(const std::string& household, std::size_t bytes, bool is_stranger) {
  const std::lock_guard lock{mutex_};
  const auto mine = by_household_.find(household);
  const auto held = mine == by_household_.end() ? 0 : mine->second;
  const auto own_max =
      is_stranger ? std::max(bytes_max_ / strangers_in_full, std::min(one_body, bytes_max_ / households_in_full))
                  : bytes_max_ / households_in_full;
  if (used_ + bytes > bytes_max_ || held + bytes > own_max) return false;
  if (is_stranger && used_by_strangers_ + bytes > bytes_max_ / 2) return false;
  used_ += bytes;
  if (is_stranger) used_by_strangers_ += bytes;
  by_household_[household] = held + bytes;
  return true;
}

void body_budget::give_back(const std::string& household, std::size_t bytes, bool is_stranger) {
  const std::lock_guard lock{mutex_};
  used_ -= bytes;
  if (is_stranger) used_by_strangers_ -= bytes;
  const auto mine = by_household_.find(household);
  if ((mine->second -= bytes) == 0) by_household_.erase(mine);
}

body_share::~body_share() {
  if (taken_ != 0) budget_->give_back(household_, taken_, is_strangers_);
}

bool body_share::is_free(std::size_t bytes) { return bytes <= free_bytes; }

bool body_share::grow_to(std::size_t bytes) {
  if (is_free(bytes) || bytes <= taken_) return true;
  const auto wanted = (bytes + step_bytes - 1) / step_bytes * step_bytes;
  if (!budget_->take(household_, wanted - taken_, is_strangers_)) return false;
  taken_ = wanted;
  return true;
}

} // namespace paylink
