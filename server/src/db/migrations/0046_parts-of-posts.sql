CREATE TABLE "draft_parts" (
	"media_id" text PRIMARY KEY NOT NULL,
	"position" smallint NOT NULL,
	"alt" text,
	"name" text,
	"draft_id" uuid NOT NULL,
	"upload_id" text,
	CONSTRAINT "draft_parts_position_known" CHECK (position between 0 and 59),
	CONSTRAINT "draft_parts_alt_length" CHECK (char_length(alt) between 1 and 1000),
	CONSTRAINT "draft_parts_name_length" CHECK (char_length(name) between 1 and 200),
	CONSTRAINT "draft_parts_alt_or_name" CHECK (alt is null or name is null)
);
--> statement-breakpoint
CREATE TABLE "post_parts" (
	"media_id" text PRIMARY KEY NOT NULL,
	"position" smallint NOT NULL,
	"alt" text,
	"name" text,
	"post_id" uuid NOT NULL,
	CONSTRAINT "post_parts_position_known" CHECK (position between 0 and 59),
	CONSTRAINT "post_parts_alt_length" CHECK (char_length(alt) between 1 and 1000),
	CONSTRAINT "post_parts_name_length" CHECK (char_length(name) between 1 and 200),
	CONSTRAINT "post_parts_alt_or_name" CHECK (alt is null or name is null)
);
--> statement-breakpoint
ALTER TABLE "drafts" DROP CONSTRAINT "drafts_upload_has_medium";--> statement-breakpoint
ALTER TABLE "media" DROP CONSTRAINT "media_kind_known";--> statement-breakpoint
ALTER TABLE "media_files" DROP CONSTRAINT "media_files_role_known";--> statement-breakpoint
ALTER TABLE "posts" DROP CONSTRAINT "posts_media_present";--> statement-breakpoint
ALTER TABLE "posts" DROP CONSTRAINT "posts_media_alt_length";--> statement-breakpoint
ALTER TABLE "drafts" DROP CONSTRAINT "drafts_media_id_media_id_fk";
--> statement-breakpoint
ALTER TABLE "posts" DROP CONSTRAINT "posts_media_id_media_id_fk";
--> statement-breakpoint
DROP INDEX "drafts_media";--> statement-breakpoint
DROP INDEX "posts_media";--> statement-breakpoint
ALTER TABLE "draft_parts" ADD CONSTRAINT "draft_parts_media_id_media_id_fk" FOREIGN KEY ("media_id") REFERENCES "public"."media"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "draft_parts" ADD CONSTRAINT "draft_parts_draft_id_drafts_id_fk" FOREIGN KEY ("draft_id") REFERENCES "public"."drafts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_parts" ADD CONSTRAINT "post_parts_media_id_media_id_fk" FOREIGN KEY ("media_id") REFERENCES "public"."media"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_parts" ADD CONSTRAINT "post_parts_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "draft_parts_draft" ON "draft_parts" USING btree ("draft_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "draft_parts_upload" ON "draft_parts" USING btree ("upload_id");--> statement-breakpoint
CREATE INDEX "post_parts_post" ON "post_parts" USING btree ("post_id","position");--> statement-breakpoint
INSERT INTO "post_parts" ("media_id", "position", "alt", "post_id")
  SELECT "media_id", 0, "media_alt", "id" FROM "posts" WHERE "media_id" IS NOT NULL;--> statement-breakpoint
INSERT INTO "draft_parts" ("media_id", "position", "alt", "draft_id", "upload_id")
  SELECT "media_id", 0, nullif("media_alt", ''), "id", "upload_id" FROM "drafts" WHERE "media_id" IS NOT NULL;--> statement-breakpoint
UPDATE "drafts" SET "media_alt" = '' WHERE "media_id" IS NOT NULL;--> statement-breakpoint
DROP TRIGGER "posts_changed" ON "posts";--> statement-breakpoint
ALTER TABLE "drafts" DROP COLUMN "media_id";--> statement-breakpoint
ALTER TABLE "drafts" DROP COLUMN "upload_id";--> statement-breakpoint
ALTER TABLE "posts" DROP COLUMN "media_id";--> statement-breakpoint
ALTER TABLE "posts" DROP COLUMN "media_alt";--> statement-breakpoint
ALTER TABLE "media" ADD CONSTRAINT "media_kind_known" CHECK (kind in ('image', 'video', 'audio', 'file'));--> statement-breakpoint
ALTER TABLE "media_files" ADD CONSTRAINT "media_files_role_known" CHECK (role in ('source', 'whole', 'size', 'poster', 'stream', 'captions', 'attachment'));--> statement-breakpoint
CREATE TRIGGER posts_changed
  AFTER INSERT OR DELETE OR UPDATE OF title, content, status, opens_at, sharing, created_at, creator_id, media_type ON posts
  FOR EACH STATEMENT EXECUTE FUNCTION report_change('posts');--> statement-breakpoint
CREATE TRIGGER post_parts_changed AFTER INSERT OR DELETE OR UPDATE OF media_id, position ON post_parts
  FOR EACH STATEMENT EXECUTE FUNCTION report_change('posts');
