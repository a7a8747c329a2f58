CREATE TABLE "drafts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"creator_id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"title" text NOT NULL,
	"content" text NOT NULL,
	"media_id" text,
	"media_alt" text NOT NULL,
	"upload_id" text,
	"opens_at" timestamp (3) with time zone,
	"publish_at" timestamp (3) with time zone,
	"not_published" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "drafts_version_positive" CHECK (version > 0),
	CONSTRAINT "drafts_title_length" CHECK (char_length(title) <= 200),
	CONSTRAINT "drafts_content_length" CHECK (char_length(content) <= 20000),
	CONSTRAINT "drafts_media_alt_length" CHECK (char_length(media_alt) <= 1000),
	CONSTRAINT "drafts_upload_has_medium" CHECK (upload_id is null or media_id is not null),
	CONSTRAINT "drafts_waits_or_failed" CHECK (publish_at is null or not_published is null)
);
--> statement-breakpoint
CREATE TABLE "post_views" (
	"post_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"day" date NOT NULL,
	CONSTRAINT "post_views_post_id_person_id_day_pk" PRIMARY KEY("post_id","person_id","day")
);
--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_creator_id_people_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_media_id_media_id_fk" FOREIGN KEY ("media_id") REFERENCES "public"."media"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_views" ADD CONSTRAINT "post_views_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_views" ADD CONSTRAINT "post_views_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "drafts_creator" ON "drafts" USING btree ("creator_id","updated_at");--> statement-breakpoint
CREATE UNIQUE INDEX "drafts_media" ON "drafts" USING btree ("media_id");--> statement-breakpoint
CREATE INDEX "drafts_due" ON "drafts" USING btree ("publish_at") WHERE publish_at is not null;--> statement-breakpoint
CREATE INDEX "post_views_person" ON "post_views" USING btree ("person_id");