-- When what may be done at most once in a while, such as a message to a chat, may be done next: by key, over all nodes.
-- set_at is when that was written.
CREATE TABLE paces (
  key TEXT COLLATE "C" PRIMARY KEY,
  next_at BIGINT NOT NULL,
  set_at BIGINT NOT NULL
);

CREATE INDEX paces_next ON paces (next_at);
