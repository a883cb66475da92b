-- The hourly counts of each day in Vietnam, added up in the same transactions: a chart of a year reads 365 days. day is
-- that of the hours, in days since 1970; the other columns are as in hourly_counts.
CREATE TABLE daily_counts (
  workspace_id TEXT NOT NULL,
  day INTEGER NOT NULL,
  what INTEGER NOT NULL,
  detail INTEGER NOT NULL,
  lane INTEGER NOT NULL,
  count INTEGER NOT NULL,
  millions INTEGER NOT NULL DEFAULT 0,
  dong INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (workspace_id, day, what, detail, lane)
) STRICT, WITHOUT ROWID;

INSERT INTO daily_counts (workspace_id, day, what, detail, lane, count, millions, dong)
  SELECT workspace_id, (hour + 7) / 24, what, detail, 0, SUM(count), SUM(millions), SUM(dong)
  FROM hourly_counts
  GROUP BY 1, 2, 3, 4;

-- Links that ended as few do.
CREATE INDEX payment_links_failed ON payment_links (workspace_id) WHERE status = 2;
CREATE INDEX payment_links_cancelled ON payment_links (workspace_id) WHERE status = 4;
