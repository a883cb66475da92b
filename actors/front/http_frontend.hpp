#pragma once
#include "actors/front/hash_places.hpp"
#include "actors/front/list_reader.hpp"
#include "actors/front/waiting_calls.hpp"
#include "actors/node_environment.hpp"
#include "actors/workspaces/entry_intake.hpp"
#include "api/feeds/bank_feed.hpp"

#include <optional>

namespace paylink {

/// The entrance for every request.
/// Owns:       the connectors' keys; the turns of lists and searches.
/// Receives:   requests of the network, call_prepared, write_aside, list_served, portion_wanted, lists_due.
/// Sends to:   READERS (what needs rows), DIRECTORY (commands of Workspaces, bank entries), STORE (other commands,
///             unusable entries), PASSWORD HASHERS, ENDPOINT TESTER, CONNECTOR ROUTER.
/// Guarantees: every request is answered; a bank gets 200 only after all its entries are on disk.
struct http_frontend_state {
  http_frontend_state(http_frontend_actor::pointer owner) : self{owner} {}
  static inline const char* name = "http-frontend";

  void on_call(const call_ptr& call);
  /// 429 for a caller that calls too often, before spending a query on checking that it is still valid.
  std::optional<http_response> refuse_at_once(http_call& call);
  /// Counts a call of somebody who is not signed in yet; 429 if there are too many from the address.
  std::optional<http_response> refuse_stranger(http_call& call);
  void on_prepared(const call_prepared& prepared);
  void on_command(const call_ptr& call, asked_command asked);
  void on_password(const call_ptr& call, asked_password asked);
  /// 429 when too many are under way.
  void on_trial(const call_ptr& call, asked_trial asked);
  /// 429 when too many wait for the bank.
  void on_connector(const call_ptr& call, asked_connector asked);
  /// Answered after all entries of the statement are on disk; 429 when too many are being imported.
  void on_import(const call_ptr& call, asked_import asked);
  struct open_import;
  void import_portion(const std::shared_ptr<open_import>& open);
  /// Gives a reader a call that has got further.
  void go_on(const call_ptr& call, next_step next);
  /// From here on the call waits for the database, which may stall.
  void wait(const call_ptr& call);
  void look_at_waiting();
  void send_away(const call_ptr& call);

  // http_frontend_lists.cpp: what takes its turn at the readers of lists.
  void on_list(const call_ptr& call);
  /// Its answer begins; readers of lists read its body while it is sent. 429 when too many are being sent.
  void on_portions(const call_ptr& call, asked_portions asked);
  void on_portion_wanted(portion_wanted& wanted);
  void on_list_served(const list_served& served);
  /// Hands lists to readers, and looks again when the first pause of an asker is over.
  void give_turns();
  void on_lists_due();
  void refuse_list(const call_ptr& call, const list_reader::refusal& refused) const;

  void on_feed(const call_ptr& call);
  /// A connector reports the state of a connection; it results in no entry.
  void on_connection_notice(const call_ptr& call, const connection_notice& notice);
  void answer_bank(const call_ptr& call, const taken_entries& taken) const;

  void refuse_unrouted(const call_ptr& call, const std::string& allowed);
  http_response fail(const http_call& call, errc error, std::string_view message = {}) const;
  /// 429; the caller may repeat it soon.
  http_response come_again(http_call& call, std::string_view message) const;

  http_frontend_actor::pointer self;
  const api_services* services = nullptr;
  std::optional<path_index> routes;
  std::optional<feed_gate> gate;
  std::optional<reader_choice> readers;
  std::optional<list_reader> lists;
  directory_actor directory;
  store_actor store;
  std::vector<password_hasher_actor> password_hashers;
  endpoint_tester_actor endpoint_tester;
  connector_router_actor connector_router;
  hash_places places;
  std::shared_ptr<const char> import_turns = std::make_shared<char>(); ///< Each copy is an import.
  std::size_t next_hasher = 0;
  waiting_calls waiting;
  std::optional<std::chrono::milliseconds> lists_due_at; ///< When the next lists_due arrives.
  bool is_looking = false, store_was_stuck = false, reads_were_stuck = false, lists_were_stuck = false;
};

struct frontend_parts {
  const api_services* services;
  std::vector<reader_actor> readers;
  directory_actor directory;
  store_actor store;
  std::vector<reader_actor> list_readers;
  std::vector<password_hasher_actor> password_hashers;
  endpoint_tester_actor endpoint_tester;
  connector_router_actor connector_router;
};

http_frontend_actor::behavior_type
http_frontend_behavior(http_frontend_actor::stateful_pointer<http_frontend_state> self, frontend_parts parts);

} // namespace paylink
