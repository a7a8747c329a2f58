ALTER TABLE "account_links" DROP CONSTRAINT "account_links_purpose_known";--> statement-breakpoint
ALTER TABLE "two_factor_removals" DROP CONSTRAINT "two_factor_removals_state_known";--> statement-breakpoint
ALTER TABLE "two_factor_removals" DROP CONSTRAINT "two_factor_removals_ended_has_time";--> statement-breakpoint
DROP INDEX "two_factor_removals_one_waiting";--> statement-breakpoint
DROP INDEX "two_factor_removals_due";--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "is_recovering" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "two_factor_removals_one_open" ON "two_factor_removals" USING btree ("person_id") WHERE state in ('waiting', 'ready');--> statement-breakpoint
CREATE INDEX "two_factor_removals_due" ON "two_factor_removals" USING btree ("due_at") WHERE state in ('waiting', 'ready');--> statement-breakpoint
ALTER TABLE "account_links" ADD CONSTRAINT "account_links_purpose_known" CHECK (purpose in ('confirmEmail', 'unlock', 'recover'));--> statement-breakpoint
ALTER TABLE "two_factor_removals" ADD CONSTRAINT "two_factor_removals_state_known" CHECK (state in ('waiting', 'ready', 'cancelled', 'done'));--> statement-breakpoint
ALTER TABLE "two_factor_removals" ADD CONSTRAINT "two_factor_removals_ended_has_time" CHECK ((state in ('waiting', 'ready')) = (ended_at is null));