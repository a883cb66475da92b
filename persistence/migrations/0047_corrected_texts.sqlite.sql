-- The transactions whose text was replaced, in the order of the changes: the index of texts, which is in another file, has to take
-- them up again. mark: tells a change from another of its number, after a restore.
CREATE TABLE corrected_texts (
  number INTEGER PRIMARY KEY,
  transaction_row INTEGER NOT NULL REFERENCES transactions (row),
  mark TEXT NOT NULL
) STRICT;
CREATE TRIGGER transactions_corrected AFTER UPDATE OF content ON transactions WHEN NEW.content <> OLD.content AND NEW.content <> ''
  BEGIN INSERT INTO corrected_texts (transaction_row, mark) VALUES (NEW.row, hex(randomblob(8))); END;
