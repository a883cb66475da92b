#include "persistence/deliveries/delivery_rows.hpp"

#include "persistence/deliveries/new_attempt.hpp"
#include "persistence/sql/invariant.hpp"
#include "persistence/sql/storable_text.hpp"

namespace paylink {

// The numbers on disk are those of the enumerations: an enumeration may grow at its end, and nowhere else.
static_assert(static_cast<int>(failure_class::reset) == 9 && static_cast<int>(failure_class::timeout) == 4);
static_assert(static_cast<int>(delivery_kind::link_callback) == 0 && static_cast<int>(delivery_kind::webhook) == 1 &&
              static_cast<int>(delivery_kind::telegram) == 2);
static_assert(static_cast<int>(renewal::too_old) == 1 && static_cast<int>(renewal::key_replaced) == 2);

namespace {

constexpr int attempts_max = 200, answers_max = 20, attempts_max_in_list = 10;

// Numbers count up by one, so the latest are found without reading the others.
std::string select_latest(int count, std::string_view columns, std::string_view where) {
  return std::string{"SELECT "}.append(columns) +
         " FROM (SELECT n.*, (SELECT MAX(k.number) FROM attempts k WHERE k.delivery_row = n.delivery_row) AS newest "
         "FROM attempts n WHERE n." +
         std::string{where} + ") x WHERE x.number > x.newest - " + std::to_string(count) +
         " ORDER BY x.delivery_row, x.number";
}

} // namespace

std::string attempt_row::select(std::string_view before_columns, std::string_view where) {
  const auto of_latest = [](std::string_view column, std::string_view otherwise) {
    return "CASE WHEN x.number > x.newest - " + std::to_string(answers_max) + " THEN " + std::string{column} +
           " ELSE '" + std::string{otherwise} + "' END";
  };
  return select_latest(
      attempts_max,
      std::string{before_columns} +
          sql_columns<attempt_row>({"x.url", "x.hops", "x.error", of_latest("x.response_headers", "[]"),
                                    of_latest("x.response_body", ""), "x.tls"}),
      where);
}

std::string attempt_row::select_for_list(std::string_view before_columns, std::string_view where) {
  return select_latest(
      attempts_max_in_list,
      std::string{before_columns} +
          sql_columns<attempt_row>({"SUBSTR(x.url, 1, 500)", "'[]'", "SUBSTR(x.error, 1, 500)", "'[]'", "''", "''"}),
      where);
}

attempt attempt_row::read() const {
  attempt one;
  one.number = static_cast<int>(made.value);
  one.started_at = from_millis(started_at.value);
  one.duration = std::chrono::milliseconds{duration.value};
  one.url = url.value;
  one.address = address.value;
  one.hops = texts_from_json(hops.view());
  one.status_code = static_cast<int>(status_code.value);
  one.failed_by = static_cast<failure_class>(failed_by.value);
  one.final = final.value != 0;
  one.is_unconfirmed = final.value == static_cast<std::int64_t>(stored_finality::unconfirmed);
  one.error = error.value;
  one.response_headers = pairs_from_json(headers.view());
  one.response_body = body.value;
  one.tls = tls.value;
  return one;
}

std::string round_row::select() {
  return "SELECT " + sql_columns<round_row>() +
         " FROM callback_rounds WHERE delivery_row = :row ORDER BY first_attempt";
}

callback_round round_row::read() const {
  return {.first_attempt = static_cast<int>(first.value),
          .repeats = static_cast<int>(repeats.value),
          .asked_at = from_millis(asked_at.value),
          .asked_by = {static_cast<creator::kind>(by_type.value), by_id.value},
          .renewed = static_cast<renewal>(renewed.value),
          .signed_at = signed_at.value};
}

std::string job_row::columns() {
  return sql_columns<job_row>({"CASE WHEN payload_row IS NULL THEN body ELSE (SELECT y.body FROM delivery_payloads y "
                               "WHERE y.row = payload_row) END"});
}

delivery_job job_row::read() const {
  return {.row = row.value,
          .epoch = epoch.value,
          .attempt = static_cast<int>(attempt.value),
          .round_start = static_cast<int>(round_start.value),
          .kind = kind_of(kind),
          .workspace = workspace_id::from_store(workspace.view()),
          .event_id = event.value,
          .url = std::string{url.view()},
          .body = body.value,
          .signed_at = signed_at.value,
          .signature = signature.value,
          .agent = agent.value,
          .brand = brand.value,
          .webhook = nullptr,
          .lease_until = from_millis(lease_until.value),
          .raised_at = from_millis(created_at.value),
          .earlier = verdict_class.is_null()
                         ? std::nullopt
                         : std::optional{early_verdict{static_cast<failure_class>(verdict_class.value),
                                                       verdict_incarnation.value, from_millis(verdict_at.value)}}};
}

delivery_status status_of_row(const sql_number& state, const sql_number& is_skipped, const sql_text& owner) {
  if (is_skipped.or_zero() != 0) return delivery_status::skipped;
  if (state.value == 0) return owner.is_null() ? delivery_status::pending : delivery_status::sending;
  return state.value == 1 ? delivery_status::delivered : delivery_status::failed;
}

delivery_kind kind_of(const sql_number& stored) {
  ensure(stored.value >= 0 && static_cast<std::size_t>(stored.value) < delivery_kind_count,
         "a delivery is of a kind that this version knows");
  return static_cast<delivery_kind>(stored.value);
}

delivery::progress progress_of(const sql_number& state, const sql_number& attempt, const sql_number& next_at,
                               const sql_number& lease_until, const sql_number& finished_at,
                               failure_class last_failed_by) {
  if (state.value == 1) return delivery::delivered{from_millis(finished_at.value)};
  if (state.value == 2) return delivery::failed{from_millis(finished_at.value), last_failed_by};
  if (lease_until.is_null()) return delivery::pending{from_millis(next_at.value)};
  return delivery::in_flight{static_cast<int>(attempt.value), from_millis(lease_until.value)};
}

} // namespace paylink
