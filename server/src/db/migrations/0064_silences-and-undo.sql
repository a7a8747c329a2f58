CREATE TABLE "silences" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"by_id" uuid,
	"reason" text NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "silences_reason_length" CHECK (char_length(reason) between 1 and 500),
	CONSTRAINT "silences_end_after_start" CHECK (until > started_at)
);
--> statement-breakpoint
ALTER TABLE "moderation_cases" ADD COLUMN "undo_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "silences" ADD CONSTRAINT "silences_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "silences" ADD CONSTRAINT "silences_by_id_people_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."people"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "silences_one_open" ON "silences" USING btree ("person_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "silences_person" ON "silences" USING btree ("person_id","started_at");--> statement-breakpoint
CREATE INDEX "silences_open" ON "silences" USING btree ("until","id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "silences_by" ON "silences" USING btree ("by_id");--> statement-breakpoint
CREATE INDEX "moderation_cases_undo" ON "moderation_cases" USING btree ("undo_until") WHERE undo_until is not null;--> statement-breakpoint
ALTER TABLE "moderation_cases" ADD CONSTRAINT "moderation_cases_undo_of_decision" CHECK (undo_until is null or decided_at is not null);