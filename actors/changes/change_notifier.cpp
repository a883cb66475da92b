#include "actors/changes/change_notifier.hpp"

#include "actors/crash_report.hpp"
#include "actors/replies.hpp"

#include <caf/all.hpp>

namespace paylink {

namespace {

/// While much changes, hints are collected for so long.
constexpr std::chrono::milliseconds sending_interval{100};
/// Between two trades with other nodes, and two looks at what is to be done.
constexpr std::chrono::milliseconds watching_interval{1'000};
/// Other nodes know by then that a Workspace is looked at: two heartbeats, and one more second.
constexpr std::chrono::milliseconds shown_to_all{5'000};

} // namespace

change_notifier_state::~change_notifier_state() {
  if (node) node->changes.on_wake({});
}

void change_notifier_state::on_changes() {
  is_sending = false;
  auto& board = node->changes;
  for (const auto& one : board.take(node->clock.uptime()))
    node->publish_event(change_topic(one.workspace), change_event(one));
  if (board.take_suspicion()) look_at_access();
  if (!std::exchange(is_watching, true)) on_watch();
  if (board.has_more() && !std::exchange(is_sending, true))
    self->delayed_send(change_notifier_actor{self}, sending_interval, changes_due{});
}

void change_notifier_state::on_watch() {
  const auto now = node->clock.uptime();
  if (now >= access_due) look_at_access();
  if (!node->changes.has_others())
    shown.clear();
  else if (!is_trading)
    trade();
  keep_watching();
}

void change_notifier_state::keep_watching() {
  is_watching = node->changes.is_watched();
  if (is_watching)
    self->delayed_send(change_notifier_actor{self}, watching_interval, watch_due{});
  else
    shown.clear();
}

void change_notifier_state::look_at_access() {
  access_due = node->clock.uptime() + access_looked_at;
  // What the running look has read may be older than what has raised the suspicion.
  if (std::exchange(is_looking, true)) {
    looks_again = true;
    return;
  }
  self->request(readers->next(), caf::infinite, check_watchers{node->changes.watchers(), sessions})
      .then([this](const watchers_checked& checked) { on_looked(checked.ended); },
            [this](caf::error&) { on_looked({}); });
}

void change_notifier_state::on_looked(const std::vector<watcher_ptr>& ended) {
  for (const auto& watcher : ended) node->end_streams(change_topic(*watcher));
  is_looking = false;
  if (std::exchange(looks_again, false)) look_at_access();
}

void change_notifier_state::trade() {
  std::set<workspace_id> looked_at;
  for (const auto& watcher : node->changes.watchers()) looked_at.insert(watcher->workspace);
  std::vector<workspace_id> listened{looked_at.begin(), looked_at.end()};
  auto changes = node->changes.take_for_others();
  if (listened.empty() && changes.empty()) return;
  is_trading = true;
  self->request(store, caf::infinite, write{trade_hints{listened, changes}})
      .then(
          [this, listened, changes](written& done) {
            is_trading = false;
            const auto traded = reply_to<trade_hints>(done);
            traded ? on_traded(listened, *traded) : on_not_traded(changes);
          },
          [this, changes](caf::error&) {
            is_trading = false;
            on_not_traded(changes);
          });
}

void change_notifier_state::on_traded(const std::vector<workspace_id>& listened, const traded_hints& traded) {
  std::vector<change> news;
  std::set<std::int64_t> rows;
  for (const auto& one : traded.heard) {
    if (!heard.contains(one.row)) news.push_back(one.about);
    rows.insert(one.row);
  }
  heard = std::move(rows);
  if (!news.empty()) node->changes.hear(news);
  greet_again(listened);
}

// What others have changed before they knew that somebody looks, nobody has told of.
void change_notifier_state::greet_again(const std::vector<workspace_id>& listened) {
  const auto now = node->clock.uptime();
  std::map<workspace_id, std::optional<std::chrono::milliseconds>> still;
  for (const auto& workspace : listened) {
    auto& since = still[workspace];
    const auto before = shown.find(workspace);
    since = before == shown.end() ? std::optional{now} : before->second;
    if (!since || now - *since < shown_to_all) continue;
    since.reset();
    node->publish_event(change_topic(workspace), std::string{hello_event});
  }
  shown = std::move(still);
}

// What others have told meanwhile may be gone before the next trade.
void change_notifier_state::on_not_traded(const std::vector<change>& changes) {
  node->changes.give_back_for_others(changes);
  shown.clear();
}

change_notifier_actor::behavior_type
change_notifier_behavior(change_notifier_actor::stateful_pointer<change_notifier_state> self, node_environment* node,
                         store_actor store, std::vector<reader_actor> readers, session_limits sessions) {
  report_crashes(self);
  auto& state = self->state;
  state.node = node;
  state.store = std::move(store);
  state.readers.emplace(std::move(readers));
  state.sessions = sessions;
  node->changes.on_wake([to = change_notifier_actor{self}] { caf::anon_send(to, changes_due{}); });
  return {
      [self](changes_due) { self->state.on_changes(); },
      [self](watch_due) { self->state.on_watch(); },
  };
}

} // namespace paylink
