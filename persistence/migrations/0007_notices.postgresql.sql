-- Which notices a Workspace does without: 1 delivery_failed, 2 delivery_recovered. A kind that is new is on by default.
ALTER TABLE workspaces ADD COLUMN notices_off INTEGER NOT NULL DEFAULT 0;

-- Endpoints to which deliveries have failed, and what their Workspace was told of it. Only a delivery that ends failed
-- makes a row; it goes an hour after the last notice, when deliveries get through again. failed_by and status_code are
-- those of the last failed delivery, as an attempt has them.
CREATE TABLE failing_endpoints (
  row BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  workspace_id TEXT COLLATE "C" NOT NULL,
  endpoint TEXT COLLATE "C" NOT NULL,
  began_at BIGINT NOT NULL DEFAULT 0,
  failures BIGINT NOT NULL DEFAULT 0,
  untold BIGINT NOT NULL DEFAULT 0,
  told_at BIGINT,
  is_failing SMALLINT NOT NULL DEFAULT 0 CHECK (is_failing BETWEEN 0 AND 1),
  is_told SMALLINT NOT NULL DEFAULT 0 CHECK (is_told BETWEEN 0 AND 1),
  last_failed_at BIGINT NOT NULL DEFAULT 0,
  failed_by SMALLINT NOT NULL DEFAULT 0,
  status_code INTEGER NOT NULL DEFAULT 0,
  link_id TEXT COLLATE "C" NOT NULL DEFAULT '',
  UNIQUE (workspace_id, endpoint)
);

CREATE INDEX failing_endpoints_told ON failing_endpoints (told_at);

-- What is to be mailed: 0 delivery_failed, 1 delivery_recovered. A claim moves next_at ahead and counts in tries, so
-- that a notice whose sender is gone comes again.
CREATE TABLE notices (
  row BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  workspace_id TEXT COLLATE "C" NOT NULL,
  kind SMALLINT NOT NULL CHECK (kind BETWEEN 0 AND 1),
  endpoint TEXT COLLATE "C" NOT NULL,
  failures BIGINT NOT NULL,
  began_at BIGINT NOT NULL,
  last_failed_at BIGINT NOT NULL,
  failed_by SMALLINT NOT NULL,
  status_code INTEGER NOT NULL,
  link_id TEXT COLLATE "C" NOT NULL,
  is_failing SMALLINT NOT NULL CHECK (is_failing BETWEEN 0 AND 1),
  created_at BIGINT NOT NULL,
  next_at BIGINT NOT NULL,
  tries INTEGER NOT NULL DEFAULT 0
);

CREATE INDEX notices_due ON notices (next_at);

-- Whom a notice has reached, or never will, while others wait for it.
CREATE TABLE told_users (
  notice_row BIGINT NOT NULL REFERENCES notices (row),
  user_id TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (notice_row, user_id)
);
