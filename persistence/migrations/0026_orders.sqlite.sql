-- Orders: one payment expected on a bank account, told of by the Workspace's webhooks.
--   status                 0 pending, 1 success, 2 failed, 3 cancelled
--   failure_reason         0 none, 1 expired, 2 bank account removed, 3 Workspace deleted
-- own_id is the merchant's own id, else the same as id. reference is the number behind PFOD plus 36^8, so that it is no
-- link's.
CREATE TABLE orders (
  row INTEGER PRIMARY KEY,
  id TEXT NOT NULL,
  own_id TEXT NOT NULL,
  workspace_id TEXT NOT NULL REFERENCES workspaces (id),
  account_row INTEGER NOT NULL REFERENCES bank_accounts (row),
  reference INTEGER NOT NULL UNIQUE,
  status INTEGER NOT NULL DEFAULT 0 CHECK (status BETWEEN 0 AND 3),
  amount INTEGER NOT NULL CHECK (amount > 0),
  received_amount INTEGER CHECK (received_amount > 0),
  customer_email TEXT NOT NULL,
  transaction_row INTEGER,
  failure_reason INTEGER NOT NULL DEFAULT 0 CHECK (failure_reason BETWEEN 0 AND 3),
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  closed_at INTEGER,
  created_by_type INTEGER NOT NULL CHECK (created_by_type BETWEEN 0 AND 1),
  created_by_id TEXT NOT NULL,
  UNIQUE (workspace_id, id),
  CHECK ((status = 1) = (transaction_row IS NOT NULL) AND (status = 1) = (received_amount IS NOT NULL)),
  CHECK ((status = 0) = (closed_at IS NULL)),
  CHECK ((status = 2) = (failure_reason <> 0))
) STRICT;

-- The expression keeps the other index of a Workspace's orders the only one that finds them by our ids.
CREATE UNIQUE INDEX orders_own_id ON orders ((workspace_id || ''), own_id);

-- What is due, apart from the orders and in the order of time, as for links.
CREATE TABLE order_expiries (
  expires_at INTEGER NOT NULL,
  order_row INTEGER NOT NULL,
  PRIMARY KEY (expires_at, order_row)
) STRICT, WITHOUT ROWID;

-- A credit is for a link or for an order. SQLite has no statement that replaces a table's constraint: its text is
-- changed as SQLite's documentation of ALTER TABLE describes, and the ALTER TABLE after it reads it.
PRAGMA writable_schema = ON;
UPDATE sqlite_schema SET sql = replace(sql, 'CHECK ((link_row IS NULL) = (classification IS NULL))', 'CHECK ((link_row IS NULL AND order_row IS NULL) = (classification IS NULL) AND (link_row IS NULL OR order_row IS NULL))')
  WHERE type = 'table' AND name = 'transactions';
ALTER TABLE transactions ADD COLUMN order_row INTEGER REFERENCES orders (row);
PRAGMA writable_schema = OFF;
