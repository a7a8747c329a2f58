ALTER TABLE "post_parts" ADD COLUMN "in_text" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- The descriptions of a post's files are among its words.
CREATE FUNCTION post_search_words(post uuid, title text, content text) RETURNS tsvector LANGUAGE sql STABLE AS $$
  SELECT search_words(concat_ws(' ', title, content,
    (SELECT string_agg(alt, ' ' ORDER BY position) FROM post_parts WHERE post_id = post)))
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION post_words_follow() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO post_words (post_id, creator_id, status, created_at, words)
  VALUES (NEW.id, NEW.creator_id, NEW.status, NEW.created_at, post_search_words(NEW.id, NEW.title, NEW.content))
  ON CONFLICT (post_id) DO UPDATE SET creator_id = excluded.creator_id, status = excluded.status,
    created_at = excluded.created_at, words = excluded.words;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION part_words_follow() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE post_words w SET words = post_search_words(p.id, p.title, p.content)
  FROM posts p
  WHERE p.id = w.post_id AND p.id IN (SELECT post_id FROM changed WHERE alt IS NOT NULL OR TG_OP = 'UPDATE');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER part_words_added AFTER INSERT ON post_parts
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION part_words_follow();
--> statement-breakpoint
CREATE TRIGGER part_words_changed AFTER UPDATE ON post_parts
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION part_words_follow();
--> statement-breakpoint
CREATE TRIGGER part_words_removed AFTER DELETE ON post_parts
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION part_words_follow();
--> statement-breakpoint
UPDATE post_words w SET words = post_search_words(p.id, p.title, p.content)
FROM posts p
WHERE p.id = w.post_id AND EXISTS (SELECT FROM post_parts WHERE post_id = p.id AND alt IS NOT NULL);
