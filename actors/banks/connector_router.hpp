#pragma once
#include "actors/interfaces.hpp"
#include "actors/owed_reply.hpp"

#include <map>
#include <unordered_map>

namespace paylink {

/// Where banks are asked.
/// Owns:       the connections in progress; how many calls wait for each bank.
/// Receives:   connector_call; continued_call<connector_call>.
/// Sends to:   BANK CONNECTIONS, CONNECTOR CALLERS (what is about no connection in progress), READERS (calls that the
///             bank has answered).
/// Guarantees: every call is answered; few wait for a bank that is slow, and none for another bank.
struct connector_router_state {
  connector_router_state(connector_router_actor::pointer owner) : self{owner} {}
  static inline const char* name = "connector-router";

  caf::result<connector_answer> on_call(const connector_call& wanted);
  /// 429 if too many wait for the bank.
  void on_continued(const continued_call<connector_call>& wanted);
  void call(const connector_call& wanted, const std::function<void(connector_answer)>& done);
  bank_connection_actor& connection_of(const connector_call& wanted, const connector_caller_actor& caller);
  void on_down(const caf::down_msg& down);

  connector_router_actor::pointer self;
  std::map<std::string, connector_caller_actor> callers; ///< By the feed's code.
  std::map<std::string, int> waiting;
  std::unordered_map<bank_account_id, bank_connection_actor> connections;
  std::unordered_map<caf::actor_addr, bank_account_id> by_address;
};

connector_router_actor::behavior_type
connector_router_behavior(connector_router_actor::stateful_pointer<connector_router_state> self,
                          std::map<std::string, connector_caller_actor> callers);

} // namespace paylink
