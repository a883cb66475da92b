-- One known text, sealed: a service whose master key does not open it belongs to another database.
CREATE TABLE master_key_canary (
  row BIGINT PRIMARY KEY CHECK (row = 1),
  sealed TEXT NOT NULL,
  created_at BIGINT NOT NULL
);
