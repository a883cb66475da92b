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
/// Hears: account_entry, create_link, close_link, resend_callback, resend_all_callbacks, retire, match_due, idle_due.
/// Tells: READERS (asks which of several links a credit names, or which virtual account, gathering such credits while
/// an answer is awaited; asks which callbacks are to be resent), its PAYMENT LINKS, STORE, DELIVERY SUPERVISOR (that
/// callbacks are due again), DIRECTORY (that it is idle, or is not after all).
/// Keeps: what has one idempotency key is made once, and not twice at once; whoever asked is answered, however the
/// actor ends. Whether it is suspended the store decides, inside the transaction that settles an entry.
struct workspace_state {
  workspace_state(workspace_actor::pointer owner) : self{owner} {}
  static inline const char* name = "workspace";

  caf::result<entry_settled> on_entry(account_entry& arrived);
  caf::result<link_reply> on_create(create_link& command);
  using link_promise = owed_reply<link_reply>;
  void make(create_link command, const link_promise& reply, int tries_left);
  void finish_create(const idempotency_key& key, const link_promise& reply, link_reply told);
  caf::result<link_reply> on_close(const close_link& command);
  /// Takes the name of a request that is to be carried out; false while another of this name is.
  bool take_key(const idempotency_key& key);
  void give_key_back(const idempotency_key& key);

  // workspace_resends.cpp
  caf::result<round_reply> on_resend(resend_callback& command);
  caf::result<resend_reply> on_resend_all(resend_all_callbacks& command);
  /// The way through all links that a filter matches, portion by portion.
  struct resend_walk {
    resend_all_callbacks command;
    resend_counts so_far;
    owed_reply<resend_reply> reply;
  };
  using walk_ptr = std::shared_ptr<resend_walk>;
  void find_portion(const walk_ptr& walk);
  void resend_links(const walk_ptr& walk, resend_portion portion);
  void finish_walk(const walk_ptr& walk, result<resend_counts> counts);

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
  bool is_walking = false;                  ///< Callbacks are being sent again by a filter.
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
