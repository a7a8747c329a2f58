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
DROP INDEX "posts_newest";--> statement-breakpoint
DROP INDEX "posts_creator";--> statement-breakpoint
ALTER TABLE "feed_marks" ADD CONSTRAINT "feed_marks_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feed_marks" ADD CONSTRAINT "feed_marks_stopped_id_posts_id_fk" FOREIGN KEY ("stopped_id") REFERENCES "public"."posts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_counts" ADD CONSTRAINT "post_counts_creator_id_people_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_words" ADD CONSTRAINT "post_words_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "feed_marks_stopped" ON "feed_marks" USING btree ("stopped_id");--> statement-breakpoint
CREATE INDEX "post_words_found" ON "post_words" USING gin ("words") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "posts_newest" ON "posts" USING btree ("created_at","id","status","creator_id");--> statement-breakpoint
CREATE INDEX "posts_creator" ON "posts" USING btree ("creator_id","created_at","id");