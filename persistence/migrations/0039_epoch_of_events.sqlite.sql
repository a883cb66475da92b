-- The order of events that Workspaces fetch begins again when the database is an older one than somebody has seen: it was
-- restored, and may give other events the positions that were given before. Each time has another epoch. is_copy: this is
-- a backup, which begins a new epoch when a service starts on it. cleared_to: rows of event_positions up to it may be gone
-- because their Workspace was deleted.
CREATE TABLE event_epoch (
  row INTEGER PRIMARY KEY CHECK (row = 1),
  epoch INTEGER NOT NULL,
  cleared_to INTEGER NOT NULL DEFAULT 0,
  is_copy INTEGER NOT NULL DEFAULT 0 CHECK (is_copy BETWEEN 0 AND 1)
) STRICT;

INSERT INTO event_epoch (row, epoch) VALUES (1, 1);
