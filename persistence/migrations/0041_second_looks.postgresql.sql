-- A verdict that was found before a byte of a request was sent ends its delivery when a second look agrees. Until then the
-- delivery has the first one: its class as in attempts.failed_by, the life that found it, and when.
ALTER TABLE deliveries ADD COLUMN verdict_class SMALLINT;
ALTER TABLE deliveries ADD COLUMN verdict_life TEXT COLLATE "C";
ALTER TABLE deliveries ADD COLUMN verdict_at BIGINT;

-- Fingerprints of what should be the same on all nodes, as a list of pairs: the setting's name, and 16 digits.
ALTER TABLE nodes ADD COLUMN settings TEXT COLLATE "C" NOT NULL DEFAULT '[]';
