#include "domain/values/money.hpp"
#include "persistence/checks/row_check.hpp"

namespace paylink::checks {
namespace {

/// SQL: the time in an id's first ten characters, of five bits each, in milliseconds.
std::string made_at_sql(dialect spoken, const std::string& id) {
  constexpr int prefix = 4, characters = 10;
  const std::string place_of = choose(spoken, "instr", "strpos");
  std::string sum;
  for (int at = 0; at < characters; ++at)
    sum += (at == 0 ? "" : " + ") + ("(CAST(" + place_of) + "('0123456789abcdefghjkmnpqrstvwxyz', substr(" + id + ", " +
           std::to_string(prefix + 1 + at) + ", 1)) AS BIGINT) - 1) * " +
           std::to_string(1LL << (5 * (characters - 1 - at)));
  return sum;
}

// An id has the time of the entry, or the day of a statement's; or it was made at random, when lists had its time.
std::string misplaced_sql(dialect spoken) {
  constexpr const char *ahead = "25200000", *day = "86400000"; // UTC+7, without summer time
  const auto time = made_at_sql(spoken, "x.id");
  const std::string entry_day = std::string{"(x.occurred_at + "} + ahead + ") / " + day + " * " + day + " - " + ahead;
  return "(x.made_at <> x.received_at AND x.made_at <> " + time + ") OR (x.made_at <> " + time +
         " AND x.occurred_at >= 0 AND CASE WHEN x.statement_id IS NULL AND x.claimed_id IS NULL THEN x.occurred_at "
         "<> " +
         time + " ELSE x.occurred_at <> " + time + " AND " + entry_day + " <> " + time + " END)";
}

// The order of the rules is that of `classify`. When a link was closed is known of late credits only.
std::string classification_sql() {
  const auto least = std::to_string(link_amount_min.dong);
  return "l.row IS NOT NULL AND x.classification IS NOT NULL AND (x.type <> 0 OR NOT CASE x.classification "
         "WHEN 0 THEN x.amount >= " +
         least +
         " AND (l.amount IS NULL OR x.amount = l.amount) "
         "WHEN 1 THEN l.amount IS NOT NULL AND x.amount > l.amount "
         "WHEN 2 THEN l.amount IS NOT NULL AND x.amount < l.amount AND x.amount >= " +
         least +
         " WHEN 3 THEN l.status = 1 "
         "WHEN 4 THEN l.status IN (2, 3, 4) OR l.expires_at <= x.received_at "
         "WHEN 5 THEN x.amount < " +
         least + " ELSE FALSE END)";
}

} // namespace

std::string month_sql(dialect spoken, const std::string& millis) {
  constexpr const char* seconds_ahead = "25200"; // UTC+7, without summer time
  const auto seconds = millis + " / 1000 + " + seconds_ahead;
  return choose(spoken, "strftime('%Y-%m', " + seconds + ", 'unixepoch')",
                "to_char(to_timestamp(" + seconds + ") AT TIME ZONE 'UTC', 'YYYY-MM')");
}

std::vector<row_check> transaction_checks(dialect spoken) {
  const joined with_link{"payment_links", "l", "l.row = x.link_row"};
  return {
      {.name = "credit_classification",
       .table = "transactions",
       .broken = classification_sql(),
       .problem = "a credit's classification does not follow from its amount and its link",
       .advice = "compare with the bank's statement; keep a copy of the database and report it",
       .joins = {with_link}},
      {.name = "credit_completion",
       .table = "transactions",
       .broken = "l.row IS NOT NULL AND (COALESCE(x.classification, -1) IN (0, 1)) <> (l.status = 1 AND "
                 "COALESCE(l.transaction_row, 0) = x.row)",
       .problem = "a credit completes a link exactly if it is the one that the link names",
       .advice = report_it,
       .joins = {with_link}},
      {.name = "statement_match",
       .table = "transactions",
       .broken = "x.classification IS NULL AND (x.link_row IS NOT NULL OR x.order_row IS NOT NULL) AND (x.type <> 0 OR "
                 "x.assigned_by IS NOT NULL)",
       .problem = "a match that waits to be confirmed is of a credit, and nobody has confirmed it",
       .advice = report_it},
      {.name = "statement_proof",
       .table = "transactions",
       .broken = "x.unproved <> 0 AND (x.statement_id IS NOT NULL OR x.classification IS NOT NULL OR x.feed <> "
                 "'STATEMENT')",
       .problem = "an unproved transaction has no classification, and comes from no feed and no proved statement",
       .advice = report_it},
      {.name = "transaction_usage",
       .table = "transactions",
       .broken = "w.row IS NOT NULL AND " +
                 lacks("usage u", "u.owner_id = w.owner_id AND u.month = " + month_sql(spoken, "x.received_at") +
                                      " AND u.transaction_row = x.row"),
       .problem = "a transaction is not counted for the owner of its Workspace in its month",
       .advice = "the owner's bill of that month is too low; keep a copy of the database and report it",
       .joins = {{"workspaces", "w", "w.id = x.workspace_id"}}},
      {.name = "transaction_time",
       .table = "transactions",
       .broken = misplaced_sql(spoken),
       .problem = "a transaction cannot be found by the time in its id, or lists have it at another position",
       .advice = report_it},
      {.name = "held_entry",
       .table = "kept_entries",
       .broken = "x.reason = 'held' AND x.processed_at IS NULL AND (w.row IS NULL OR w.status = 'active')",
       .problem = "a bank entry is on hold for a Workspace that is active or unknown",
       .advice = "suspend the Workspace and reactivate it, which records the entry; keep a copy of the database and "
                 "report it",
       .joins = {{"workspaces", "w", "w.id = x.workspace_id"}},
       .label = "x.source_id"},
  };
}

} // namespace paylink::checks
