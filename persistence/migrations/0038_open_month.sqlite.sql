-- The first month whose statements are still open: what is recorded by a clock that was set back into an earlier one is
-- metered in this one. One row.
CREATE TABLE open_month (
  row INTEGER PRIMARY KEY CHECK (row = 1),
  month TEXT NOT NULL
) STRICT;
INSERT INTO open_month (row, month)
  SELECT 1, COALESCE(strftime('%Y-%m', MAX(month) || '-01', '+1 month'), '') FROM statements;
