ALTER TABLE "posts" DROP CONSTRAINT "posts_counters_not_negative";--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "status" text DEFAULT 'ready' NOT NULL;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "problem" text;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "duration_ms" integer;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "waveform" smallint[];--> statement-breakpoint
ALTER TABLE "media_files" ADD COLUMN "role" text;--> statement-breakpoint
UPDATE "media_files" SET "role" = CASE WHEN "variant" = 'original' THEN 'whole' ELSE 'size' END;--> statement-breakpoint
UPDATE "media_files" SET "variant" = 'whole' WHERE "variant" = 'original';--> statement-breakpoint
ALTER TABLE "media_files" ALTER COLUMN "role" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "reply_to_id" uuid;--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "client_id" uuid;--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "answered_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "media_alt" text;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "status" text DEFAULT 'ready' NOT NULL;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "opens_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "views_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_reply_to_id_comments_id_fk" FOREIGN KEY ("reply_to_id") REFERENCES "public"."comments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "comments_replies" ON "comments" USING btree ("reply_to_id");--> statement-breakpoint
CREATE UNIQUE INDEX "comments_client" ON "comments" USING btree ("person_id","client_id");--> statement-breakpoint
ALTER TABLE "media" ADD CONSTRAINT "media_status_known" CHECK (status in ('ready', 'processing', 'failed'));--> statement-breakpoint
ALTER TABLE "media_files" ADD CONSTRAINT "media_files_role_known" CHECK (role in ('source', 'whole', 'size', 'poster', 'stream', 'captions'));--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_media_alt_length" CHECK (char_length(media_alt) between 1 and 1000);--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_status_known" CHECK (status in ('ready', 'processing', 'failed'));--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_counters_not_negative" CHECK (likes_count >= 0 and comments_count >= 0 and views_count >= 0);