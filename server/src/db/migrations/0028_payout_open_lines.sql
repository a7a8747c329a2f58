CREATE TABLE "payout_open_lines" (
	"journal_id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"amount_cents" integer NOT NULL,
	CONSTRAINT "payout_open_lines_kind_known" CHECK (kind in ('subscription', 'tip', 'refund', 'refund_failed', 'dispute', 'dispute_reversed', 'provider_fee', 'provider_payout', 'payout', 'payout_paid', 'payout_reversed')),
	CONSTRAINT "payout_open_lines_amount_moves" CHECK (amount_cents <> 0)
);
--> statement-breakpoint
ALTER TABLE "payout_open_lines" ADD CONSTRAINT "payout_open_lines_journal_id_ledger_journals_id_fk" FOREIGN KEY ("journal_id") REFERENCES "public"."ledger_journals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payout_open_lines_occurred" ON "payout_open_lines" USING btree ("occurred_at","journal_id");--> statement-breakpoint
CREATE INDEX "ledger_journals_payments" ON "ledger_journals" USING btree ("occurred_at","id") WHERE kind in ('subscription', 'tip');--> statement-breakpoint
CREATE INDEX "ledger_journals_available" ON "ledger_journals" USING btree ("available_at") WHERE kind in ('subscription', 'tip');