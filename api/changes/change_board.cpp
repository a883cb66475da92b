#include "api/changes/change_board.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <set>
#include <utility>

namespace paylink {

namespace {

/// What is to be told of one kind.
struct waiting_hint {
  bool is_due = false;
  std::string subject{}; ///< Empty: several.

  void add(const change& one) {
    if (!std::exchange(is_due, true))
      subject = one.subject;
    else if (subject != one.subject)
      subject.clear();
  }
};

using waiting_hints = std::array<waiting_hint, change_kinds>;

/// A Workspace that somebody looks at.
struct watched_workspace {
  int watchers = 0; ///< Through this node.
  bool is_watched_elsewhere = false;
  waiting_hints here{}, elsewhere{};
  std::array<std::chrono::milliseconds, change_kinds> next_at{};
};

} // namespace

std::string change_event(const change& reported) { return "data: " + hint_of(reported) + "\n\n"; }

std::string change_topic(const workspace_id& workspace) { return "changes/" + workspace.text(); }
std::string change_topic(const change_watcher& watcher) { return "changes/" + std::to_string(watcher.number); }

struct change_board::state {
  explicit state(bounds with) : most{with} {}

  const bounds most;
  std::atomic<bool> is_watched = false;
  mutable std::mutex mutex;
  std::function<void()> wake;
  struct counted_watcher {
    user_id user;
    std::string session;
    std::weak_ptr<const change_watcher> still_there;
  };
  std::map<std::uint64_t, counted_watcher> watchers; ///< By number.
  std::map<workspace_id, watched_workspace> watched;
  std::uint64_t last_number = 0;
  bool is_awake = false, is_suspected = false, has_others = false;

  /// Returns what to call once the mutex is free; empty: nothing.
  std::function<void()> wakes() { return std::exchange(is_awake, true) ? std::function<void()>{} : wake; }

  void drop_unwatched(const workspace_id& workspace) {
    const auto found = watched.find(workspace);
    if (found != watched.end() && found->second.watchers == 0 && !found->second.is_watched_elsewhere)
      watched.erase(found);
    is_watched = !watched.empty();
  }

  void leave(const change_watcher& watcher) {
    const std::lock_guard lock{mutex};
    watchers.erase(watcher.number);
    const auto found = watched.find(watcher.workspace);
    if (--found->second.watchers == 0) found->second.here = {};
    drop_unwatched(watcher.workspace);
  }

  void add(std::span<const change> changed, bool is_ours) {
    std::function<void()> call;
    {
      const std::lock_guard lock{mutex};
      bool is_news = false;
      for (const auto& one : changed) {
        const auto found = watched.find(one.workspace);
        if (found == watched.end()) continue;
        auto& at = found->second;
        const auto kind = static_cast<std::size_t>(one.kind);
        if (at.watchers > 0) at.here.at(kind).add(one);
        if (is_ours && at.is_watched_elsewhere) at.elsewhere.at(kind).add(one);
        is_news = is_news || at.watchers > 0 || is_ours;
      }
      if (is_news) call = wakes();
    }
    if (call) call();
  }
};

change_board::change_board() : change_board{bounds{}} {}

change_board::change_board(bounds most) : state_{std::make_shared<state>(most)} {}

result<watcher_ptr> change_board::admit(workspace_id workspace, user_id user, std::string session) {
  std::function<void()> call;
  watcher_ptr made;
  {
    const std::lock_guard lock{state_->mutex};
    const auto& most = state_->most;
    const auto count = [this](const auto& fits) { return std::ranges::count_if(state_->watchers, fits); };
    if (count([&](const auto& one) { return one.second.user == user; }) >= most.per_account ||
        count([&](const auto& one) { return one.second.session == session; }) >= most.per_session)
      return errc::rate_limited;
    if (std::ssize(state_->watchers) >= most.in_all) return errc::service_unavailable;
    const auto number = ++state_->last_number;
    made = {new change_watcher{number, workspace, user, session}, [state = state_](const change_watcher* gone) {
              state->leave(*gone);
              delete gone;
            }};
    state_->watchers.emplace(number, state::counted_watcher{user, std::move(session), made});
    ++state_->watched[workspace].watchers;
    state_->is_watched = true;
    call = state_->wakes();
  }
  if (call) call();
  return made;
}

bool change_board::is_watched() const { return state_->is_watched; }

void change_board::note(std::span<const change> changed) { state_->add(changed, true); }

void change_board::hear(std::span<const change> changed) { state_->add(changed, false); }

void change_board::suspect() {
  std::function<void()> call;
  {
    const std::lock_guard lock{state_->mutex};
    if (state_->watchers.empty()) return;
    state_->is_suspected = true;
    call = state_->wakes();
  }
  if (call) call();
}

void change_board::on_wake(std::function<void()> wake) {
  bool is_due = false;
  {
    const std::lock_guard lock{state_->mutex};
    is_due = state_->is_awake;
    state_->wake = wake;
  }
  if (is_due && wake) wake();
}

std::vector<change> change_board::take(std::chrono::milliseconds now) {
  const std::lock_guard lock{state_->mutex};
  std::vector<change> due;
  bool is_more_waiting = false;
  for (auto& [workspace, at] : state_->watched) {
    for (std::size_t kind = 0; kind < change_kinds; ++kind) {
      auto& hint = at.here.at(kind);
      if (!hint.is_due) continue;
      if (at.next_at.at(kind) > now) {
        is_more_waiting = true;
        continue;
      }
      due.push_back({workspace, static_cast<change_kind>(kind), std::move(hint.subject)});
      hint = {};
      at.next_at.at(kind) = now + pace;
    }
  }
  state_->is_awake = is_more_waiting;
  return due;
}

bool change_board::has_more() const {
  const std::lock_guard lock{state_->mutex};
  return state_->is_awake;
}

bool change_board::take_suspicion() {
  const std::lock_guard lock{state_->mutex};
  return std::exchange(state_->is_suspected, false);
}

std::vector<watcher_ptr> change_board::watchers() const {
  const std::lock_guard lock{state_->mutex};
  std::vector<watcher_ptr> all;
  for (const auto& [number, one] : state_->watchers)
    if (auto watcher = one.still_there.lock()) all.push_back(std::move(watcher));
  return all;
}

void change_board::on_others(bool are_there, const std::vector<workspace_id>& watched) {
  const std::lock_guard lock{state_->mutex};
  state_->has_others = are_there;
  const std::set<workspace_id> elsewhere{watched.begin(), watched.end()};
  for (const auto& workspace : elsewhere) state_->watched.try_emplace(workspace);
  for (auto at = state_->watched.begin(); at != state_->watched.end();) {
    auto& [workspace, here] = *at;
    here.is_watched_elsewhere = elsewhere.contains(workspace);
    if (!here.is_watched_elsewhere) here.elsewhere = {};
    at = here.watchers > 0 || here.is_watched_elsewhere ? std::next(at) : state_->watched.erase(at);
  }
  state_->is_watched = !state_->watched.empty();
}

bool change_board::has_others() const {
  const std::lock_guard lock{state_->mutex};
  return state_->has_others;
}

std::vector<change> change_board::take_for_others() {
  const std::lock_guard lock{state_->mutex};
  std::vector<change> reported;
  for (auto& [workspace, at] : state_->watched)
    for (std::size_t kind = 0; kind < change_kinds; ++kind) {
      auto& hint = at.elsewhere.at(kind);
      if (!hint.is_due) continue;
      reported.push_back({workspace, static_cast<change_kind>(kind), std::move(hint.subject)});
      hint = {};
    }
  return reported;
}

void change_board::give_back_for_others(std::span<const change> unnotified) {
  const std::lock_guard lock{state_->mutex};
  for (const auto& one : unnotified) {
    const auto found = state_->watched.find(one.workspace);
    if (found != state_->watched.end() && found->second.is_watched_elsewhere)
      found->second.elsewhere.at(static_cast<std::size_t>(one.kind)).add(one);
  }
}

} // namespace paylink
