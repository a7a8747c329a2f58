-- Who was blocked before reasons and ends were written down.
INSERT INTO blocks (id, person_id, starts_at) SELECT gen_random_uuid(), id, now() FROM people WHERE is_blocked;
--> statement-breakpoint
CREATE FUNCTION person_words_follow() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO person_words (person_id, created_at, words)
  VALUES (NEW.id, NEW.created_at, search_words(concat_ws(' ', NEW.first_name, NEW.last_name, NEW.email)))
  ON CONFLICT (person_id) DO UPDATE SET created_at = excluded.created_at, words = excluded.words;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER person_words_follow AFTER INSERT OR UPDATE OF first_name, last_name, email, created_at ON people
  FOR EACH ROW EXECUTE FUNCTION person_words_follow();
--> statement-breakpoint
INSERT INTO person_words (person_id, created_at, words)
  SELECT id, created_at, search_words(concat_ws(' ', first_name, last_name, email)) FROM people;
--> statement-breakpoint
-- All words that were typed, in any order, each of them perhaps unfinished; null when there is none.
CREATE FUNCTION begun_words(typed text) RETURNS tsquery LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT string_agg('''' || left(word, 100) || ''':*', ' & ')::tsquery
  FROM string_to_table(fold_words(typed), ' ') AS typed_words (word)
  WHERE word <> ''
$$;
--> statement-breakpoint
CREATE FUNCTION person_visits_follow() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO person_visits (person_id, last_seen_at) VALUES (NEW.person_id, NEW.last_seen_at)
  ON CONFLICT (person_id) DO UPDATE SET last_seen_at = greatest(person_visits.last_seen_at, excluded.last_seen_at);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER person_visits_follow AFTER INSERT OR UPDATE OF last_seen_at ON sessions
  FOR EACH ROW EXECUTE FUNCTION person_visits_follow();
--> statement-breakpoint
INSERT INTO person_visits (person_id, last_seen_at) SELECT person_id, max(last_seen_at) FROM sessions GROUP BY person_id;
