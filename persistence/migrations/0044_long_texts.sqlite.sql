-- A transfer text of more than 1,000 characters is recorded cut; here it is kept as the bank sent it.
CREATE TABLE transaction_texts (
  transaction_row INTEGER PRIMARY KEY REFERENCES transactions (row),
  content TEXT NOT NULL
) STRICT;
