-- From where an account has been signed in to: who comes from there is counted apart from strangers.
--   household              a digest of the address, or of the block that one client has
CREATE TABLE sign_in_addresses (
  user_id TEXT NOT NULL REFERENCES users (id),
  household TEXT NOT NULL,
  seen_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, household)
) STRICT, WITHOUT ROWID;

-- Tries are counted for a quarter of an hour or for a day, and forgotten when they count no longer.
ALTER TABLE tries ADD COLUMN until_minute INTEGER NOT NULL DEFAULT 0;
UPDATE tries SET until_minute = minute + 15;
DROP INDEX tries_minute;
CREATE INDEX tries_until ON tries (until_minute);
