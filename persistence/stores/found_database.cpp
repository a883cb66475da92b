#include "persistence/stores/found_database.hpp"

#include "persistence/sql/statement.hpp"
#include "persistence/stores/migrations.hpp"

namespace paylink {
namespace {

bool has_table(soci::session& session, dialect spoken, std::string_view name) {
  statement<sql_row<sql_text>, sql_row<sql_number>> look{
      session, spoken == dialect::sqlite
                   ? "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = :name"
                   : "SELECT CASE WHEN to_regclass(CAST(:name AS TEXT)) IS NULL THEN 0 ELSE 1 END"};
  return look.first(name) && look.template column<0>().value != 0;
}

std::string first_text(soci::session& session, const std::string& sql) {
  statement<sql_row<>, sql_row<sql_text>> ask{session, sql};
  return ask.first() ? ask.column<0>().value : std::string{};
}

} // namespace

found_database read_identity(soci::session& session, dialect spoken) {
  found_database found;
  const auto has = [&](std::string_view table) { return has_table(session, spoken, table); };
  if (!has("schema_migrations")) return found;
  found.is_made = !first_text(session, "SELECT CAST(max(number) AS VARCHAR(20)) FROM schema_migrations").empty();
  found.schema_fault = fault_of_schema(session, spoken);
  if (has("database_identity")) found.id = first_text(session, "SELECT id FROM database_identity");
  // A database of an early version has keys and no canary yet.
  std::string sealed;
  if (has("master_key_canary")) sealed = first_text(session, "SELECT sealed FROM master_key_canary");
  if (sealed.empty() && has("signing_keys")) sealed = first_text(session, "SELECT sealed FROM signing_keys LIMIT 1");
  found.sealed_with = sealed.substr(0, sealed.find('.'));
  return found;
}

} // namespace paylink
