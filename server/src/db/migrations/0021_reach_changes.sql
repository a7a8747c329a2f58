CREATE FUNCTION reach_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO reach_changes (post_id) SELECT DISTINCT post_id FROM written;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER reach_changes_seen AFTER INSERT ON post_views
  REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION reach_changes();
--> statement-breakpoint
CREATE TRIGGER reach_changes_unseen AFTER DELETE ON post_views
  REFERENCING OLD TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION reach_changes();
--> statement-breakpoint
CREATE TRIGGER reach_changes_watched AFTER INSERT ON post_watches
  REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION reach_changes();
--> statement-breakpoint
CREATE TRIGGER reach_changes_watched_on AFTER UPDATE ON post_watches
  REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION reach_changes();
--> statement-breakpoint
CREATE TRIGGER reach_changes_unwatched AFTER DELETE ON post_watches
  REFERENCING OLD TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION reach_changes();
--> statement-breakpoint
-- Every post there is is counted at the first minute.
INSERT INTO reach_changes (post_id) SELECT id FROM posts;
