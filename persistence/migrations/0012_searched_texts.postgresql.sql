-- Searches in transfer texts go by their pieces of three characters. Where pg_trgm is missing, or its creation is not
-- allowed (but for no other reason), they go through the rows of an account instead, newest first, for as long as a list may take: the service says
-- so at each start, and the manual how to make the index later. What is new stands in a list first, which the service
-- empties every two seconds; the limit is for nodes that have no time to. Within the block no line ends with a semicolon.
DO $$
DECLARE home TEXT
; BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm SCHEMA public
; SELECT n.nspname INTO home FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'pg_trgm'
; EXECUTE format('CREATE INDEX IF NOT EXISTS transactions_content ON transactions USING gin (content %I.gin_trgm_ops) WITH (gin_pending_list_limit = 65536)', home)
; EXCEPTION WHEN undefined_file OR feature_not_supported OR insufficient_privilege OR invalid_schema_name THEN NULL
; END $$;
