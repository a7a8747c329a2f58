DROP INDEX "payout_open_lines_occurred";--> statement-breakpoint
CREATE INDEX "payout_open_lines_occurred" ON "payout_open_lines" USING btree ("occurred_at","journal_id","kind","amount_cents");