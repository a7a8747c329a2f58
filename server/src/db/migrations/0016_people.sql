CREATE TABLE "person_visits" (
	"person_id" uuid PRIMARY KEY NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "person_words" (
	"person_id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"words" "tsvector" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "blocks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"by_id" uuid,
	"reason" text,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"until" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"ended_by_id" uuid,
	CONSTRAINT "blocks_reason_length" CHECK (char_length(reason) between 1 and 500),
	CONSTRAINT "blocks_end_after_start" CHECK (until > starts_at)
);
--> statement-breakpoint
ALTER TABLE "person_visits" ADD CONSTRAINT "person_visits_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person_words" ADD CONSTRAINT "person_words_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blocks" ADD CONSTRAINT "blocks_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blocks" ADD CONSTRAINT "blocks_by_id_people_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blocks" ADD CONSTRAINT "blocks_ended_by_id_people_id_fk" FOREIGN KEY ("ended_by_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "person_visits_last" ON "person_visits" USING btree ("last_seen_at");--> statement-breakpoint
CREATE INDEX "person_words_newest" ON "person_words" USING btree ("created_at","person_id");--> statement-breakpoint
CREATE INDEX "person_words_found" ON "person_words" USING gin ("words") WITH (fastupdate=false);--> statement-breakpoint
CREATE UNIQUE INDEX "blocks_one_open" ON "blocks" USING btree ("person_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "blocks_person" ON "blocks" USING btree ("person_id","starts_at");--> statement-breakpoint
CREATE INDEX "blocks_open" ON "blocks" USING btree ("starts_at","id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "blocks_due" ON "blocks" USING btree ("until") WHERE ended_at is null and until is not null;--> statement-breakpoint
CREATE INDEX "blocks_by" ON "blocks" USING btree ("by_id");--> statement-breakpoint
CREATE INDEX "blocks_ended_by" ON "blocks" USING btree ("ended_by_id");