#include "persistence/checks/audit_walk.hpp"

#include <limits>

namespace paylink::checks {
namespace {

constexpr const char* audit_advice =
    "the log may have been changed to hide something: keep a copy of the database, and compare it with a backup";

std::string rows_sql() {
  return "SELECT " + sql_columns<audit_columns>() +
         " FROM audit_log WHERE scope = :scope AND number > :after AND number <= :until ORDER BY number LIMIT :rows";
}

// Either may have lost what the other still has.
constexpr const char* next_scope_sql =
    "SELECT MIN(scope) FROM (SELECT MIN(scope) AS scope FROM audit_chains WHERE scope > :after UNION ALL SELECT "
    "MIN(scope) FROM audit_log WHERE scope > :also_after) AS next";

std::string name_of(const std::string& scope) { return scope.empty() ? "the service" : scope; }

} // namespace

audit_walk::audit_walk(soci::session& session, const doctor_context& context)
    : context_{context}, rows_{session, rows_sql()}, next_scope_{session, next_scope_sql},
      chain_{session, "SELECT length, hash FROM audit_chains WHERE scope = :scope"} {}

void audit_walk::go(report& into) {
  into.count_checks(3);
  check_chain({}, into);
  std::string scope;
  while (next_scope_.first(scope, scope) && !next_scope_.column<0>().is_null()) {
    scope = next_scope_.column<0>().value;
    check_chain({.scope = scope}, into);
  }
}

void audit_walk::check_chain(place at, report& into) {
  read_rows(at, std::numeric_limits<std::int64_t>::max(), into);
  const bool is_kept = chain_.first(at.scope);
  const auto length = is_kept ? chain_.column<0>().value : 0;
  const auto hash = is_kept ? chain_.column<1>().value : std::string{};
  read_rows(at, length, into);
  if (at.number == length && at.hash == hash) return;
  into.add({.check = "audit_end",
            .where = "audit_chains " + name_of(at.scope),
            .problem = "the audit log of " + name_of(at.scope) + " ends with number " + std::to_string(at.number) +
                       ", but " + std::to_string(length) + " is noted as its end, or another hash",
            .advice = audit_advice});
}

void audit_walk::read_rows(place& at, std::int64_t until, report& into) {
  for (std::int64_t read = context_.portion; read == context_.portion && at.number < until;) {
    into.go_on();
    read = 0;
    rows_.each(
        [&](const audit_columns& columns) {
          const auto row = columns.read();
          check_row(at, row, into);
          at.read_to = row.number;
          ++read;
          if (row.number < 1) return;
          at.number = row.number;
          at.hash = row.hash;
        },
        std::string{at.scope}, std::int64_t{at.read_to}, until, std::int64_t{context_.portion});
    into.count_rows(read);
  }
}

void audit_walk::check_row(const place& before, const audit_row& row, report& into) const {
  const auto where =
      "audit_log row " + std::to_string(row.row) + " (" + row.id.text() + " of " + name_of(row.scope) + ")";
  if (row.number < 1)
    into.add({.check = "audit_gap",
              .where = where,
              .problem = "its number was not assigned by the service: the row was inserted",
              .advice = audit_advice});
  else if (row.number != before.number + 1)
    // What its hash covers is gone.
    into.add({.check = "audit_gap",
              .where = where,
              .problem = "before it, the numbers from " + std::to_string(before.number + 1) + " on are missing",
              .advice = audit_advice});
  else if (context_.digest(hashed_text(row, before.hash)) != row.hash)
    into.add({.check = "audit_row",
              .where = where,
              .problem = "its hash does not match its content or the previous row",
              .advice = audit_advice});
}

} // namespace paylink::checks
