#pragma once
#include "actors/node_environment.hpp"

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <vector>

namespace paylink {

/// Tells those who look at a Workspace that something in it has changed.
/// Owns:       when the board's hints are sent, and when a stream ends.
/// Receives:   changes_due, watch_due.
/// Sends to:   the streams, by the node's ENVIRONMENT; READERS (who may look on); STORE (hints for other nodes and of
///             them). Guarantees: a stream whose session or role has ended is ended within `access_looked_at`; nothing
///             runs while nobody looks.
struct change_notifier_state {
  change_notifier_state(change_notifier_actor::pointer owner) : self{owner} {}
  ~change_notifier_state();
  static inline const char* name = "change-notifier";

  void on_changes();
  void on_watch();
  void keep_watching();
  void look_at_access();
  void on_looked(const std::vector<watcher_ptr>& ended);
  void trade();
  void on_traded(const std::vector<workspace_id>& listened, const traded_hints& traded);
  void on_not_traded(const std::vector<change>& reported);
  void greet_again(const std::vector<workspace_id>& listened);

  change_notifier_actor::pointer self;
  node_environment* node = nullptr;
  store_actor store;
  std::optional<reader_choice> readers;
  session_limits sessions{};
  bool is_sending = false, is_watching = false, is_looking = false, looks_again = false, is_trading = false;
  std::chrono::milliseconds access_due{0};
  std::set<std::int64_t> heard; ///< Rows of the last trade.
  /// Since when other nodes can know that a Workspace is looked at through this one; none once they do.
  std::map<workspace_id, std::optional<std::chrono::milliseconds>> shown;
};

/// How often it is looked at who may look on, besides when a write may have changed that.
inline constexpr std::chrono::seconds access_looked_at{5};

change_notifier_actor::behavior_type
change_notifier_behavior(change_notifier_actor::stateful_pointer<change_notifier_state> self, node_environment* node,
                         store_actor store, std::vector<reader_actor> readers, session_limits sessions);

} // namespace paylink
