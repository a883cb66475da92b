-- The bank's time of the transfer that proved whose a connected account is. Read while there is a `proved_text`.
ALTER TABLE bank_accounts ADD COLUMN proof_occurred_at BIGINT;
UPDATE bank_accounts SET proof_occurred_at = connected_at WHERE proved_text IS NOT NULL;
