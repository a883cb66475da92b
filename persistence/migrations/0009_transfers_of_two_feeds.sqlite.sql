-- What the entries of one transfer have in common over all feeds of its account stays with its transaction: transfer_print,
-- and as transfer_turn which of the equal transfers of that minute it is. Two nodes that hear of the same one at once want
-- the same turn, and one of them looks again.
ALTER TABLE transactions ADD COLUMN transfer_print INTEGER;
ALTER TABLE transactions ADD COLUMN transfer_turn INTEGER;
UPDATE transactions AS t SET transfer_print = pairing_print,
  transfer_turn = (SELECT COUNT(*) FROM transactions e WHERE e.account_row + 0 = t.account_row AND e.pairing_print = t.pairing_print AND e.row < t.row)
  WHERE pairing_print IS NOT NULL;
DROP INDEX transactions_unpaired;
UPDATE transactions SET pairing_print = NULL WHERE pairing_print IS NOT NULL;
CREATE UNIQUE INDEX transactions_transfer ON transactions (account_row + 0, transfer_print, transfer_turn)
  WHERE transfer_print IS NOT NULL;
