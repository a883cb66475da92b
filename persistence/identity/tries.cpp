#include "persistence/identity/tries.hpp"

#include <algorithm>

namespace paylink {

namespace {

constexpr std::chrono::hours kept_for{24};

std::int64_t minute_of(timestamp time) {
  return std::chrono::floor<std::chrono::minutes>(time.time_since_epoch()).count();
}

constexpr const char* turn_sql =
    "SELECT CASE WHEN pg_try_advisory_xact_lock(hashtextextended(:key, 0)) THEN 1 ELSE 0 END";

/// A few at once. Those that another node deletes are not waited for.
std::string forget_old_sql(dialect spoken) {
  if (spoken == dialect::postgresql)
    return "DELETE FROM tries WHERE ctid = ANY (ARRAY(SELECT ctid FROM tries WHERE minute < :before ORDER BY minute "
           "LIMIT 20" +
           std::string{pick_rows(spoken)} + "))";
  return "DELETE FROM tries WHERE (key, minute) IN (SELECT key, minute FROM tries WHERE minute < :before ORDER BY "
         "minute LIMIT 20)";
}

} // namespace

tries::tries(soci::session& session, dialect spoken)
    : add_{session, "INSERT INTO tries (key, minute, count) VALUES (:key, :minute, 1) ON CONFLICT (key, minute) DO "
                    "UPDATE SET count = tries.count + 1"},
      sum_{session, "SELECT SUM(count), MIN(minute) FROM tries WHERE key = :key AND minute > :since AND count > 0"},
      take_back_{session, "UPDATE tries SET count = count - 1 WHERE key = :key AND minute = :minute AND count > 0"},
      forget_{session, "DELETE FROM tries WHERE key = :key"}, forget_old_{session, forget_old_sql(spoken)} {
  if (spoken == dialect::postgresql) turn_.emplace(session, turn_sql);
}

bool tries::takes_turn(const std::string& key) {
  return !turn_ || (turn_->first(key) && turn_->column<0>().value == 1);
}

bool tries::takes_turns(const std::vector<std::string>& keys) {
  return std::ranges::all_of(keys, [this](const std::string& key) { return takes_turn(key); });
}

result<write_reply> tries::carry_out(const count_try& command, const moment& when) {
  if (!takes_turns(command.keys)) return write_reply{held_up{}};
  const auto minute = minute_of(when.now);
  counted_try counted{.is_allowed = true, .next_at = when.now};
  for (const auto& key : command.keys) {
    add_.run(key, minute);
    sum_.first(key, minute - command.within.count());
    const auto [sum, first] = sum_.out().fields;
    if (sum.or_zero() <= command.limit) continue;
    counted.is_allowed = false;
    const timestamp free_at{std::chrono::minutes{first.or_zero()} + command.within};
    counted.next_at = std::max(counted.next_at, free_at);
  }
  // A try that is refused does not count: who goes on trying is delayed, never locked out.
  if (!counted.is_allowed)
    for (const auto& key : command.keys) take_back_.run(key, minute);
  forget_old_.run(minute_of(when.now - kept_for));
  return write_reply{counted};
}

result<write_reply> tries::carry_out(const take_back_try& command, const moment& when) {
  if (!takes_turns(command.keys)) return write_reply{held_up{}};
  for (const auto& key : command.keys) take_back_.run(key, minute_of(when.now));
  return write_reply{no_reply{}};
}

void tries::give_back(const std::vector<std::string>& keys, timestamp now) {
  for (const auto& key : keys) {
    if (!takes_turn(key)) continue;
    if (&key == &keys.front())
      forget_.run(key);
    else
      take_back_.run(key, minute_of(now));
  }
}

} // namespace paylink
