-- Where a Workspace is told of its transactions and orders.
--   type                   0 HTTP endpoint, 1 Telegram chat
--   events                 a set: 1 transaction.credit, 2 transaction.debit, 4 order.success, 8 order.failed
-- url is empty for a chat, chat_id for an endpoint. filter and headers are JSON. gone_since: since then the endpoint has
-- answered nothing but 410; failing_since: since then no delivery has succeeded, and `failures` have failed.
CREATE TABLE webhooks (
  row INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  workspace_id TEXT NOT NULL REFERENCES workspaces (id),
  type INTEGER NOT NULL CHECK (type BETWEEN 0 AND 1),
  name TEXT NOT NULL,
  url TEXT NOT NULL,
  chat_id TEXT NOT NULL,
  events INTEGER NOT NULL CHECK (events BETWEEN 1 AND 15),
  filter TEXT NOT NULL,
  headers TEXT NOT NULL,
  enabled INTEGER NOT NULL CHECK (enabled BETWEEN 0 AND 1),
  disabled_reason TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  gone_since INTEGER,
  failing_since INTEGER,
  failures INTEGER NOT NULL DEFAULT 0,
  deleted_at INTEGER
) STRICT;

CREATE INDEX webhooks_workspace ON webhooks (workspace_id, row) WHERE deleted_at IS NULL;

-- A webhook's API key and secret, sealed; for a chat the bot's token as the secret. The newest of those whose time has
-- come is in force; a pair that waits for its time is what a rotation has made.
CREATE TABLE webhook_keys (
  row INTEGER PRIMARY KEY,
  webhook_row INTEGER NOT NULL REFERENCES webhooks (row),
  id TEXT NOT NULL UNIQUE,
  workspace_id TEXT NOT NULL,
  sealed_api_key TEXT NOT NULL,
  sealed_secret TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  active_from INTEGER NOT NULL
) STRICT;

CREATE INDEX webhook_keys_webhook ON webhook_keys (webhook_row, active_from);

-- A delivery to a webhook, and what it tells of. is_skipped: it ended without being sent, because the webhook was
-- disabled. resend_of: the delivery to another webhook that it repeats. (No foreign key: the credit that waits for the
-- check has just read the webhook.)
--   event                  0 transaction.credit, 1 transaction.debit, 2 order.success, 3 order.failed
ALTER TABLE deliveries ADD COLUMN webhook_row INTEGER;
ALTER TABLE deliveries ADD COLUMN event INTEGER;
ALTER TABLE deliveries ADD COLUMN subject_id TEXT;
ALTER TABLE deliveries ADD COLUMN resend_of INTEGER;
ALTER TABLE deliveries ADD COLUMN is_skipped INTEGER NOT NULL DEFAULT 0;

CREATE INDEX deliveries_webhook ON deliveries (webhook_row, row) WHERE webhook_row IS NOT NULL;
CREATE UNIQUE INDEX deliveries_subject ON deliveries (subject_id, webhook_row, event) WHERE webhook_row IS NOT NULL;
