DROP INDEX "payout_lines_statement";--> statement-breakpoint
ALTER TABLE "payout_lines" ADD COLUMN "kind" text;--> statement-breakpoint
ALTER TABLE "payout_lines" ADD COLUMN "occurred_at" timestamp (3) with time zone;--> statement-breakpoint
-- Statements refuse changes; what is added here repeats the journals they count.
ALTER TABLE "payout_lines" DISABLE TRIGGER "payout_lines_append_only";--> statement-breakpoint
UPDATE "payout_lines" p SET kind = j.kind, occurred_at = j.occurred_at FROM "ledger_journals" j WHERE j.id = p.journal_id;--> statement-breakpoint
ALTER TABLE "payout_lines" ENABLE TRIGGER "payout_lines_append_only";--> statement-breakpoint
ALTER TABLE "payout_lines" ALTER COLUMN "kind" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "payout_lines" ALTER COLUMN "occurred_at" SET NOT NULL;--> statement-breakpoint
CREATE INDEX "people_apart" ON "people" USING btree ("id") WHERE role <> 'subscriber' or is_blocked or erased_at is not null;--> statement-breakpoint
CREATE INDEX "payout_lines_statement" ON "payout_lines" USING btree ("statement_id","occurred_at","journal_id","kind","amount_cents");--> statement-breakpoint
ALTER TABLE "payout_lines" ADD CONSTRAINT "payout_lines_kind_known" CHECK (kind in ('subscription', 'tip', 'refund', 'refund_failed', 'dispute', 'dispute_reversed', 'provider_fee', 'provider_payout', 'payout', 'payout_paid', 'payout_reversed'));