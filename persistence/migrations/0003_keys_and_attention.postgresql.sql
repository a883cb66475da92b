-- What a request that creates something was called by its caller; a retry is answered with what the first one made. print
-- stands for the request, subject_id for what came of it. workspace_id is empty where none is named.
CREATE TABLE idempotency_keys (
  row BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  caller_id TEXT COLLATE "C" NOT NULL,
  workspace_id TEXT COLLATE "C" NOT NULL,
  key TEXT COLLATE "C" NOT NULL,
  print TEXT COLLATE "C" NOT NULL,
  subject_id TEXT COLLATE "C" NOT NULL,
  created_at BIGINT NOT NULL,
  UNIQUE (caller_id, workspace_id, key)
);

CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at);

-- The link whose reference a transfer text misses by one character: for a person to look at, and for nothing else.
ALTER TABLE transactions ADD COLUMN likely_link_row BIGINT REFERENCES payment_links (row);

-- The time that a transaction's id holds (its first ten characters, five bits each), as a number: lists go by it and an
-- id is found by it, through an index that is small and grows at its end.
ALTER TABLE transactions ADD COLUMN made_at BIGINT NOT NULL DEFAULT 0;
UPDATE transactions SET made_at = (CAST(strpos('0123456789abcdefghjkmnpqrstvwxyz', substr(id, 5, 1)) AS BIGINT) - 1) * 35184372088832
  + (CAST(strpos('0123456789abcdefghjkmnpqrstvwxyz', substr(id, 6, 1)) AS BIGINT) - 1) * 1099511627776
  + (CAST(strpos('0123456789abcdefghjkmnpqrstvwxyz', substr(id, 7, 1)) AS BIGINT) - 1) * 34359738368
  + (CAST(strpos('0123456789abcdefghjkmnpqrstvwxyz', substr(id, 8, 1)) AS BIGINT) - 1) * 1073741824
  + (CAST(strpos('0123456789abcdefghjkmnpqrstvwxyz', substr(id, 9, 1)) AS BIGINT) - 1) * 33554432
  + (CAST(strpos('0123456789abcdefghjkmnpqrstvwxyz', substr(id, 10, 1)) AS BIGINT) - 1) * 1048576
  + (CAST(strpos('0123456789abcdefghjkmnpqrstvwxyz', substr(id, 11, 1)) AS BIGINT) - 1) * 32768
  + (CAST(strpos('0123456789abcdefghjkmnpqrstvwxyz', substr(id, 12, 1)) AS BIGINT) - 1) * 1024
  + (CAST(strpos('0123456789abcdefghjkmnpqrstvwxyz', substr(id, 13, 1)) AS BIGINT) - 1) * 32
  + (CAST(strpos('0123456789abcdefghjkmnpqrstvwxyz', substr(id, 14, 1)) AS BIGINT) - 1);
CREATE INDEX transactions_made ON transactions (account_row, made_at, row);

-- Money that a person should look at: underpaid, duplicate, late, ambiguous, or a near miss.
CREATE INDEX transactions_attention ON transactions (account_row, made_at, row)
  WHERE settled = 0 AND (classification BETWEEN 2 AND 4 OR ambiguous = 1 OR likely_link_row IS NOT NULL);
