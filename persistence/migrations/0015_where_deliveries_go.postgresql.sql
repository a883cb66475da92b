-- A delivery says itself where it goes: the callback of a link to the URL that the link had when it was paid. Without a
-- default a node of an earlier version, which does not know the column, stores no delivery that goes nowhere.
ALTER TABLE deliveries ADD COLUMN url TEXT;
UPDATE deliveries d SET url = COALESCE((SELECT l.callback_url FROM payment_links l WHERE l.row = d.link_row), '');
ALTER TABLE deliveries ALTER COLUMN url SET NOT NULL;
