#include "persistence/deliveries/delivery_payloads.hpp"

#include "persistence/sql/invariant.hpp"
#include "persistence/sql/storable_text.hpp"

#include <algorithm>

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

std::string body_of_delivery(const std::string& of) {
  return "CASE WHEN " + of + ".payload_row IS NULL THEN " + of +
         ".body ELSE (SELECT y.body FROM delivery_payloads y WHERE y.row = " + of + ".payload_row) END";
}

delivery_payloads::delivery_payloads(soci::session& session, dialect spoken)
    : hold_{session, hold_payloads_sql(spoken)}, drop_{session, drop_payloads_sql(spoken)} {
  if (spoken == dialect::sqlite)
    insert_.emplace(session, spoken, "INSERT INTO delivery_payloads (subject_id, body) VALUES (:subject, :body)");
  else
    insert_all_.emplace(session, insert_payloads_sql());
}

void delivery_payloads::find_shared(std::span<new_delivery> raised, std::vector<shared_payload>& into) {
  const auto first = into.size();
  for (auto& one : raised) {
    if (!one.subject) continue; // a callback, the only one of its link
    const auto equal =
        std::find_if(into.begin() + static_cast<std::ptrdiff_t>(first), into.end(), [&](const shared_payload& known) {
          const auto& other = *known.of.front();
          return other.event == one.event && other.job.body == one.job.body;
        });
    if (equal != into.end())
      equal->of.push_back(&one);
    else
      into.push_back({{&one}});
  }
  const auto lone = std::remove_if(into.begin() + static_cast<std::ptrdiff_t>(first), into.end(),
                                   [](const shared_payload& one) { return one.of.size() == 1; });
  into.erase(lone, into.end());
}

void delivery_payloads::store(const std::vector<shared_payload>& shared) {
  if (shared.empty()) return;
  const auto note = [&](std::size_t place, std::int64_t row) {
    for (auto* one : shared[place].of) one->payload_row = row;
  };
  if (insert_) {
    for (std::size_t place = 0; place < shared.size(); ++place) {
      const auto& first = *shared[place].of.front();
      const auto row = insert_->run(*first.subject, first.job.body);
      ensure(row.has_value(), "a payload is stored before its deliveries");
      note(place, *row);
    }
  } else {
    column_arrays<payload_columns> rows;
    for (std::size_t place = 0; place < shared.size(); ++place) {
      const auto& first = *shared[place].of.front();
      rows.add({.place = place, .subject = *first.subject, .body = first.job.body});
    }
    const auto take = [&](const auto& columns) {
      note(static_cast<std::size_t>(column_at<0>(columns).value), column_at<1>(columns).value);
    };
    rows.with_parameters([&](const auto&... arrays) { insert_all_->each(take, arrays...); });
  }
}

void delivery_payloads::share(std::span<new_delivery> raised) {
  if (raised.size() < 2) return;
  std::vector<shared_payload> shared;
  find_shared(raised, shared);
  store(shared);
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
