-- Whether the event that an order has raised has its place among those that its Workspace fetches.
ALTER TABLE orders ADD COLUMN in_feed INTEGER NOT NULL DEFAULT 0 CHECK (in_feed BETWEEN 0 AND 1);

-- What has raised one and has no place yet. The expression is answered by no other index.
CREATE INDEX orders_without_place ON orders ((workspace_id || ''), row) WHERE in_feed = 0 AND status IN (1, 2);
