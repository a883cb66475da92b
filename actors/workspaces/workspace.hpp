#pragma once
#include "actors/node_environment.hpp"
#include "actors/owed_reply.hpp"

#include <caf/behavior.hpp>

#include <map>
#include <optional>
#include <set>

namespace paylink {

/// One Workspace while something happens in it.
/// Owns:  the actors of its links, for as long as they have something to do.
/// Hears: account_entry, workspace_command, retire, match_due, idle_due.
/// Tells: READERS (asks which of several links a credit names, or which virtual account, gathering such credits while
/// an answer is awaited; has portions of large commands prepared), its PAYMENT LINKS, STORE, DELIVERY SUPERVISOR (that
/// callbacks are due again), DIRECTORY (that it is idle, or is not after all).
/// Keeps: what has one idempotency key is made once, and not twice at once; whoever asked is answered, however the
/// actor ends. Whether it is suspended the store decides, inside the transaction that settles an entry.
struct workspace_state {
  workspace_state(workspace_actor::pointer owner) : self{owner} {}
  static inline const char* name = "workspace";

  caf::result<entry_settled> on_entry(account_entry& arrived);

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
  /// Takes the name of a request that is to be carried out; false while another of this name is.
  bool take_key(const idempotency_key& key);
  void give_key_back(const idempotency_key& key);

  using entry_promise = owed_reply<entry_settled>;
  void finish(const entry_promise& reply, result<entry_answer> answer);
  void settle(record_entry command, const entry_promise& reply);
  void settle_without_link(record_entry command, const entry_promise& reply);

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
  /// Leaves, unless a message came between that the directory had sent before it heard that nothing is to do.
  void on_retire();

  struct active_link {
    payment_link_actor actor;
    int busy = 0; ///< Requests that it has not answered; at none it leaves.
  };
  payment_link_actor& wake(const reference& link);
  void let_go(const reference& link);

  workspace_actor::pointer self;
  workspace_id id;
  node_environment* node = nullptr;
  store_actor store;
  delivery_supervisor_actor supervisor;
  directory_actor directory;
  std::optional<reader_choice> readers, list_readers;
  bool has_portions = false;                ///< A command in portions is being carried out.
  int busy = 0;                             ///< Entries and commands under way.
  std::set<idempotency_key> keys_under_way; ///< Of requests that are being carried out.
  std::vector<unmatched_entry> unmatched;
  bool match_queued = false;
  bool matching = false; ///< A reader is asked; what comes meanwhile waits for its answer.
  bool was_idle = false; ///< Nothing was heard since the watch looked last.
  std::map<reference, active_link> links;
};

struct workspace_parts {
  node_environment* node;
  store_actor store;
  std::vector<reader_actor> readers;
  delivery_supervisor_actor supervisor;
  std::vector<reader_actor> list_readers;
};

workspace_actor::behavior_type workspace_behavior(workspace_actor::stateful_pointer<workspace_state> self,
                                                  workspace_id id, workspace_parts parts, directory_actor directory);

} // namespace paylink
