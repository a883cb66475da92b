#include "persistence/context/used_keys.hpp"

#include "persistence/context/reading.hpp"

namespace paylink {
namespace {

constexpr int forgotten_at_once = 2;

const sql_statement<sql_row<sql_text, sql_text>(sql_text, sql_text, sql_text, sql_number)> find_use_of_key_sql{
    "SELECT print, subject_id FROM idempotency_keys WHERE caller_id = :caller AND workspace_id = :workspace AND key = "
    ":key AND created_at + 0 > :forgotten"};

const sql_statement<void(sql_text, sql_text, sql_text, sql_text, sql_text, sql_number, sql_number)> note_use_of_key_sql{
    "INSERT INTO idempotency_keys (caller_id, workspace_id, key, print, subject_id, created_at) VALUES (:caller, "
    ":workspace, :key, :print, :subject, :now) ON CONFLICT (caller_id, workspace_id, key) DO UPDATE SET print = "
    "excluded.print, subject_id = excluded.subject_id, created_at = excluded.created_at WHERE "
    "idempotency_keys.created_at <= :forgotten"};

const sql_statement<void(sql_number, sql_number)> forget_keys_sql{
    "DELETE FROM idempotency_keys WHERE row IN (SELECT row FROM idempotency_keys WHERE created_at <= :forgotten "
    "ORDER BY created_at LIMIT :limit)"};

std::int64_t forgotten_at(timestamp now) { return to_millis(now - idempotency_key_life); }

} // namespace

std::optional<used_key> find_use_of_key(connection& db, const idempotency_key& key, workspace_id in, timestamp now) {
  auto& find = db[find_use_of_key_sql];
  if (!find.first(key.caller, in.view(), key.key, forgotten_at(now))) return std::nullopt;
  return used_key{find.column<0>().value, find.column<1>().value};
}

void note_use_of_key(connection& db, const idempotency_key& key, workspace_id in, std::string_view subject,
                     timestamp now) {
  // Another node has noted the key since it was looked up: the whole batch sees it the next time.
  if (db[note_use_of_key_sql].run(key.caller, in.view(), key.key, key.print, subject, to_millis(now),
                                  forgotten_at(now)) == 0)
    throw write_conflict{};
  db[forget_keys_sql].run(forgotten_at(now), std::int64_t{forgotten_at_once});
}

result<used_key> answer(reading& at, const find_used_key& wanted) {
  auto found = find_use_of_key(at.db, wanted.key, wanted.in, wanted.now);
  if (!found) return errc::not_found;
  return std::move(*found);
}

} // namespace paylink
