-- Second factors of users: an authenticator app, recovery codes and passkeys.

-- The secret of an authenticator app, sealed. confirmed_at is null until a first code shows that the app has it; until
-- then it does not count. last_step is the period of the last accepted code: no code is accepted twice.
CREATE TABLE totp_secrets (
  row BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id TEXT COLLATE "C" NOT NULL UNIQUE REFERENCES users (id),
  sealed TEXT COLLATE "C" NOT NULL,
  created_at BIGINT NOT NULL,
  confirmed_at BIGINT,
  last_step BIGINT
);

-- The codes that are left, by their digests (SHA-256, lowercase hex): a code that is used is deleted.
CREATE TABLE recovery_codes (
  user_id TEXT COLLATE "C" NOT NULL REFERENCES users (id),
  digest TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (user_id, digest)
);

-- credential_id and public_key (a COSE key) are base64url.
CREATE TABLE passkeys (
  row BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id TEXT COLLATE "C" NOT NULL UNIQUE,
  user_id TEXT COLLATE "C" NOT NULL REFERENCES users (id),
  credential_id TEXT COLLATE "C" NOT NULL UNIQUE,
  public_key TEXT COLLATE "C" NOT NULL,
  algorithm BIGINT NOT NULL,
  sign_count BIGINT NOT NULL CHECK (sign_count BETWEEN 0 AND 4294967295),
  backup_eligible SMALLINT NOT NULL CHECK (backup_eligible BETWEEN 0 AND 1),
  backed_up SMALLINT NOT NULL CHECK (backed_up BETWEEN 0 AND 1),
  name TEXT COLLATE "C" NOT NULL,
  created_at BIGINT NOT NULL,
  used_at BIGINT
);

CREATE INDEX passkeys_user ON passkeys (user_id, row);

-- What passkeys are asked, by the digest of the challenge: an answer deletes its row, so that none counts twice. A
-- sign-in has no user yet.
CREATE TABLE ceremonies (
  row BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  digest TEXT COLLATE "C" NOT NULL UNIQUE,
  kind TEXT COLLATE "C" NOT NULL CHECK (kind IN ('sign_in', 'confirmation', 'registration')),
  user_id TEXT COLLATE "C" REFERENCES users (id),
  session_id TEXT COLLATE "C",
  expires_at BIGINT NOT NULL,
  CHECK ((kind = 'sign_in') = (user_id IS NULL) AND (user_id IS NULL) = (session_id IS NULL))
);

CREATE INDEX ceremonies_user ON ceremonies (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX ceremonies_end ON ceremonies (expires_at);
