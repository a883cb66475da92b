-- Which database this is, in a copy of it too: a data folder remembers the one that it belongs to.
CREATE TABLE database_identity (
  row INTEGER PRIMARY KEY CHECK (row = 1),
  id TEXT COLLATE "C" NOT NULL
);

INSERT INTO database_identity (row, id) VALUES (1, replace(CAST(gen_random_uuid() AS TEXT), '-', ''));

-- Less than the minimum is money that a person should look at, too.
DROP INDEX transactions_attention;
CREATE INDEX transactions_attention ON transactions (account_row, made_at, row)
  WHERE settled = 0 AND (classification BETWEEN 2 AND 5 OR ambiguous = 1 OR likely_link_row IS NOT NULL);
