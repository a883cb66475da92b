-- What is due is kept apart from the links, in the order of time: a link that is paid or cancelled leaves its row here to
-- the sweep, so that closing it touches no index.
CREATE TABLE link_expiries (
  expires_at BIGINT NOT NULL,
  link_row BIGINT NOT NULL,
  PRIMARY KEY (expires_at, link_row)
);

INSERT INTO link_expiries (expires_at, link_row) SELECT expires_at, row FROM payment_links WHERE status = 0;

DROP INDEX payment_links_expiry;

-- The transaction that completed a link is found through the link.
DROP INDEX transactions_link;
CREATE INDEX transactions_beside ON transactions (link_row) WHERE link_row IS NOT NULL AND classification > 1;
