#include "tests/simulation/row_reader.hpp"

namespace paylink::simulation {

std::optional<row_reader::delivery> row_reader::delivery_of(const std::string& event) {
  auto& query = prepared<sql_row<sql_text>, sql_row<sql_number, sql_number, sql_number, sql_number, sql_number>>(
      "SELECT row, link_row, epoch, state, attempt FROM deliveries WHERE event_id = :event");
  if (!query.first(event)) return std::nullopt;
  const auto& [of, link, epoch, state, attempt] = query.out().fields;
  return delivery{of.value, epoch.value, state.value, attempt.value, link.or_zero()};
}

std::optional<row_reader::made_attempt> row_reader::attempt_of(const std::string& event, int number_of_attempt) {
  auto& query = prepared<sql_row<sql_text, sql_number>, sql_row<sql_number, sql_number, sql_number>>(
      "SELECT a.epoch, a.number - COALESCE((SELECT MAX(r.first_attempt) - 1 FROM callback_rounds r WHERE "
      "r.delivery_row = d.row AND r.first_attempt <= a.number), 0), a.status_code FROM attempts a JOIN deliveries d ON "
      "d.row = a.delivery_row WHERE d.event_id = :event AND a.number = :number");
  if (!query.first(event, std::int64_t{number_of_attempt})) return std::nullopt;
  const auto& [epoch, in_round, status] = query.out().fields;
  return made_attempt{epoch.value, in_round.value, status.value};
}

bool row_reader::is_renewed(std::int64_t delivery_row, int attempt) {
  return count_of("SELECT COUNT(*) FROM callback_rounds WHERE delivery_row = :row AND first_attempt <= :attempt AND "
                  "renewed <> 0",
                  delivery_row, std::int64_t{attempt}) != 0;
}

bool row_reader::begins_round(const std::string& event, int attempt) {
  return count_of("SELECT COUNT(*) FROM callback_rounds r JOIN deliveries d ON d.row = r.delivery_row WHERE d.event_id "
                  "= :event AND r.first_attempt = :attempt",
                  event, std::int64_t{attempt}) != 0;
}

} // namespace paylink::simulation
