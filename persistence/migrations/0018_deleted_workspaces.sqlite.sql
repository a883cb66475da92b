-- Whether a Workspace wants its Owner and Admins to sign in with a second factor.
ALTER TABLE workspaces ADD COLUMN second_factor_required INTEGER NOT NULL DEFAULT 0
  CHECK (second_factor_required BETWEEN 0 AND 1);

-- How far the data of a deleted Workspace has been cleared. clear_at is when it goes on; null: nothing is left to clear.
--   clearing_step          0 none, 1 its links close, 2 the data of its links goes, 3 that of its transactions, 4 the rest
-- cleared_to is the place in that step; ends_callbacks: unfinished callbacks end with it.
ALTER TABLE workspaces ADD COLUMN clear_at INTEGER;
ALTER TABLE workspaces ADD COLUMN clearing_step INTEGER NOT NULL DEFAULT 0 CHECK (clearing_step BETWEEN 0 AND 4);
ALTER TABLE workspaces ADD COLUMN cleared_to TEXT NOT NULL DEFAULT '';
ALTER TABLE workspaces ADD COLUMN ends_callbacks INTEGER NOT NULL DEFAULT 0 CHECK (ends_callbacks BETWEEN 0 AND 1);

CREATE INDEX workspaces_to_clear ON workspaces (clear_at) WHERE clear_at IS NOT NULL;

-- No other query is to use this one: the expression is answered by no index on the column.
CREATE INDEX kept_entries_workspace ON kept_entries ((workspace_id || ''), row) WHERE workspace_id IS NOT NULL;
