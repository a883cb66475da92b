-- Each call that suspends a Workspace is counted, so that a reactivation in progress notices it.
ALTER TABLE workspaces ADD COLUMN suspensions INTEGER NOT NULL DEFAULT 0;

-- A held entry names the account, and the Workspace, for which it waits. Earlier versions stored neither: it is the
-- connected account with its number, else the last one.
UPDATE kept_entries SET account_row = (SELECT a.row FROM bank_accounts a WHERE a.number = kept_entries.account_number AND
  (a.feed = kept_entries.feed OR a.bank = kept_entries.feed OR kept_entries.feed = 'NAPAS') AND
  a.bin = COALESCE(json_extract(kept_entries.raw, '$.bin'), a.bin)
  ORDER BY CASE WHEN a.state = 'connected' THEN 0 ELSE 1 END, a.row DESC LIMIT 1)
WHERE reason = 'held' AND processed_at IS NULL;
UPDATE kept_entries SET workspace_id = (SELECT a.workspace_id FROM bank_accounts a WHERE a.row = kept_entries.account_row)
WHERE reason = 'held' AND processed_at IS NULL;

CREATE INDEX kept_entries_held ON kept_entries (workspace_id, row) WHERE reason = 'held' AND processed_at IS NULL;
