-- Which plan an account has held, from when on. users.plan is the last of them.
CREATE TABLE plan_periods (
  row INTEGER PRIMARY KEY,
  user_id TEXT NOT NULL,
  from_at INTEGER NOT NULL,
  plan TEXT NOT NULL REFERENCES plans (name),
  UNIQUE (user_id, from_at)
) STRICT;

INSERT INTO plan_periods (user_id, from_at, plan) SELECT id, created_at, plan FROM users;

-- A change to a lower plan that waits for the next month; one an account. audit_id is the row of the audit log that
-- will tell of it.
CREATE TABLE plan_changes (
  row INTEGER PRIMARY KEY,
  user_id TEXT NOT NULL UNIQUE,
  plan TEXT NOT NULL REFERENCES plans (name),
  at INTEGER NOT NULL,
  audit_id TEXT NOT NULL
) STRICT;

CREATE INDEX plan_changes_due ON plan_changes (at);

-- Closed statements. A row never changes: the numbers that it was billed by stand in it.
CREATE TABLE statements (
  row INTEGER PRIMARY KEY,
  owner_id TEXT NOT NULL,
  month TEXT NOT NULL,
  began_at INTEGER NOT NULL,
  ended_at INTEGER NOT NULL,
  plan TEXT NOT NULL,
  price INTEGER NOT NULL,
  quota INTEGER NOT NULL,
  overage_price INTEGER NOT NULL,
  transactions INTEGER NOT NULL,
  overage_transactions INTEGER NOT NULL,
  overage_amount INTEGER NOT NULL,
  total INTEGER NOT NULL,
  closed_at INTEGER NOT NULL,
  UNIQUE (owner_id, month)
) STRICT;

-- How many transactions of a month have been looked at for the notices of an account's quota, which may be a few less
-- than are recorded; told is the percentage of the last notice.
CREATE TABLE quota_counts (
  owner_id TEXT NOT NULL,
  month TEXT NOT NULL,
  counted INTEGER NOT NULL,
  told INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (owner_id, month)
) STRICT, WITHOUT ROWID;

-- Work that one node at a time does, and any node can go on with. owner is the life that does it, until lease_until;
-- progress is how far it has come, in the chore's own words.
CREATE TABLE chores (
  name TEXT PRIMARY KEY,
  next_at INTEGER NOT NULL DEFAULT 0,
  owner TEXT NOT NULL DEFAULT '',
  lease_until INTEGER NOT NULL DEFAULT 0,
  progress TEXT NOT NULL DEFAULT ''
) STRICT, WITHOUT ROWID;
