-- What nodes tell each other for people who look at a Workspace: through which lives it is looked at, and what has
-- changed in it. Rows are of a life's own, and go a few seconds after they were written.
--   subject                the id of the thing; empty: several
CREATE TABLE change_listeners (
  row INTEGER PRIMARY KEY,
  workspace_id TEXT NOT NULL,
  life TEXT NOT NULL,
  expires_at INTEGER NOT NULL,
  UNIQUE (workspace_id, life)
) STRICT;

CREATE INDEX change_listeners_end ON change_listeners (expires_at);

CREATE TABLE change_hints (
  row INTEGER PRIMARY KEY,
  workspace_id TEXT NOT NULL,
  life TEXT NOT NULL,
  kind TEXT NOT NULL,
  subject TEXT NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;

CREATE INDEX change_hints_end ON change_hints (expires_at);
CREATE INDEX change_hints_workspace ON change_hints (workspace_id, row);
