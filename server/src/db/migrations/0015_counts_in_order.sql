-- A post that fails and one that is tried again move between the same two counts in opposite directions: both take the
-- two in one order.
CREATE OR REPLACE FUNCTION post_counts_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  LOCK TABLE post_counts IN ROW EXCLUSIVE MODE;
  PERFORM FROM post_counts
  WHERE (creator_id, status, from_at) IN (
    (OLD.creator_id, OLD.status, stretch_of(OLD.created_at)),
    (NEW.creator_id, NEW.status, stretch_of(NEW.created_at))
  )
  ORDER BY creator_id, status, from_at FOR UPDATE;
  INSERT INTO post_counts (creator_id, status, from_at, count)
  VALUES (NEW.creator_id, NEW.status, stretch_of(NEW.created_at), 1)
  ON CONFLICT (creator_id, status, from_at) DO UPDATE SET count = post_counts.count + 1;
  UPDATE post_counts SET count = count - 1
  WHERE creator_id = OLD.creator_id AND status = OLD.status AND from_at = stretch_of(OLD.created_at);
  RETURN NULL;
END $$;
