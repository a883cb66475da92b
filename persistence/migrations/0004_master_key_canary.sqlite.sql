-- One known text, sealed: a service whose master key does not open it belongs to another database.
CREATE TABLE master_key_canary (
  row INTEGER PRIMARY KEY CHECK (row = 1),
  sealed TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
