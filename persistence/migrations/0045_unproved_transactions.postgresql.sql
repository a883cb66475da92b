-- unproved: only imports that prove nothing report it. claimed_id and claimed_ref: as statement_id and statement_ref, in
-- such imports. What those say names nothing that the bank, or a person, tells of.
ALTER TABLE transactions ADD COLUMN unproved SMALLINT NOT NULL DEFAULT 0;
ALTER TABLE transactions ADD COLUMN claimed_id TEXT COLLATE "C";
ALTER TABLE transactions ADD COLUMN claimed_ref TEXT COLLATE "C";
UPDATE transactions SET unproved = 1, claimed_id = statement_id, claimed_ref = statement_ref, statement_id = NULL,
  statement_ref = NULL WHERE classification IS NULL AND feed = 'STATEMENT' AND (link_row IS NOT NULL OR order_row IS NOT NULL OR
  substr(imported_by, 1, 4) = 'tok_');
CREATE UNIQUE INDEX transactions_claimed ON transactions ((account_row + 0), claimed_id) WHERE claimed_id IS NOT NULL;
CREATE INDEX transactions_claimed_ref ON transactions ((account_row + 0), claimed_ref, claimed_id) WHERE claimed_ref IS NOT NULL;
