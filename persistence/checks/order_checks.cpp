#include "domain/values/money.hpp"
#include "persistence/checks/row_check.hpp"

namespace paylink::checks {
namespace {

const joined with_order_credit{"transactions", "t", "t.row = x.transaction_row"};
const joined with_named_order{"orders", "o", "o.row = x.order_row"};

// The order of the rules is that of `classify`.
std::string order_classification_sql() {
  const auto least = std::to_string(link_amount_min.dong);
  return "o.row IS NOT NULL AND x.classification IS NOT NULL AND (x.type <> 0 OR NOT CASE x.classification WHEN 0 THEN "
         "x.amount = o.amount WHEN 1 THEN "
         "x.amount > o.amount WHEN 2 THEN x.amount < o.amount AND x.amount >= " +
         least +
         " WHEN 3 THEN o.status = 1 WHEN 4 THEN o.status IN (2, 3) OR o.expires_at <= x.received_at WHEN 5 THEN "
         "x.amount < " +
         least + " ELSE FALSE END)";
}

} // namespace

// The numbers of statuses and reasons are in the baseline of migrations.
std::vector<row_check> order_checks() {
  return {
      {.name = "order_success",
       .table = "orders",
       .broken = "(x.status = 1) <> (x.transaction_row IS NOT NULL) OR (x.status = 1 AND (t.row IS NULL OR t.order_row "
                 "IS NULL OR t.order_row <> x.row OR t.classification NOT IN (0, 1)))",
       .problem = "an order has succeeded exactly if it names the credit that completes it, and the credit names it",
       .advice = report_it,
       .joins = {with_order_credit}},
      {.name = "order_amount",
       .table = "orders",
       .broken = "(x.status = 1) <> (x.received_amount IS NOT NULL) OR (x.status = 1 AND (x.received_amount < x.amount "
                 "OR x.received_amount <> t.amount))",
       .problem = "what an order has received is the amount of its credit, and covers the order's amount",
       .advice = "compare with the bank's statement; keep a copy of the database and report it",
       .joins = {with_order_credit}},
      {.name = "order_closing",
       .table = "orders",
       .broken = "(x.status = 0) <> (x.closed_at IS NULL) OR (x.failure_reason = 1 AND x.closed_at < x.expires_at) OR "
                 "(x.status <> 0 AND x.failure_reason <> 1 AND x.closed_at >= x.expires_at)",
       .problem =
           "an order is closed exactly if it has a time of closing, which precedes its end unless it has expired",
       .advice = report_it},
      {.name = "order_failure_reason",
       .table = "orders",
       .broken = "(x.status = 2) <> (x.failure_reason <> 0)",
       .problem = "an order has a failure reason exactly if it has failed",
       .advice = report_it},
      {.name = "order_expiry",
       .table = "orders",
       .broken = "x.status = 0 AND " + lacks("order_expiries e", "e.expires_at = x.expires_at AND e.order_row = x.row"),
       .problem = "a pending order is not in the list of expiries and would never expire",
       .advice = report_it},
      // An order that is closed early leaves its row here until its end.
      {.name = "order_expiry_row",
       .table = "order_expiries",
       .broken = "o.row IS NULL OR o.expires_at <> x.expires_at",
       .problem = "an entry in the list of expiries has no order that expires then",
       .advice = report_it,
       .joins = {with_named_order},
       .label = "'order row ' || x.order_row",
       .key = "expires_at"},
      // Test events begin with ord_test_. Statuses and events differ by 1.
      {.name = "order_event",
       .table = "deliveries",
       .broken =
           "w.deleted_at IS NULL AND x.webhook_row IS NOT NULL AND x.event + 0 IN (2, 3) AND substr(x.subject_id, 1, "
           "9) <> 'ord_test_' AND (o.row IS NULL OR o.status <> x.event - 1)",
       .problem = "a webhook event reports an order's success or failure, but the order ended differently",
       .advice = "notify the receiver by other means; keep a copy of the database and report it",
       .joins = {{"workspaces", "w", "w.id = x.workspace_id"},
                 {"orders", "o", "(o.workspace_id || '') = x.workspace_id AND o.own_id = x.subject_id"}},
       .label = "x.event_id"},
      {.name = "order_credit_classification",
       .table = "transactions",
       .broken = order_classification_sql(),
       .problem = "a credit's classification does not follow from its amount and its order",
       .advice = "compare with the bank's statement; keep a copy of the database and report it",
       .joins = {with_named_order}},
      {.name = "order_credit_completion",
       .table = "transactions",
       .broken = "o.row IS NOT NULL AND (COALESCE(x.classification, -1) IN (0, 1)) <> (o.status = 1 AND "
                 "COALESCE(o.transaction_row, 0) = x.row)",
       .problem = "a credit completes an order exactly if it is the one that the order names",
       .advice = report_it,
       .joins = {with_named_order}},
  };
}

} // namespace paylink::checks
