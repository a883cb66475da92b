#include "persistence/payloads/delivery_payloads.hpp"

#include "persistence/sql/invariant.hpp"
#include "persistence/sql/storable_text.hpp"

namespace paylink {
namespace {

const sql_row_insert<sql_text, sql_text> insert_payload_sql{
    "INSERT INTO delivery_payloads (subject_id, body) VALUES (:subject, :body)"};

// The numbers are drawn first, so that each payload is known by its own.
const sql_statement<sql_row<sql_number, sql_number>(column_arrays<payload_columns>::parameters)> insert_payloads_sql{
    [](dialect spoken) {
      return on_server(
          spoken,
          "WITH drawn AS (SELECT nextval('delivery_payloads_row_seq') AS row, d.* FROM " + unnested<payload_columns>() +
              " AS d), kept AS (INSERT INTO delivery_payloads (row, subject_id, body) OVERRIDING SYSTEM VALUE SELECT "
              "row, subject_id, body FROM drawn) SELECT place, row FROM drawn");
    }};

// Of two transactions that remove the last deliveries of a payload, the second waits here for the first.
const sql_statement<sql_row<sql_number>(sql_text)> hold_payloads_sql{[](dialect spoken) {
  return "SELECT p.row FROM delivery_payloads p WHERE p." +
         is_picked(spoken, "SELECT payload_row FROM deliveries WHERE row" + std::string{is_among_numbers(spoken)} +
                               " AND payload_row IS NOT NULL") +
         " ORDER BY p.row + 0" + std::string{lock_row(spoken)};
}};

const sql_statement<void(sql_text)> drop_payloads_sql{[](dialect spoken) {
  return "DELETE FROM delivery_payloads WHERE row" + std::string{is_among_numbers(spoken)} +
         " AND (SELECT d.row FROM deliveries d WHERE d.subject_id = delivery_payloads.subject_id AND d.webhook_row IS "
         "NOT NULL AND d.payload_row = delivery_payloads.row LIMIT 1) IS NULL";
}};

} // namespace

void delivery_payloads::store(std::vector<shared_payload>& shared) {
  if (shared.empty()) return;
  const auto note = [](const shared_payload& one, std::int64_t row) {
    for (auto* noted : one.rows) *noted = row;
  };
  if (!is_server(db_.spoken())) {
    for (const auto& one : shared) {
      const auto row = db_.insert(insert_payload_sql, one.subject, one.body);
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
  rows.with_parameters([&](const auto&... arrays) { db_[insert_payloads_sql].each(take, arrays...); });
}

std::vector<std::int64_t> delivery_payloads::hold(const std::string& deliveries) {
  std::vector<std::int64_t> held;
  db_[hold_payloads_sql].each([&](const auto& columns) { held.push_back(column_at<0>(columns).value); }, deliveries);
  return held;
}

void delivery_payloads::drop_unused(const std::vector<std::int64_t>& held) {
  if (!held.empty()) db_[drop_payloads_sql].run(to_json(held));
}

} // namespace paylink
