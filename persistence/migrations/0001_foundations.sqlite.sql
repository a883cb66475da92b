-- Row numbers are the keys inside the database; the text ids stand beside them and never leave their Workspace.
-- Times are milliseconds since 1970 (UTC), amounts are dong. Enumerations of hot tables are small numbers:
--   payment_links.status   0 pending, 1 succeeded, 2 failed, 3 expired, 4 cancelled
--   failure_reason         0 none, 1 bank account removed, 2 Workspace deleted
--   classification         0 matched, 1 overpaid, 2 underpaid, 3 duplicate, 4 late, 5 below minimum, 6 rejected
--   type                   0 credit, 1 debit
--   deliveries.state       0 pending, 1 acknowledged, 2 failed
CREATE TABLE plans (
  name TEXT PRIMARY KEY,
  price INTEGER NOT NULL,
  transactions INTEGER NOT NULL,
  workspaces INTEGER NOT NULL,
  overage INTEGER NOT NULL
) STRICT;

INSERT INTO plans (name, price, transactions, workspaces, overage) VALUES
  ('Free', 0, 30, 1, 650),
  ('P1', 199000, 500, 2, 400),
  ('P2', 699000, 2000, 5, 350),
  ('P3', 2999000, 10000, 10, 300),
  ('VIP1', 5000000, 20000, 100, 250);

CREATE TABLE users (
  row INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  email TEXT NOT NULL,
  name TEXT NOT NULL,
  password_hash TEXT NOT NULL,
  plan TEXT NOT NULL REFERENCES plans (name),
  language TEXT NOT NULL CHECK (language IN ('vi', 'en')),
  status TEXT NOT NULL CHECK (status IN ('active', 'disabled')),
  created_at INTEGER NOT NULL
) STRICT;

CREATE UNIQUE INDEX users_email ON users (lower(email));

CREATE TABLE workspaces (
  row INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  owner_id TEXT NOT NULL REFERENCES users (id),
  name TEXT NOT NULL,
  description TEXT NOT NULL,
  entity_type TEXT NOT NULL CHECK (entity_type IN ('individual', 'enterprise', 'household_business')),
  banking_mode TEXT NOT NULL CHECK (banking_mode IN ('open_banking', 'national_switch')),
  status TEXT NOT NULL CHECK (status IN ('active', 'suspended')),
  language TEXT NOT NULL CHECK (language IN ('vi', 'en')),
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE memberships (
  row INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  workspace_id TEXT NOT NULL REFERENCES workspaces (id),
  user_id TEXT NOT NULL REFERENCES users (id),
  role TEXT NOT NULL CHECK (role IN ('owner', 'admin', 'member', 'viewer')),
  status TEXT NOT NULL CHECK (status IN ('active', 'left')),
  created_at INTEGER NOT NULL,
  UNIQUE (workspace_id, user_id)
) STRICT;

-- A Workspace has one current key (valid_until is null) and at most one before it.
CREATE TABLE signing_keys (
  row INTEGER PRIMARY KEY,
  workspace_id TEXT NOT NULL REFERENCES workspaces (id),
  id TEXT NOT NULL,
  sealed TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  valid_until INTEGER,
  UNIQUE (workspace_id, id)
) STRICT;

CREATE UNIQUE INDEX signing_keys_current ON signing_keys (workspace_id) WHERE valid_until IS NULL;

CREATE TABLE api_tokens (
  row INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  user_id TEXT NOT NULL REFERENCES users (id),
  digest TEXT NOT NULL UNIQUE,
  last4 TEXT NOT NULL,
  name TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  revoked_at INTEGER,
  last_used_at INTEGER
) STRICT;

CREATE TABLE api_token_permissions (
  token_row INTEGER NOT NULL REFERENCES api_tokens (row),
  workspace_id TEXT NOT NULL REFERENCES workspaces (id),
  permission_set INTEGER NOT NULL,
  PRIMARY KEY (token_row, workspace_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE bank_accounts (
  row INTEGER PRIMARY KEY,
  id TEXT NOT NULL,
  workspace_id TEXT NOT NULL REFERENCES workspaces (id),
  feed TEXT NOT NULL,
  bank TEXT NOT NULL,
  bin TEXT NOT NULL,
  number TEXT NOT NULL,
  holder_name TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('pending', 'connected', 'disconnected')),
  created_at INTEGER NOT NULL,
  disconnected_at INTEGER,
  UNIQUE (workspace_id, id)
) STRICT;

CREATE INDEX bank_accounts_number ON bank_accounts (number);
CREATE UNIQUE INDEX bank_accounts_connected ON bank_accounts (bin, number) WHERE state = 'connected';

CREATE TABLE virtual_accounts (
  row INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  account_row INTEGER NOT NULL REFERENCES bank_accounts (row),
  number TEXT NOT NULL,
  name TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('active', 'closed')),
  created_at INTEGER NOT NULL,
  UNIQUE (account_row, number)
) STRICT;

-- reference is the number behind PFSL; orders lie 36^8 higher. The callback's status is the one of its delivery.
CREATE TABLE payment_links (
  row INTEGER PRIMARY KEY,
  id TEXT NOT NULL,
  public_id TEXT NOT NULL UNIQUE,
  workspace_id TEXT NOT NULL REFERENCES workspaces (id),
  account_row INTEGER NOT NULL REFERENCES bank_accounts (row),
  virtual_account_row INTEGER REFERENCES virtual_accounts (row),
  reference INTEGER NOT NULL UNIQUE,
  status INTEGER NOT NULL DEFAULT 0 CHECK (status BETWEEN 0 AND 4),
  amount INTEGER CHECK (amount > 0),
  received_amount INTEGER CHECK (received_amount > 0),
  description TEXT NOT NULL,
  callback_url TEXT NOT NULL,
  redirect_url TEXT NOT NULL,
  metadata TEXT NOT NULL,
  transaction_row INTEGER,
  failure_reason INTEGER NOT NULL DEFAULT 0 CHECK (failure_reason BETWEEN 0 AND 2),
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  closed_at INTEGER,
  created_by_type INTEGER NOT NULL CHECK (created_by_type BETWEEN 0 AND 1),
  created_by_id TEXT NOT NULL,
  UNIQUE (workspace_id, id),
  CHECK ((status = 1) = (transaction_row IS NOT NULL) AND (status = 1) = (received_amount IS NOT NULL)),
  CHECK ((status = 0) = (closed_at IS NULL)),
  CHECK ((status = 2) = (failure_reason <> 0))
) STRICT;

CREATE INDEX payment_links_expiry ON payment_links (expires_at) WHERE status = 0;
CREATE INDEX payment_links_virtual ON payment_links (virtual_account_row) WHERE status = 0 AND virtual_account_row IS NOT NULL;

-- feed is the one that the entry came over. A transfer may be told of over two feeds of its account: pairing_print is what
-- the entries of both have in common, as long as an entry of another feed may be paired with the transaction;
-- paired_source_id is the one of the entry that was.
CREATE TABLE transactions (
  row INTEGER PRIMARY KEY,
  id TEXT NOT NULL,
  workspace_id TEXT NOT NULL,
  account_row INTEGER NOT NULL REFERENCES bank_accounts (row),
  virtual_account_row INTEGER REFERENCES virtual_accounts (row),
  feed TEXT NOT NULL,
  source_id TEXT NOT NULL,
  amount INTEGER NOT NULL CHECK (amount > 0),
  type INTEGER NOT NULL CHECK (type BETWEEN 0 AND 1),
  content TEXT NOT NULL,
  occurred_at INTEGER NOT NULL,
  received_at INTEGER NOT NULL,
  classification INTEGER CHECK (classification BETWEEN 0 AND 5),
  link_row INTEGER REFERENCES payment_links (row),
  ambiguous INTEGER NOT NULL DEFAULT 0 CHECK (ambiguous BETWEEN 0 AND 1),
  note TEXT NOT NULL DEFAULT '',
  settled INTEGER NOT NULL DEFAULT 0 CHECK (settled BETWEEN 0 AND 1),
  pairing_print INTEGER,
  paired_source_id TEXT,
  UNIQUE (account_row, source_id, feed),
  CHECK ((link_row IS NULL) = (classification IS NULL)),
  CHECK (pairing_print IS NULL OR paired_source_id IS NULL)
) STRICT;

CREATE INDEX transactions_link ON transactions (link_row) WHERE link_row IS NOT NULL;
CREATE INDEX transactions_unpaired ON transactions (account_row, pairing_print) WHERE pairing_print IS NOT NULL;
CREATE UNIQUE INDEX transactions_paired ON transactions (account_row, paired_source_id, feed)
  WHERE paired_source_id IS NOT NULL;

-- Entries that are no transaction: refused by the switch, held, not understood, of nobody's account, or in conflict with
-- one that came before. fingerprint tells apart what shares a bank reference; it is 0 where the reference alone decides.
CREATE TABLE kept_entries (
  row INTEGER PRIMARY KEY,
  feed TEXT NOT NULL,
  account_number TEXT NOT NULL,
  source_id TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('booked', 'rejected')),
  reason TEXT NOT NULL CHECK (reason IN ('rejected', 'conflict', 'held', 'unknown_account', 'invalid')),
  fingerprint INTEGER NOT NULL,
  detail TEXT NOT NULL,
  raw TEXT NOT NULL,
  workspace_id TEXT,
  account_row INTEGER REFERENCES bank_accounts (row),
  link_row INTEGER REFERENCES payment_links (row),
  amount INTEGER,
  type INTEGER CHECK (type BETWEEN 0 AND 1),
  content TEXT,
  occurred_at INTEGER,
  received_at INTEGER NOT NULL,
  processed_at INTEGER,
  UNIQUE (feed, account_number, source_id, status, reason, fingerprint)
) STRICT;

CREATE INDEX kept_entries_link ON kept_entries (link_row) WHERE link_row IS NOT NULL;

-- One row for everything that is sent to a receiver; at most one of them belongs to a link.
CREATE TABLE deliveries (
  row INTEGER PRIMARY KEY,
  workspace_id TEXT NOT NULL,
  kind INTEGER NOT NULL,
  event_id TEXT NOT NULL,
  link_row INTEGER UNIQUE REFERENCES payment_links (row),
  transaction_row INTEGER REFERENCES transactions (row),
  destination TEXT NOT NULL,
  body TEXT NOT NULL,
  signed_at INTEGER NOT NULL,
  signature TEXT NOT NULL,
  key_id TEXT NOT NULL,
  agent TEXT NOT NULL,
  brand TEXT NOT NULL,
  state INTEGER NOT NULL DEFAULT 0 CHECK (state BETWEEN 0 AND 2),
  attempt INTEGER NOT NULL,
  unanswered INTEGER NOT NULL,
  next_at INTEGER,
  owner TEXT,
  lease_until INTEGER,
  epoch INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  finished_at INTEGER,
  CHECK ((state = 0) = (next_at IS NOT NULL) AND (state = 0) = (finished_at IS NULL)),
  CHECK ((owner IS NULL) = (lease_until IS NULL) AND (state = 0 OR owner IS NULL))
) STRICT;

CREATE INDEX deliveries_due ON deliveries (next_at, destination) WHERE state = 0 AND owner IS NULL;
CREATE INDEX deliveries_leased ON deliveries (lease_until) WHERE state = 0 AND owner IS NOT NULL;

-- epoch is that of the claim whose outcome the row tells, 0 where the store itself noted that the outcome was lost.
CREATE TABLE attempts (
  delivery_row INTEGER NOT NULL REFERENCES deliveries (row),
  number INTEGER NOT NULL,
  epoch INTEGER NOT NULL,
  started_at INTEGER NOT NULL,
  duration_ms INTEGER NOT NULL,
  url TEXT NOT NULL,
  address TEXT NOT NULL,
  hops TEXT NOT NULL,
  status_code INTEGER NOT NULL,
  failed_by INTEGER NOT NULL,
  final INTEGER NOT NULL,
  error TEXT NOT NULL,
  response_headers TEXT NOT NULL,
  response_body TEXT NOT NULL,
  tls TEXT NOT NULL,
  PRIMARY KEY (delivery_row, number)
) STRICT, WITHOUT ROWID;

-- What a plan counts: each recorded transaction once, for the owner of the Workspace, in its month in Vietnam.
CREATE TABLE usage (
  owner_id TEXT NOT NULL,
  month TEXT NOT NULL,
  transaction_row INTEGER NOT NULL,
  PRIMARY KEY (owner_id, month, transaction_row)
) STRICT, WITHOUT ROWID;
