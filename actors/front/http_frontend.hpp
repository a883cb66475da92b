#pragma once
#include "actors/front/list_reader.hpp"
#include "actors/front/waiting_calls.hpp"
#include "actors/node_environment.hpp"
#include "actors/workspaces/entry_intake.hpp"
#include "api/feeds/bank_feed.hpp"

#include <optional>

namespace paylink {

struct frontend_parts {
  const api_services* services = nullptr;
  std::shared_ptr<reader_choice> readers;
  std::vector<reader_actor> list_readers;
  directory_actor directory;
  store_actor store;
  std::vector<password_hasher_actor> password_hashers;
  endpoint_tester_actor endpoint_tester;
  connector_router_actor connector_router;
  statement_importer_actor statement_importer;
};

/// The entrance for every request.
/// Owns:       the feeds' keys; the turns of lists and searches; who waits for the database.
/// Receives:   requests of the network, call_prepared, write_aside, list_served, portion_wanted, lists_due.
/// Sends to:   READERS (what needs rows), DIRECTORY (commands of Workspaces, bank entries), STORE (other commands,
///             unusable entries); for calls that continue there: PASSWORD HASHERS, ENDPOINT TESTER, CONNECTOR ROUTER,
///             STATEMENT IMPORTER.
/// Guarantees: every request is answered; a bank gets 200 only after all its entries are on disk.
struct http_frontend_state : frontend_parts {
  http_frontend_state(http_frontend_actor::pointer owner) : self{owner} {}
  static inline const char* name = "http-frontend";

  void on_call(const call_ptr& call);
  /// 429 for a caller that calls too often, before spending a query on checking that it is still valid.
  std::optional<http_response> refuse_at_once(http_call& call);
  /// Counts a call of somebody who is not signed in yet; 429 if there are too many from the address.
  std::optional<http_response> refuse_stranger(http_call& call);
  /// Hands a call that continues with work to the actor for that.
  void on_prepared(const call_prepared& prepared);
  template <class Work>
  continued_call<Work> continued(const call_ptr& call, continue_with<Work> with);
  void carry_out(const continued_call<workspace_command>& wanted);
  /// From here on the call waits for the database, which may stall.
  void wait(const call_ptr& call);
  void look_at_waiting();
  void send_away(const call_ptr& call);

  // http_frontend_lists.cpp: what takes its turn at the readers of lists.
  void on_list(const call_ptr& call);
  /// Its answer begins; readers of lists read its body while it is sent. 429 when too many are being sent.
  void on_portions(const call_ptr& call, answer_in_portions answer);
  void on_portion_wanted(portion_wanted& wanted);
  void on_list_served(const list_served& served);
  /// Hands lists to readers, and looks again when the first pause of an asker is over.
  void give_turns();
  void on_lists_due();
  void refuse_list(const call_ptr& call, const list_reader::refusal& refused) const;

  void on_feed(const call_ptr& call);
  void answer_bank(const call_ptr& call, const taken_entries& taken) const;

  void refuse_unrouted(const call_ptr& call, const std::string& allowed);
  reply_context about(http_call& call) const { return {call, *services, services->clock.now()}; }

  http_frontend_actor::pointer self;
  std::optional<path_index> routes;
  std::optional<feed_gate> gate;
  std::optional<list_reader> lists;
  std::size_t next_hasher = 0;
  waiting_calls waiting;
  std::optional<std::chrono::milliseconds> lists_due_at; ///< When the next lists_due arrives.
  bool is_looking = false;
};

http_frontend_actor::behavior_type
http_frontend_behavior(http_frontend_actor::stateful_pointer<http_frontend_state> self, frontend_parts parts);

} // namespace paylink
