-- The verification text of the transfer that proved whose a connected account is, and when it is looked for again in
-- credits: a payment that came back proves nothing. Null: it is not looked for any more, or something else proved it.
ALTER TABLE bank_accounts ADD COLUMN proved_text TEXT COLLATE "C";
ALTER TABLE bank_accounts ADD COLUMN proof_look_at BIGINT;
