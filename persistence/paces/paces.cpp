#include "persistence/paces/paces.hpp"

#include <algorithm>

namespace paylink {

namespace {

/// No gap is so long, so that a row that has been due since then says what no row says.
constexpr std::chrono::hours row_kept_for{1};
/// A row that was written so much later than now was written by a clock that has been set back since: it says nothing.
constexpr std::chrono::seconds set_back_least{10};

// The number keeps these locks apart from those of tries, whose keys anyone may choose.
constexpr const char* mine_sql =
    "SELECT CASE WHEN pg_try_advisory_xact_lock(hashtextextended(:key, 1)) THEN 1 ELSE 0 END";

// Each turn adds at most a row a key, so a few at once are enough. Rows that another transaction is at stay; one that
// it has moved ahead meanwhile is found out by the first condition.
std::string forget_old_paces_sql(dialect spoken) {
  const std::string few = "SELECT key FROM paces WHERE next_at < :long_ago ORDER BY next_at LIMIT 4";
  if (spoken == dialect::postgresql)
    return "DELETE FROM paces WHERE next_at < :before AND key = ANY (ARRAY(SELECT key FROM (" + few +
           ") AS old WHERE pg_try_advisory_xact_lock(hashtextextended(key, 1))))";
  return "DELETE FROM paces WHERE next_at < :before AND key IN (" + few + ")";
}

} // namespace

paces::paces(soci::session& session, dialect spoken)
    : take_{session,
            "INSERT INTO paces (key, next_at, set_at) VALUES (:key, :next, :set) ON CONFLICT (key) DO UPDATE SET "
            "next_at = excluded.next_at, set_at = excluded.set_at WHERE paces.next_at <= :now OR "
            "paces.set_at > :ahead"},
      find_{session, "SELECT next_at FROM paces WHERE key = :key"},
      give_back_{session, "UPDATE paces SET next_at = :now WHERE key = :key"},
      hold_{session,
            "INSERT INTO paces (key, next_at, set_at) VALUES (:key, :until, :set) ON CONFLICT (key) DO UPDATE SET "
            "next_at = excluded.next_at, set_at = excluded.set_at WHERE paces.next_at < excluded.next_at OR "
            "paces.set_at > :ahead"},
      forget_old_{session, forget_old_paces_sql(spoken)} {
  if (spoken == dialect::postgresql) mine_.emplace(session, mine_sql);
}

bool paces::is_mine(const std::string& key) { return !mine_ || (mine_->first(key) && mine_->column<0>().value == 1); }

pace_turn paces::take_one(const std::string& key, std::chrono::milliseconds gap, timestamp now) {
  const auto next = now + gap;
  // The other one is taking its turn: the next is a gap later.
  if (!is_mine(key)) return {false, next};
  const auto written = to_millis(now);
  if (take_.run(key, to_millis(next), written, written, to_millis(now + set_back_least)) == 1) return {true, next};
  return {false, find_.first(key) ? from_millis(find_.column<0>().value) : next};
}

pace_turn paces::take(const std::string& key, std::chrono::milliseconds gap, timestamp now) {
  const wanted_pace wanted[]{{key, gap}};
  return take_all(wanted, now);
}

pace_turn paces::take_all(std::span<const wanted_pace> wanted, timestamp now) {
  timestamp after_taken = now, after_refused = now;
  std::vector<const wanted_pace*> taken;
  for (const auto& one : wanted) {
    const auto turn = take_one(one.key, one.gap, now);
    if (turn.is_taken) taken.push_back(&one);
    auto& latest = turn.is_taken ? after_taken : after_refused;
    latest = std::max(latest, turn.next_at);
  }
  const bool is_taken = taken.size() == wanted.size();
  // A turn that serves nothing delays nothing: it was due before, and so it is again.
  if (!is_taken)
    for (const auto* one : taken) give_back_.run(to_millis(now), one->key);
  const auto long_ago = to_millis(now - row_kept_for);
  forget_old_.run(long_ago, long_ago);
  return {is_taken, is_taken ? after_taken : after_refused};
}

bool paces::hold(const std::string& key, timestamp until, timestamp now) {
  if (!is_mine(key)) return false;
  hold_.run(key, to_millis(until), to_millis(now), to_millis(now + set_back_least));
  return true;
}

} // namespace paylink
