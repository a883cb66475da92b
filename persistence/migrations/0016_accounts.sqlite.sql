-- What accounts need: sign-ups, sessions, invitations, recoveries, mails to persons, tries, and the log of who did what.
-- Of every one-time token and session only the digest is stored (SHA-256, lowercase hex).

-- Accounts that wait for their mailed link. One for an address that has an account is over from the beginning: it is
-- there so that both take the same work.
CREATE TABLE sign_ups (
  row INTEGER PRIMARY KEY,
  digest TEXT NOT NULL UNIQUE,
  email TEXT NOT NULL,
  name TEXT NOT NULL,
  password_hash TEXT NOT NULL,
  language TEXT NOT NULL CHECK (language IN ('vi', 'en')),
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;

CREATE INDEX sign_ups_email ON sign_ups (lower(email));
CREATE INDEX sign_ups_end ON sign_ups (expires_at);

-- user_id is null for an address without an account.
CREATE TABLE recoveries (
  row INTEGER PRIMARY KEY,
  digest TEXT NOT NULL UNIQUE,
  user_id TEXT REFERENCES users (id),
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;

CREATE INDEX recoveries_user ON recoveries (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX recoveries_end ON recoveries (expires_at);

-- seen_at is the last use, to the minute; confirmed_at the last time that the person gave a password.
CREATE TABLE sessions (
  row INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  digest TEXT NOT NULL UNIQUE,
  user_id TEXT NOT NULL REFERENCES users (id),
  address TEXT NOT NULL,
  agent TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  seen_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  confirmed_at INTEGER NOT NULL
) STRICT;

CREATE INDEX sessions_user ON sessions (user_id);
CREATE INDEX sessions_end ON sessions (expires_at);

-- An invitation to a Workspace, or, without one, by the operator to make an account: for one address, or, if that is
-- empty, for whoever has the link.
CREATE TABLE invitations (
  row INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  digest TEXT NOT NULL UNIQUE,
  workspace_id TEXT REFERENCES workspaces (id),
  email TEXT NOT NULL,
  role TEXT CHECK (role IN ('admin', 'member', 'viewer')),
  invited_by TEXT REFERENCES users (id),
  status TEXT NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'accepted', 'cancelled')),
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  closed_at INTEGER,
  CHECK ((workspace_id IS NULL) = (role IS NULL) AND (workspace_id IS NULL) = (invited_by IS NULL)),
  CHECK ((status = 'pending') = (closed_at IS NULL))
) STRICT;

CREATE INDEX invitations_workspace ON invitations (workspace_id, row) WHERE workspace_id IS NOT NULL;
CREATE UNIQUE INDEX invitations_pending ON invitations (workspace_id, lower(email))
  WHERE status = 'pending' AND workspace_id IS NOT NULL;

-- How often something was tried that may be tried seldom, such as a password: by key and minute, over all nodes.
CREATE TABLE tries (
  key TEXT NOT NULL,
  minute INTEGER NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (key, minute)
) STRICT, WITHOUT ROWID;

CREATE INDEX tries_minute ON tries (minute);

-- Mails to one person. sealed is the one-time token that the mail carries, its digest beside it; empty: none. values is
-- what its text names, as JSON. A claim moves next_at ahead and counts in tries, so that a mail whose sender is gone
-- comes again.
CREATE TABLE mails (
  row INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,
  recipient TEXT NOT NULL,
  language TEXT NOT NULL CHECK (language IN ('vi', 'en')),
  sealed TEXT NOT NULL,
  digest TEXT NOT NULL,
  content TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  next_at INTEGER NOT NULL,
  tries INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE INDEX mails_due ON mails (next_at);

-- Who did what. Only ever added to. Rows with one scope (a Workspace, a user, or the service) are a chain: each hash
-- covers its row and the hash before it, and audit_chains has the last one, so that a row that is changed, taken away or
-- put in is found.
CREATE TABLE audit_log (
  row INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  scope TEXT NOT NULL,
  number INTEGER NOT NULL,
  at INTEGER NOT NULL,
  actor_type TEXT NOT NULL CHECK (actor_type IN ('user', 'api_token', 'operator', 'service')),
  actor_id TEXT NOT NULL,
  address TEXT NOT NULL,
  action TEXT NOT NULL,
  target TEXT NOT NULL,
  was TEXT NOT NULL,
  became TEXT NOT NULL,
  hash TEXT NOT NULL,
  UNIQUE (scope, number)
) STRICT;

CREATE TABLE audit_chains (
  scope TEXT PRIMARY KEY,
  length INTEGER NOT NULL,
  hash TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- A deleted Workspace stays as a row: its references are never given again, and its usage is billed.
ALTER TABLE workspaces ADD COLUMN deleted_at INTEGER;

-- networks: the prefixes from which alone the token is taken, with spaces between them; empty: from everywhere.
-- warned_days: how many days before its end its owner was last told of it.
ALTER TABLE api_tokens ADD COLUMN last_used_address TEXT NOT NULL DEFAULT '';
ALTER TABLE api_tokens ADD COLUMN networks TEXT NOT NULL DEFAULT '';
ALTER TABLE api_tokens ADD COLUMN warned_days INTEGER;

CREATE INDEX api_tokens_user ON api_tokens (user_id);
CREATE INDEX api_tokens_end ON api_tokens (expires_at) WHERE revoked_at IS NULL;
CREATE INDEX api_token_permissions_workspace ON api_token_permissions (workspace_id);
CREATE INDEX memberships_user ON memberships (user_id);
CREATE INDEX workspaces_owner ON workspaces (owner_id);
