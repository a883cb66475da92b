#pragma once
#include "actors/workspaces/workspace.hpp"

#include <deque>
#include <unordered_map>

namespace paylink {

/// Finds accounts and Workspaces.
/// Owns:       the Workspaces that are awake; a cache of accounts.
/// Receives:   entry_arrived, workspace_command, workspace_idle, workspace_busy.
/// Sends to:   WORKSPACES, READERS (whose account this is), STORE (entries of unknown accounts, proofs of who holds
///             one), ACCOUNT UPDATER (an account was connected).
/// Guarantees: at most one actor for each Workspace; a message for an ending one waits for its successor; every
///             request is answered, even if a Workspace crashes.
struct directory_state {
  directory_state(directory_actor::pointer owner) : self{owner} {}
  static inline const char* name = "directory";

  caf::result<written> on_entry(entry_arrived& arrived);
  caf::result<written> on_command(workspace_command& command);
  void on_idle(workspace_id id);
  void on_busy(workspace_id id);
  void on_down(const caf::down_msg& down);

  /// How often an entry that may prove who holds its account has been looked at.
  enum class look { first, again, after_proof };
  /// Hands an entry to the Workspace that holds the account, or keeps it aside if none does.
  void locate(const std::shared_ptr<entry_arrived>& arrived, const owed_reply<written>& reply, look at = look::first);
  /// The entry's account is not connected: if the entry proves who holds it, it is connected first.
  void prove(const std::shared_ptr<entry_arrived>& arrived, std::vector<std::string> texts,
             const owed_reply<written>& reply);
  void hand_over(const std::shared_ptr<entry_arrived>& arrived, const std::shared_ptr<const bank_account>& account,
                 const owed_reply<written>& reply);
  /// The same for an entry that could prove who holds the account: if it has been given up meanwhile, the entry is
  /// looked at once more.
  void hand_over_proof(const std::shared_ptr<entry_arrived>& arrived,
                       const std::shared_ptr<const bank_account>& account, const owed_reply<written>& reply);
  void keep_unknown(const entry_arrived& arrived, const owed_reply<written>& reply);

  /// Passes the Workspace's actor to `use`: now, or once the ending one is gone.
  void with_workspace(workspace_id id, std::function<void(const workspace_actor&)> use);
  workspace_actor spawn_workspace(workspace_id id);

  struct slot {
    workspace_actor actor;
    bool leaving = false;
    std::deque<std::function<void(const workspace_actor&)>> waiting;
  };
  struct known_account {
    std::shared_ptr<const bank_account> account;
    std::chrono::milliseconds learnt_at; ///< Uptime.
  };

  directory_actor::pointer self;
  std::optional<workspace_parts> parts;
  std::optional<reader_choice> readers;
  std::unordered_map<workspace_id, slot> awake;
  std::unordered_map<caf::actor_addr, workspace_id> by_address;
  std::unordered_map<std::string, known_account> accounts; ///< By feed, BIN and number.
};

directory_actor::behavior_type directory_behavior(directory_actor::stateful_pointer<directory_state> self,
                                                  workspace_parts parts);

} // namespace paylink
