CREATE TRIGGER cached_removed_parts AFTER INSERT OR DELETE OR UPDATE ON removed_parts
  FOR EACH STATEMENT EXECUTE FUNCTION report_kind('posts');
--> statement-breakpoint
-- Files of posts report their post already, avatars and what an edit removed do not.
CREATE TRIGGER cached_files AFTER DELETE OR UPDATE ON media_files
  FOR EACH STATEMENT EXECUTE FUNCTION report_kind('files');
