CREATE TABLE "exports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"alive_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "avatar_id" text;--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "is_private" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "counts_views" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "exports" ADD CONSTRAINT "exports_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "exports_person" ON "exports" USING btree ("person_id","started_at");--> statement-breakpoint
CREATE UNIQUE INDEX "exports_one_at_a_time" ON "exports" USING btree ("person_id") WHERE ended_at is null;--> statement-breakpoint
ALTER TABLE "people" ADD CONSTRAINT "people_avatar_id_media_id_fk" FOREIGN KEY ("avatar_id") REFERENCES "public"."media"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "people_avatar_key" ON "people" USING btree ("avatar_id");--> statement-breakpoint
ALTER TABLE "people" ADD CONSTRAINT "people_name_length" CHECK (char_length(first_name) between 1 and 60 and char_length(last_name) between 1 and 60);--> statement-breakpoint
ALTER TABLE "people" ADD CONSTRAINT "people_bio_length" CHECK (char_length(bio) between 1 and 500);--> statement-breakpoint
ALTER TABLE "people" ADD CONSTRAINT "people_location_length" CHECK (char_length(location) between 1 and 100);--> statement-breakpoint
ALTER TABLE "people" ADD CONSTRAINT "people_website_length" CHECK (char_length(website) between 1 and 200);