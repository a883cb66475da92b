#pragma once
#include "domain/values/time.hpp"
#include "persistence/sql/dialect.hpp"
#include "persistence/sql/statement.hpp"

#include <span>

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

/// Says what may be done now of what may be done once in a while, on the writer's connection and in its transaction:
/// what is rolled back was not taken. All nodes together get no more than one would. None waits for another, since a
/// batch has many keys in any order: what another transaction is at counts as taken by it.
class paces {
public:
  paces(soci::session& session, dialect spoken);

  /// Takes a turn with this key, if the gap after the last one is over. `now` is the transaction's time.
  pace_turn take(const std::string& key, std::chrono::milliseconds gap, timestamp now);

  /// Takes a turn with each of the keys, or with none; `next_at` is when all may be free.
  pace_turn take_all(std::span<const wanted_pace> wanted, timestamp now);

  /// Nobody gets a turn with this key before `until`, as when a service has asked for a longer wait; an even longer one
  /// stays. False: another transaction is at the key, and nothing has changed.
  bool hold(const std::string& key, timestamp until, timestamp now);

private:
  /// Whether no other transaction is at the key; then it is this one's until it ends.
  bool is_mine(const std::string& key);
  pace_turn take_one(const std::string& key, std::chrono::milliseconds gap, timestamp now);

  std::optional<statement<sql_row<sql_text>, sql_row<sql_number>>> mine_; ///< None: there is one writer.
  statement<sql_row<sql_text, sql_number, sql_number, sql_number, sql_number>> take_;
  statement<sql_row<sql_text>, sql_row<sql_number>> find_;
  statement<sql_row<sql_number, sql_text>> give_back_;
  statement<sql_row<sql_text, sql_number, sql_number, sql_number>> hold_;
  statement<sql_row<sql_number, sql_number>> forget_old_;
};

} // namespace paylink
