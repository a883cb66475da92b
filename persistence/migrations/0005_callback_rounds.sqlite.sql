-- Sending again by hand opens a new round of a callback: its attempts' numbers go on, its waits and their limit begin
-- anew. round_start is the last number before the round.
ALTER TABLE deliveries ADD COLUMN round_start INTEGER NOT NULL DEFAULT 0;

-- The rounds that somebody asked for. repeats is the first attempt of the round before, signed_at the timestamp that the
-- round's attempts carry.
--   renewed                0 as signed before, 1 signed anew: too old, 2 signed anew: key replaced
CREATE TABLE callback_rounds (
  delivery_row INTEGER NOT NULL REFERENCES deliveries (row),
  first_attempt INTEGER NOT NULL,
  repeats INTEGER NOT NULL,
  asked_at INTEGER NOT NULL,
  asked_by_type INTEGER NOT NULL CHECK (asked_by_type BETWEEN 0 AND 1),
  asked_by_id TEXT NOT NULL,
  renewed INTEGER NOT NULL CHECK (renewed BETWEEN 0 AND 2),
  signed_at INTEGER NOT NULL,
  PRIMARY KEY (delivery_row, first_attempt),
  CHECK (repeats BETWEEN 1 AND first_attempt - 1)
) STRICT, WITHOUT ROWID;
