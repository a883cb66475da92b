#include "persistence/checks/row_check.hpp"

namespace paylink::checks {
namespace {

/// SQL: the number of attempts whose outcome is stored. A claimed attempt has none yet.
constexpr const char* made = "(x.attempt - CASE WHEN x.owner IS NULL THEN 0 ELSE 1 END)";

// Of what purges have left, only rows stay: numbers in them name attempts and rounds that are gone.
constexpr const char* has_attempts = "x.purged < 2 AND ";

// The deletion of a Workspace ends its deliveries wherever they are.
constexpr const char* is_kept = "w.deleted_at IS NULL AND ";
const joined with_workspace{"workspaces", "w", "w.id = x.workspace_id"};

std::string attempts_sql(const std::string& what) {
  return "COALESCE((SELECT " + what + " FROM attempts a WHERE a.delivery_row = x.row), 0)";
}

std::string rounds_sql(int attempts_max) {
  return std::string{"(x.purged < 2 AND x.round_start <> COALESCE("} +
         "(SELECT MAX(r.first_attempt) - 1 FROM callback_rounds r WHERE r.delivery_row = "
         "x.row), 0)) OR x.attempt < x.round_start OR x.attempt - x.round_start > " +
         std::to_string(attempts_max);
}

} // namespace

std::vector<row_check> delivery_checks(int attempts_max) {
  return {
      {.name = "delivery_state",
       .table = "deliveries",
       .broken = "x.state NOT IN (0, 1, 2) OR (x.state = 0) <> (x.next_at IS NOT NULL) OR (x.state = 0) <> "
                 "(x.finished_at IS NULL) OR (x.owner IS NULL) <> (x.lease_until IS NULL) OR (x.state <> 0 AND "
                 "x.owner IS NOT NULL)",
       .problem = "a delivery waits for a time or has ended at one, and only one that waits is claimed",
       .advice = report_it,
       .label = "x.event_id"},
      {.name = "delivery_queue",
       .table = "deliveries",
       .broken = "x.in_queue <> 0 AND (x.in_queue <> 1 OR x.state <> 0 OR x.owner IS NOT NULL)",
       .problem = "a delivery is in the queue of its destination, but is not waiting there",
       .advice = report_it,
       .label = "x.event_id"},
      {.name = "delivery_attempts",
       .table = "deliveries",
       .broken = std::string{has_attempts} + is_kept + "(" + attempts_sql("COUNT(*)") + " <> " + made + " OR " +
                 attempts_sql("MAX(a.number)") + " <> " + made + ")",
       .problem = "a delivery's attempts are not numbered from 1 without gaps",
       .advice = report_it,
       .joins = {with_workspace},
       .label = "x.event_id"},
      {.name = "delivery_outcome",
       .table = "deliveries",
       .broken = std::string{has_attempts} + is_kept +
                 "((x.state = 1) <> (x.owner IS NULL AND x.attempt > x.round_start AND a.number IS NOT NULL AND "
                 "a.failed_by = 0 AND a.status_code BETWEEN 200 AND 299) OR (x.state = 2 AND x.is_skipped = 0 AND "
                 "x.attempt <= x.round_start))",
       .problem = "a delivery is delivered exactly if its last attempt was answered with a 2xx",
       .advice = "if the receiver did not get it, send it again; keep a copy of the database and report it",
       .joins = {{"attempts", "a", "a.delivery_row = x.row AND a.number = x.attempt"}, with_workspace},
       .label = "x.event_id"},
      {.name = "delivery_rounds",
       .table = "deliveries",
       .broken = rounds_sql(attempts_max),
       .problem = "a delivery's current round does not start where it was opened, or has too many attempts",
       .advice = report_it,
       .label = "x.event_id"},
      {.name = "delivery_skipped",
       .table = "deliveries",
       .broken = "x.is_skipped <> 0 AND (x.is_skipped <> 1 OR x.state <> 2 OR x.webhook_row IS NULL)",
       .problem = "only a delivery to a webhook can be skipped, and then it has ended",
       .advice = report_it,
       .label = "x.event_id"},
      {.name = "delivery_purged",
       .table = "deliveries",
       .broken = "(x.purged <> 0 AND (x.state = 0 OR x.body <> '' OR x.payload_row IS NOT NULL)) OR (x.purged = 0 AND "
                 "x.body = '' AND x.payload_row IS NULL) OR (x.purged > 1 AND (x.link_row IS NULL OR " +
                 attempts_sql("COUNT(*)") + " <> 0))",
       .problem = "a delivery has lost its body or its attempts, but not by a purge",
       .advice = report_it,
       .label = "x.event_id"},
      {.name = "delivery_payload",
       .table = "deliveries",
       .broken = "x.payload_row IS NOT NULL AND (y.row IS NULL OR x.body <> '' OR x.subject_id IS NULL OR y.subject_id "
                 "<> x.subject_id)",
       .problem = "a delivery's shared body is missing, or is of another event",
       .advice = "restore a backup if rows were deleted; keep a copy of the database and report it",
       .joins = {{"delivery_payloads", "y", "y.row = x.payload_row"}},
       .label = "x.event_id"},
      {.name = "unused_payload",
       .table = "delivery_payloads",
       .broken = "(SELECT 1 FROM deliveries d WHERE d.subject_id = x.subject_id AND d.webhook_row IS NOT NULL AND "
                 "d.payload_row = x.row LIMIT 1) IS NULL",
       .problem = "a shared body is not used by any delivery",
       .advice = report_it,
       .label = "x.subject_id"},
      {.name = "delivery_webhook",
       .table = "deliveries",
       .broken =
           "x.webhook_row IS NOT NULL AND (h.row IS NULL OR h.workspace_id <> x.workspace_id OR x.event IS NULL OR "
           "x.subject_id IS NULL OR x.link_row IS NOT NULL OR (x.event < 2 AND x.transaction_row IS NOT NULL AND "
           "(t.row IS NULL OR t.id <> x.subject_id OR t.type <> x.event)))",
       .problem = "a delivery to a webhook is not of a transaction of the webhook's Workspace",
       .advice = report_it,
       .joins = {{"webhooks", "h", "h.row = x.webhook_row"}, {"transactions", "t", "t.row = x.transaction_row"}},
       .label = "x.event_id"},
      {.name = "delivery_repeated",
       .table = "deliveries",
       .broken = "o.row IS NOT NULL AND (o.subject_id <> x.subject_id OR o.event <> x.event OR o.webhook_row = "
                 "x.webhook_row)",
       .problem = "a delivery that repeats one to another webhook is not of the same event",
       .advice = report_it,
       .joins = {{"deliveries", "o", "o.row = x.resend_of"}},
       .label = "x.event_id"},
      {.name = "webhook_keys",
       .table = "webhooks",
       .broken = "x.deleted_at IS NULL AND " + lacks("webhook_keys k", "k.webhook_row = x.row"),
       .problem = "a webhook has no pair of API key and secret",
       .advice = "rotate its keys and activate them; keep a copy of the database and report it"},
      {.name = "event_place",
       .table = "event_positions",
       .broken = "f.workspace_id IS NULL OR x.position > f.last_position OR (x.event < 2 AND (t.row IS NULL OR "
                 "t.workspace_id <> x.workspace_id)) OR (x.position > 1 AND " +
                 lacks("event_positions p", "p.workspace_id = x.workspace_id AND p.position = x.position - 1") + ")",
       .problem = "the positions of a Workspace's events have gaps, or a position has no event",
       .advice = "receivers that fetch events may miss some; keep a copy of the database and report it",
       .joins = {{"event_feeds", "f", "f.workspace_id = x.workspace_id"},
                 {"transactions", "t", "t.row = x.subject_row"}},
       .label = "x.workspace_id || ' at ' || x.position"},
      {.name = "attempt_after_success",
       .table = "attempts",
       .broken = "d.row IS NOT NULL AND x.failed_by = 0 AND x.number < d.attempt AND " +
                 lacks("callback_rounds r", "r.delivery_row = x.delivery_row AND r.first_attempt = x.number + 1"),
       .problem = "a successful attempt was followed by another one without a requested resend",
       .advice = report_it,
       .joins = {{"deliveries", "d", "d.row = x.delivery_row"}},
       .label = "'number ' || x.number",
       .key = "delivery_row"},
      {.name = "round_order",
       .table = "callback_rounds",
       .broken = "x.repeats <> COALESCE((SELECT MAX(r.first_attempt) FROM callback_rounds r WHERE r.delivery_row = "
                 "x.delivery_row AND r.first_attempt < x.first_attempt), 1) OR x.first_attempt - x.repeats > " +
                 std::to_string(attempts_max),
       .problem = "a round does not follow the one that it repeats",
       .advice = report_it,
       .label = "'from attempt ' || x.first_attempt",
       .key = "delivery_row"},
  };
}

} // namespace paylink::checks
