-- What is due and finds no place in memory stands in the line of its Workspace and host (`in_line`), so that no look at
-- what is due reads past it again, and each line is read by itself.
ALTER TABLE deliveries ADD COLUMN in_line INTEGER NOT NULL DEFAULT 0 CHECK (in_line = 0 OR (state = 0 AND owner IS NULL));
DROP INDEX deliveries_due;
CREATE INDEX deliveries_due ON deliveries (next_at) WHERE state = 0 AND owner IS NULL AND in_line = 0;
CREATE INDEX deliveries_in_line ON deliveries (destination, workspace_id, next_at) WHERE in_line = 1;
