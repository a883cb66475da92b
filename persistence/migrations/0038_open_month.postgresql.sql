-- The first month whose statements are still open: what is recorded by a clock that was set back into an earlier one is
-- metered in this one. One row.
CREATE TABLE open_month (
  row SMALLINT PRIMARY KEY CHECK (row = 1),
  month TEXT COLLATE "C" NOT NULL
);
INSERT INTO open_month (row, month)
  SELECT 1, COALESCE(to_char(to_date(MAX(month), 'YYYY-MM') + INTERVAL '1 month', 'YYYY-MM'), '') FROM statements;
