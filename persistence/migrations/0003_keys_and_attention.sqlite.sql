-- What a request that creates something was called by its caller; a retry is answered with what the first one made. print
-- stands for the request, subject_id for what came of it. workspace_id is empty where none is named.
CREATE TABLE idempotency_keys (
  row INTEGER PRIMARY KEY,
  caller_id TEXT NOT NULL,
  workspace_id TEXT NOT NULL,
  key TEXT NOT NULL,
  print TEXT NOT NULL,
  subject_id TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  UNIQUE (caller_id, workspace_id, key)
) STRICT;

CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at);

-- The link whose reference a transfer text misses by one character: for a person to look at, and for nothing else.
ALTER TABLE transactions ADD COLUMN likely_link_row INTEGER REFERENCES payment_links (row);

CREATE UNIQUE INDEX transactions_id ON transactions (workspace_id, id);

-- Money that a person should look at: underpaid, duplicate, late, ambiguous, or a near miss.
CREATE INDEX transactions_attention ON transactions (workspace_id, id)
  WHERE settled = 0 AND (classification BETWEEN 2 AND 4 OR ambiguous = 1 OR likely_link_row IS NOT NULL);
