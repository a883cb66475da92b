-- The newest time that a believed clock has left: what a start holds its clock against. Null: nothing was ever stored.
CREATE TABLE clock_marks (
  row SMALLINT PRIMARY KEY CHECK (row = 1),
  newest BIGINT
);
INSERT INTO clock_marks (row, newest) VALUES (1, (SELECT MAX(at) FROM (
  SELECT (SELECT received_at FROM transactions ORDER BY row DESC LIMIT 1) AS at UNION ALL
  SELECT (SELECT created_at FROM payment_links ORDER BY row DESC LIMIT 1)) AS last_rows));
