#pragma once
#include "domain/deliveries/callback_round.hpp"
#include "domain/deliveries/delivery_progress.hpp"
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

  number_column<"x.number"> made;
  number_column<"x.started_at"> started_at;
  number_column<"x.duration_ms"> duration;
  sql_text url;
  text_column<"x.address"> address;
  sql_text hops;
  number_column<"x.status_code"> status_code;
  number_column<"x.failed_by"> failed_by;
  number_column<"x.final"> final;
  sql_text error, headers, body, tls;

  attempt read() const;
};

/// A round of attempts that was requested.
struct round_row {
  static std::string select();

  number_column<"first_attempt"> first;
  number_column<"repeats"> repeats;
  number_column<"asked_at"> asked_at;
  number_column<"asked_by_type"> by_type;
  text_column<"asked_by_id"> by_id;
  number_column<"renewed"> renewed;
  number_column<"signed_at"> signed_at;

  callback_round read() const;
};

/// A delivery as it is claimed.
struct job_row {
  static std::string columns();

  number_column<"row"> row;
  number_column<"epoch"> epoch;
  number_column<"attempt"> attempt;
  number_column<"round_start"> round_start;
  number_column<"kind"> kind;
  text_column<"workspace_id"> workspace;
  text_column<"event_id"> event;
  text_column<"url"> url;
  sql_text body;
  number_column<"signed_at"> signed_at;
  text_column<"signature"> signature;
  text_column<"agent"> agent;
  text_column<"brand"> brand;
  number_column<"lease_until"> lease_until;
  number_column<"webhook_row"> webhook;
  number_column<"created_at"> created_at;
  number_column<"verdict_class"> verdict_class;
  text_column<"verdict_incarnation"> verdict_incarnation;
  number_column<"verdict_at"> verdict_at;

  delivery_job read() const;
};

/// The status of a delivery to a webhook, from its columns.
delivery_status status_of_row(const sql_number& state, const sql_number& is_skipped, const sql_text& owner);

/// The kind in a delivery's column `kind`.
delivery_kind kind_of(const sql_number& stored);

/// A delivery's status, from its columns and the class of its last attempt's failure.
delivery::progress progress_of(const sql_number& state, const sql_number& attempt, const sql_number& next_at,
                               const sql_number& lease_until, const sql_number& finished_at,
                               failure_class last_failed_by);

} // namespace paylink
