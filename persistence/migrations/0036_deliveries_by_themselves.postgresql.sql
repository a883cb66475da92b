-- What a delivery or an attempt refers to is written in the same transaction, or was there and stays: links and
-- transactions are never deleted, and the rows of deliveries are held while their attempts are deleted. To look it up again
-- for each row took a fifth of what PostgreSQL needs for a delivery. `paylinkd doctor` looks for rows without it.
LOCK TABLE payment_links, transactions, deliveries, attempts IN ACCESS EXCLUSIVE MODE;
ALTER TABLE attempts DROP CONSTRAINT attempts_delivery_row_fkey;
ALTER TABLE deliveries DROP CONSTRAINT deliveries_transaction_row_fkey;
ALTER TABLE deliveries DROP CONSTRAINT deliveries_link_row_fkey;

-- Only callbacks are of a link; the others would each be a NULL in it, twice.
ALTER TABLE deliveries DROP CONSTRAINT deliveries_link_row_key;
CREATE UNIQUE INDEX deliveries_link ON deliveries (link_row) WHERE link_row IS NOT NULL;
