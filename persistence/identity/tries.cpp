#include "persistence/identity/tries.hpp"

#include "persistence/context/reading.hpp"

#include <algorithm>

namespace paylink {
namespace {

constexpr std::chrono::minutes successes_count_for{15};

std::int64_t minute_of(timestamp time) {
  return std::chrono::floor<std::chrono::minutes>(time.time_since_epoch()).count();
}

const sql_statement<sql_row<sql_number>(sql_text)> take_turn_sql{[](dialect spoken) {
  return on_server(spoken, "SELECT CASE WHEN pg_try_advisory_xact_lock(hashtextextended(:key, 0)) THEN 1 ELSE 0 END");
}};

const sql_statement<void(sql_text, sql_number, sql_number)> add_try_sql{
    "INSERT INTO tries (key, minute, count, until_minute) VALUES (:key, :minute, 1, :until) ON CONFLICT (key, minute) "
    "DO UPDATE SET count = tries.count + 1"};

const sql_statement<sql_row<sql_number, sql_number>(sql_text, sql_number)> sum_tries_sql{
    "SELECT SUM(count), MIN(minute) FROM tries WHERE key = :key AND minute > :since AND count > 0"};

const sql_statement<void(sql_text, sql_number)> take_back_try_sql{
    "UPDATE tries SET count = count - 1 WHERE key = :key AND minute = :minute AND count > 0"};

const sql_statement<void(sql_text, sql_number)> drop_empty_tries_sql{
    "DELETE FROM tries WHERE key = :key AND minute = :minute AND count = 0"};

// A few at once. Those that another node deletes are not waited for.
const sql_statement<void(sql_number)> forget_tries_sql{[](dialect spoken) {
  const auto picked = [&](const std::string& key) {
    return "SELECT " + key + " FROM tries WHERE until_minute < :now ORDER BY until_minute LIMIT 20" +
           std::string{pick_rows(spoken)};
  };
  return "DELETE FROM tries WHERE " + choose(spoken, "(key, minute) IN (" + picked("key, minute") + ")",
                                             "ctid = ANY (ARRAY(" + picked("ctid") + "))");
}};

const sql_statement<sql_row<sql_text>(sql_text, sql_text, sql_number)> find_household_sql{
    "SELECT a.household FROM users u JOIN sign_in_addresses a ON a.user_id = u.id WHERE lower(u.email) = lower(:email) "
    "AND a.household = :household AND a.seen_at > :since"};

/// Whether one more try is allowed by each limit.
counted_try judge_tries(connection& db, std::span<const try_limit> limits, timestamp now) {
  counted_try judged{.is_allowed = true, .next_at = now};
  for (const auto& one : limits) {
    auto& sum = db[sum_tries_sql];
    sum.first(one.key, minute_of(now) - one.within.count());
    const auto& [count, first] = sum.out().fields;
    if (count.or_zero() < one.limit) continue;
    judged.is_allowed = false;
    const timestamp free_at{std::chrono::minutes{first.or_zero()} + one.within};
    judged.next_at = std::max(judged.next_at, free_at);
  }
  return judged;
}

/// Whether it is this transaction's turn to count for the key, until it ends. Writers that count for a key take turns,
/// so that all nodes together allow no more than one would. None waits for its turn: anyone can have two nodes count
/// for the same keys, in any order, and credits are in the same batch.
bool takes_turn(writing& at, const std::string& key) {
  if (!has_other_writers(at.db.spoken())) return true;
  auto& turn = at.db[take_turn_sql];
  return turn.first(key) && turn.column<0>().value == 1;
}

void give_back_try(writing& at, const std::string& key) {
  at.db[take_back_try_sql].run(key, minute_of(at.when.now));
  at.db[drop_empty_tries_sql].run(key, minute_of(at.when.now));
}

} // namespace

void settle_tries(writing& at, const settled_try& tried) {
  for (const auto& key : tried.returned)
    if (takes_turn(at, key)) give_back_try(at, key);
  const auto minute = minute_of(at.when.now);
  if (!tried.succeeded.empty() && takes_turn(at, tried.succeeded))
    at.db[add_try_sql].run(tried.succeeded, minute, minute + successes_count_for.count());
}

result<write_reply> carry_out(writing& at, const count_try& command) {
  for (const auto& one : command.limits)
    if (one.is_counted && !takes_turn(at, one.key)) return write_reply{held_up{}};
  const auto minute = minute_of(at.when.now);
  const auto counted = judge_tries(at.db, command.limits, at.when.now);
  // A try that is refused does not count: who goes on trying is delayed, never locked out.
  if (counted.is_allowed)
    for (const auto& one : command.limits)
      if (one.is_counted) at.db[add_try_sql].run(one.key, minute, minute + one.within.count());
  at.db[forget_tries_sql].run(minute);
  return write_reply{counted};
}

result<write_reply> carry_out(writing& at, const settle_try& command) {
  const auto& [returned, succeeded] = command.tried;
  const auto is_busy = [&](const std::string& key) { return !takes_turn(at, key); };
  if (std::ranges::any_of(returned, is_busy) || (!succeeded.empty() && is_busy(succeeded)))
    return write_reply{held_up{}};
  settle_tries(at, command.tried);
  return write_reply{no_reply{}};
}

counted_try answer(reading& at, const look_at_tries& wanted) { return judge_tries(at.db, wanted.limits, wanted.now); }

bool answer(reading& at, const knows_household& wanted) {
  return at.db[find_household_sql].first(wanted.email, wanted.household, to_millis(wanted.now - household_life));
}

} // namespace paylink
