-- The events of a Workspace in the order in which they were recorded, for those who fetch them. A position is given when
-- somebody asks, so that recording an event costs nothing, and a Workspace that nobody asks for has no rows here.
--   event                  0 transaction.credit, 1 transaction.debit, 2 order.success, 3 order.failed
-- subject_row is the row of the transaction or order.
CREATE TABLE event_positions (
  row INTEGER PRIMARY KEY,
  workspace_id TEXT NOT NULL,
  position INTEGER NOT NULL CHECK (position > 0),
  event INTEGER NOT NULL CHECK (event BETWEEN 0 AND 3),
  subject_row INTEGER NOT NULL,
  UNIQUE (workspace_id, position),
  UNIQUE (workspace_id, event, subject_row)
) STRICT;

-- How far a Workspace's events have positions. last_position is the last one given. All of its transactions up to the row
-- `settled` have one, and none of them can still be added. (seen_row and seen_xid
-- are PostgreSQL's, where rows are not committed in the order of their numbers.)
CREATE TABLE event_feeds (
  workspace_id TEXT NOT NULL PRIMARY KEY,
  last_position INTEGER NOT NULL DEFAULT 0,
  settled INTEGER NOT NULL DEFAULT 0,
  seen_row INTEGER NOT NULL DEFAULT 0,
  seen_xid INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;

-- Deleted webhooks too: what was sent to them is still shown. No query that a credit waits for is to use this one: the
-- expression is answered by no index on the column.
CREATE INDEX webhooks_of_workspace ON webhooks ((workspace_id || ''), id);

-- For the lists of deliveries: nothing that succeeds at once is written into these.
CREATE INDEX deliveries_webhook_failed ON deliveries (webhook_row, row) WHERE webhook_row IS NOT NULL AND state = 2;
-- A transaction's deliveries are found by the time in their ids, which is that of the transaction's.
CREATE INDEX deliveries_apart ON deliveries (event_id)
  WHERE webhook_row IS NOT NULL AND (transaction_row IS NULL OR event > 1);
