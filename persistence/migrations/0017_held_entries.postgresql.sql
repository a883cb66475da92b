-- Each call that suspends a Workspace is counted, so that a reactivation in progress notices it.
ALTER TABLE workspaces ADD COLUMN suspensions BIGINT NOT NULL DEFAULT 0;

-- A held entry names the account, and the Workspace, for which it waits. Earlier versions stored neither: it is the
-- connected account with its number, else the last one.
UPDATE kept_entries k SET account_row = (SELECT a.row FROM bank_accounts a WHERE a.number = k.account_number AND
  (a.feed = k.feed OR a.bank = k.feed OR k.feed = 'NAPAS') AND
  a.bin = COALESCE(CAST(k.raw AS json) ->> 'bin', a.bin)
  ORDER BY CASE WHEN a.state = 'connected' THEN 0 ELSE 1 END, a.row DESC LIMIT 1)
WHERE k.reason = 'held' AND k.processed_at IS NULL;
UPDATE kept_entries k SET workspace_id = (SELECT a.workspace_id FROM bank_accounts a WHERE a.row = k.account_row)
WHERE k.reason = 'held' AND k.processed_at IS NULL;

CREATE INDEX kept_entries_held ON kept_entries (workspace_id, row) WHERE reason = 'held' AND processed_at IS NULL;
