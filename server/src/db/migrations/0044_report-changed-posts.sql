-- Tells every process that what strangers see may have changed: they cache it.
CREATE FUNCTION report_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('touchline_live', json_build_object('changed', TG_ARGV[0])::text);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER posts_changed
  AFTER INSERT OR DELETE OR UPDATE OF title, content, status, opens_at, sharing, created_at, creator_id, media_id ON posts
  FOR EACH STATEMENT EXECUTE FUNCTION report_change('posts');
--> statement-breakpoint
CREATE TRIGGER creators_changed
  AFTER UPDATE OF first_name, last_name, bio, avatar_id, is_private, is_main_influencer, is_blocked, sharing, role, erased_at ON people
  FOR EACH ROW WHEN (OLD.role = 'creator' OR NEW.role = 'creator' OR OLD.is_main_influencer OR NEW.is_main_influencer)
  EXECUTE FUNCTION report_change('creators');
--> statement-breakpoint
CREATE TRIGGER creators_added AFTER INSERT ON people
  FOR EACH ROW WHEN (NEW.role = 'creator' OR NEW.is_main_influencer)
  EXECUTE FUNCTION report_change('creators');
