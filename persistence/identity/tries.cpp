#include "persistence/identity/tries.hpp"

#include <algorithm>

namespace paylink {

namespace {

constexpr std::chrono::minutes successes_count_for{15};

std::int64_t minute_of(timestamp time) {
  return std::chrono::floor<std::chrono::minutes>(time.time_since_epoch()).count();
}

constexpr const char* turn_sql =
    "SELECT CASE WHEN pg_try_advisory_xact_lock(hashtextextended(:key, 0)) THEN 1 ELSE 0 END";

constexpr const char* sum_sql =
    "SELECT SUM(count), MIN(minute) FROM tries WHERE key = :key AND minute > :since AND count > 0";

constexpr const char* household_sql =
    "SELECT a.household FROM users u JOIN sign_in_addresses a ON a.user_id = u.id WHERE lower(u.email) = "
    "lower(:email) AND a.household = :household AND a.seen_at > :since";

/// A few at once. Those that another node deletes are not waited for.
std::string forget_old_sql(dialect spoken) {
  if (spoken == dialect::postgresql)
    return "DELETE FROM tries WHERE ctid = ANY (ARRAY(SELECT ctid FROM tries WHERE until_minute < :now ORDER BY "
           "until_minute LIMIT 20" +
           std::string{pick_rows(spoken)} + "))";
  return "DELETE FROM tries WHERE (key, minute) IN (SELECT key, minute FROM tries WHERE until_minute < :now ORDER BY "
         "until_minute LIMIT 20)";
}

/// Whether one more try is allowed by each limit, by the sums that `sum` has.
template <class Sum>
counted_try judge(std::span<const try_limit> limits, Sum& sum, timestamp now) {
  counted_try judged{.is_allowed = true, .next_at = now};
  for (const auto& one : limits) {
    sum.first(one.key, minute_of(now) - one.within.count());
    const auto [count, first] = sum.out().fields;
    if (count.or_zero() < one.limit) continue;
    judged.is_allowed = false;
    const timestamp free_at{std::chrono::minutes{first.or_zero()} + one.within};
    judged.next_at = std::max(judged.next_at, free_at);
  }
  return judged;
}

} // namespace

tries::tries(soci::session& session, dialect spoken)
    : add_{session, "INSERT INTO tries (key, minute, count, until_minute) VALUES (:key, :minute, 1, :until) ON "
                    "CONFLICT (key, minute) DO UPDATE SET count = tries.count + 1"},
      sum_{session, sum_sql},
      take_back_{session, "UPDATE tries SET count = count - 1 WHERE key = :key AND minute = :minute AND count > 0"},
      drop_empty_{session, "DELETE FROM tries WHERE key = :key AND minute = :minute AND count = 0"},
      forget_old_{session, forget_old_sql(spoken)} {
  if (spoken == dialect::postgresql) turn_.emplace(session, turn_sql);
}

bool tries::takes_turn(const std::string& key) {
  return !turn_ || (turn_->first(key) && turn_->column<0>().value == 1);
}

result<write_reply> tries::carry_out(const count_try& command, const moment& when) {
  for (const auto& one : command.limits)
    if (one.is_counted && !takes_turn(one.key)) return write_reply{held_up{}};
  const auto minute = minute_of(when.now);
  const auto counted = judge(command.limits, sum_, when.now);
  // A try that is refused does not count: who goes on trying is delayed, never locked out.
  if (counted.is_allowed)
    for (const auto& one : command.limits)
      if (one.is_counted) add_.run(one.key, minute, minute + one.within.count());
  forget_old_.run(minute);
  return write_reply{counted};
}

result<write_reply> tries::carry_out(const settle_try& command, const moment& when) {
  const auto& [returned, succeeded] = command.tried;
  const auto is_busy = [this](const std::string& key) { return !takes_turn(key); };
  if (std::ranges::any_of(returned, is_busy) || (!succeeded.empty() && is_busy(succeeded)))
    return write_reply{held_up{}};
  settle(command.tried, when.now);
  return write_reply{no_reply{}};
}

void tries::settle(const settled_try& tried, timestamp now) {
  for (const auto& key : tried.returned)
    if (takes_turn(key)) give_back(key, now);
  const auto minute = minute_of(now);
  if (!tried.succeeded.empty() && takes_turn(tried.succeeded))
    add_.run(tried.succeeded, minute, minute + successes_count_for.count());
}

void tries::give_back(const std::string& key, timestamp now) {
  take_back_.run(key, minute_of(now));
  drop_empty_.run(key, minute_of(now));
}

try_reads::try_reads(soci::session& session) : sum_{session, sum_sql}, known_{session, household_sql} {}

counted_try try_reads::look(std::span<const try_limit> limits, timestamp now) { return judge(limits, sum_, now); }

bool try_reads::knows_household(std::string_view email, std::string_view household, timestamp now) {
  return known_.first(email, household, to_millis(now - household_life));
}

} // namespace paylink
