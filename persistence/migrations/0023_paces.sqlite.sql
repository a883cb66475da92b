-- When what may be done at most once in a while, such as a message to a chat, may be done next: by key, over all nodes.
-- set_at is when that was written.
CREATE TABLE paces (
  key TEXT PRIMARY KEY,
  next_at INTEGER NOT NULL,
  set_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX paces_next ON paces (next_at);
