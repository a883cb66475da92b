#pragma once
#include "actors/interfaces.hpp"
#include "actors/owed_reply.hpp"

#include <map>
#include <unordered_map>

namespace paylink {

/// Where banks are asked.
/// Owns:  the connections in progress; how many calls wait for each bank.
/// Hears: call_connector.
/// Tells: BANK CONNECTIONS, CONNECTOR DESKS (what is about no connection in progress).
/// Keeps: every call is answered; few wait for a bank that is slow, and none for another bank.
struct bank_desk_state {
  bank_desk_state(bank_desk_actor::pointer owner) : self{owner} {}
  static inline const char* name = "bank-desk";

  caf::result<connector_called> on_call(call_connector& wanted);
  bank_connection_actor& connection_of(const call_connector& wanted, const connector_desk_actor& desk);
  void on_down(const caf::down_msg& down);

  bank_desk_actor::pointer self;
  std::map<std::string, connector_desk_actor> desks; ///< By the feed's code.
  std::map<std::string, int> waiting;
  std::unordered_map<bank_account_id, bank_connection_actor> connections;
  std::unordered_map<caf::actor_addr, bank_account_id> by_address;
};

bank_desk_actor::behavior_type bank_desk_behavior(bank_desk_actor::stateful_pointer<bank_desk_state> self,
                                                  std::map<std::string, connector_desk_actor> desks);

} // namespace paylink
