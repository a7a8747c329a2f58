-- Text as the search compares it: small letters without accents, one space between words. What is no letter, digit or
-- sign of its own (an emoji) parts words. Needs no extension and no particular collation.
CREATE FUNCTION fold_words(said text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT btrim(regexp_replace(
    replace(replace(replace(
      translate(lower(regexp_replace(normalize(said, NFKD), '[\u0300-\u036f\ufe00-\ufe0f]+', '', 'g')), 'øłđħıςð', 'oldhiσd'),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'),
    '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u00d7\u00f7\u2000-\u206f\u3000-\u303f]+', ' ', 'g'))
$$;
--> statement-breakpoint
-- The words with their places, for phrases; not parsed, so that a number, an address and an emoji are words as well.
CREATE FUNCTION search_words(said text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(string_agg('''' || left(word, 100) || ''':' || least(place, 16383), ' '), '')::tsvector
  FROM string_to_table(fold_words(said), ' ') WITH ORDINALITY AS said_words (word, place)
  WHERE word <> ''
$$;
--> statement-breakpoint
CREATE FUNCTION post_words_follow() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO post_words (post_id, creator_id, status, created_at, words)
  VALUES (NEW.id, NEW.creator_id, NEW.status, NEW.created_at, search_words(concat_ws(' ', NEW.title, NEW.content)))
  ON CONFLICT (post_id) DO UPDATE SET creator_id = excluded.creator_id, status = excluded.status,
    created_at = excluded.created_at, words = excluded.words;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER post_words_follow AFTER INSERT OR UPDATE OF title, content, status, created_at, creator_id ON posts
  FOR EACH ROW EXECUTE FUNCTION post_words_follow();
--> statement-breakpoint
CREATE FUNCTION post_counts_grow() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO post_counts (creator_id, status, count)
  SELECT creator_id, status, count(*) FROM changed GROUP BY creator_id, status ORDER BY creator_id, status
  ON CONFLICT (creator_id, status) DO UPDATE SET count = post_counts.count + excluded.count;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION post_counts_shrink() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE post_counts SET count = post_counts.count - gone.count
  FROM (SELECT creator_id, status, count(*) FROM changed GROUP BY creator_id, status) AS gone
  WHERE post_counts.creator_id = gone.creator_id AND post_counts.status = gone.status;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION post_counts_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO post_counts (creator_id, status, count) VALUES (NEW.creator_id, NEW.status, 1)
  ON CONFLICT (creator_id, status) DO UPDATE SET count = post_counts.count + 1;
  UPDATE post_counts SET count = count - 1 WHERE creator_id = OLD.creator_id AND status = OLD.status;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER post_counts_grow AFTER INSERT ON posts
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION post_counts_grow();
--> statement-breakpoint
CREATE TRIGGER post_counts_shrink AFTER DELETE ON posts
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION post_counts_shrink();
--> statement-breakpoint
CREATE TRIGGER post_counts_move AFTER UPDATE OF status, creator_id ON posts FOR EACH ROW
  WHEN (OLD.status <> NEW.status OR OLD.creator_id <> NEW.creator_id) EXECUTE FUNCTION post_counts_move();
--> statement-breakpoint
INSERT INTO post_words (post_id, creator_id, status, created_at, words)
  SELECT id, creator_id, status, created_at, search_words(concat_ws(' ', title, content)) FROM posts;
--> statement-breakpoint
INSERT INTO post_counts (creator_id, status, count) SELECT creator_id, status, count(*) FROM posts GROUP BY creator_id, status;
