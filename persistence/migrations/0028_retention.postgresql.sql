-- What purges have left of a delivery that has ended:
--   purged                 0 all, 1 no bodies and no headers of answers, 2 no attempts and rounds either, 3 the same, but
--                          one of those attempts was acknowledged
-- What is there already is not read for the check, which it cannot break.
ALTER TABLE deliveries ADD COLUMN purged SMALLINT NOT NULL DEFAULT 0;
ALTER TABLE deliveries ADD CONSTRAINT deliveries_purged_check CHECK (purged BETWEEN 0 AND 3 AND (purged = 0 OR state <> 0))
  NOT VALID;

-- Purges go through the deliveries in the order of their rows. What they come to before its time, because it was still
-- being sent or had been sent again, is noted here with the time since which it has been waiting to grow old.
--   step                   0 its bodies are to go, 1 the rest
CREATE TABLE late_purges (
  step SMALLINT NOT NULL CHECK (step BETWEEN 0 AND 1),
  since BIGINT NOT NULL,
  delivery_row BIGINT NOT NULL,
  PRIMARY KEY (step, since, delivery_row)
);
