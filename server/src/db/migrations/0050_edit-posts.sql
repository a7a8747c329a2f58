CREATE TABLE "post_revisions" (
	"post_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"person_id" uuid,
	"saved_at" timestamp (3) with time zone NOT NULL,
	"snapshot" jsonb NOT NULL,
	CONSTRAINT "post_revisions_post_id_version_pk" PRIMARY KEY("post_id","version"),
	CONSTRAINT "post_revisions_version_positive" CHECK (version > 0)
);
--> statement-breakpoint
CREATE TABLE "removed_parts" (
	"media_id" text NOT NULL,
	"post_id" uuid NOT NULL,
	"name" text,
	"removed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "removed_parts_media_id_post_id_pk" PRIMARY KEY("media_id","post_id"),
	CONSTRAINT "removed_parts_name_length" CHECK (char_length(name) between 1 and 200)
);
--> statement-breakpoint
ALTER TABLE "posts" DROP CONSTRAINT "posts_status_known";--> statement-breakpoint
ALTER TABLE "draft_parts" DROP CONSTRAINT "draft_parts_pkey";--> statement-breakpoint
ALTER TABLE "post_parts" DROP CONSTRAINT "post_parts_pkey";--> statement-breakpoint
ALTER TABLE "draft_parts" ADD CONSTRAINT "draft_parts_media_id_draft_id_pk" PRIMARY KEY("media_id","draft_id");--> statement-breakpoint
ALTER TABLE "post_parts" ADD CONSTRAINT "post_parts_media_id_post_id_pk" PRIMARY KEY("media_id","post_id");--> statement-breakpoint
ALTER TABLE "drafts" ADD COLUMN "is_made_with_ai" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "drafts" ADD COLUMN "comments_off" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "drafts" ADD COLUMN "post_id" uuid;--> statement-breakpoint
ALTER TABLE "drafts" ADD COLUMN "based_on" integer;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "edited_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "is_made_with_ai" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "comments_off" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "post_revisions" ADD CONSTRAINT "post_revisions_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_revisions" ADD CONSTRAINT "post_revisions_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "removed_parts" ADD CONSTRAINT "removed_parts_media_id_media_id_fk" FOREIGN KEY ("media_id") REFERENCES "public"."media"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "removed_parts" ADD CONSTRAINT "removed_parts_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "post_revisions_person" ON "post_revisions" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "removed_parts_post" ON "removed_parts" USING btree ("post_id");--> statement-breakpoint
CREATE INDEX "removed_parts_oldest" ON "removed_parts" USING btree ("removed_at");--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "drafts_post" ON "drafts" USING btree ("post_id");--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_of_their_post" CHECK (post_id = id and based_on > 0 or post_id is null and based_on is null);--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_version_positive" CHECK (version > 0);--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_status_known" CHECK (status in ('ready', 'processing', 'failed', 'removed', 'unpublished'));