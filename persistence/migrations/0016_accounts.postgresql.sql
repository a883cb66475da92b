-- What accounts need: sign-ups, sessions, invitations, recoveries, mails to persons, tries, and the log of who did what.
-- Of every one-time token and session only the digest is stored (SHA-256, lowercase hex).

-- Accounts that wait for their mailed link. One for an address that has an account is over from the beginning: it is
-- there so that both take the same work.
CREATE TABLE sign_ups (
  row BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  digest TEXT COLLATE "C" NOT NULL UNIQUE,
  email TEXT COLLATE "C" NOT NULL,
  name TEXT COLLATE "C" NOT NULL,
  password_hash TEXT COLLATE "C" NOT NULL,
  language TEXT COLLATE "C" NOT NULL CHECK (language IN ('vi', 'en')),
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL
);

CREATE INDEX sign_ups_email ON sign_ups (lower(email));
CREATE INDEX sign_ups_end ON sign_ups (expires_at);

-- user_id is null for an address without an account.
CREATE TABLE recoveries (
  row BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  digest TEXT COLLATE "C" NOT NULL UNIQUE,
  user_id TEXT COLLATE "C" REFERENCES users (id),
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL
);

CREATE INDEX recoveries_user ON recoveries (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX recoveries_end ON recoveries (expires_at);

-- seen_at is the last use, to the minute; confirmed_at the last time that the person gave a password.
CREATE TABLE sessions (
  row BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id TEXT COLLATE "C" NOT NULL UNIQUE,
  digest TEXT COLLATE "C" NOT NULL UNIQUE,
  user_id TEXT COLLATE "C" NOT NULL REFERENCES users (id),
  address TEXT COLLATE "C" NOT NULL,
  agent TEXT COLLATE "C" NOT NULL,
  created_at BIGINT NOT NULL,
  seen_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  confirmed_at BIGINT NOT NULL
);

CREATE INDEX sessions_user ON sessions (user_id);
CREATE INDEX sessions_end ON sessions (expires_at);

-- An invitation to a Workspace, or, without one, by the operator to make an account: for one address, or, if that is
-- empty, for whoever has the link.
CREATE TABLE invitations (
  row BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id TEXT COLLATE "C" NOT NULL UNIQUE,
  digest TEXT COLLATE "C" NOT NULL UNIQUE,
  workspace_id TEXT COLLATE "C" REFERENCES workspaces (id),
  email TEXT COLLATE "C" NOT NULL,
  role TEXT COLLATE "C" CHECK (role IN ('admin', 'member', 'viewer')),
  invited_by TEXT COLLATE "C" REFERENCES users (id),
  status TEXT COLLATE "C" NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'accepted', 'cancelled')),
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  closed_at BIGINT,
  CHECK ((workspace_id IS NULL) = (role IS NULL) AND (workspace_id IS NULL) = (invited_by IS NULL)),
  CHECK ((status = 'pending') = (closed_at IS NULL))
);

CREATE INDEX invitations_workspace ON invitations (workspace_id, row) WHERE workspace_id IS NOT NULL;
CREATE UNIQUE INDEX invitations_pending ON invitations (workspace_id, lower(email))
  WHERE status = 'pending' AND workspace_id IS NOT NULL;

-- How often something was tried that may be tried seldom, such as a password: by key and minute, over all nodes.
CREATE TABLE tries (
  key TEXT COLLATE "C" NOT NULL,
  minute BIGINT NOT NULL,
  count BIGINT NOT NULL,
  PRIMARY KEY (key, minute)
);

CREATE INDEX tries_minute ON tries (minute);

-- Mails to one person. sealed is the one-time token that the mail carries, its digest beside it; empty: none. values is
-- what its text names, as JSON. A claim moves next_at ahead and counts in tries, so that a mail whose sender is gone
-- comes again.
CREATE TABLE mails (
  row BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind TEXT COLLATE "C" NOT NULL,
  recipient TEXT COLLATE "C" NOT NULL,
  language TEXT COLLATE "C" NOT NULL CHECK (language IN ('vi', 'en')),
  sealed TEXT COLLATE "C" NOT NULL,
  digest TEXT COLLATE "C" NOT NULL,
  content TEXT COLLATE "C" NOT NULL,
  created_at BIGINT NOT NULL,
  next_at BIGINT NOT NULL,
  tries BIGINT NOT NULL DEFAULT 0
);

CREATE INDEX mails_due ON mails (next_at);

-- Who did what. Only ever added to. Rows with one scope (a Workspace, a user, or the service) are a chain: each hash
-- covers its row and the hash before it, and audit_chains has the last one, so that a row that is changed, taken away or
-- put in is found.
CREATE TABLE audit_log (
  row BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id TEXT COLLATE "C" NOT NULL UNIQUE,
  scope TEXT COLLATE "C" NOT NULL,
  number BIGINT NOT NULL,
  at BIGINT NOT NULL,
  actor_type TEXT COLLATE "C" NOT NULL CHECK (actor_type IN ('user', 'api_token', 'operator', 'service')),
  actor_id TEXT COLLATE "C" NOT NULL,
  address TEXT COLLATE "C" NOT NULL,
  action TEXT COLLATE "C" NOT NULL,
  target TEXT COLLATE "C" NOT NULL,
  was TEXT COLLATE "C" NOT NULL,
  became TEXT COLLATE "C" NOT NULL,
  hash TEXT COLLATE "C" NOT NULL,
  UNIQUE (scope, number)
);

CREATE TABLE audit_chains (
  scope TEXT COLLATE "C" PRIMARY KEY,
  length BIGINT NOT NULL,
  hash TEXT COLLATE "C" NOT NULL
);

-- A deleted Workspace stays as a row: its references are never given again, and its usage is billed.
ALTER TABLE workspaces ADD COLUMN deleted_at BIGINT;

-- networks: the prefixes from which alone the token is taken, with spaces between them; empty: from everywhere.
-- warned_days: how many days before its end its owner was last told of it.
ALTER TABLE api_tokens ADD COLUMN last_used_address TEXT COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE api_tokens ADD COLUMN networks TEXT COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE api_tokens ADD COLUMN warned_days BIGINT;

CREATE INDEX api_tokens_user ON api_tokens (user_id);
CREATE INDEX api_tokens_end ON api_tokens (expires_at) WHERE revoked_at IS NULL;
CREATE INDEX api_token_permissions_workspace ON api_token_permissions (workspace_id);
CREATE INDEX memberships_user ON memberships (user_id);
CREATE INDEX workspaces_owner ON workspaces (owner_id);
