#pragma once
#include "actors/node_environment.hpp"
#include "actors/owed_reply.hpp"

#include <caf/behavior.hpp>

#include <map>
#include <optional>
#include <set>

namespace paylink {

/// One Workspace while it has work.
/// Owns:       the addresses of its links' actors, which live for as long as they have something to do.
/// Receives:   entry_arrived, workspace_command, retire, match_due, idle_due.
/// Sends to:   READERS (which of several links, or which virtual account, a credit names, collecting credits while it
///             waits; to prepare portions of large commands), its PAYMENT LINKS, STORE, DELIVERY SUPERVISOR (callbacks
///             are due again), ACCOUNT UPDATER (an account was connected or removed), DIRECTORY (it is idle, or has
///             work after all).
/// Guarantees: one idempotency key creates one thing, never two at once; every request is answered, however the actor
///             ends. The store decides whether the Workspace is suspended, in the transaction that settles an entry.
struct workspace_state {
  workspace_state(workspace_actor::pointer owner) : self{owner} {}
  static inline const char* name = "workspace";

  caf::result<written> on_entry(entry_arrived& arrived);

  // workspace_commands.cpp
  caf::result<written> on_command(workspace_command& command);
  /// A command that is being carried out.
  struct pending_command {
    workspace_command command;
    owed_reply<written> reply;
    int tries_left = 0;
  };
  using task_ptr = std::shared_ptr<pending_command>;
  void carry_out(const task_ptr& task);
  void on_written(const task_ptr& task, written& done);
  void prepare_portion_of(const task_ptr& task);
  void write_portion(const task_ptr& task, write_command portion);
  void announce(const workspace_command& command, const write_reply& reply);
  void finish(const task_ptr& task, written done);
  /// Reserves the idempotency key of a request; false while another request with this key is being carried out.
  bool take_key(const idempotency_key& key);
  void give_key_back(const idempotency_key& key);

  using entry_promise = owed_reply<written>;
  /// Hands the entry to the link that it names, which answers it, or writes it to the store.
  void settle(record_entry command, const entry_promise& reply);

  /// An entry whose link is still to be found.
  struct unmatched_entry {
    record_entry command;
    credit_clue clue;
    entry_promise reply;
  };
  void match_later(unmatched_entry entry);
  void match_unmatched();

  void begin_idle_watch();
  void on_idle_due();
  /// Ends, unless a message has arrived that the directory sent before it knew that the Workspace is idle.
  void on_retire();

  /// The link's actor, which lives on until it has answered everything that was sent to it.
  payment_link_actor wake(const reference& link);
  void forget_ended_links();

  workspace_actor::pointer self;
  workspace_id id;
  node_environment* node = nullptr;
  store_actor store;
  delivery_supervisor_actor supervisor;
  account_updater_actor account_updater;
  directory_actor directory;
  std::optional<reader_choice> readers, list_readers;
  bool has_portions = false;                ///< A command in portions is being carried out.
  int busy = 0;                             ///< Entries and commands in progress, but those that links answer.
  std::set<idempotency_key> keys_under_way; ///< Of requests that are being carried out.
  std::vector<unmatched_entry> unmatched;
  bool match_queued = false;
  bool matching = false;                      ///< A reader is working; new credits wait for its answer.
  bool was_idle = false;                      ///< No message since the last check.
  std::map<reference, caf::actor_addr> links; ///< Some of them may have ended.
  std::size_t links_looked_through_at = 64;   ///< With so many, those that have ended are forgotten.
};

struct workspace_parts {
  node_environment* node;
  store_actor store;
  std::vector<reader_actor> readers;
  delivery_supervisor_actor supervisor;
  std::vector<reader_actor> list_readers;
  account_updater_actor account_updater;
};

workspace_actor::behavior_type workspace_behavior(workspace_actor::stateful_pointer<workspace_state> self,
                                                  workspace_id id, workspace_parts parts, directory_actor directory);

} // namespace paylink
