#pragma once
#include "domain/deliveries/delivery.hpp"
#include "persistence/sql/connection.hpp"

#include <unordered_map>

namespace paylink {

/// Says which delivery to a chat may be sent now, in the claiming transaction, so that all nodes together keep the
/// limits of the chat and of its bot. A delivery without a turn gets a time to come again, one after the other: a
/// backlog is not looked at again and again.
class chat_turns {
public:
  explicit chat_turns(connection& db) : db_{db} {}

  /// Takes a turn for a delivery that is claimed. None: it has it; otherwise, when to come again.
  std::optional<timestamp> take(const webhook_target& to, timestamp now);
  /// When a new delivery will probably have its turn.
  timestamp next_turn(const webhook_target& to, timestamp now);
  /// Nothing is sent to the chat before then.
  void hold(const webhook_target& to, timestamp until, timestamp now);

private:
  /// The next time that this node has not given to a delivery. Another node may have: then one of the two is given
  /// another time when it comes.
  timestamp give_time(const webhook_target& to, timestamp earliest, timestamp now);

  connection& db_;
  std::unordered_map<std::int64_t, timestamp> given_until_; ///< By webhook; those in the past are forgotten.
};

} // namespace paylink
