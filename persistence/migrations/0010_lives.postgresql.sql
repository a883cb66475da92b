-- One row for each start of a process on this database. A life owns claims; the name is a label. seen_at is its last sign
-- of life, by the database's clock; ended lives go after a day.
--   state                  0 serving, 1 draining, 2 ended: said so itself, or others declared it dead
CREATE TABLE nodes (
  life TEXT COLLATE "C" PRIMARY KEY,
  name TEXT COLLATE "C" NOT NULL,
  address TEXT COLLATE "C" NOT NULL,
  version TEXT COLLATE "C" NOT NULL,
  state SMALLINT NOT NULL DEFAULT 0 CHECK (state BETWEEN 0 AND 2),
  started_at BIGINT NOT NULL,
  seen_at BIGINT NOT NULL
);

-- A row of store_writers is one connection of a writer: entries counts the entries of banks that its transactions have
-- told of, used_at is the time of the last. Rows go a day after that.
ALTER TABLE store_writers ADD COLUMN entries BIGINT NOT NULL DEFAULT 0;
ALTER TABLE store_writers ADD COLUMN used_at BIGINT NOT NULL DEFAULT 0;
