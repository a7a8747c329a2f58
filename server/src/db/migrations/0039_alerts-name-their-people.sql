ALTER TABLE "payment_alerts" ADD COLUMN "person_id" uuid;--> statement-breakpoint
CREATE INDEX "payment_alerts_person" ON "payment_alerts" USING btree ("person_id");