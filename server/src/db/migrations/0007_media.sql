CREATE TABLE "feed_marks" (
	"person_id" uuid PRIMARY KEY NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	"seen_id" uuid NOT NULL,
	"stopped_id" uuid,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "post_counts" (
	"creator_id" uuid NOT NULL,
	"status" text NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "post_counts_creator_id_status_pk" PRIMARY KEY("creator_id","status")
);
--> statement-breakpoint
CREATE TABLE "post_words" (
	"post_id" uuid PRIMARY KEY NOT NULL,
	"creator_id" uuid NOT NULL,
	"status" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"words" "tsvector" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "uploads" (
	"id" text PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"bytes" bigint NOT NULL,
	"post_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "uploads_bytes_some" CHECK (bytes > 0),
	CONSTRAINT "uploads_id_form" CHECK (id ~ '^[A-Za-z0-9_-]{22}$')
);
--> statement-breakpoint
ALTER TABLE "posts" DROP CONSTRAINT "posts_counters_not_negative";--> statement-breakpoint
DROP INDEX "posts_newest";--> statement-breakpoint
DROP INDEX "posts_creator";--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "status" text DEFAULT 'ready' NOT NULL;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "work" text;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "tries" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "problem" text;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "duration_ms" integer;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "waveform" smallint[];--> statement-breakpoint
ALTER TABLE "media_files" ADD COLUMN "role" text;--> statement-breakpoint
UPDATE "media_files" SET "role" = CASE WHEN "variant" = 'original' THEN 'whole' ELSE 'size' END;--> statement-breakpoint
UPDATE "media_files" SET "variant" = 'whole' WHERE "variant" = 'original';--> statement-breakpoint
ALTER TABLE "media_files" ALTER COLUMN "role" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "media_files" ADD COLUMN "sealed" text;--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "reply_to_id" uuid;--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "client_id" uuid;--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "answered_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "media_alt" text;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "status" text DEFAULT 'ready' NOT NULL;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "opens_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "views_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "feed_marks" ADD CONSTRAINT "feed_marks_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feed_marks" ADD CONSTRAINT "feed_marks_stopped_id_posts_id_fk" FOREIGN KEY ("stopped_id") REFERENCES "public"."posts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_counts" ADD CONSTRAINT "post_counts_creator_id_people_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_words" ADD CONSTRAINT "post_words_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "feed_marks_stopped" ON "feed_marks" USING btree ("stopped_id");--> statement-breakpoint
CREATE INDEX "post_words_found" ON "post_words" USING gin ("words") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "uploads_person" ON "uploads" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "uploads_post" ON "uploads" USING btree ("post_id");--> statement-breakpoint
CREATE INDEX "uploads_created" ON "uploads" USING btree ("created_at");--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_reply_to_id_comments_id_fk" FOREIGN KEY ("reply_to_id") REFERENCES "public"."comments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "media_work" ON "media" USING btree ("work") WHERE work is not null;--> statement-breakpoint
CREATE INDEX "comments_replies" ON "comments" USING btree ("reply_to_id");--> statement-breakpoint
CREATE UNIQUE INDEX "comments_client" ON "comments" USING btree ("person_id","client_id");--> statement-breakpoint
CREATE INDEX "posts_newest" ON "posts" USING btree ("created_at","id","status","creator_id");--> statement-breakpoint
CREATE INDEX "posts_creator" ON "posts" USING btree ("creator_id","created_at","id");--> statement-breakpoint
ALTER TABLE "media" ADD CONSTRAINT "media_work_known" CHECK (work in ('prepare', 'stream'));--> statement-breakpoint
ALTER TABLE "media" ADD CONSTRAINT "media_status_known" CHECK (status in ('ready', 'processing', 'failed'));--> statement-breakpoint
ALTER TABLE "media_files" ADD CONSTRAINT "media_files_role_known" CHECK (role in ('source', 'whole', 'size', 'poster', 'stream', 'captions'));--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_media_alt_length" CHECK (char_length(media_alt) between 1 and 1000);--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_status_known" CHECK (status in ('ready', 'processing', 'failed'));--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_counters_not_negative" CHECK (likes_count >= 0 and comments_count >= 0 and views_count >= 0);