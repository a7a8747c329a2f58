-- Tells every process that filters may find other posts: they count them in memory.
CREATE TRIGGER posts_rearranged
  AFTER INSERT OR DELETE OR UPDATE OF status, created_at, creator_id, media_type, tags ON posts
  FOR EACH STATEMENT EXECUTE FUNCTION report_change('archive');
--> statement-breakpoint
CREATE TRIGGER collections_rearranged
  AFTER INSERT OR DELETE OR UPDATE OF title ON collections
  FOR EACH STATEMENT EXECUTE FUNCTION report_change('archive');
--> statement-breakpoint
CREATE TRIGGER collection_posts_rearranged
  AFTER INSERT OR DELETE ON collection_posts
  FOR EACH STATEMENT EXECUTE FUNCTION report_change('archive');
