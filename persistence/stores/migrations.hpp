#pragma once
#include "persistence/sql/dialect.hpp"

#include <soci/soci.h>
#include <span>

namespace paylink {

/// One step of the schema, built into the binary from `migrations/NNNN_what.<database>.sql`.
struct migration {
  int number = 0;
  std::string_view name; ///< `0001_baseline`
  dialect spoken = dialect::sqlite;
  std::string_view sql;
};

/// All of them, in the order of their numbers.
extern const std::span<const migration> all_migrations;

/// The schema number of an up-to-date database.
int newest_migration(dialect spoken);

/// Whether a step has been applied to the database, or has been tried.
bool has_ledger(soci::session& session, dialect spoken);

/// Why this version cannot use the schema, as `migrate` would say it; empty if it can, or can bring it up to date.
std::string fault_of_schema(soci::session& session, dialect spoken);

/// Throws `database_error` if the schema is not that of this version.
void require_own_schema(soci::session& session, dialect spoken);

/// Brings the schema up to date, one transaction per step. Throws `database_error` if the database is from a newer
/// version, or contains a step whose text differs from ours.
void migrate(soci::session& session, dialect spoken, std::span<const migration> steps = all_migrations);

} // namespace paylink
