-- Orders: one payment expected on a bank account, told of by the Workspace's webhooks.
--   status                 0 pending, 1 success, 2 failed, 3 cancelled
--   failure_reason         0 none, 1 expired, 2 bank account removed, 3 Workspace deleted
-- own_id is the merchant's own id, else the same as id. reference is the number behind PFOD plus 36^8, so that it is no
-- link's.
CREATE TABLE orders (
  row BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id TEXT COLLATE "C" NOT NULL,
  own_id TEXT COLLATE "C" NOT NULL,
  workspace_id TEXT COLLATE "C" NOT NULL REFERENCES workspaces (id),
  account_row BIGINT NOT NULL REFERENCES bank_accounts (row),
  reference BIGINT NOT NULL UNIQUE,
  status SMALLINT NOT NULL DEFAULT 0 CHECK (status BETWEEN 0 AND 3),
  amount BIGINT NOT NULL CHECK (amount > 0),
  received_amount BIGINT CHECK (received_amount > 0),
  customer_email TEXT NOT NULL,
  transaction_row BIGINT,
  failure_reason SMALLINT NOT NULL DEFAULT 0 CHECK (failure_reason BETWEEN 0 AND 3),
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  closed_at BIGINT,
  created_by_type SMALLINT NOT NULL CHECK (created_by_type BETWEEN 0 AND 1),
  created_by_id TEXT NOT NULL,
  UNIQUE (workspace_id, id),
  CHECK ((status = 1) = (transaction_row IS NOT NULL) AND (status = 1) = (received_amount IS NOT NULL)),
  CHECK ((status = 0) = (closed_at IS NULL)),
  CHECK ((status = 2) = (failure_reason <> 0))
);

-- The expression keeps the other index of a Workspace's orders the only one that finds them by our ids.
CREATE UNIQUE INDEX orders_own_id ON orders ((workspace_id || ''), own_id);

-- What is due, apart from the orders and in the order of time, as for links.
CREATE TABLE order_expiries (
  expires_at BIGINT NOT NULL,
  order_row BIGINT NOT NULL,
  PRIMARY KEY (expires_at, order_row)
);

-- A credit is for a link or for an order.
ALTER TABLE transactions ADD COLUMN order_row BIGINT REFERENCES orders (row);
ALTER TABLE transactions DROP CONSTRAINT transactions_check;
ALTER TABLE transactions ADD CONSTRAINT transactions_check
  CHECK ((link_row IS NULL AND order_row IS NULL) = (classification IS NULL) AND (link_row IS NULL OR order_row IS NULL));
