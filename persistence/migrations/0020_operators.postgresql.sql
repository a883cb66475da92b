-- The operational status that an operator has given a bank; a bank without a row has the configured one.
CREATE TABLE bank_statuses (
  code TEXT COLLATE "C" PRIMARY KEY,
  status TEXT COLLATE "C" NOT NULL CHECK (status IN ('Active', 'Maintenance', 'Discontinued')),
  changed_at BIGINT NOT NULL
);

-- One invitation of an operator for an address is open at a time, and one for anyone who has the link.
CREATE INDEX invitations_of_operators ON invitations (lower(email)) WHERE status = 'pending' AND workspace_id IS NULL;
