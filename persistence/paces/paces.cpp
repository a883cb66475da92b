#include "persistence/paces/paces.hpp"

#include <algorithm>

namespace paylink {
namespace {

/// No gap is so long, so that a row that has been due since then says what no row says.
constexpr std::chrono::hours row_kept_for{1};
/// A row that was written so much later than now was written by a clock that has been set back since: it says nothing.
constexpr std::chrono::seconds set_back_least{10};

// The number keeps these locks apart from those of tries, whose keys anyone may choose.
const sql_statement<sql_row<sql_number>(sql_text)> lock_pace_sql{[](dialect spoken) {
  return on_server(spoken, "SELECT CASE WHEN pg_try_advisory_xact_lock(hashtextextended(:key, 1)) THEN 1 ELSE 0 END");
}};

const sql_statement<void(sql_text, sql_number, sql_number, sql_number, sql_number)> take_pace_sql{
    "INSERT INTO paces (key, next_at, set_at) VALUES (:key, :next, :set) ON CONFLICT (key) DO UPDATE SET next_at = "
    "excluded.next_at, set_at = excluded.set_at WHERE paces.next_at <= :now OR paces.set_at > :ahead"};

const sql_statement<sql_row<sql_number>(sql_text)> find_pace_sql{"SELECT next_at FROM paces WHERE key = :key"};

const sql_statement<void(sql_number, sql_text)> give_back_pace_sql{"UPDATE paces SET next_at = :now WHERE key = :key"};

const sql_statement<void(sql_text, sql_number, sql_number, sql_number)> hold_pace_sql{
    "INSERT INTO paces (key, next_at, set_at) VALUES (:key, :until, :set) ON CONFLICT (key) DO UPDATE SET next_at = "
    "excluded.next_at, set_at = excluded.set_at WHERE paces.next_at < excluded.next_at OR paces.set_at > :ahead"};

// Each turn adds at most a row a key, so a few at once are enough. Rows that another transaction is at stay; one that
// it has moved ahead meanwhile is found out by the first condition.
const sql_statement<void(sql_number, sql_number)> forget_old_paces_sql{[](dialect spoken) {
  const std::string few = "SELECT key FROM paces WHERE next_at < :long_ago ORDER BY next_at LIMIT 4";
  return "DELETE FROM paces WHERE next_at < :before AND key " +
         choose(spoken, "IN (" + few + ")",
                "= ANY (ARRAY(SELECT key FROM (" + few +
                    ") AS old WHERE pg_try_advisory_xact_lock(hashtextextended(key, 1))))");
}};

/// Whether no other transaction is at the key; then it is this one's until it ends.
bool is_pace_free(connection& db, const std::string& key) {
  if (!has_other_writers(db.spoken())) return true;
  auto& lock = db[lock_pace_sql];
  return lock.first(key) && lock.column<0>().value == 1;
}

pace_turn take_one_pace(connection& db, const wanted_pace& wanted, timestamp now) {
  const auto& [key, gap] = wanted;
  const auto next = now + gap;
  // The other one is taking its turn: the next is a gap later.
  if (!is_pace_free(db, key)) return {false, next};
  const auto written = to_millis(now);
  if (db[take_pace_sql].run(key, to_millis(next), written, written, to_millis(now + set_back_least)) == 1)
    return {true, next};
  auto& found = db[find_pace_sql];
  return {false, found.first(key) ? from_millis(found.column<0>().value) : next};
}

} // namespace

pace_turn take_turn(connection& db, std::span<const wanted_pace> wanted, timestamp now) {
  timestamp after_taken = now, after_refused = now;
  std::vector<const wanted_pace*> taken;
  for (const auto& one : wanted) {
    const auto turn = take_one_pace(db, one, now);
    if (turn.is_taken) taken.push_back(&one);
    auto& latest = turn.is_taken ? after_taken : after_refused;
    latest = std::max(latest, turn.next_at);
  }
  const bool is_taken = taken.size() == wanted.size();
  // A turn that serves nothing delays nothing: it was due before, and so it is again.
  if (!is_taken)
    for (const auto* one : taken) db[give_back_pace_sql].run(to_millis(now), one->key);
  const auto long_ago = to_millis(now - row_kept_for);
  db[forget_old_paces_sql].run(long_ago, long_ago);
  return {is_taken, is_taken ? after_taken : after_refused};
}

bool hold_turns(connection& db, const std::string& key, timestamp until, timestamp now) {
  if (!is_pace_free(db, key)) return false;
  db[hold_pace_sql].run(key, to_millis(until), to_millis(now), to_millis(now + set_back_least));
  return true;
}

} // namespace paylink
