-- What purges have left of a delivery that has ended:
--   purged                 0 all, 1 no bodies and no headers of answers, 2 no attempts and rounds either, 3 the same, but
--                          one of those attempts was acknowledged
ALTER TABLE deliveries ADD COLUMN purged INTEGER NOT NULL DEFAULT 0
  CHECK (purged BETWEEN 0 AND 3 AND (purged = 0 OR state <> 0));

-- Purges go through the deliveries in the order of their rows. What they come to before its time, because it was still
-- being sent or had been sent again, is noted here with the time since which it has been waiting to grow old.
--   step                   0 its bodies are to go, 1 the rest
CREATE TABLE late_purges (
  step INTEGER NOT NULL CHECK (step BETWEEN 0 AND 1),
  since INTEGER NOT NULL,
  delivery_row INTEGER NOT NULL,
  PRIMARY KEY (step, since, delivery_row)
) STRICT, WITHOUT ROWID;
