-- One row for each start of a process on this database. A life owns claims; the name is a label. seen_at is its last sign
-- of life, by the database's clock; ended lives go after a day.
--   state                  0 serving, 1 draining, 2 ended: said so itself, or others declared it dead
CREATE TABLE nodes (
  life TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  address TEXT NOT NULL,
  version TEXT NOT NULL,
  state INTEGER NOT NULL DEFAULT 0 CHECK (state BETWEEN 0 AND 2),
  started_at INTEGER NOT NULL,
  seen_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
