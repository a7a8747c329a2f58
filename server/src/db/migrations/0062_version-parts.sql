ALTER TABLE "posts" ADD COLUMN "parts_version" bigint DEFAULT floor(random() * 9007199254740991)::bigint NOT NULL;
--> statement-breakpoint
CREATE FUNCTION parts_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE posts SET parts_version = DEFAULT WHERE id IN (SELECT post_id FROM changed);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER parts_added AFTER INSERT ON post_parts
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION parts_changed();
--> statement-breakpoint
CREATE TRIGGER parts_changed AFTER UPDATE ON post_parts
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION parts_changed();
--> statement-breakpoint
CREATE TRIGGER parts_removed AFTER DELETE ON post_parts
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION parts_changed();
--> statement-breakpoint
CREATE FUNCTION media_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE posts SET parts_version = DEFAULT WHERE id IN (SELECT post_id FROM post_parts WHERE media_id = NEW.id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER media_changed
  AFTER UPDATE OF kind, mime_type, status, problem, width, height, duration_ms, waveform, placeholder, bytes ON media
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION media_changed();
--> statement-breakpoint
CREATE FUNCTION media_files_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE posts SET parts_version = DEFAULT
  WHERE id IN (SELECT p.post_id FROM post_parts p JOIN changed c ON c.media_id = p.media_id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER media_files_added AFTER INSERT ON media_files
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION media_files_changed();
--> statement-breakpoint
CREATE TRIGGER media_files_changed AFTER UPDATE ON media_files
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION media_files_changed();
--> statement-breakpoint
CREATE TRIGGER media_files_removed AFTER DELETE ON media_files
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION media_files_changed();
