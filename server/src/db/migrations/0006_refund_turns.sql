DROP INDEX "ledger_refunds_asked";--> statement-breakpoint
ALTER TABLE "ledger_refunds" ADD COLUMN "tried_again_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "ledger_refunds_asked" ON "ledger_refunds" USING btree ("tried_again_at" NULLS FIRST,"created_at") WHERE state = 'asked';