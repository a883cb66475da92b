-- When the number of a disconnected account was connected as another account: from then on it is told of nothing, whatever
-- becomes of the other one.
ALTER TABLE bank_accounts ADD COLUMN superseded_at BIGINT;
UPDATE bank_accounts SET superseded_at = COALESCE(disconnected_at, 0) WHERE state = 'disconnected' AND EXISTS
  (SELECT 1 FROM bank_accounts c WHERE c.bin = bank_accounts.bin AND c.number = bank_accounts.number AND c.state = 'connected');
