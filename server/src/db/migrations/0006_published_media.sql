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
ALTER TABLE "media" ADD COLUMN "work" text;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "tries" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "media_files" ADD COLUMN "sealed" text;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "uploads_person" ON "uploads" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "uploads_post" ON "uploads" USING btree ("post_id");--> statement-breakpoint
CREATE INDEX "uploads_created" ON "uploads" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "media_work" ON "media" USING btree ("work") WHERE work is not null;--> statement-breakpoint
ALTER TABLE "media" ADD CONSTRAINT "media_work_known" CHECK (work in ('prepare', 'stream'));