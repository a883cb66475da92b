-- fetched: the bank was asked for it. imported_by: who imported the statement that told of it first. assigned_by: who confirmed
-- its match.
--
-- A credit that an import has found, and that nobody has confirmed, names its link or order and has no classification yet.
-- As in migration 26, the text of the constraint is changed, and the ALTER TABLE after it reads it.
PRAGMA writable_schema = ON;
UPDATE sqlite_schema SET sql = replace(sql, 'CHECK ((link_row IS NULL AND order_row IS NULL) = (classification IS NULL) AND (link_row IS NULL OR order_row IS NULL))', 'CHECK ((classification IS NULL OR link_row IS NOT NULL OR order_row IS NOT NULL) AND (link_row IS NULL OR order_row IS NULL))')
  WHERE type = 'table' AND name = 'transactions';
ALTER TABLE transactions ADD COLUMN fetched INTEGER NOT NULL DEFAULT 0;
ALTER TABLE transactions ADD COLUMN imported_by TEXT;
ALTER TABLE transactions ADD COLUMN assigned_by TEXT;
PRAGMA writable_schema = OFF;

DROP INDEX transactions_attention;
CREATE INDEX transactions_attention ON transactions
  (account_row, made_at, row, occurred_at, type, amount, classification)
  WHERE settled = 0 AND (classification BETWEEN 2 AND 5 OR ambiguous = 1 OR likely_link_row IS NOT NULL OR
    (classification IS NULL AND (link_row IS NOT NULL OR order_row IS NOT NULL)));
