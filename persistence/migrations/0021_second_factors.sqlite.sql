-- Second factors of users: an authenticator app, recovery codes and passkeys.

-- The secret of an authenticator app, sealed. confirmed_at is null until a first code shows that the app has it; until
-- then it does not count. last_step is the period of the last accepted code: no code is accepted twice.
CREATE TABLE totp_secrets (
  row INTEGER PRIMARY KEY,
  user_id TEXT NOT NULL UNIQUE REFERENCES users (id),
  sealed TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  confirmed_at INTEGER,
  last_step INTEGER
) STRICT;

-- The codes that are left, by their digests (SHA-256, lowercase hex): a code that is used is deleted.
CREATE TABLE recovery_codes (
  user_id TEXT NOT NULL REFERENCES users (id),
  digest TEXT NOT NULL,
  PRIMARY KEY (user_id, digest)
) STRICT, WITHOUT ROWID;

-- credential_id and public_key (a COSE key) are base64url.
CREATE TABLE passkeys (
  row INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  user_id TEXT NOT NULL REFERENCES users (id),
  credential_id TEXT NOT NULL UNIQUE,
  public_key TEXT NOT NULL,
  algorithm INTEGER NOT NULL,
  sign_count INTEGER NOT NULL CHECK (sign_count BETWEEN 0 AND 4294967295),
  backup_eligible INTEGER NOT NULL CHECK (backup_eligible BETWEEN 0 AND 1),
  backed_up INTEGER NOT NULL CHECK (backed_up BETWEEN 0 AND 1),
  name TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  used_at INTEGER
) STRICT;

CREATE INDEX passkeys_user ON passkeys (user_id, row);

-- What passkeys are asked, by the digest of the challenge: an answer deletes its row, so that none counts twice. A
-- sign-in has no user yet.
CREATE TABLE ceremonies (
  row INTEGER PRIMARY KEY,
  digest TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL CHECK (kind IN ('sign_in', 'confirmation', 'registration')),
  user_id TEXT REFERENCES users (id),
  session_id TEXT,
  expires_at INTEGER NOT NULL,
  CHECK ((kind = 'sign_in') = (user_id IS NULL) AND (user_id IS NULL) = (session_id IS NULL))
) STRICT;

CREATE INDEX ceremonies_user ON ceremonies (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX ceremonies_end ON ceremonies (expires_at);
