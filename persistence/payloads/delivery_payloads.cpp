#include "persistence/payloads/delivery_payloads.hpp"

#include "persistence/sql/invariant.hpp"
#include "persistence/sql/storable_text.hpp"

namespace paylink {

namespace {

// The numbers are drawn first, so that each payload is known by its own.
std::string insert_payloads_sql() {
  return "WITH drawn AS (SELECT nextval('delivery_payloads_row_seq') AS row, d.* FROM " + unnested<payload_columns>() +
         " AS d), kept AS (INSERT INTO delivery_payloads (row, subject_id, body) OVERRIDING SYSTEM VALUE SELECT row, "
         "subject_id, body FROM drawn) SELECT place, row FROM drawn";
}

// Of two transactions that remove the last deliveries of a payload, the second waits here for the first.
std::string hold_payloads_sql(dialect spoken) {
  const auto rows = "SELECT payload_row FROM deliveries WHERE row" + std::string{is_among_numbers(spoken)} +
                    " AND payload_row IS NOT NULL";
  return "SELECT p.row FROM delivery_payloads p WHERE p.row" +
         (spoken == dialect::postgresql ? " = ANY (ARRAY(" + rows + "))" : " IN (" + rows + ")") +
         " ORDER BY p.row + 0" + std::string{lock_row(spoken)};
}

std::string drop_payloads_sql(dialect spoken) {
  return "DELETE FROM delivery_payloads WHERE row" + std::string{is_among_numbers(spoken)} +
         " AND (SELECT d.row FROM deliveries d WHERE d.subject_id = delivery_payloads.subject_id AND d.webhook_row IS "
         "NOT NULL AND d.payload_row = delivery_payloads.row LIMIT 1) IS NULL";
}

} // namespace

delivery_payloads::delivery_payloads(soci::session& session, dialect spoken)
    : hold_{session, hold_payloads_sql(spoken)}, drop_{session, drop_payloads_sql(spoken)} {
  if (spoken == dialect::sqlite)
    insert_.emplace(session, spoken, "INSERT INTO delivery_payloads (subject_id, body) VALUES (:subject, :body)");
  else
    insert_all_.emplace(session, insert_payloads_sql());
}

void delivery_payloads::store(std::vector<shared_payload>& shared) {
  if (shared.empty()) return;
  const auto note = [](const shared_payload& one, std::int64_t row) {
    for (auto* noted : one.rows) *noted = row;
  };
  if (insert_) {
    for (const auto& one : shared) {
      const auto row = insert_->run(one.subject, one.body);
      ensure(row.has_value(), "a payload is stored before its deliveries");
      note(one, *row);
    }
    return;
  }
  column_arrays<payload_columns> rows;
  for (std::size_t place = 0; place < shared.size(); ++place) {
    shared[place].place = place;
    rows.add(shared[place]);
  }
  const auto take = [&](const auto& columns) {
    note(shared[static_cast<std::size_t>(column_at<0>(columns).value)], column_at<1>(columns).value);
  };
  rows.with_parameters([&](const auto&... arrays) { insert_all_->each(take, arrays...); });
}

std::vector<std::int64_t> delivery_payloads::hold(const std::string& deliveries) {
  std::vector<std::int64_t> held;
  hold_.each([&](const auto& columns) { held.push_back(column_at<0>(columns).value); }, deliveries);
  return held;
}

void delivery_payloads::drop_unused(const std::vector<std::int64_t>& held) {
  if (!held.empty()) drop_.run(to_json(held));
}

} // namespace paylink
