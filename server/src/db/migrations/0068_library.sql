CREATE TABLE "bookmarks" (
	"person_id" uuid NOT NULL,
	"post_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "bookmarks_person_id_post_id_pk" PRIMARY KEY("person_id","post_id")
);
--> statement-breakpoint
ALTER TABLE "playback_positions" ALTER COLUMN "media_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "keeps_history" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "history_cleared_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "post_views" ADD COLUMN "in_history" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "playback_positions" ADD COLUMN "percent" smallint;--> statement-breakpoint
ALTER TABLE "bookmarks" ADD CONSTRAINT "bookmarks_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookmarks" ADD CONSTRAINT "bookmarks_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bookmarks_post" ON "bookmarks" USING btree ("post_id");--> statement-breakpoint
ALTER TABLE "playback_positions" ADD CONSTRAINT "playback_positions_percent" CHECK (percent between 0 and 99);--> statement-breakpoint
ALTER TABLE "playback_positions" ADD CONSTRAINT "playback_positions_film_or_text" CHECK ((media_id is null) = (percent is not null) and (percent is null or seconds = 0));