-- fetched: the bank was asked for it. imported_by: who imported the statement that told of it first. assigned_by: who confirmed
-- its match.
ALTER TABLE transactions ADD COLUMN fetched SMALLINT NOT NULL DEFAULT 0;
ALTER TABLE transactions ADD COLUMN imported_by TEXT COLLATE "C";
ALTER TABLE transactions ADD COLUMN assigned_by TEXT COLLATE "C";

-- A credit that an import has found, and that nobody has confirmed, names its link or order and has no classification yet.
ALTER TABLE transactions DROP CONSTRAINT transactions_check;
ALTER TABLE transactions ADD CONSTRAINT transactions_check
  CHECK ((classification IS NULL OR link_row IS NOT NULL OR order_row IS NOT NULL)
    AND (link_row IS NULL OR order_row IS NULL));

DROP INDEX transactions_attention;
CREATE INDEX transactions_attention ON transactions
  (account_row, made_at, row, occurred_at, type, amount, classification)
  WHERE settled = 0 AND (classification BETWEEN 2 AND 5 OR ambiguous = 1 OR likely_link_row IS NOT NULL OR
    (classification IS NULL AND (link_row IS NOT NULL OR order_row IS NOT NULL)));
