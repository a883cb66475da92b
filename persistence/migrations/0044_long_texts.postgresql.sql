-- A transfer text of more than 1,000 characters is recorded cut; here it is kept as the bank sent it.
CREATE TABLE transaction_texts (
  transaction_row BIGINT PRIMARY KEY REFERENCES transactions (row),
  content TEXT COLLATE "C" NOT NULL
);

-- A body that the deliveries of one event share, each of which then has an empty one of its own. They have its subject_id,
-- by which they are found before the last of them takes it along. A delivery that shares it with no other keeps its body.
CREATE TABLE delivery_payloads (
  row BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  subject_id TEXT COLLATE "C" NOT NULL,
  body TEXT NOT NULL
);
ALTER TABLE deliveries ADD COLUMN payload_row BIGINT;
