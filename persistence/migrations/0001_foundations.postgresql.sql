-- Row numbers are the keys inside the database; the text ids stand beside them and never leave their Workspace.
-- Times are milliseconds since 1970 (UTC), amounts are dong. Enumerations of hot tables are small numbers:
--   payment_links.status   0 pending, 1 succeeded, 2 failed, 3 expired, 4 cancelled
--   failure_reason         0 none, 1 bank account removed, 2 Workspace deleted
--   classification         0 matched, 1 overpaid, 2 underpaid, 3 duplicate, 4 late, 5 below minimum, 6 rejected
--   type                   0 credit, 1 debit
--   deliveries.state       0 pending, 1 acknowledged, 2 failed
CREATE TABLE plans (
  name TEXT PRIMARY KEY,
  price BIGINT NOT NULL,
  transactions BIGINT NOT NULL,
  workspaces BIGINT NOT NULL,
  overage BIGINT NOT NULL
);

INSERT INTO plans (name, price, transactions, workspaces, overage) VALUES
  ('Free', 0, 30, 1, 650),
  ('P1', 199000, 500, 2, 400),
  ('P2', 699000, 2000, 5, 350),
  ('P3', 2999000, 10000, 10, 300),
  ('VIP1', 5000000, 20000, 100, 250);

CREATE TABLE users (
  row BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id TEXT COLLATE "C" NOT NULL UNIQUE,
  email TEXT NOT NULL,
  name TEXT NOT NULL,
  password_hash TEXT NOT NULL,
  plan TEXT NOT NULL REFERENCES plans (name),
  language TEXT NOT NULL CHECK (language IN ('vi', 'en')),
  status TEXT NOT NULL CHECK (status IN ('active', 'disabled')),
  created_at BIGINT NOT NULL
);

CREATE UNIQUE INDEX users_email ON users (lower(email));

CREATE TABLE workspaces (
  row BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id TEXT COLLATE "C" NOT NULL UNIQUE,
  owner_id TEXT COLLATE "C" NOT NULL REFERENCES users (id),
  name TEXT NOT NULL,
  description TEXT NOT NULL,
  entity_type TEXT NOT NULL CHECK (entity_type IN ('individual', 'enterprise', 'household_business')),
  banking_mode TEXT NOT NULL CHECK (banking_mode IN ('open_banking', 'national_switch')),
  status TEXT NOT NULL CHECK (status IN ('active', 'suspended')),
  language TEXT NOT NULL CHECK (language IN ('vi', 'en')),
  created_at BIGINT NOT NULL
);

CREATE TABLE memberships (
  row BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id TEXT COLLATE "C" NOT NULL UNIQUE,
  workspace_id TEXT COLLATE "C" NOT NULL REFERENCES workspaces (id),
  user_id TEXT COLLATE "C" NOT NULL REFERENCES users (id),
  role TEXT NOT NULL CHECK (role IN ('owner', 'admin', 'member', 'viewer')),
  status TEXT NOT NULL CHECK (status IN ('active', 'left')),
  created_at BIGINT NOT NULL,
  UNIQUE (workspace_id, user_id)
);

-- A Workspace has one current key (valid_until is null) and at most one before it.
CREATE TABLE signing_keys (
  row BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  workspace_id TEXT COLLATE "C" NOT NULL REFERENCES workspaces (id),
  id TEXT COLLATE "C" NOT NULL,
  sealed TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  valid_until BIGINT,
  UNIQUE (workspace_id, id)
);

CREATE UNIQUE INDEX signing_keys_current ON signing_keys (workspace_id) WHERE valid_until IS NULL;

CREATE TABLE api_tokens (
  row BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id TEXT COLLATE "C" NOT NULL UNIQUE,
  user_id TEXT COLLATE "C" NOT NULL REFERENCES users (id),
  digest TEXT COLLATE "C" NOT NULL UNIQUE,
  last4 TEXT NOT NULL,
  name TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  revoked_at BIGINT,
  last_used_at BIGINT
);

CREATE TABLE api_token_permissions (
  token_row BIGINT NOT NULL REFERENCES api_tokens (row),
  workspace_id TEXT COLLATE "C" NOT NULL REFERENCES workspaces (id),
  permission_set BIGINT NOT NULL,
  PRIMARY KEY (token_row, workspace_id)
);

CREATE TABLE bank_accounts (
  row BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id TEXT COLLATE "C" NOT NULL,
  workspace_id TEXT COLLATE "C" NOT NULL REFERENCES workspaces (id),
  feed TEXT COLLATE "C" NOT NULL,
  bank TEXT NOT NULL,
  bin TEXT COLLATE "C" NOT NULL,
  number TEXT COLLATE "C" NOT NULL,
  holder_name TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('pending', 'connected', 'disconnected')),
  created_at BIGINT NOT NULL,
  disconnected_at BIGINT,
  UNIQUE (workspace_id, id)
);

CREATE INDEX bank_accounts_number ON bank_accounts (number);
CREATE UNIQUE INDEX bank_accounts_connected ON bank_accounts (bin, number) WHERE state = 'connected';

CREATE TABLE virtual_accounts (
  row BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id TEXT COLLATE "C" NOT NULL UNIQUE,
  account_row BIGINT NOT NULL REFERENCES bank_accounts (row),
  number TEXT COLLATE "C" NOT NULL,
  name TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('active', 'closed')),
  created_at BIGINT NOT NULL,
  UNIQUE (account_row, number)
);

-- reference is the number behind PFSL; orders lie 36^8 higher. The callback's status is the one of its delivery.
CREATE TABLE payment_links (
  row BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id TEXT COLLATE "C" NOT NULL,
  public_id TEXT COLLATE "C" NOT NULL UNIQUE,
  workspace_id TEXT COLLATE "C" NOT NULL REFERENCES workspaces (id),
  account_row BIGINT NOT NULL REFERENCES bank_accounts (row),
  virtual_account_row BIGINT REFERENCES virtual_accounts (row),
  reference BIGINT NOT NULL UNIQUE,
  status SMALLINT NOT NULL DEFAULT 0 CHECK (status BETWEEN 0 AND 4),
  amount BIGINT CHECK (amount > 0),
  received_amount BIGINT CHECK (received_amount > 0),
  description TEXT NOT NULL,
  callback_url TEXT NOT NULL,
  redirect_url TEXT NOT NULL,
  metadata TEXT NOT NULL,
  transaction_row BIGINT,
  failure_reason SMALLINT NOT NULL DEFAULT 0 CHECK (failure_reason BETWEEN 0 AND 2),
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  closed_at BIGINT,
  created_by_type SMALLINT NOT NULL CHECK (created_by_type BETWEEN 0 AND 1),
  created_by_id TEXT NOT NULL,
  UNIQUE (workspace_id, id),
  CHECK ((status = 1) = (transaction_row IS NOT NULL) AND (status = 1) = (received_amount IS NOT NULL)),
  CHECK ((status = 0) = (closed_at IS NULL)),
  CHECK ((status = 2) = (failure_reason <> 0))
);

CREATE INDEX payment_links_expiry ON payment_links (expires_at) WHERE status = 0;
CREATE INDEX payment_links_virtual ON payment_links (virtual_account_row) WHERE status = 0 AND virtual_account_row IS NOT NULL;

-- feed is the one that the entry came over. A transfer may be told of over two feeds of its account: pairing_print is what
-- the entries of both have in common, as long as an entry of another feed may be paired with the transaction;
-- paired_source_id is the one of the entry that was.
CREATE TABLE transactions (
  row BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id TEXT COLLATE "C" NOT NULL,
  workspace_id TEXT COLLATE "C" NOT NULL,
  account_row BIGINT NOT NULL REFERENCES bank_accounts (row),
  virtual_account_row BIGINT REFERENCES virtual_accounts (row),
  feed TEXT COLLATE "C" NOT NULL,
  source_id TEXT COLLATE "C" NOT NULL,
  amount BIGINT NOT NULL CHECK (amount > 0),
  type SMALLINT NOT NULL CHECK (type BETWEEN 0 AND 1),
  content TEXT NOT NULL,
  occurred_at BIGINT NOT NULL,
  received_at BIGINT NOT NULL,
  classification SMALLINT CHECK (classification BETWEEN 0 AND 5),
  link_row BIGINT REFERENCES payment_links (row),
  ambiguous SMALLINT NOT NULL DEFAULT 0 CHECK (ambiguous BETWEEN 0 AND 1),
  note TEXT NOT NULL DEFAULT '',
  settled SMALLINT NOT NULL DEFAULT 0 CHECK (settled BETWEEN 0 AND 1),
  pairing_print BIGINT,
  paired_source_id TEXT COLLATE "C",
  UNIQUE (account_row, source_id, feed),
  CHECK ((link_row IS NULL) = (classification IS NULL)),
  CHECK (pairing_print IS NULL OR paired_source_id IS NULL)
);

CREATE INDEX transactions_link ON transactions (link_row) WHERE link_row IS NOT NULL;
CREATE INDEX transactions_unpaired ON transactions (account_row, pairing_print) WHERE pairing_print IS NOT NULL;
CREATE UNIQUE INDEX transactions_paired ON transactions (account_row, paired_source_id, feed)
  WHERE paired_source_id IS NOT NULL;

-- Entries that are no transaction: refused by the switch, held, not understood, of nobody's account, or in conflict with
-- one that came before. fingerprint tells apart what shares a bank reference; it is 0 where the reference alone decides.
CREATE TABLE kept_entries (
  row BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  feed TEXT COLLATE "C" NOT NULL,
  account_number TEXT COLLATE "C" NOT NULL,
  source_id TEXT COLLATE "C" NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('booked', 'rejected')),
  reason TEXT COLLATE "C" NOT NULL CHECK (reason IN ('rejected', 'conflict', 'held', 'unknown_account', 'invalid')),
  fingerprint BIGINT NOT NULL,
  detail TEXT NOT NULL,
  raw TEXT NOT NULL,
  workspace_id TEXT COLLATE "C",
  account_row BIGINT REFERENCES bank_accounts (row),
  link_row BIGINT REFERENCES payment_links (row),
  amount BIGINT,
  type SMALLINT CHECK (type BETWEEN 0 AND 1),
  content TEXT,
  occurred_at BIGINT,
  received_at BIGINT NOT NULL,
  processed_at BIGINT,
  UNIQUE (feed, account_number, source_id, status, reason, fingerprint)
);

CREATE INDEX kept_entries_link ON kept_entries (link_row) WHERE link_row IS NOT NULL;

-- One row for everything that is sent to a receiver; at most one of them belongs to a link.
CREATE TABLE deliveries (
  row BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  workspace_id TEXT COLLATE "C" NOT NULL,
  kind SMALLINT NOT NULL,
  event_id TEXT COLLATE "C" NOT NULL,
  link_row BIGINT UNIQUE REFERENCES payment_links (row),
  transaction_row BIGINT REFERENCES transactions (row),
  destination TEXT COLLATE "C" NOT NULL,
  body TEXT NOT NULL,
  signed_at BIGINT NOT NULL,
  signature TEXT NOT NULL,
  key_id TEXT COLLATE "C" NOT NULL,
  agent TEXT NOT NULL,
  brand TEXT NOT NULL,
  state SMALLINT NOT NULL DEFAULT 0 CHECK (state BETWEEN 0 AND 2),
  attempt INTEGER NOT NULL,
  unanswered INTEGER NOT NULL,
  next_at BIGINT,
  owner TEXT COLLATE "C",
  lease_until BIGINT,
  epoch BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  finished_at BIGINT,
  CHECK ((state = 0) = (next_at IS NOT NULL) AND (state = 0) = (finished_at IS NULL)),
  CHECK ((owner IS NULL) = (lease_until IS NULL) AND (state = 0 OR owner IS NULL))
);

CREATE INDEX deliveries_due ON deliveries (next_at, destination) WHERE state = 0 AND owner IS NULL;
CREATE INDEX deliveries_leased ON deliveries (lease_until) WHERE state = 0 AND owner IS NOT NULL;

-- epoch is that of the claim whose outcome the row tells, 0 where the store itself noted that the outcome was lost.
CREATE TABLE attempts (
  delivery_row BIGINT NOT NULL REFERENCES deliveries (row),
  number INTEGER NOT NULL,
  epoch BIGINT NOT NULL,
  started_at BIGINT NOT NULL,
  duration_ms BIGINT NOT NULL,
  url TEXT NOT NULL,
  address TEXT NOT NULL,
  hops TEXT NOT NULL,
  status_code INTEGER NOT NULL,
  failed_by SMALLINT NOT NULL,
  final SMALLINT NOT NULL,
  error TEXT NOT NULL,
  response_headers TEXT NOT NULL,
  response_body TEXT NOT NULL,
  tls TEXT NOT NULL,
  PRIMARY KEY (delivery_row, number)
);

-- What a plan counts: each recorded transaction once, for the owner of the Workspace, in its month in Vietnam.
CREATE TABLE usage (
  owner_id TEXT COLLATE "C" NOT NULL,
  month TEXT COLLATE "C" NOT NULL,
  transaction_row BIGINT NOT NULL,
  PRIMARY KEY (owner_id, month, transaction_row)
);

-- Each writer counts its batches here, inside the transaction of the batch: after a lost connection the number tells
-- whether the last commit took place.
CREATE TABLE store_writers (
  name TEXT COLLATE "C" PRIMARY KEY,
  batch BIGINT NOT NULL
);
