-- Moves the counters of a post that the statement calling this has locked. A statement that locks a row and updates it
-- by itself goes back to the row as it was when the statement began: somebody who waits for that one waits for it, and
-- it for them. What is done here sees the row as it is.
CREATE FUNCTION move_post_counters(post uuid, by_likes integer, by_comments integer, by_views integer)
RETURNS TABLE (counted_id uuid, likes_now integer, comments_now integer) LANGUAGE plpgsql AS $$
BEGIN
  RETURN QUERY UPDATE posts SET
    likes_count = likes_count + by_likes,
    comments_count = comments_count + by_comments,
    views_count = views_count + by_views
  WHERE id = post
  RETURNING id, likes_count, comments_count;
END $$;
