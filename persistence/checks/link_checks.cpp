#include "persistence/checks/row_check.hpp"

namespace paylink::checks {
namespace {

const joined with_credit{"transactions", "t", "t.row = x.transaction_row"};

} // namespace

// The numbers of statuses and classifications are in the baseline of migrations.
std::vector<row_check> link_checks() {
  return {
      {.name = "link_success",
       .table = "payment_links",
       .broken = "(x.status = 1) <> (x.transaction_row IS NOT NULL) OR (x.status = 1 AND (t.row IS NULL OR t.link_row "
                 "IS NULL OR t.link_row <> x.row OR t.classification NOT IN (0, 1)))",
       .problem = "a link has succeeded exactly if it names the credit that completes it, and the credit names it",
       .advice = report_it,
       .joins = {with_credit}},
      {.name = "link_event",
       .table = "payment_links",
       .broken = "w.deleted_at IS NULL AND ((x.status = 1) <> (d.row IS NOT NULL) OR d.transaction_row <> "
                 "x.transaction_row)",
       .problem = "a link that has succeeded has one callback delivery, of its credit, and no other link has any, as "
                  "long as its Workspace is not deleted",
       .advice = "notify the merchant of the payment by other means; keep a copy of the database and report it",
       .joins = {{"deliveries", "d", "d.link_row = x.row"}, {"workspaces", "w", "w.id = x.workspace_id"}}},
      {.name = "link_amount",
       .table = "payment_links",
       .broken = "(x.status = 1) <> (x.received_amount IS NOT NULL) OR (x.status = 1 AND (x.received_amount < x.amount "
                 "OR x.received_amount <> t.amount))",
       .problem = "what a link has received is the amount of its credit, and covers the link's amount",
       .advice = "compare with the bank's statement; keep a copy of the database and report it",
       .joins = {with_credit}},
      {.name = "link_closing",
       .table = "payment_links",
       .broken = "(x.status = 0) <> (x.closed_at IS NULL) OR (x.status = 3 AND x.closed_at < x.expires_at) OR "
                 "(x.status IN (1, 2, 4) AND x.closed_at >= x.expires_at)",
       .problem = "a link is closed exactly if it has a time of closing, which precedes its end unless it has expired",
       .advice = report_it},
      {.name = "link_failure_reason",
       .table = "payment_links",
       .broken = "(x.status = 2) <> (x.failure_reason <> 0)",
       .problem = "a link has a failure reason exactly if it has failed",
       .advice = report_it},
      {.name = "link_expiry",
       .table = "payment_links",
       .broken = "x.status = 0 AND " + lacks("link_expiries e", "e.expires_at = x.expires_at AND e.link_row = x.row"),
       .problem = "a pending link is not in the list of expiries and would never expire",
       .advice = report_it},
      // A link that is closed early leaves its row here until its end.
      {.name = "expiry_row",
       .table = "link_expiries",
       .broken = "l.row IS NULL OR l.expires_at <> x.expires_at",
       .problem = "an entry in the list of expiries has no link that expires then",
       .advice = report_it,
       .joins = {{"payment_links", "l", "l.row = x.link_row"}},
       .label = "'link row ' || x.link_row",
       .key = "expires_at"},
  };
}

} // namespace paylink::checks
