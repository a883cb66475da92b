-- Which permissions of a token were used when: the last day (a number of days since 1970) of each. A permission that the
-- token was given later has the day of that, until it is used.
CREATE TABLE permission_uses (
  token_row INTEGER NOT NULL REFERENCES api_tokens (row),
  permission INTEGER NOT NULL,
  day INTEGER NOT NULL,
  PRIMARY KEY (token_row, permission)
) STRICT, WITHOUT ROWID;

-- used_day: the last day of a use, and used_set the permissions that have been noted for it, so that each is written
-- once a day. refused_at: when the audit log last told that the token came from an address outside its networks.
ALTER TABLE api_tokens ADD COLUMN used_day INTEGER NOT NULL DEFAULT 0;
ALTER TABLE api_tokens ADD COLUMN used_set INTEGER NOT NULL DEFAULT 0;
ALTER TABLE api_tokens ADD COLUMN refused_at INTEGER;

DROP INDEX api_tokens_user;
CREATE INDEX api_tokens_user ON api_tokens (user_id, row);
CREATE INDEX audit_log_time ON audit_log (scope, at, number);
