#include "tests/simulation/promises.hpp"

namespace paylink::simulation {
namespace {

// Numbers of states and classifications are those of the schema: 0 pending, 1 succeeded …; 0 matched, 1 overpaid …
constexpr promise always_kept[] = {
    {"I1 at most one event for a link",
     "SELECT COUNT(*) FROM (SELECT link_row FROM deliveries WHERE link_row IS NOT NULL GROUP BY link_row HAVING "
     "COUNT(*) > 1) AS twice"},
    {"I2 a link that succeeded has one event and one completing credit, and no other has any",
     "SELECT COUNT(*) FROM payment_links l WHERE (l.status = 1) <> ((SELECT COUNT(*) FROM deliveries d WHERE "
     "d.link_row = l.row) = 1) OR (l.status = 1) <> ((SELECT COUNT(*) FROM transactions t WHERE t.link_row = l.row AND "
     "t.classification IN (0, 1)) = 1)"},
    {"I2 a link is completed by the credit that it names",
     "SELECT COUNT(*) FROM payment_links l LEFT JOIN transactions t ON t.row = l.transaction_row WHERE l.status = 1 "
     "AND (t.row IS NULL OR t.link_row <> l.row OR t.classification NOT IN (0, 1) OR t.amount <> l.received_amount)"},
    {"I3 an entry is stored once",
     "SELECT COUNT(*) FROM (SELECT account_row FROM transactions GROUP BY account_row, source_id, feed HAVING "
     "COUNT(*) > 1) AS twice"},
    {"I4 a delivery that has not ended is due at some time",
     "SELECT COUNT(*) FROM deliveries WHERE state = 0 AND next_at IS NULL"},
    {"I4 a delivery fails for a reason", "SELECT COUNT(*) FROM deliveries d WHERE d.state = 2 AND d.is_skipped = 0 AND "
                                         "d.purged < 2 AND NOT EXISTS (SELECT 1 FROM attempts a WHERE "
                                         "a.delivery_row = d.row AND a.failed_by <> 0)"},
    {"I4 an acknowledged delivery has an attempt that was answered with a 2xx",
     "SELECT COUNT(*) FROM deliveries d WHERE d.state = 1 AND d.purged < 2 AND NOT EXISTS (SELECT 1 FROM attempts a "
     "WHERE "
     "a.delivery_row = d.row AND a.failed_by = 0 AND a.status_code BETWEEN 200 AND 299)"},
    {"what an import by a token has found completes nothing until a person, an Owner's import or the bank confirms it",
     "SELECT COUNT(*) FROM transactions t WHERE t.classification IN (0, 1) AND t.feed = 'STATEMENT' AND t.assigned_by "
     "IS NULL AND NOT EXISTS (SELECT 1 FROM bank_accounts a JOIN audit_log g ON g.target = a.id WHERE a.row = "
     "t.account_row AND g.action = 'bank_account.import_begun' AND g.became LIKE '%\"completes\":true%')"},
    {"I6 a completing credit covers its link",
     "SELECT COUNT(*) FROM payment_links WHERE status = 1 AND amount IS NOT NULL AND received_amount < amount"},
    {"I7 a link succeeds before its end",
     "SELECT COUNT(*) FROM payment_links l JOIN transactions t ON t.row = l.transaction_row WHERE l.status = 1 AND "
     "l.closed_at >= l.expires_at"},
    {"I7 an event belongs to a link that succeeded",
     "SELECT COUNT(*) FROM deliveries d JOIN payment_links l ON l.row = d.link_row WHERE l.status <> 1"},
    {"I8 the attempts of a delivery are numbered without a gap and none is above the last given",
     "SELECT COUNT(*) FROM deliveries d WHERE (SELECT COUNT(*) FROM attempts a WHERE a.delivery_row = d.row AND "
     "a.number > d.attempt) > 0 OR d.purged < 2 AND (SELECT COUNT(*) FROM attempts a WHERE a.delivery_row = d.row) < "
     "d.attempt - "
     "CASE WHEN d.owner IS NULL THEN 0 ELSE 1 END"},
    {"I8 a 2xx ends its round",
     "SELECT COUNT(*) FROM attempts a JOIN deliveries d ON d.row = a.delivery_row WHERE a.failed_by = 0 AND a.number < "
     "d.attempt AND NOT EXISTS (SELECT 1 FROM callback_rounds r WHERE r.delivery_row = d.row AND r.first_attempt = "
     "a.number + 1)"},
    {"I10 each transaction is counted once",
     "SELECT (SELECT COUNT(*) FROM transactions t WHERE (SELECT COUNT(*) FROM usage u WHERE u.transaction_row = t.row) "
     "<> 1) + (SELECT COUNT(*) FROM usage u WHERE NOT EXISTS (SELECT 1 FROM transactions t WHERE t.row = "
     "u.transaction_row))"},
    {"I10 a transaction is counted for the owner of its Workspace",
     "SELECT COUNT(*) FROM usage u JOIN transactions t ON t.row = u.transaction_row JOIN workspaces w ON w.id = "
     "t.workspace_id WHERE w.owner_id <> u.owner_id"},
    {"I11 a transaction, its account and its link are of one Workspace",
     "SELECT COUNT(*) FROM transactions t JOIN bank_accounts a ON a.row = t.account_row LEFT JOIN payment_links l ON "
     "l.row = t.link_row WHERE a.workspace_id <> t.workspace_id OR (l.row IS NOT NULL AND l.account_row <> a.row)"},
    {"only an account that was proved to be a Workspace's has transactions",
     "SELECT COUNT(*) FROM transactions t JOIN bank_accounts a ON a.row = t.account_row WHERE a.connected_at IS NULL"},
    {"I3 an active Workspace has no held entry",
     "SELECT COUNT(*) FROM kept_entries k JOIN workspaces w ON w.id = k.workspace_id WHERE k.reason = 'held' AND "
     "k.processed_at IS NULL AND w.status = 'active'"},
    {"I3 a held entry names its account and Workspace",
     "SELECT COUNT(*) FROM kept_entries k LEFT JOIN bank_accounts a ON a.row = k.account_row WHERE k.reason = 'held' "
     "AND (a.workspace_id = k.workspace_id) IS NOT TRUE"},
    {"I3 held entries are processed in the order of their arrival",
     "SELECT COUNT(*) FROM kept_entries k JOIN kept_entries later ON later.workspace_id = k.workspace_id AND later.row "
     "> "
     "k.row WHERE k.reason = 'held' AND later.reason = 'held' AND k.processed_at IS NULL AND later.processed_at IS NOT "
     "NULL"},
    {"I3 held entries become transactions in the order of their arrival",
     "SELECT COUNT(*) FROM kept_entries k JOIN kept_entries later ON later.workspace_id = k.workspace_id AND later.row "
     "> "
     "k.row JOIN transactions t ON t.account_row = k.account_row AND t.feed = k.feed AND t.source_id = k.source_id "
     "JOIN "
     "transactions u ON u.account_row = later.account_row AND u.feed = later.feed AND u.source_id = later.source_id "
     "WHERE k.reason = 'held' AND later.reason = 'held' AND t.row > u.row AND COALESCE(t.statement_id, t.claimed_id, "
     "u.statement_id, "
     "u.claimed_id) IS NULL AND later.row = (SELECT MIN(f.row) FROM "
     "kept_entries f WHERE f.reason = 'held' AND f.account_row = later.account_row AND f.feed = later.feed AND "
     "f.source_id = later.source_id)"},
    {"I3 a processed entry is a transaction, or one's pair, or was rejected, or contradicts one",
     "SELECT COUNT(*) FROM kept_entries k WHERE k.reason = 'held' AND k.processed_at IS NOT NULL AND NOT EXISTS "
     "(SELECT "
     "1 FROM transactions t WHERE t.account_row = k.account_row AND ((t.feed = k.feed AND t.source_id = k.source_id) "
     "OR "
     "t.paired_source_id = k.source_id OR k.raw LIKE '%\"statement_id\":\"' || SUBSTR(t.statement_id, 1, "
     "LENGTH(t.statement_id) - 7) || '%' OR "
     "k.raw LIKE '%\"statement_id\":\"' || SUBSTR(t.claimed_id, 1, LENGTH(t.claimed_id) - 7) || '%')) AND NOT EXISTS "
     "(SELECT 1 FROM "
     "kept_entries r WHERE r.account_row = k.account_row AND r.feed = k.feed AND r.source_id = k.source_id AND "
     "(r.reason = 'conflict' OR (r.reason = 'rejected' AND k.status = 'rejected')))"},
    {"nobody has access to a deleted Workspace, and it has no connected account",
     "SELECT COUNT(*) FROM workspaces w WHERE w.deleted_at IS NOT NULL AND ((SELECT COUNT(*) FROM memberships m WHERE "
     "m.workspace_id = w.id AND m.status = 'active') + (SELECT COUNT(*) FROM bank_accounts a WHERE a.workspace_id = "
     "w.id AND a.state = 'connected') + (SELECT COUNT(*) FROM api_token_permissions p WHERE p.workspace_id = w.id)) > "
     "0"},
    {"one link for an idempotency key", "SELECT COUNT(*) FROM (SELECT callback_url FROM payment_links GROUP BY "
                                        "callback_url HAVING COUNT(*) > 1) AS twice"},
};

// Statistics: what is counted of an hour against the rows of it. Purges delete attempts, and leave the counts.
constexpr promise kept_of_statistics[]{
    {"what is counted of transactions and links is what is recorded",
     "SELECT COUNT(*) FROM (SELECT c.workspace_id FROM (SELECT workspace_id, hour, what, detail, count AS one, "
     "millions "
     "* 1000000 + dong AS amount FROM hourly_counts WHERE what < 3 UNION ALL SELECT workspace_id, received_at / "
     "3600000, type, CASE type WHEN 0 THEN COALESCE(classification + 1, 0) ELSE 0 END, -1, -amount FROM transactions "
     "UNION ALL SELECT workspace_id, created_at / 3600000, 2, 0, -1, 0 FROM payment_links UNION ALL SELECT "
     "workspace_id, closed_at / 3600000, 2, status, -1, 0 FROM payment_links WHERE status <> 0) AS c JOIN workspaces w "
     "ON w.id = c.workspace_id AND w.deleted_at IS NULL GROUP BY c.workspace_id, c.hour, c.what, c.detail HAVING "
     "SUM(c.one) <> 0 OR SUM(c.amount) <> 0) AS wrong"},
    {"what is counted of days is what is counted of their hours",
     "SELECT COUNT(*) FROM (SELECT c.workspace_id FROM (SELECT workspace_id, day, what, detail, count, millions, dong "
     "FROM daily_counts UNION ALL SELECT workspace_id, (hour + 7) / 24, what, detail, -count, -millions, -dong FROM "
     "hourly_counts) AS c GROUP BY c.workspace_id, c.day, c.what, c.detail HAVING SUM(c.count) <> 0 OR SUM(c.millions) "
     "<> 0 OR SUM(c.dong) <> 0) AS wrong"},
    {"every attempt is counted",
     "SELECT COUNT(*) FROM (SELECT c.workspace_id FROM (SELECT workspace_id, hour, what, detail, count AS one FROM "
     "hourly_counts WHERE what BETWEEN 3 AND 5 UNION ALL SELECT d.workspace_id, a.started_at / 3600000, 3 + d.kind, "
     "a.failed_by, -1 FROM attempts a JOIN deliveries d ON d.row = a.delivery_row) AS c JOIN workspaces w ON w.id = "
     "c.workspace_id AND w.deleted_at IS NULL GROUP BY c.workspace_id, c.hour, c.what, c.detail HAVING SUM(c.one) < 0) "
     "AS missing"},
    {"no merchant is told of more payments than there were",
     "SELECT COUNT(*) FROM (SELECT workspace_id, hour, SUM(CASE WHEN what = 6 THEN count ELSE 0 END) AS told, SUM(CASE "
     "WHEN what = 2 AND detail = 1 THEN count ELSE 0 END) AS paid FROM hourly_counts GROUP BY workspace_id, hour) AS c "
     "WHERE c.told > c.paid"},
};

// Of webhooks and orders: type 0 is an endpoint; events 0 transaction.credit, 1 transaction.debit, 2 order.success, 3
// order.failed; orders 0 pending, 1 success, 2 failed, 3 cancelled. A delivery to one that was disabled is recorded as
// well.
constexpr promise kept_of_webhooks[]{
    {"each transaction is told to each webhook that wants it",
     "SELECT COUNT(*) FROM transactions t JOIN webhooks w ON w.workspace_id = t.workspace_id WHERE (w.events & (1 << "
     "t.type)) <> 0 AND (w.name <> 'large' OR t.amount >= 50000) AND t.received_at > :kept_since AND NOT EXISTS "
     "(SELECT 1 FROM deliveries d WHERE "
     "d.webhook_row = w.row AND d.subject_id = t.id AND d.event = t.type)"},
    {"no webhook is told of a transaction that it does not want, or of none",
     "SELECT COUNT(*) FROM deliveries d JOIN webhooks w ON w.row = d.webhook_row LEFT JOIN transactions t ON t.id = "
     "d.subject_id WHERE d.event < 2 AND d.subject_id NOT LIKE 'txn_test_%' AND ((w.workspace_id = t.workspace_id AND "
     "d.workspace_id = t.workspace_id AND d.event = t.type AND (w.name <> 'large' OR (t.type = 0 AND t.amount >= "
     "50000))) IS NOT TRUE)"},
    {"a webhook is told once of one thing",
     "SELECT COUNT(*) FROM (SELECT webhook_row FROM deliveries WHERE webhook_row IS NOT NULL GROUP BY webhook_row, "
     "subject_id, event HAVING COUNT(*) > 1) AS twice"},
    {"what tells of a transaction tells of its amount",
     "SELECT COUNT(*) FROM deliveries d JOIN webhooks w ON w.row = d.webhook_row AND w.type = 0 JOIN transactions t ON "
     "t.id = d.subject_id LEFT JOIN delivery_payloads y ON y.row = d.payload_row WHERE d.purged = 0 AND "
     "(COALESCE(y.body, d.body) NOT LIKE '%\"amount\":' || t.amount || ',%' OR COALESCE(y.body, d.body) NOT LIKE '%' "
     "|| "
     "t.id || '%')"},
    {"an order that succeeded has one completing credit, and no other has any",
     "SELECT COUNT(*) FROM orders o WHERE (o.status = 1) <> ((SELECT COUNT(*) FROM transactions t WHERE t.order_row = "
     "o.row AND t.classification IN (0, 1)) = 1)"},
    {"an order is completed by the credit that it names, in its time and with enough",
     "SELECT COUNT(*) FROM orders o LEFT JOIN transactions t ON t.row = o.transaction_row WHERE o.status = 1 AND "
     "((t.order_row = o.row AND t.account_row = o.account_row AND t.amount = o.received_amount AND o.received_amount "
     ">= o.amount AND o.closed_at < o.expires_at) IS NOT TRUE)"},
    {"a credit is for a link or for an order",
     "SELECT COUNT(*) FROM transactions WHERE link_row IS NOT NULL AND order_row IS NOT NULL"},
    {"each webhook that wants it is told how an order has ended",
     "SELECT COUNT(*) FROM orders o JOIN webhooks w ON w.workspace_id = o.workspace_id WHERE o.status IN (1, 2) AND "
     "w.name <> 'large' AND o.closed_at > :kept_since AND NOT EXISTS (SELECT 1 FROM deliveries d WHERE d.webhook_row = "
     "w.row AND d.subject_id = "
     "o.own_id AND d.event = o.status + 1)"},
    {"nobody is told of an order anything but how it has ended",
     "SELECT COUNT(*) FROM deliveries d LEFT JOIN orders o ON o.own_id = d.subject_id AND o.workspace_id = "
     "d.workspace_id WHERE d.event > 1 AND d.subject_id NOT LIKE 'ord_test_%' AND (o.status IN (1, 2) AND d.event = "
     "o.status + 1) IS NOT TRUE"},
    {"what is purged has been old for long enough",
     "SELECT COUNT(*) FROM deliveries WHERE purged > 0 AND finished_at > :bodies_since"},
    {"what was skipped was not sent since", "SELECT COUNT(*) FROM deliveries WHERE is_skipped = 1 AND state <> 2"},
};

// What holds even after a failover to a standby that was behind.
constexpr promise kept_anyway[] = {
    {"an outcome is stored at its own event",
     "SELECT COUNT(*) FROM attempts a JOIN deliveries d ON d.row = a.delivery_row JOIN payment_links l ON l.row = "
     "d.link_row WHERE a.epoch > 0 AND a.url <> l.callback_url"},
    {"an outcome is stored at a delivery to its own webhook",
     "SELECT COUNT(*) FROM attempts a JOIN deliveries d ON d.row = a.delivery_row JOIN webhooks w ON w.row = "
     "d.webhook_row WHERE a.epoch > 0 AND w.type = 0 AND a.url <> w.url"},
};
constexpr promise kept_at_end[] = {
    // Where a clock was ahead, the time of some had come before the deletion: they expire.
    {"a deleted Workspace has no pending link",
     "SELECT COUNT(*) FROM payment_links l JOIN workspaces w ON w.id = l.workspace_id WHERE w.deleted_at IS NOT NULL "
     "AND l.status = 0 AND l.expires_at > w.deleted_at"},
    {"I14 every delivery has ended", "SELECT COUNT(*) FROM deliveries WHERE state = 0"},
    {"I4 no claim is left over", "SELECT COUNT(*) FROM deliveries WHERE owner IS NOT NULL OR in_queue <> 0"},
};

} // namespace

std::span<const promise> promises::always() { return always_kept; }
std::span<const promise> promises::of_statistics() { return kept_of_statistics; }
std::span<const promise> promises::of_webhooks() { return kept_of_webhooks; }
std::span<const promise> promises::always_and_anyway() { return kept_anyway; }
std::span<const promise> promises::at_end() { return kept_at_end; }

} // namespace paylink::simulation
