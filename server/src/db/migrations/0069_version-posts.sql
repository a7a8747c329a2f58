-- Lists cache posts by parts_version: every change draws it again, except those of the counters.
CREATE FUNCTION post_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.parts_version := floor(random() * 9007199254740991)::bigint;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER post_version BEFORE UPDATE ON posts FOR EACH ROW
  WHEN (OLD.likes_count = NEW.likes_count AND OLD.comments_count = NEW.comments_count AND OLD.views_count = NEW.views_count)
  EXECUTE FUNCTION post_changed();
