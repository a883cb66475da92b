#include "persistence/stores/migrations.hpp"

#include "domain/values/fingerprint.hpp"
#include "domain/values/hex_digits.hpp"
#include "domain/values/time.hpp"
#include "logging/log.hpp"
#include "persistence/sql/statement.hpp"
#include "persistence/sql/storable_text.hpp"
#include "persistence/store.hpp"

#include <map>

namespace paylink {
namespace {

std::string checksum_of(const migration& step) { return hex_digits(fingerprint(step.sql)); }

// Statements end with a semicolon at the end of a line; lines of comment are left out.
std::vector<std::string> statements_of(std::string_view sql) {
  std::vector<std::string> statements;
  std::string current;
  while (!sql.empty()) {
    const auto line = sql.substr(0, sql.find('\n'));
    sql.remove_prefix(std::min(sql.size(), line.size() + 1));
    if (line.starts_with("--")) continue;
    current.append(line).push_back('\n');
    if (!line.ends_with(';')) continue;
    statements.push_back(std::move(current));
    current.clear();
  }
  return statements;
}

// One node migrates at a time; the others wait and then find nothing to do.
void begin(soci::session& session, dialect spoken) {
  // Without a timeout: a large table takes its time.
  for (const auto* begun : choose<std::vector<const char*>>(
           spoken, {"BEGIN IMMEDIATE"},
           {"BEGIN", "SET LOCAL statement_timeout = 0", "SELECT pg_advisory_xact_lock(7301426188)"}))
    session << begun;
}

void make_ledger(soci::session& session, dialect spoken) {
  // PostgreSQL requires the right to create tables even if there is nothing to create.
  if (has_ledger(session, spoken)) return;
  begin(session, spoken);
  session << "CREATE TABLE IF NOT EXISTS schema_migrations (number INTEGER PRIMARY KEY, name TEXT NOT NULL, checksum "
             "TEXT NOT NULL, applied_at "
          << choose(spoken, "INTEGER NOT NULL) STRICT", "BIGINT NOT NULL)");
  session << "COMMIT";
}

using ledger = std::map<long long, std::string>; ///< The checksums of the applied steps, by their numbers.

ledger read_ledger(soci::session& session) {
  ledger applied;
  statement<sql_row<>, sql_row<sql_number, sql_text>> rows{session, "SELECT number, checksum FROM schema_migrations"};
  rows.each([&](const auto& columns) { applied.emplace(column_at<0>(columns).value, column_at<1>(columns).value); });
  return applied;
}

int newest_of(dialect spoken, std::span<const migration> steps) {
  int newest = 0;
  for (const auto& step : steps)
    if (step.spoken == spoken) newest = step.number;
  return newest;
}

/// The first step that the database has with other content; null: no step differs.
const migration* find_changed(const ledger& applied, dialect spoken, std::span<const migration> steps) {
  for (const auto& step : steps) {
    if (step.spoken != spoken) continue;
    const auto found = applied.find(step.number);
    if (found != applied.end() && found->second != checksum_of(step)) return &step;
  }
  return nullptr;
}

/// Why these steps cannot continue the schema, and what to do; empty if they can.
std::string ledger_fault(const ledger& applied, dialect spoken, std::span<const migration> steps) {
  if (const auto* changed = find_changed(applied, spoken, steps))
    return "migration " + std::string{changed->name} +
           " was applied to this database with different content; use the version of paylinkd that created the "
           "database, or restore a backup";
  const auto newest = newest_of(spoken, steps);
  if (applied.empty() || applied.rbegin()->first <= newest) return {};
  return "this database was created by a newer version of paylinkd (its schema has number " +
         std::to_string(applied.rbegin()->first) + ", this program knows " + std::to_string(newest) +
         "); install that version or a newer one";
}

void check_ledger(const ledger& applied, dialect spoken, std::span<const migration> steps) {
  if (auto fault = ledger_fault(applied, spoken, steps); !fault.empty()) throw database_error{std::move(fault)};
}

void apply(soci::session& session, dialect spoken, const migration& step) {
  begin(session, spoken);
  try {
    if (!read_ledger(session).contains(step.number)) {
      for (const auto& sql : statements_of(step.sql)) session << sql;
      statement<sql_row<sql_number, sql_text, sql_text, sql_number>> note{
          session,
          "INSERT INTO schema_migrations (number, name, checksum, applied_at) VALUES (:number, :name, :checksum, :at)"};
      note.run(std::int64_t{step.number}, step.name, checksum_of(step), to_millis(system_wall_clock{}.now()));
    }
    session << "COMMIT";
  } catch (const soci::soci_error& error) {
    std::string buffer;
    const std::string why{loggable_text(error, buffer)};
    try {
      session << "ROLLBACK";
    } catch (const soci::soci_error&) { // the connection is gone, and the transaction with it
    }
    throw database_error{"migration " + std::string{step.name} + " failed and changed nothing: " + why};
  }
  log::info("database.migrated", {{"migration", step.name}});
}

} // namespace

bool has_ledger(soci::session& session, dialect spoken) {
  statement<sql_row<>, sql_row<sql_number>> look{
      session, choose(spoken, "SELECT count(*) FROM sqlite_master WHERE name = 'schema_migrations'",
                      "SELECT CASE WHEN to_regclass('schema_migrations') IS NULL THEN 0 ELSE 1 END")};
  return look.first() && look.column<0>().value != 0;
}

int newest_migration(dialect spoken) { return newest_of(spoken, all_migrations); }

std::string fault_of_schema(soci::session& session, dialect spoken) {
  return ledger_fault(read_ledger(session), spoken, all_migrations);
}

void require_own_schema(soci::session& session, dialect spoken) {
  const auto applied = read_ledger(session);
  check_ledger(applied, spoken, all_migrations);
  if (!applied.contains(newest_migration(spoken)))
    throw database_error{"the database's schema is of an earlier version: start the service, or run paylinkd migrate, "
                         "then run this again"};
}

void migrate(soci::session& session, dialect spoken, std::span<const migration> steps) {
  make_ledger(session, spoken);
  const auto applied = read_ledger(session);
  check_ledger(applied, spoken, steps);
  for (const auto& step : steps)
    if (step.spoken == spoken && !applied.contains(step.number)) apply(session, spoken, step);
}

} // namespace paylink
