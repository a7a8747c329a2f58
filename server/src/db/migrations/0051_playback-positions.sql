CREATE TABLE "playback_positions" (
	"person_id" uuid NOT NULL,
	"post_id" uuid NOT NULL,
	"media_id" text NOT NULL,
	"seconds" integer NOT NULL,
	"played_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "playback_positions_person_id_post_id_pk" PRIMARY KEY("person_id","post_id"),
	CONSTRAINT "playback_positions_seconds" CHECK (seconds between 0 and 1000000)
);
--> statement-breakpoint
ALTER TABLE "playback_positions" ADD CONSTRAINT "playback_positions_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "playback_positions" ADD CONSTRAINT "playback_positions_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "playback_positions" ADD CONSTRAINT "playback_positions_media_id_media_id_fk" FOREIGN KEY ("media_id") REFERENCES "public"."media"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "playback_positions_post" ON "playback_positions" USING btree ("post_id");--> statement-breakpoint
CREATE INDEX "playback_positions_media" ON "playback_positions" USING btree ("media_id");