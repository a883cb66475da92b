-- A delivery says itself where it goes: the callback of a link to the URL that the link had when it was paid.
ALTER TABLE deliveries ADD COLUMN url TEXT NOT NULL DEFAULT '';
UPDATE deliveries SET url = (SELECT l.callback_url FROM payment_links l WHERE l.row = deliveries.link_row)
WHERE link_row IS NOT NULL;
