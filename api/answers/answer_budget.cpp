#include "api/answers/answer_budget.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace paylink {

namespace {

constexpr std::size_t askers_in_full = 4;
/// An answer that was ended is gone as soon as its connection has noticed.
constexpr std::chrono::milliseconds looks_again_after{1'000};

std::size_t held_by(const std::unordered_map<std::string, std::size_t>& held, const std::string& name) {
  const auto found = held.find(name);
  return found == held.end() ? 0 : found->second;
}

} // namespace

answer_budget::room answer_budget::room_for(const answer_asker& who, std::chrono::milliseconds now,
                                            bool is_served) const {
  const std::lock_guard lock{mutex_};
  const auto of_person = held_by(by_person_, who.person);
  const auto rests = rests_until_.find(who.person);
  const bool holds_nothing = of_person == 0 && !is_served && (rests == rests_until_.end() || rests->second <= now);
  const bool is_full = used_ >= bytes_max_ || (who.is_stranger && used_by_strangers_ >= limit_of(true));
  // Also if others have used up what the Workspace may: no member keeps another out.
  if (!is_full && holds_nothing) return room::free;
  const auto quarter = bytes_max_ / askers_in_full, shared = bytes_max_ - quarter;
  const auto left = shared - std::min(shared, used_);
  const auto held = std::max(of_person, held_by(by_workspace_, who.workspace));
  if (!is_full && held < std::min(quarter, left)) return room::free;
  is_awaited_ = true;
  return holds_nothing ? room::all_is_used : room::own_is_used;
}

std::optional<std::chrono::milliseconds> answer_budget::make_room(std::chrono::milliseconds now, bool is_for_stranger) {
  std::vector<std::shared_ptr<early_end>> ended;
  auto again = now + looks_again_after;
  {
    const std::lock_guard lock{mutex_};
    std::erase_if(rests_until_, [now](const auto& one) { return one.second <= now; });
    // A stranger whose kind has not used its quarter, as a payer, has room as anybody has.
    is_for_stranger = is_for_stranger && used_by_strangers_ >= limit_of(true);
    const auto limit = limit_of(is_for_stranger);
    if ((is_for_stranger ? used_by_strangers_ : used_) < limit) return std::nullopt;
    const auto will_stay = [&] {
      std::size_t bytes = 0;
      for (const auto& one : under_way_)
        if (!one.is_ended && (!is_for_stranger || one.who.is_stranger)) bytes += one.bytes;
      return bytes;
    };
    for (auto staying = will_stay(); staying >= limit;) {
      const auto chosen = longest_of_most(is_for_stranger);
      if (chosen == under_way_.end()) break;
      if (const auto due = chosen->since + time_to_read; due > now) {
        again = due;
        break;
      }
      chosen->is_ended = true;
      staying -= chosen->bytes;
      rests_until_.insert_or_assign(chosen->who.person, now + rest);
      ended.push_back(chosen->end);
    }
  }
  for (const auto& one : ended) one->ask();
  return again;
}

// Only while all is used; there are a few thousand at most.
answer_budget::place answer_budget::longest_of_most(bool is_for_stranger) {
  const auto counts = [is_for_stranger](const holding& one) {
    return !one.is_ended && (!is_for_stranger || one.who.is_stranger);
  };
  std::unordered_map<std::string, std::size_t> held;
  for (const auto& one : under_way_)
    if (counts(one)) held[one.who.person] += one.bytes;
  auto chosen = under_way_.end();
  for (auto one = under_way_.begin(); one != under_way_.end(); ++one)
    if (counts(*one) && (chosen == under_way_.end() || held[one->who.person] > held[chosen->who.person])) chosen = one;
  return chosen;
}

std::size_t answer_budget::used() const {
  const std::lock_guard lock{mutex_};
  return used_;
}

void answer_budget::on_room(std::function<void()> wake) {
  const std::lock_guard lock{mutex_};
  wake_ = std::move(wake);
}

void answer_budget::count(const answer_asker& who, std::size_t from, std::size_t to) {
  const auto change_in = [&](auto& held, const std::string& name) {
    auto& mine = held[name];
    mine = mine - from + to;
    if (mine == 0) held.erase(name);
  };
  used_ = used_ - from + to;
  if (who.is_stranger) used_by_strangers_ = used_by_strangers_ - from + to;
  change_in(by_person_, who.person);
  if (!who.workspace.empty()) change_in(by_workspace_, who.workspace);
}

answer_budget::place answer_budget::begin(holding one) {
  const std::lock_guard lock{mutex_};
  count(one.who, 0, one.bytes);
  return under_way_.insert(under_way_.end(), std::move(one));
}

void answer_budget::change(place of, std::size_t bytes) {
  std::function<void()> wake;
  std::list<holding> gone; // so that its end is destroyed without the lock
  {
    const std::lock_guard lock{mutex_};
    const auto before = std::exchange(of->bytes, bytes);
    count(of->who, before, bytes);
    if (bytes == 0) gone.splice(gone.begin(), under_way_, of);
    if (bytes < before && std::exchange(is_awaited_, false)) wake = wake_;
  }
  if (wake) wake();
}

void answer_share::hold(std::size_t bytes, std::chrono::milliseconds now) {
  const std::lock_guard lock{mutex_};
  if (bytes <= free_bytes) bytes = 0;
  if (held_) {
    budget_->change(*held_, bytes);
    if (bytes == 0) held_.reset();
  } else if (bytes != 0) {
    held_ = budget_->begin({.who = who_, .bytes = bytes, .since = now, .end = end_});
  }
}

} // namespace paylink
