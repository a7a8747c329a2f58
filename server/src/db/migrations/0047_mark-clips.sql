ALTER TABLE "posts" ADD COLUMN "is_clip" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "posts_clip" ON "posts" USING btree ("creator_id") WHERE is_clip;--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_clip_is_open_video" CHECK (not is_clip or (media_type = 'video' and opens_at is not null));--> statement-breakpoint
DROP TRIGGER posts_changed ON posts;--> statement-breakpoint
CREATE TRIGGER posts_changed
  AFTER INSERT OR DELETE OR UPDATE OF title, content, status, opens_at, sharing, is_clip, created_at, creator_id, media_type ON posts
  FOR EACH STATEMENT EXECUTE FUNCTION report_change('posts');
