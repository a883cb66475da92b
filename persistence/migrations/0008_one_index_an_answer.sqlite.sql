-- For every look-up that money waits for there is one index that can answer it, and no other: without statistics, or with
-- those of empty tables, two that begin with the same column cost the same, and the planner may read an account whole.
-- made_at is never less than 0; a query that says so uses the index, and no other query can.
DROP INDEX transactions_made;
CREATE INDEX transactions_made ON transactions (account_row, made_at, row) WHERE made_at >= 0;

-- The sum is answered by no index on the column.
DROP INDEX transactions_unpaired;
CREATE INDEX transactions_unpaired ON transactions (account_row + 0, pairing_print) WHERE pairing_print IS NOT NULL;
DROP INDEX transactions_paired;
CREATE UNIQUE INDEX transactions_paired ON transactions (account_row + 0, paired_source_id, feed)
  WHERE paired_source_id IS NOT NULL;
