ALTER TABLE "notifications" ADD COLUMN "pushed_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "notifications_pushed" ON "notifications" USING btree ("person_id","pushed_at");