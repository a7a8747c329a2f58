ALTER TABLE "departures" ADD COLUMN "removed" jsonb;--> statement-breakpoint
ALTER TABLE "letters" ADD COLUMN "person_id" uuid;--> statement-breakpoint
ALTER TABLE "letters" ADD COLUMN "named" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
CREATE INDEX "letters_person" ON "letters" USING btree ("person_id");