-- unproved: only statements that prove nothing have told of it.
ALTER TABLE transactions ADD COLUMN unproved INTEGER NOT NULL DEFAULT 0;
UPDATE transactions SET unproved = 1 WHERE imported_by IS NOT NULL AND classification IS NULL AND feed = 'STATEMENT';
