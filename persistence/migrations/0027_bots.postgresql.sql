-- A digest that stands for the token of a chat's bot: the chats of one bot share its limits. Empty for an endpoint, whose
-- rows alone have an API key.
ALTER TABLE webhook_keys ADD COLUMN bot TEXT COLLATE "C" NOT NULL DEFAULT '';
