-- Row numbers are the keys inside the database; callers see the text ids beside them. Times are milliseconds since 1970
-- (UTC), amounts are dong. Of one-time tokens and sessions only the digest is stored (SHA-256, lowercase hex).
-- Enumerations of frequent rows are small numbers. These mean the same wherever they occur:
--   classification         0 matched, 1 overpaid, 2 underpaid, 3 duplicate, 4 late, 5 below minimum; lists add the
--                          rejected entries of kept_entries as 6
--   type (of a transfer)   0 credit, 1 debit
--   created_by_type, asked_by_type
--                          0 user, 1 API token
--   event                  0 transaction.credit, 1 transaction.debit, 2 order.success, 3 order.failed
--   failed_by              0 none, 1 DNS, 2 connection, 3 TLS, 4 timeout, 5 blocked destination, 6 rejected redirect,
--                          7 HTTP 4xx, 8 HTTP 5xx, 9 reset

-- Users and their sign-in

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

-- Accounts that wait for the link in their email. One for an address that has an account is expired from the start: it
-- exists so that both take the same work.
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

-- seen_at is the last use, to the minute; confirmed_at the last time that the user gave the password.
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

-- Addresses from which an account has signed in: callers from there are counted apart from unknown ones. household is a
-- digest of the address, or of the block that one client has.
CREATE TABLE sign_in_addresses (
  user_id TEXT COLLATE "C" NOT NULL REFERENCES users (id),
  household TEXT COLLATE "C" NOT NULL,
  seen_at BIGINT NOT NULL,
  PRIMARY KEY (user_id, household)
);

-- How often something was tried that may be tried only seldom, such as a password: by key and minute, over all nodes.
-- Tries are counted for a quarter of an hour or for a day, until until_minute.
CREATE TABLE tries (
  key TEXT COLLATE "C" NOT NULL,
  minute BIGINT NOT NULL,
  count BIGINT NOT NULL,
  until_minute BIGINT NOT NULL DEFAULT 0,
  PRIMARY KEY (key, minute)
);

CREATE INDEX tries_until ON tries (until_minute);

-- The sealed secret of an authenticator app. It does not count until a first code shows that the app has it
-- (confirmed_at). last_step is the period of the last accepted code: no code is accepted twice.
CREATE TABLE totp_secrets (
  row BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id TEXT COLLATE "C" NOT NULL UNIQUE REFERENCES users (id),
  sealed TEXT COLLATE "C" NOT NULL,
  created_at BIGINT NOT NULL,
  confirmed_at BIGINT,
  last_step BIGINT
);

-- The codes that are left, by their digests: a code that is used is deleted.
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

-- Challenges to passkeys, by digest. An answer deletes its row, so that none counts twice. A sign-in has no user yet.
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

-- Emails to one person. sealed is the one-time token that the email carries, beside its digest; empty: none. content is
-- what its text names, as JSON. A claim moves next_at ahead and counts in tries, so that an email whose sender is gone
-- is sent by another.
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

-- Workspaces and their members

-- A deleted Workspace keeps its row: its references are never given again, and its usage is billed. Its data is cleared
-- from clear_at on, at the place cleared_to of its step; null: nothing is left to clear. ends_callbacks: unfinished
-- callbacks end with it. suspensions counts the calls that suspend, so that a reactivation in progress notices them.
--   notices_off            a set of what is not emailed: 1 delivery_failed, 2 delivery_recovered, 4 webhook_disabled,
--                          256 and 512 the two notices of the quota
--   clearing_step          0 none, 1 its links close, 2 the data of its links goes, 3 that of its transactions,
--                          4 the rest
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
  created_at BIGINT NOT NULL,
  notices_off INTEGER NOT NULL DEFAULT 0,
  deleted_at BIGINT,
  suspensions BIGINT NOT NULL DEFAULT 0,
  second_factor_required SMALLINT NOT NULL DEFAULT 0 CHECK (second_factor_required BETWEEN 0 AND 1),
  clear_at BIGINT,
  clearing_step SMALLINT NOT NULL DEFAULT 0 CHECK (clearing_step BETWEEN 0 AND 4),
  cleared_to TEXT COLLATE "C" NOT NULL DEFAULT '',
  ends_callbacks SMALLINT NOT NULL DEFAULT 0 CHECK (ends_callbacks BETWEEN 0 AND 1)
);

CREATE INDEX workspaces_owner ON workspaces (owner_id);
CREATE INDEX workspaces_to_clear ON workspaces (clear_at) WHERE clear_at IS NOT NULL;

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

CREATE INDEX memberships_user ON memberships (user_id);

-- An invitation to a Workspace or, without one, by the operator to create an account: for one address or, if that is
-- empty, for anyone who has the link. One invitation by an operator is open at a time for an address.
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
CREATE INDEX invitations_of_operators ON invitations (lower(email)) WHERE status = 'pending' AND workspace_id IS NULL;

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

-- API tokens

-- networks: the only prefixes from which the token is accepted, separated by spaces; empty: from everywhere.
-- warned_days: how many days before its end the last warning was sent. used_day is the last day of a use (in days since
-- 1970), and used_set the permissions noted for it, so that each is written once a day. refused_at: when the audit log
-- last noted a use from outside the networks.
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
  last_used_at BIGINT,
  last_used_address TEXT COLLATE "C" NOT NULL DEFAULT '',
  networks TEXT COLLATE "C" NOT NULL DEFAULT '',
  warned_days BIGINT,
  used_day BIGINT NOT NULL DEFAULT 0,
  used_set BIGINT NOT NULL DEFAULT 0,
  refused_at BIGINT
);

CREATE INDEX api_tokens_end ON api_tokens (expires_at) WHERE revoked_at IS NULL;
CREATE INDEX api_tokens_user ON api_tokens (user_id, row);

-- permission_set: the bits of `permission` in domain/identity/access.hpp.
CREATE TABLE api_token_permissions (
  token_row BIGINT NOT NULL REFERENCES api_tokens (row),
  workspace_id TEXT COLLATE "C" NOT NULL REFERENCES workspaces (id),
  permission_set BIGINT NOT NULL,
  PRIMARY KEY (token_row, workspace_id)
);

CREATE INDEX api_token_permissions_workspace ON api_token_permissions (workspace_id);

-- The last day on which each permission of a token was used (in days since 1970); for one that was added and not used
-- yet, the day on which it was added.
CREATE TABLE permission_uses (
  token_row BIGINT NOT NULL REFERENCES api_tokens (row),
  permission BIGINT NOT NULL,
  day BIGINT NOT NULL,
  PRIMARY KEY (token_row, permission)
);

-- The keys that callers gave their requests to create something; a retry gets the result of the first request. print
-- stands for the request, subject_id for its result. workspace_id is empty where the request names none.
CREATE TABLE idempotency_keys (
  row BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  caller_id TEXT COLLATE "C" NOT NULL,
  workspace_id TEXT COLLATE "C" NOT NULL,
  key TEXT COLLATE "C" NOT NULL,
  print TEXT COLLATE "C" NOT NULL,
  subject_id TEXT COLLATE "C" NOT NULL,
  created_at BIGINT NOT NULL,
  UNIQUE (caller_id, workspace_id, key)
);

CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at);

-- Bank accounts

-- The status that an operator has given a bank; a bank without a row has the configured one.
CREATE TABLE bank_statuses (
  code TEXT COLLATE "C" PRIMARY KEY,
  status TEXT COLLATE "C" NOT NULL CHECK (status IN ('Active', 'Maintenance', 'Discontinued')),
  changed_at BIGINT NOT NULL
);

-- feed is the code of the connector that reports the account, connection_id the connector's. A removed account keeps
-- its row for its history, and no feed finds it. superseded_at: when the number of a disconnected account was connected
-- as another account; from then on no entry reaches this one.
-- upkeep_at: from when on the account's kept entries are to be recorded or, of a removed one, its pending links and
-- orders are to be closed, those up to closed_to being closed; null: nothing is to be done.
-- fetch_at: from when on the connector is asked for entries that no notification reported; null: never. They were
-- fetched up to fetched_to, which is the connector's place; fetch_fault: why the last fetch failed.
-- stated_to: statements have reported the entries before this time. imported_at is the last import.
-- proved_text is the verification text of the transfer that proved who owns a connected account, proof_occurred_at the
-- bank's time of it, and proof_look_at when it is searched for again in credits: a payment that came back proves
-- nothing. Null: it is no longer searched for, or something else proved the ownership.
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
  account_type TEXT NOT NULL DEFAULT 'main' CHECK (account_type IN ('main', 'main_with_virtual')),
  connected_at BIGINT,
  connection_id TEXT COLLATE "C" NOT NULL DEFAULT '',
  removed_at BIGINT,
  upkeep_at BIGINT,
  closed_to TEXT COLLATE "C" NOT NULL DEFAULT '',
  fetch_at BIGINT,
  fetched_at BIGINT,
  fetched_to TEXT NOT NULL DEFAULT '',
  fetch_fault TEXT NOT NULL DEFAULT '',
  stated_to BIGINT,
  imported_at BIGINT,
  superseded_at BIGINT,
  proved_text TEXT COLLATE "C",
  proof_look_at BIGINT,
  proof_occurred_at BIGINT,
  UNIQUE (workspace_id, id)
);

CREATE INDEX bank_accounts_number ON bank_accounts (number);
CREATE UNIQUE INDEX bank_accounts_connected ON bank_accounts (bin, number) WHERE state = 'connected';
CREATE INDEX bank_accounts_fetch ON bank_accounts (fetch_at) WHERE fetch_at IS NOT NULL;
CREATE INDEX bank_accounts_upkeep ON bank_accounts (upkeep_at) WHERE upkeep_at IS NOT NULL;

-- Connections in progress: of pending accounts, and of disconnected ones that are being connected again. Ownership is
-- proved by a one-time code of the bank or by a transfer with verification_text.
CREATE TABLE account_connections (
  row BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_row BIGINT NOT NULL UNIQUE REFERENCES bank_accounts (row),
  connection_id TEXT COLLATE "C" NOT NULL,
  verification_text TEXT COLLATE "C" UNIQUE,
  started_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  otp_until BIGINT,
  otp_tries SMALLINT NOT NULL DEFAULT 0,
  otp_sends SMALLINT NOT NULL DEFAULT 0,
  CHECK ((verification_text IS NULL) = (otp_until IS NOT NULL))
);

CREATE INDEX account_connections_expiry ON account_connections (expires_at);

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

-- Payment links and orders

-- reference is the number behind PFSL. The callback's status is that of its delivery.
--   status                 0 pending, 1 succeeded, 2 failed, 3 expired, 4 cancelled
--   failure_reason         0 none, 1 bank account removed, 2 Workspace deleted
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

CREATE INDEX payment_links_virtual ON payment_links (virtual_account_row)
  WHERE status = 0 AND virtual_account_row IS NOT NULL;
CREATE INDEX payment_links_failed ON payment_links (workspace_id) WHERE status = 2;
CREATE INDEX payment_links_cancelled ON payment_links (workspace_id) WHERE status = 4;

-- When links expire, in the order of time. A link that is paid or cancelled leaves its row here to the sweep, so that
-- closing it touches no index.
CREATE TABLE link_expiries (
  expires_at BIGINT NOT NULL,
  link_row BIGINT NOT NULL,
  PRIMARY KEY (expires_at, link_row)
);

-- Orders: one payment expected on a bank account, reported by the Workspace's webhooks. own_id is the merchant's own
-- id, else the same as id. reference is the number behind PFOD plus 36^8, so that it is no link's. in_feed: the event
-- that the order raised has its row in event_positions.
--   status                 0 pending, 1 success, 2 failed, 3 cancelled
--   failure_reason         0 none, 1 expired, 2 bank account removed, 3 Workspace deleted
CREATE TABLE orders (
  row BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id TEXT COLLATE "C" NOT NULL,
  own_id TEXT COLLATE "C" NOT NULL,
  workspace_id TEXT COLLATE "C" NOT NULL REFERENCES workspaces (id),
  account_row BIGINT NOT NULL REFERENCES bank_accounts (row),
  reference BIGINT NOT NULL UNIQUE,
  status SMALLINT NOT NULL DEFAULT 0 CHECK (status BETWEEN 0 AND 3),
  amount BIGINT NOT NULL CHECK (amount > 0),
  received_amount BIGINT CHECK (received_amount > 0),
  customer_email TEXT NOT NULL,
  transaction_row BIGINT,
  failure_reason SMALLINT NOT NULL DEFAULT 0 CHECK (failure_reason BETWEEN 0 AND 3),
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  closed_at BIGINT,
  created_by_type SMALLINT NOT NULL CHECK (created_by_type BETWEEN 0 AND 1),
  created_by_id TEXT NOT NULL,
  in_feed SMALLINT NOT NULL DEFAULT 0 CHECK (in_feed BETWEEN 0 AND 1),
  UNIQUE (workspace_id, id),
  CHECK ((status = 1) = (transaction_row IS NOT NULL) AND (status = 1) = (received_amount IS NOT NULL)),
  CHECK ((status = 0) = (closed_at IS NULL)),
  CHECK ((status = 2) = (failure_reason <> 0))
);

-- No query by the column alone can use an index on an expression. So these two leave the unique index of a Workspace's
-- ids the only one that finds orders by our ids.
CREATE UNIQUE INDEX orders_own_id ON orders ((workspace_id || ''), own_id);
CREATE INDEX orders_without_place ON orders ((workspace_id || ''), row) WHERE in_feed = 0 AND status IN (1, 2);

-- When orders expire, as for links.
CREATE TABLE order_expiries (
  expires_at BIGINT NOT NULL,
  order_row BIGINT NOT NULL,
  PRIMARY KEY (expires_at, order_row)
);

-- Transactions

-- feed is the one by which the entry came. made_at is the time in the transaction's id: lists are ordered by it, and an
-- id is found by it, through an index that is small and grows at its end.
-- A credit is for a link or for an order. One that an import has matched and nobody has confirmed names its link or
-- order and has no classification yet; assigned_by is who confirmed it. likely_link_row is the link whose reference the
-- text misses by one character: for a person to check, and for nothing else.
-- Several feeds of an account may report one transfer. transfer_print is what their entries have in common, and
-- transfer_turn which of the equal transfers of that minute it is: two nodes that record the same one at once want the
-- same turn, and one of them tries again. paired_source_id is the id that the second feed gave.
-- statement_id names the entry in statements of any form; statement_ref is the bank's own reference in the form that
-- reported it first, if there is one. claimed_id and claimed_ref are the same in imports that prove nothing, whose
-- names never name what a bank or a person reported; unproved: only such imports report it. fetched: the bank was asked
-- for it. imported_by: who imported the statement that reported it first.
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
  paired_source_id TEXT COLLATE "C",
  likely_link_row BIGINT REFERENCES payment_links (row),
  made_at BIGINT NOT NULL DEFAULT 0,
  transfer_print BIGINT,
  transfer_turn INTEGER,
  order_row BIGINT REFERENCES orders (row),
  statement_id TEXT COLLATE "C",
  statement_ref TEXT COLLATE "C",
  fetched SMALLINT NOT NULL DEFAULT 0,
  imported_by TEXT COLLATE "C",
  assigned_by TEXT COLLATE "C",
  unproved SMALLINT NOT NULL DEFAULT 0,
  claimed_id TEXT COLLATE "C",
  claimed_ref TEXT COLLATE "C",
  UNIQUE (account_row, source_id, feed),
  CHECK ((classification IS NULL OR link_row IS NOT NULL OR order_row IS NOT NULL) AND
    (link_row IS NULL OR order_row IS NULL))
);

-- Every lookup that money waits for has one index that can answer it, and no other: without statistics, or with those
-- of empty tables, two that begin with the same column cost the same, and the planner might read a whole account. So
-- some begin with an expression, which no query by the column alone can use, and made_at is never below 0: only a query
-- that says so can use transactions_made.
-- A link has the row of the transaction that completed it; this index finds the others.
CREATE INDEX transactions_beside ON transactions (link_row) WHERE link_row IS NOT NULL AND classification > 1;
CREATE UNIQUE INDEX transactions_paired ON transactions ((account_row + 0), paired_source_id, feed)
  WHERE paired_source_id IS NOT NULL;
CREATE UNIQUE INDEX transactions_transfer ON transactions ((account_row + 0), transfer_print, transfer_turn)
  WHERE transfer_print IS NOT NULL;

-- Searches in transfer texts use their pieces of three characters. Without pg_trgm, or without the right to create it,
-- they go through the rows of an account instead, newest first, for as long as a list may take; the service logs this
-- at each start, and the manual says how to make the index later. New texts are added to a list first, which the
-- service empties every two seconds; the limit is for nodes that cannot keep up. No line within the block ends with a
-- semicolon.
DO $$
DECLARE home TEXT
; BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm SCHEMA public
; SELECT n.nspname INTO home FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace
    WHERE e.extname = 'pg_trgm'
; EXECUTE format('CREATE INDEX IF NOT EXISTS transactions_content ON transactions '
    'USING gin (content %I.gin_trgm_ops) WITH (gin_pending_list_limit = 65536)', home)
; EXCEPTION WHEN undefined_file OR feature_not_supported OR insufficient_privilege OR invalid_schema_name THEN NULL
; END $$;

CREATE UNIQUE INDEX transactions_stated ON transactions ((account_row + 0), statement_id)
  WHERE statement_id IS NOT NULL;
CREATE INDEX transactions_stated_ref ON transactions ((account_row + 0), statement_ref, statement_id)
  WHERE statement_ref IS NOT NULL;
-- Filters of lists are decided in the index: one that few rows of a large account pass reads no others.
CREATE INDEX transactions_made ON transactions (account_row, made_at, row, occurred_at, type, amount, classification)
  WHERE made_at >= 0;
-- Money that a person should check: underpaid, duplicate, late, below minimum, ambiguous, a near miss, or a match to
-- confirm. With fewer columns than transactions_made it would never be used.
CREATE INDEX transactions_attention ON transactions
  (account_row, made_at, row, occurred_at, type, amount, classification)
  WHERE settled = 0 AND (classification BETWEEN 2 AND 5 OR ambiguous = 1 OR likely_link_row IS NOT NULL OR
    (classification IS NULL AND (link_row IS NOT NULL OR order_row IS NOT NULL)));
CREATE UNIQUE INDEX transactions_claimed ON transactions ((account_row + 0), claimed_id)
  WHERE claimed_id IS NOT NULL;
CREATE INDEX transactions_claimed_ref ON transactions ((account_row + 0), claimed_ref, claimed_id)
  WHERE claimed_ref IS NOT NULL;

-- A transfer text of more than 1,000 characters is recorded cut; here it is as the bank sent it.
CREATE TABLE transaction_texts (
  transaction_row BIGINT PRIMARY KEY REFERENCES transactions (row),
  content TEXT COLLATE "C" NOT NULL
);

-- The balance of the account after a transaction, where the bank reports it.
CREATE TABLE transaction_balances (
  transaction_row BIGINT PRIMARY KEY REFERENCES transactions (row),
  dong BIGINT NOT NULL
);

-- Entries that are not transactions: refused by the switch, held, not understood, of an unknown account, or in conflict
-- with an earlier one. fingerprint distinguishes entries with one bank reference; it is 0 where the reference alone
-- decides. A held entry names the account, and the Workspace, for which it waits.
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
CREATE INDEX kept_entries_held ON kept_entries (workspace_id, row) WHERE reason = 'held' AND processed_at IS NULL;
-- An expression, so that no other query uses it.
CREATE INDEX kept_entries_workspace ON kept_entries ((workspace_id || ''), row) WHERE workspace_id IS NOT NULL;
CREATE INDEX kept_entries_quarantine ON kept_entries (row)
  WHERE (reason = 'unknown_account' OR reason = 'invalid') AND processed_at IS NULL;
CREATE INDEX kept_entries_unknown ON kept_entries (account_number, row)
  WHERE reason = 'unknown_account' AND processed_at IS NULL;
CREATE INDEX kept_entries_conflict ON kept_entries (account_row, row) WHERE reason = 'conflict';

-- Webhooks and deliveries

-- url is empty for a chat, chat_id for an endpoint. filter and headers are JSON. gone_since: since then the endpoint
-- has answered only with 410; failing_since: since then no delivery has succeeded, and `failures` have failed.
--   type                   0 HTTP endpoint, 1 Telegram chat
--   events                 a set: 1 transaction.credit, 2 transaction.debit, 4 order.success, 8 order.failed
CREATE TABLE webhooks (
  row BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id TEXT COLLATE "C" NOT NULL UNIQUE,
  workspace_id TEXT COLLATE "C" NOT NULL REFERENCES workspaces (id),
  type SMALLINT NOT NULL CHECK (type BETWEEN 0 AND 1),
  name TEXT COLLATE "C" NOT NULL,
  url TEXT COLLATE "C" NOT NULL,
  chat_id TEXT COLLATE "C" NOT NULL,
  events SMALLINT NOT NULL CHECK (events BETWEEN 1 AND 15),
  filter TEXT COLLATE "C" NOT NULL,
  headers TEXT COLLATE "C" NOT NULL,
  enabled SMALLINT NOT NULL CHECK (enabled BETWEEN 0 AND 1),
  disabled_reason TEXT COLLATE "C" NOT NULL,
  created_at BIGINT NOT NULL,
  gone_since BIGINT,
  failing_since BIGINT,
  failures BIGINT NOT NULL DEFAULT 0,
  deleted_at BIGINT
);

CREATE INDEX webhooks_workspace ON webhooks (workspace_id, row) WHERE deleted_at IS NULL;
-- With the deleted ones, whose deliveries are still shown. The expression keeps it out of the queries that a credit
-- waits for.
CREATE INDEX webhooks_of_workspace ON webhooks ((workspace_id || ''), id);

-- A webhook's API key and secret, sealed; for a chat, the bot's token is the secret. Of those whose time has come, the
-- newest is in force; a later one is the result of a rotation. bot is a digest of the bot's token: the chats of one bot
-- share its limits. It is empty for an endpoint; only endpoints have an API key.
CREATE TABLE webhook_keys (
  row BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  webhook_row BIGINT NOT NULL REFERENCES webhooks (row),
  id TEXT COLLATE "C" NOT NULL UNIQUE,
  workspace_id TEXT COLLATE "C" NOT NULL,
  sealed_api_key TEXT COLLATE "C" NOT NULL,
  sealed_secret TEXT COLLATE "C" NOT NULL,
  created_at BIGINT NOT NULL,
  active_from BIGINT NOT NULL,
  bot TEXT COLLATE "C" NOT NULL DEFAULT ''
);

CREATE INDEX webhook_keys_webhook ON webhook_keys (webhook_row, active_from);

-- A body that the deliveries of one event share; their own is then empty. They have its subject_id, by which they are
-- found before the last of them takes it along. A delivery that shares with no other keeps its body.
CREATE TABLE delivery_payloads (
  row BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  subject_id TEXT COLLATE "C" NOT NULL,
  body TEXT NOT NULL
);

-- Everything that is sent to a receiver; at most one row belongs to a link. Neither this table nor attempts has foreign
-- keys: what a row refers to is written in the same transaction, or was there and stays, and to check each row again
-- would take a fifth of the work for a delivery. `paylinkd doctor` finds rows without it.
-- What is due and finds no place in memory waits in the queue of its Workspace and host (in_queue), so that the query for
-- what is due never reads past it again, and each queue is read by itself.
-- A resend by hand opens a new round: numbers of attempts go on after round_start, waits and their limit begin again.
-- resend_of: the delivery to another webhook that this one repeats. is_skipped: it ended unsent, because the webhook
-- was disabled.
-- A verdict reached before a byte of a request was sent ends the delivery only when a second one agrees. Until then
-- verdict_class (as failed_by), verdict_incarnation and verdict_at are those of the first.
--   kind                   0 callback of a link, 1 webhook, 2 chat
--   state                  0 pending, 1 acknowledged, 2 failed
--   purged                 0 nothing, 1 bodies and the headers of answers, 2 attempts and rounds too, 3 the same, and
--                          one of those attempts was acknowledged
CREATE TABLE deliveries (
  row BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  workspace_id TEXT COLLATE "C" NOT NULL,
  kind SMALLINT NOT NULL,
  event_id TEXT COLLATE "C" NOT NULL,
  link_row BIGINT,
  transaction_row BIGINT,
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
  round_start INTEGER NOT NULL DEFAULT 0,
  in_queue SMALLINT NOT NULL DEFAULT 0,
  url TEXT NOT NULL,
  webhook_row BIGINT,
  event SMALLINT,
  subject_id TEXT COLLATE "C",
  resend_of BIGINT,
  is_skipped SMALLINT NOT NULL DEFAULT 0,
  purged SMALLINT NOT NULL DEFAULT 0,
  verdict_class SMALLINT,
  verdict_incarnation TEXT COLLATE "C",
  verdict_at BIGINT,
  payload_row BIGINT,
  CHECK ((state = 0) = (next_at IS NOT NULL) AND (state = 0) = (finished_at IS NULL)),
  CHECK ((owner IS NULL) = (lease_until IS NULL) AND (state = 0 OR owner IS NULL)),
  CHECK (in_queue = 0 OR (state = 0 AND owner IS NULL)),
  CONSTRAINT deliveries_purged_check CHECK (purged BETWEEN 0 AND 3 AND (purged = 0 OR state <> 0))
);

CREATE INDEX deliveries_leased ON deliveries (lease_until) WHERE state = 0 AND owner IS NOT NULL;
CREATE INDEX deliveries_due ON deliveries (next_at) WHERE state = 0 AND owner IS NULL AND in_queue = 0;
CREATE INDEX deliveries_in_queue ON deliveries (destination, workspace_id, next_at) WHERE in_queue = 1;
CREATE INDEX deliveries_webhook ON deliveries (webhook_row, row) WHERE webhook_row IS NOT NULL;
CREATE UNIQUE INDEX deliveries_subject ON deliveries (subject_id, webhook_row, event) WHERE webhook_row IS NOT NULL;
-- For lists: a delivery that succeeds at once is in none of these.
CREATE INDEX deliveries_webhook_failed ON deliveries (webhook_row, row) WHERE webhook_row IS NOT NULL AND state = 2;
-- The deliveries of a transaction are found by the time in their ids, which is the transaction's; these are the others.
CREATE INDEX deliveries_apart ON deliveries (event_id)
  WHERE webhook_row IS NOT NULL AND (transaction_row IS NULL OR event > 1);
-- Payments of which the merchant was not notified.
CREATE INDEX deliveries_unnotified ON deliveries (workspace_id, row) WHERE state = 2 AND link_row IS NOT NULL;
-- Only callbacks belong to a link: without the condition, each of the others would be a NULL in it.
CREATE UNIQUE INDEX deliveries_link ON deliveries (link_row) WHERE link_row IS NOT NULL;

-- epoch is that of the claim whose outcome this is; 0: the store noted that the outcome was lost.
--   final                  0 may be retried, 1 final, 2 final when a second verdict agrees
CREATE TABLE attempts (
  delivery_row BIGINT NOT NULL,
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

-- The rounds that somebody asked for. repeats is the first attempt of the round before, signed_at the timestamp that
-- the round's attempts carry.
--   renewed                0 as signed before, 1 signed again: too old, 2 signed again: key replaced
CREATE TABLE callback_rounds (
  delivery_row BIGINT NOT NULL REFERENCES deliveries (row),
  first_attempt INTEGER NOT NULL,
  repeats INTEGER NOT NULL,
  asked_at BIGINT NOT NULL,
  asked_by_type SMALLINT NOT NULL CHECK (asked_by_type BETWEEN 0 AND 1),
  asked_by_id TEXT COLLATE "C" NOT NULL,
  renewed SMALLINT NOT NULL CHECK (renewed BETWEEN 0 AND 2),
  signed_at BIGINT NOT NULL,
  PRIMARY KEY (delivery_row, first_attempt),
  CHECK (repeats BETWEEN 1 AND first_attempt - 1)
);

-- Purges go through the deliveries in the order of their rows. A delivery that they reach too early, because it was
-- still being sent or had been sent again, is noted here with the time from which it ages.
--   step                   0 its bodies are to go, 1 the rest
CREATE TABLE late_purges (
  step SMALLINT NOT NULL CHECK (step BETWEEN 0 AND 1),
  since BIGINT NOT NULL,
  delivery_row BIGINT NOT NULL,
  PRIMARY KEY (step, since, delivery_row)
);

-- The order of events that Workspaces fetch

-- A position is given when somebody asks, so that recording an event costs nothing, and a Workspace that nobody asks
-- for has no rows here. subject_row is the row of the transaction or order.
CREATE TABLE event_positions (
  row BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  workspace_id TEXT COLLATE "C" NOT NULL,
  position BIGINT NOT NULL CHECK (position > 0),
  event SMALLINT NOT NULL CHECK (event BETWEEN 0 AND 3),
  subject_row BIGINT NOT NULL,
  UNIQUE (workspace_id, position),
  UNIQUE (workspace_id, event, subject_row)
);

-- How far a Workspace's events have positions. last_position is the last one given. All transactions up to the row
-- `settled` have one, and none can still be added there. Numbers of rows are drawn before they are committed: seen_row
-- was the last one drawn, all of them by transactions that are older than seen_xid.
CREATE TABLE event_feeds (
  workspace_id TEXT COLLATE "C" PRIMARY KEY,
  last_position BIGINT NOT NULL DEFAULT 0,
  settled BIGINT NOT NULL DEFAULT 0,
  seen_row BIGINT NOT NULL DEFAULT 0,
  seen_xid BIGINT NOT NULL DEFAULT 0
);

-- A restored database may give other events the positions that were given before. So each restore begins a new epoch.
-- is_copy: this is a backup, and a service that starts on it begins one. Rows of event_positions up to cleared_to may
-- be gone because their Workspace was deleted.
CREATE TABLE event_epoch (
  row SMALLINT PRIMARY KEY CHECK (row = 1),
  epoch BIGINT NOT NULL,
  cleared_to BIGINT NOT NULL DEFAULT 0,
  is_copy SMALLINT NOT NULL DEFAULT 0 CHECK (is_copy BETWEEN 0 AND 1)
);

INSERT INTO event_epoch (row, epoch) VALUES (1, 1);

-- Notices of failing deliveries

-- Endpoints to which deliveries have failed, and which notices were sent. Only a delivery that ends failed makes a row;
-- it goes an hour after the last notice, when deliveries succeed again. failed_by and status_code are those of the last
-- failed delivery.
CREATE TABLE failing_endpoints (
  row BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  workspace_id TEXT COLLATE "C" NOT NULL,
  endpoint TEXT COLLATE "C" NOT NULL,
  began_at BIGINT NOT NULL DEFAULT 0,
  failures BIGINT NOT NULL DEFAULT 0,
  unnotified BIGINT NOT NULL DEFAULT 0,
  notified_at BIGINT,
  is_failing SMALLINT NOT NULL DEFAULT 0 CHECK (is_failing BETWEEN 0 AND 1),
  is_notified SMALLINT NOT NULL DEFAULT 0 CHECK (is_notified BETWEEN 0 AND 1),
  last_failed_at BIGINT NOT NULL DEFAULT 0,
  failed_by SMALLINT NOT NULL DEFAULT 0,
  status_code INTEGER NOT NULL DEFAULT 0,
  link_id TEXT COLLATE "C" NOT NULL DEFAULT '',
  UNIQUE (workspace_id, endpoint)
);

CREATE INDEX failing_endpoints_notified ON failing_endpoints (notified_at);

-- Notices to be emailed. As for mails, a claim moves next_at ahead and counts in tries.
--   kind                   0 delivery_failed, 1 delivery_recovered
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

-- Users whom a notice has reached, or never will, while others wait for it.
CREATE TABLE notified_users (
  notice_row BIGINT NOT NULL REFERENCES notices (row),
  user_id TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (notice_row, user_id)
);

-- Plans and usage. Months are those of Vietnam, as 2026-03.

-- Which plan an account has held, from when on. users.plan is the last of them.
CREATE TABLE plan_periods (
  row BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id TEXT COLLATE "C" NOT NULL,
  from_at BIGINT NOT NULL,
  plan TEXT NOT NULL REFERENCES plans (name),
  UNIQUE (user_id, from_at)
);

-- A change to a lower plan that waits for the next month; one for each account. audit_id is the id of its future row of
-- the audit log.
CREATE TABLE plan_changes (
  row BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id TEXT COLLATE "C" NOT NULL UNIQUE,
  plan TEXT NOT NULL REFERENCES plans (name),
  at BIGINT NOT NULL,
  audit_id TEXT COLLATE "C" NOT NULL
);

CREATE INDEX plan_changes_due ON plan_changes (at);

-- What a plan counts: each recorded transaction once, for the owner of the Workspace.
CREATE TABLE usage (
  owner_id TEXT COLLATE "C" NOT NULL,
  month TEXT COLLATE "C" NOT NULL,
  transaction_row BIGINT NOT NULL,
  PRIMARY KEY (owner_id, month, transaction_row)
);

-- How many transactions of a month the notices of an account's quota have counted, which may be a few less than are
-- recorded; noticed is the percentage of the last notice.
CREATE TABLE quota_counts (
  owner_id TEXT COLLATE "C" NOT NULL,
  month TEXT COLLATE "C" NOT NULL,
  counted BIGINT NOT NULL,
  noticed BIGINT NOT NULL DEFAULT 0,
  PRIMARY KEY (owner_id, month)
);

-- Closed statements. A row never changes: it holds the numbers by which it was billed.
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

-- The first month whose statements are still open; empty: none was closed yet. What a clock that was set back records
-- in an earlier one is counted in this one.
CREATE TABLE open_month (
  row SMALLINT PRIMARY KEY CHECK (row = 1),
  month TEXT COLLATE "C" NOT NULL
);

INSERT INTO open_month (row, month) VALUES (1, '');

-- Statistics

-- What happens in a Workspace, counted by hour in the same transactions. hour is that of the counted row, in hours
-- since 1970; amounts are added up as millions and the rest. Each incarnation of a process has rows of its own, its lane, so
-- that no transaction waits for another.
--   what                   0 credits, 1 debits, 2 links, attempts of 3 callbacks, 4 webhooks, 5 chats, 6 credits whose
--                          callback was acknowledged
--   detail                 of credits their classification + 1, 0 without one; of links their new status; of attempts
--                          failed_by; of acknowledged credits the start of a bucket of milliseconds until then
CREATE TABLE hourly_counts (
  workspace_id TEXT COLLATE "C" NOT NULL,
  hour INTEGER NOT NULL,
  what SMALLINT NOT NULL,
  detail INTEGER NOT NULL,
  lane INTEGER NOT NULL,
  count BIGINT NOT NULL,
  millions BIGINT NOT NULL DEFAULT 0,
  dong BIGINT NOT NULL DEFAULT 0,
  PRIMARY KEY (workspace_id, hour, what, detail, lane)
) WITH (fillfactor = 70);

-- The hourly counts of each day in Vietnam, added up in the same transactions: a chart of a year reads 365 days. day is
-- that of the hours, in days since 1970.
CREATE TABLE daily_counts (
  workspace_id TEXT COLLATE "C" NOT NULL,
  day INTEGER NOT NULL,
  what SMALLINT NOT NULL,
  detail INTEGER NOT NULL,
  lane INTEGER NOT NULL,
  count BIGINT NOT NULL,
  millions BIGINT NOT NULL DEFAULT 0,
  dong BIGINT NOT NULL DEFAULT 0,
  PRIMARY KEY (workspace_id, day, what, detail, lane)
) WITH (fillfactor = 70);

-- The audit log

-- Who did what. Rows are only added. Those of one scope (a Workspace, a user, or the service) are a chain: each hash
-- covers its row and the hash before it, and audit_chains has the last one, so that a row that was changed, removed or
-- inserted is found.
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

CREATE INDEX audit_log_time ON audit_log (scope, at, number);

CREATE TABLE audit_chains (
  scope TEXT COLLATE "C" PRIMARY KEY,
  length BIGINT NOT NULL,
  hash TEXT COLLATE "C" NOT NULL
);

-- The service itself

-- One row for each start of a process on this database. An incarnation owns claims; the name is a label. seen_at is its last
-- sign of life, by the database's clock; ended incarnations go after a day. settings are fingerprints of what should be the
-- same on all nodes, as a list of pairs: the setting's name, and 16 digits.
--   state                  0 serving, 1 draining, 2 ended: it said so, or others declared it dead
CREATE TABLE nodes (
  incarnation TEXT COLLATE "C" PRIMARY KEY,
  name TEXT COLLATE "C" NOT NULL,
  address TEXT COLLATE "C" NOT NULL,
  version TEXT COLLATE "C" NOT NULL,
  state SMALLINT NOT NULL DEFAULT 0 CHECK (state BETWEEN 0 AND 2),
  started_at BIGINT NOT NULL,
  seen_at BIGINT NOT NULL,
  settings TEXT COLLATE "C" NOT NULL DEFAULT '[]'
);

-- Work that one node at a time does, and any node can continue. owner is the incarnation that does it, until lease_until;
-- progress is how far it has come, in a form of the work's own.
CREATE TABLE scheduled_jobs (
  name TEXT COLLATE "C" PRIMARY KEY,
  next_at BIGINT NOT NULL DEFAULT 0,
  owner TEXT COLLATE "C" NOT NULL DEFAULT '',
  lease_until BIGINT NOT NULL DEFAULT 0,
  progress TEXT COLLATE "C" NOT NULL DEFAULT ''
);

-- One row for each connection of a writer, which counts its batches here inside their transactions: after a lost
-- connection the number says whether the last commit took place. entries counts the bank entries that they recorded,
-- used_at is the time of the last. Rows go a day after that.
CREATE TABLE store_writers (
  name TEXT COLLATE "C" PRIMARY KEY,
  batch BIGINT NOT NULL,
  entries BIGINT NOT NULL DEFAULT 0,
  used_at BIGINT NOT NULL DEFAULT 0
);

-- When something that is limited in its pace, such as a message to a chat, may be done next: by key, over all nodes.
-- set_at is when that was written.
CREATE TABLE paces (
  key TEXT COLLATE "C" PRIMARY KEY,
  next_at BIGINT NOT NULL,
  set_at BIGINT NOT NULL
);

CREATE INDEX paces_next ON paces (next_at);

-- What nodes exchange for people who are watching a Workspace: the incarnations through which it is watched, and what has
-- changed in it. Rows belong to one incarnation, and go a few seconds after they were written.
CREATE TABLE change_listeners (
  row BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  workspace_id TEXT COLLATE "C" NOT NULL,
  incarnation TEXT COLLATE "C" NOT NULL,
  expires_at BIGINT NOT NULL,
  UNIQUE (workspace_id, incarnation)
);

CREATE INDEX change_listeners_end ON change_listeners (expires_at);

-- subject is the id of what has changed; empty: several.
CREATE TABLE change_hints (
  row BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  workspace_id TEXT COLLATE "C" NOT NULL,
  incarnation TEXT COLLATE "C" NOT NULL,
  kind TEXT COLLATE "C" NOT NULL,
  subject TEXT COLLATE "C" NOT NULL,
  expires_at BIGINT NOT NULL
);

CREATE INDEX change_hints_end ON change_hints (expires_at);
CREATE INDEX change_hints_workspace ON change_hints (workspace_id, row);

-- Which database this is, in its copies too: a data folder remembers the one to which it belongs.
CREATE TABLE database_identity (
  row INTEGER PRIMARY KEY CHECK (row = 1),
  id TEXT COLLATE "C" NOT NULL
);

INSERT INTO database_identity (row, id) VALUES (1, replace(CAST(gen_random_uuid() AS TEXT), '-', ''));

-- A known text, sealed: a service whose master key does not open it belongs to another database.
CREATE TABLE master_key_canary (
  row BIGINT PRIMARY KEY CHECK (row = 1),
  sealed TEXT NOT NULL,
  created_at BIGINT NOT NULL
);

-- The newest time that a trusted clock has left, with which a start compares its clock. Null: nothing was ever stored.
CREATE TABLE clock_marks (
  row SMALLINT PRIMARY KEY CHECK (row = 1),
  newest BIGINT
);

INSERT INTO clock_marks (row, newest) VALUES (1, NULL);
