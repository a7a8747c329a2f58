-- A search of tips looks anywhere in messages and names. Without pg_trgm, which comes with PostgreSQL but may not be
-- installed or not be allowed, it finds the same and reads every row.
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE INDEX tips_message_trigrams ON tips USING gin (lower(message) gin_trgm_ops) WITH (fastupdate = off);
  CREATE INDEX people_name_trigrams ON people USING gin (
    lower(coalesce(first_name || ' ' || last_name, first_name, last_name, email)) gin_trgm_ops
  ) WITH (fastupdate = off);
EXCEPTION WHEN insufficient_privilege OR feature_not_supported OR undefined_file OR undefined_object THEN
  RAISE NOTICE 'searches of tips have no index: %', SQLERRM;
END $$;
