#include "persistence/stores/found_database.hpp"

#include "persistence/sql/statement.hpp"
#include "persistence/stores/migrations.hpp"

namespace paylink {
namespace {

std::string first_text(soci::session& session, const std::string& sql) {
  statement<sql_row<>, sql_row<sql_text>> ask{session, sql};
  return ask.first() ? ask.column<0>().value : std::string{};
}

} // namespace

found_database read_identity(soci::session& session, dialect spoken) {
  found_database found;
  if (!has_ledger(session, spoken)) return found;
  found.is_made = !first_text(session, "SELECT CAST(max(number) AS VARCHAR(20)) FROM schema_migrations").empty();
  if (!found.is_made) return found;
  found.schema_fault = fault_of_schema(session, spoken);
  found.id = first_text(session, "SELECT id FROM database_identity");
  const auto sealed = first_text(session, "SELECT sealed FROM master_key_canary");
  found.sealed_with = sealed.substr(0, sealed.find('.'));
  return found;
}

} // namespace paylink
