-- Which plan an account has held, from when on. users.plan is the last of them.
CREATE TABLE plan_periods (
  row BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id TEXT COLLATE "C" NOT NULL,
  from_at BIGINT NOT NULL,
  plan TEXT NOT NULL REFERENCES plans (name),
  UNIQUE (user_id, from_at)
);

INSERT INTO plan_periods (user_id, from_at, plan) SELECT id, created_at, plan FROM users;

-- A change to a lower plan that waits for the next month; one an account. audit_id is the row of the audit log that
-- will tell of it.
CREATE TABLE plan_changes (
  row BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id TEXT COLLATE "C" NOT NULL UNIQUE,
  plan TEXT NOT NULL REFERENCES plans (name),
  at BIGINT NOT NULL,
  audit_id TEXT COLLATE "C" NOT NULL
);

CREATE INDEX plan_changes_due ON plan_changes (at);

-- Closed statements. A row never changes: the numbers that it was billed by stand in it.
CREATE TABLE statements (
  row BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  owner_id TEXT COLLATE "C" NOT NULL,
  month TEXT COLLATE "C" NOT NULL,
  began_at BIGINT NOT NULL,
  ended_at BIGINT NOT NULL,
  plan TEXT NOT NULL,
  price BIGINT NOT NULL,
  quota BIGINT NOT NULL,
  overage_price BIGINT NOT NULL,
  transactions BIGINT NOT NULL,
  overage_transactions BIGINT NOT NULL,
  overage_amount BIGINT NOT NULL,
  total BIGINT NOT NULL,
  closed_at BIGINT NOT NULL,
  UNIQUE (owner_id, month)
);

-- How many transactions of a month have been looked at for the notices of an account's quota, which may be a few less
-- than are recorded; told is the percentage of the last notice.
CREATE TABLE quota_counts (
  owner_id TEXT COLLATE "C" NOT NULL,
  month TEXT COLLATE "C" NOT NULL,
  counted BIGINT NOT NULL,
  told BIGINT NOT NULL DEFAULT 0,
  PRIMARY KEY (owner_id, month)
);

-- Work that one node at a time does, and any node can go on with. owner is the life that does it, until lease_until;
-- progress is how far it has come, in the chore's own words.
CREATE TABLE chores (
  name TEXT COLLATE "C" PRIMARY KEY,
  next_at BIGINT NOT NULL DEFAULT 0,
  owner TEXT COLLATE "C" NOT NULL DEFAULT '',
  lease_until BIGINT NOT NULL DEFAULT 0,
  progress TEXT COLLATE "C" NOT NULL DEFAULT ''
);
