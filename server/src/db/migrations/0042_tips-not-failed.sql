DROP INDEX "tips_received";--> statement-breakpoint
CREATE INDEX "tips_received" ON "tips" USING btree ("to_person_id","created_at","id") WHERE status <> 'failed';