#pragma once
#include "domain/changes/change.hpp"
#include "domain/errors/errc.hpp"
#include "domain/values/time.hpp"

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

namespace paylink {

/// A person who looks at a Workspace through an open stream of hints.
struct change_watcher {
  std::uint64_t number = 0; ///< Unique.
  workspace_id workspace;
  user_id user;
  std::string session; ///< The digest of its cookie.
};
using watcher_ptr = std::shared_ptr<const change_watcher>;

/// Whatever is shown may be old: read it again.
inline constexpr std::string_view hello_event = "event: hello\ndata: {}\n\n";
/// The event that tells of a change.
std::string change_event(const change& reported);

/// The topic of a Workspace's hints, and that of one watcher's stream alone.
std::string change_topic(const workspace_id& workspace);
std::string change_topic(const change_watcher& watcher);

/// Who looks at which Workspace, and what has changed there since they were last told. While nobody looks, it costs
/// what reading a flag costs. Holds at most one hint a Workspace and kind, however much changes. Thread-safe.
class change_board {
public:
  struct bounds {
    int per_session = 6; ///< As many connections as a browser makes without HTTP/2.
    int per_account = 24;
    int in_all = 1'000;
  };
  /// The same kind is told of at most so often.
  static constexpr std::chrono::milliseconds pace{1'000};

  change_board();
  explicit change_board(bounds most);

  /// One more watcher, until the last copy is gone, which may be after the board. `rate_limited`: too many of the
  /// session or account; `service_unavailable`: too many in all.
  result<watcher_ptr> admit(workspace_id workspace, user_id user, std::string session);

  /// Whether anybody looks at anything, through this node or another one.
  bool is_watched() const;
  /// These have changed; from the store's thread. Others than those that are looked at are ignored.
  void note(std::span<const change> changed);
  /// Somebody's session or role may have ended.
  void suspect();

  // For the one who tells.

  /// Called on any thread when there is something to tell, or one more watcher: once until the next `take`. At once if
  /// there has been something.
  void on_wake(std::function<void()> wake);
  /// What is due for the streams of this node.
  std::vector<change> take(std::chrono::milliseconds now);
  /// Whether something waits for its time.
  bool has_more() const;
  /// Whether access was suspected since the last call.
  bool take_suspicion();
  std::vector<watcher_ptr> watchers() const;

  /// What the heartbeat has found: whether there are other nodes, and what is looked at through them.
  void on_others(bool are_there, const std::vector<workspace_id>& watched);
  bool has_others() const;
  /// What other nodes are to be told of. Forgotten here.
  std::vector<change> take_for_others();
  /// It could not be told.
  void give_back_for_others(std::span<const change> unnotified);
  /// Another node has told of these.
  void hear(std::span<const change> changed);

private:
  struct state;
  const std::shared_ptr<state> state_; ///< Outlived by no watcher.
};

} // namespace paylink
