#pragma once
#include "domain/deliveries/callback_round.hpp"
#include "domain/deliveries/delivery_life.hpp"
#include "domain/deliveries/delivery_status.hpp"
#include "persistence/sql/statement.hpp"

namespace paylink {

/// Columns and rows are bounded, however often a delivery was sent again and whatever its receiver answered.
struct attempt_row {
  /// The latest attempts of each delivery that `where` names by `delivery_row`, in order; the latest few with the
  /// receiver's answer.
  static std::string select(std::string_view before_columns, std::string_view where);
  /// The same for a list: fewer of them, and none with an answer, hops or TLS.
  static std::string select_for_list(std::string_view before_columns, std::string_view where);

  sql_number made, started_at, duration;
  sql_text url, address, hops;
  sql_number status_code, failed_by, final;
  sql_text error, headers, body, tls;

  attempt read() const;
};

/// A round of attempts that was requested.
struct round_row {
  static constexpr const char* select = "SELECT first_attempt, repeats, asked_at, asked_by_type, asked_by_id, renewed, "
                                        "signed_at FROM callback_rounds WHERE delivery_row = :row ORDER BY "
                                        "first_attempt";

  sql_number first, repeats, asked_at, by_type;
  sql_text by_id;
  sql_number renewed, signed_at;

  callback_round read() const;
};

/// A delivery as it is claimed.
struct job_row {
  static constexpr std::string_view columns =
      "row, epoch, attempt, round_start, kind, workspace_id, event_id, url, CASE WHEN payload_row IS NULL THEN body "
      "ELSE (SELECT y.body FROM delivery_payloads y WHERE y.row = payload_row) END, signed_at, signature, agent, "
      "brand, "
      "lease_until, webhook_row, created_at, verdict_class, verdict_life, verdict_at";

  sql_number row, epoch, attempt, round_start, kind;
  sql_text workspace, event, url, body;
  sql_number signed_at;
  sql_text signature, agent, brand;
  sql_number lease_until, webhook, created_at, verdict_class;
  sql_text verdict_life;
  sql_number verdict_at;

  delivery_job read() const;
};

/// The status of a delivery to a webhook, from its columns.
delivery_status status_of_row(const sql_number& state, const sql_number& is_skipped, const sql_text& owner);

/// The kind in a delivery's column `kind`.
delivery_kind kind_of(const sql_number& stored);

/// A delivery's status, from its columns and the class of its last attempt's failure.
delivery::life life_of(const sql_number& state, const sql_number& attempt, const sql_number& next_at,
                       const sql_number& lease_until, const sql_number& finished_at, failure_class last_failed_by);

} // namespace paylink
