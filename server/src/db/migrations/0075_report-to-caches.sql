-- Reports what processes cache. The payload is the id of the person or post that changed, or a word for all of a kind.
CREATE FUNCTION report_kind() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('touchline_changes', TG_ARGV[0]);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION report_person_of_row() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('touchline_changes', coalesce(NEW.person_id, OLD.person_id)::text);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION report_post_of_row() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('touchline_changes', coalesce(NEW.post_id, OLD.post_id)::text);
  RETURN NULL;
END $$;
--> statement-breakpoint
-- A notice without a person is for all members.
CREATE FUNCTION report_notices() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('touchline_changes', coalesce(notified.person_id::text, 'notices'))
  FROM (SELECT DISTINCT person_id FROM changed WHERE is_on_site) notified;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- A heart changes the author's bell, the comments of the post, and how its giver sees them.
CREATE FUNCTION report_hearts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('touchline_changes', concerned.id::text)
  FROM (
    SELECT DISTINCT unnest(ARRAY[comments.person_id, comments.post_id, changed.person_id]) AS id
    FROM changed JOIN comments ON comments.id = changed.comment_id
  ) concerned;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER cached_posts AFTER INSERT OR DELETE ON posts
  FOR EACH STATEMENT EXECUTE FUNCTION report_kind('posts');
--> statement-breakpoint
CREATE TRIGGER cached_post AFTER UPDATE ON posts FOR EACH ROW
  WHEN (OLD.parts_version IS DISTINCT FROM NEW.parts_version) EXECUTE FUNCTION report_kind('posts');
--> statement-breakpoint
CREATE TRIGGER cached_counters AFTER UPDATE OF likes_count, comments_count ON posts
  FOR EACH STATEMENT EXECUTE FUNCTION report_kind('counters');
--> statement-breakpoint
CREATE TRIGGER cached_people
  AFTER UPDATE OF first_name, last_name, email, role, avatar_id, is_main_influencer, erased_at ON people
  FOR EACH STATEMENT EXECUTE FUNCTION report_kind('people');
--> statement-breakpoint
CREATE TRIGGER cached_mentions AFTER UPDATE ON comment_mentions
  FOR EACH STATEMENT EXECUTE FUNCTION report_kind('people');
--> statement-breakpoint
CREATE TRIGGER cached_tips AFTER DELETE OR UPDATE OF from_person_id, to_person_id, amount_cents ON tips
  FOR EACH STATEMENT EXECUTE FUNCTION report_kind('tips');
--> statement-breakpoint
CREATE TRIGGER cached_comments AFTER INSERT OR DELETE OR UPDATE ON comments
  FOR EACH ROW EXECUTE FUNCTION report_post_of_row();
--> statement-breakpoint
CREATE TRIGGER removed_comments AFTER DELETE OR UPDATE OF removed_at, person_id ON comments
  FOR EACH STATEMENT EXECUTE FUNCTION report_kind('comments');
--> statement-breakpoint
CREATE TRIGGER cached_hearts AFTER INSERT ON comment_likes
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION report_hearts();
--> statement-breakpoint
CREATE TRIGGER removed_hearts AFTER DELETE ON comment_likes
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION report_hearts();
--> statement-breakpoint
CREATE TRIGGER cached_likes AFTER INSERT OR DELETE ON likes
  FOR EACH ROW EXECUTE FUNCTION report_person_of_row();
--> statement-breakpoint
CREATE TRIGGER cached_mutes AFTER INSERT OR DELETE ON muted_threads
  FOR EACH ROW EXECUTE FUNCTION report_person_of_row();
--> statement-breakpoint
CREATE TRIGGER cached_hiding AFTER INSERT OR DELETE ON hidden_people
  FOR EACH ROW EXECUTE FUNCTION report_person_of_row();
--> statement-breakpoint
CREATE TRIGGER cached_notices AFTER INSERT ON notifications
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION report_notices();
--> statement-breakpoint
CREATE TRIGGER removed_notices AFTER DELETE ON notifications
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION report_notices();
--> statement-breakpoint
CREATE TRIGGER cached_notice_settings
  AFTER INSERT OR DELETE OR UPDATE OF read_until, site_declined ON notification_settings
  FOR EACH ROW EXECUTE FUNCTION report_person_of_row();
--> statement-breakpoint
CREATE TRIGGER cached_memberships AFTER UPDATE OF started_at, is_current ON memberships
  FOR EACH ROW EXECUTE FUNCTION report_person_of_row();
