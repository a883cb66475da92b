-- What a statement tells of a transaction stands in statement_id: it names the entry of the account in statements of any
-- form. statement_ref is the bank's own reference in the form of statement that told of it first, if it has one. stated_to: statements have told of entries before this time.
ALTER TABLE transactions ADD COLUMN statement_id TEXT;
ALTER TABLE transactions ADD COLUMN statement_ref TEXT;
CREATE UNIQUE INDEX transactions_stated ON transactions (account_row + 0, statement_id) WHERE statement_id IS NOT NULL;
CREATE INDEX transactions_stated_ref ON transactions (account_row + 0, statement_ref, statement_id) WHERE statement_ref IS NOT NULL;
ALTER TABLE bank_accounts ADD COLUMN stated_to INTEGER;
ALTER TABLE bank_accounts ADD COLUMN imported_at INTEGER;

-- What was on the account after a transaction, where the bank says so.
CREATE TABLE transaction_balances (
  transaction_row INTEGER PRIMARY KEY REFERENCES transactions (row),
  dong INTEGER NOT NULL
) STRICT;

-- Entries of an account that came again with other content.
CREATE INDEX kept_entries_conflict ON kept_entries (account_row, row) WHERE reason = 'conflict';

-- Filters of lists are decided in the index: one that few rows of a large account pass reads no others.
DROP INDEX transactions_made;
CREATE INDEX transactions_made ON transactions (account_row, made_at, row, occurred_at, type, amount, classification)
  WHERE made_at >= 0;
-- With fewer columns than that one, it would be left alone.
DROP INDEX transactions_attention;
CREATE INDEX transactions_attention ON transactions
  (account_row, made_at, row, occurred_at, type, amount, classification)
  WHERE settled = 0 AND (classification BETWEEN 2 AND 5 OR ambiguous = 1 OR likely_link_row IS NOT NULL);
