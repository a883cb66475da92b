#include "api/calls/answer_budget.hpp"

#include <algorithm>
#include <utility>

namespace paylink {

namespace {

constexpr std::size_t askers_in_full = 4;

} // namespace

answer_budget::room answer_budget::room_for(const std::string& asker) const {
  const std::lock_guard lock{mutex_};
  const auto mine = by_asker_.find(asker);
  const auto held = mine == by_asker_.end() ? 0 : mine->second;
  const auto left = bytes_max_ - std::min(bytes_max_, used_);
  if (left > 0 && (held == 0 || held < std::min(bytes_max_ / askers_in_full, left))) return room::free;
  is_awaited_ = true;
  return held == 0 ? room::all_is_used : room::own_is_used;
}

std::size_t answer_budget::used() const {
  const std::lock_guard lock{mutex_};
  return used_;
}

void answer_budget::on_room(std::function<void()> wake) {
  const std::lock_guard lock{mutex_};
  wake_ = std::move(wake);
}

void answer_budget::change(const std::string& asker, std::size_t from, std::size_t to) {
  std::function<void()> wake;
  {
    const std::lock_guard lock{mutex_};
    used_ = used_ - from + to;
    auto& mine = by_asker_[asker];
    mine = mine - from + to;
    if (mine == 0) by_asker_.erase(asker);
    if (to < from && std::exchange(is_awaited_, false)) wake = wake_;
  }
  if (wake) wake();
}

void answer_share::hold(std::size_t bytes) {
  const std::lock_guard lock{mutex_};
  if (bytes <= free_bytes) bytes = 0;
  const auto before = std::exchange(held_, bytes);
  if (before != bytes) budget_->change(asker_, before, bytes);
}

} // namespace paylink
