#pragma once
#include "domain/values/time.hpp"
#include "persistence/sql/connection.hpp"

#include <span>

/// Says what may be done now of what may be done once in a while, on the writer's connection and in its transaction:
/// what is rolled back was not taken. All nodes together get no more than one would. None waits for another, since a
/// batch has many keys in any order: what another transaction is at counts as taken by it.
namespace paylink {

/// What is done at most once in each gap.
struct wanted_pace {
  std::string key;
  std::chrono::milliseconds gap{0};
};

/// Whether it may be done now; if not, when to ask again.
struct pace_turn {
  bool is_taken = false;
  timestamp next_at;
};

/// Takes a turn with each of the keys whose gaps after the last one are over, or with none; `next_at` is when all may
/// be free. `now` is the transaction's time.
pace_turn take_turn(connection& db, std::span<const wanted_pace> wanted, timestamp now);

/// Nobody gets a turn with this key before `until`, as when a service has asked for a longer wait; an even longer one
/// stays. False: another transaction is at the key, and nothing has changed.
bool hold_turns(connection& db, const std::string& key, timestamp until, timestamp now);

} // namespace paylink
