-- How an account is connected. connection_id is the connector's; a removed account keeps its row for its history, and no
-- feed finds it. upkeep_at: from when on the account's kept entries are to be taken up, or, of a removed one, its pending
-- links and orders are to be closed, of which those up to closed_to are; null: nothing is to be done.
ALTER TABLE bank_accounts ADD COLUMN account_type TEXT NOT NULL DEFAULT 'main'
  CHECK (account_type IN ('main', 'main_with_virtual'));
ALTER TABLE bank_accounts ADD COLUMN connected_at BIGINT;
ALTER TABLE bank_accounts ADD COLUMN connection_id TEXT COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE bank_accounts ADD COLUMN removed_at BIGINT;
ALTER TABLE bank_accounts ADD COLUMN upkeep_at BIGINT;
ALTER TABLE bank_accounts ADD COLUMN closed_to TEXT COLLATE "C" NOT NULL DEFAULT '';
-- From when on the bank's connector is asked for entries that no notification told of; null: never. They were fetched up
-- to fetched_to, which is the connector's place; fetch_fault: why the last time failed.
ALTER TABLE bank_accounts ADD COLUMN fetch_at BIGINT;
ALTER TABLE bank_accounts ADD COLUMN fetched_at BIGINT;
ALTER TABLE bank_accounts ADD COLUMN fetched_to TEXT NOT NULL DEFAULT '';
ALTER TABLE bank_accounts ADD COLUMN fetch_fault TEXT NOT NULL DEFAULT '';

UPDATE bank_accounts SET connected_at = created_at WHERE state <> 'pending';
UPDATE bank_accounts SET account_type = 'main_with_virtual' WHERE row IN (SELECT account_row FROM virtual_accounts);

CREATE INDEX bank_accounts_fetch ON bank_accounts (fetch_at) WHERE fetch_at IS NOT NULL;
CREATE INDEX bank_accounts_upkeep ON bank_accounts (upkeep_at) WHERE upkeep_at IS NOT NULL;

-- Connections in progress: of pending accounts, and of disconnected ones that are being connected again. An account's
-- ownership is proved by a one-time code of the bank or by a transfer with verification_text.
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

-- The kept entries of accounts that nobody had connected.
CREATE INDEX kept_entries_quarantine ON kept_entries (row)
  WHERE (reason = 'unknown_account' OR reason = 'invalid') AND processed_at IS NULL;
CREATE INDEX kept_entries_unknown ON kept_entries (account_number, row)
  WHERE reason = 'unknown_account' AND processed_at IS NULL;
