-- What happens in a Workspace, counted by hour in the transactions that it happens in. hour is that of the row that is
-- counted, in hours since 1970; amounts are added up as millions and the rest. Each life of a process has rows of its own,
-- its lane, so that no transaction waits for another one's.
--   what                   0 credits, 1 debits, 2 links, attempts of 3 callbacks, 4 webhooks, 5 chats, 6 credits whose
--                          callback was acknowledged
--   detail                 of credits their classification + 1, 0 without one; of links their new status; of attempts
--                          failed_by; of acknowledged credits how many milliseconds later, as the begin of a bucket
CREATE TABLE hourly_counts (
  workspace_id TEXT COLLATE "C" NOT NULL,
  hour INTEGER NOT NULL,
  what SMALLINT NOT NULL,
  detail INTEGER NOT NULL,
  lane INTEGER NOT NULL,
  count BIGINT NOT NULL,
  millions BIGINT NOT NULL DEFAULT 0,
  dong BIGINT NOT NULL DEFAULT 0,
  PRIMARY KEY (workspace_id, hour, what, detail, lane)
) WITH (fillfactor = 70);

INSERT INTO hourly_counts (workspace_id, hour, what, detail, lane, count, millions, dong)
  SELECT t.workspace_id, t.received_at / 3600000, t.type, CASE t.type WHEN 0 THEN COALESCE(t.classification + 1, 0) ELSE 0 END, 0,
    COUNT(*), SUM(t.amount / 1000000), SUM(t.amount % 1000000)
  FROM transactions t JOIN workspaces w ON w.id = t.workspace_id AND w.deleted_at IS NULL
  GROUP BY 1, 2, 3, 4;

INSERT INTO hourly_counts (workspace_id, hour, what, detail, lane, count)
  SELECT l.workspace_id, l.created_at / 3600000, 2, 0, 0, COUNT(*)
  FROM payment_links l JOIN workspaces w ON w.id = l.workspace_id AND w.deleted_at IS NULL
  GROUP BY 1, 2;

INSERT INTO hourly_counts (workspace_id, hour, what, detail, lane, count)
  SELECT l.workspace_id, l.closed_at / 3600000, 2, l.status, 0, COUNT(*)
  FROM payment_links l JOIN workspaces w ON w.id = l.workspace_id AND w.deleted_at IS NULL
  WHERE l.status <> 0
  GROUP BY 1, 2, 4;

INSERT INTO hourly_counts (workspace_id, hour, what, detail, lane, count)
  SELECT d.workspace_id, k.started_at / 3600000, 3 + d.kind, k.failed_by, 0, COUNT(*)
  FROM deliveries d JOIN attempts k ON k.delivery_row = d.row JOIN workspaces w ON w.id = d.workspace_id AND w.deleted_at IS NULL
  GROUP BY 1, 2, 3, 4;

INSERT INTO hourly_counts (workspace_id, hour, what, detail, lane, count)
  SELECT workspace_id, hour, 6, CASE WHEN waited < 0 THEN 0 WHEN waited < 10 THEN waited WHEN waited >= 100000000 THEN 100000000 ELSE
    scale * (CASE WHEN waited / scale < 12 THEN 10 WHEN waited / scale < 14 THEN 12 WHEN waited / scale < 17 THEN 14 WHEN waited / scale < 20 THEN 17 WHEN waited / scale < 24 THEN 20 WHEN waited / scale < 28 THEN 24 WHEN waited / scale < 33 THEN 28 WHEN waited / scale < 40 THEN 33 WHEN waited / scale < 48 THEN 40 WHEN waited / scale < 57 THEN 48 WHEN waited / scale < 68 THEN 57 WHEN waited / scale < 82 THEN 68 ELSE 82 END) END,
    0, COUNT(*)
  FROM (SELECT workspace_id, hour, waited, CASE WHEN waited < 100 THEN 1 WHEN waited < 1000 THEN 10 WHEN waited < 10000 THEN 100 WHEN waited < 100000 THEN 1000 WHEN waited < 1000000 THEN 10000 WHEN waited < 10000000 THEN 100000 ELSE 1000000 END AS scale
    FROM (SELECT d.workspace_id, d.created_at / 3600000 AS hour, k.started_at + k.duration_ms - d.created_at AS waited
      FROM deliveries d JOIN workspaces w ON w.id = d.workspace_id AND w.deleted_at IS NULL JOIN attempts k ON k.delivery_row = d.row
      WHERE d.link_row IS NOT NULL AND k.number = (SELECT MIN(f.number) FROM attempts f WHERE f.delivery_row = d.row AND f.failed_by = 0)
    ) AS waits) AS scaled
  GROUP BY 1, 2, 4;

-- Payments that a merchant was not told of.
CREATE INDEX deliveries_untold ON deliveries (workspace_id, row) WHERE state = 2 AND link_row IS NOT NULL;
