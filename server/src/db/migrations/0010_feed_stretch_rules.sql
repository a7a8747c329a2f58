-- Where the stretch of the feed begins that a post of this moment is counted in.
CREATE FUNCTION stretch_of(moment timestamptz) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT coalesce(max(from_at), '-infinity') FROM post_counts WHERE from_at <= moment
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION post_counts_grow() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Waits for whoever lays the stretches anew, before it looks where they are.
  LOCK TABLE post_counts IN ROW EXCLUSIVE MODE;
  INSERT INTO post_counts (creator_id, status, from_at, count)
  SELECT creator_id, status, stretch_of(created_at), count(*) FROM changed GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT (creator_id, status, from_at) DO UPDATE SET count = post_counts.count + excluded.count;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION post_counts_shrink() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  LOCK TABLE post_counts IN ROW EXCLUSIVE MODE;
  UPDATE post_counts SET count = post_counts.count - gone.count
  FROM (
    SELECT creator_id, status, stretch_of(created_at) AS from_at, count(*) FROM changed GROUP BY 1, 2, 3
  ) AS gone
  WHERE post_counts.creator_id = gone.creator_id AND post_counts.status = gone.status
    AND post_counts.from_at = gone.from_at;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION post_counts_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  LOCK TABLE post_counts IN ROW EXCLUSIVE MODE;
  INSERT INTO post_counts (creator_id, status, from_at, count)
  VALUES (NEW.creator_id, NEW.status, stretch_of(NEW.created_at), 1)
  ON CONFLICT (creator_id, status, from_at) DO UPDATE SET count = post_counts.count + 1;
  UPDATE post_counts SET count = count - 1
  WHERE creator_id = OLD.creator_id AND status = OLD.status AND from_at = stretch_of(OLD.created_at);
  RETURN NULL;
END $$;
--> statement-breakpoint
DROP TRIGGER post_counts_move ON posts;
--> statement-breakpoint
CREATE TRIGGER post_counts_move AFTER UPDATE OF status, creator_id, created_at ON posts FOR EACH ROW
  WHEN (OLD.status <> NEW.status OR OLD.creator_id <> NEW.creator_id OR OLD.created_at <> NEW.created_at)
  EXECUTE FUNCTION post_counts_move();
