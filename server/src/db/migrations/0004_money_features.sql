CREATE TABLE "ledger_refunds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"payment_journal_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"amount_cents" integer NOT NULL,
	"reason" text,
	"asked_by" uuid NOT NULL,
	"press_key" text,
	"state" text NOT NULL,
	"refund_id" text,
	"journal_id" uuid,
	"last_error" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"settled_at" timestamp (3) with time zone,
	CONSTRAINT "ledger_refunds_amount_positive" CHECK (amount_cents > 0 and number > 0),
	CONSTRAINT "ledger_refunds_state_known" CHECK (state in ('asked', 'sent', 'refused')),
	CONSTRAINT "ledger_refunds_settled" CHECK ((state = 'asked') = (settled_at is null)),
	CONSTRAINT "ledger_refunds_text_length" CHECK (length(reason) <= 200 and length(press_key) between 1 and 200 and length(last_error) <= 500)
);
--> statement-breakpoint
CREATE TABLE "rehearsal_runs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"leap" text NOT NULL,
	"state" text NOT NULL,
	"from_at" timestamp (3) with time zone NOT NULL,
	"to_at" timestamp (3) with time zone NOT NULL,
	"reached_at" timestamp (3) with time zone NOT NULL,
	"counted_before" jsonb NOT NULL,
	"happened" jsonb,
	CONSTRAINT "rehearsal_runs_leap_known" CHECK (leap in ('day', 'month', 'year')),
	CONSTRAINT "rehearsal_runs_state_known" CHECK (state in ('running', 'done', 'interrupted', 'failed')),
	CONSTRAINT "rehearsal_runs_forward" CHECK (from_at < to_at and reached_at between from_at and to_at),
	CONSTRAINT "rehearsal_runs_ended_has_counts" CHECK ((state = 'running') = (happened is null))
);
--> statement-breakpoint
ALTER TABLE "payout_statements" DROP CONSTRAINT "payout_statements_state_known";--> statement-breakpoint
ALTER TABLE "ledger_disputes" ADD COLUMN "payment_txn" text;--> statement-breakpoint
ALTER TABLE "payouts" ADD COLUMN "attempt" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "due_cents" integer;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "card_expires_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "ledger_refunds" ADD CONSTRAINT "ledger_refunds_payment_journal_id_ledger_journals_id_fk" FOREIGN KEY ("payment_journal_id") REFERENCES "public"."ledger_journals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_refunds" ADD CONSTRAINT "ledger_refunds_asked_by_people_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_refunds" ADD CONSTRAINT "ledger_refunds_journal_id_ledger_journals_id_fk" FOREIGN KEY ("journal_id") REFERENCES "public"."ledger_journals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_refunds_number_key" ON "ledger_refunds" USING btree ("payment_journal_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_refunds_press_key" ON "ledger_refunds" USING btree ("asked_by","press_key");--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_refunds_one_asked" ON "ledger_refunds" USING btree ("payment_journal_id") WHERE state = 'asked';--> statement-breakpoint
CREATE INDEX "ledger_refunds_asked" ON "ledger_refunds" USING btree ("created_at") WHERE state = 'asked';--> statement-breakpoint
CREATE UNIQUE INDEX "rehearsal_runs_one_running" ON "rehearsal_runs" USING btree ("state") WHERE state = 'running';--> statement-breakpoint
CREATE INDEX "payouts_statement" ON "payouts" USING btree ("statement_id");--> statement-breakpoint
CREATE INDEX "payouts_approver" ON "payouts" USING btree ("approved_by");--> statement-breakpoint
ALTER TABLE "payout_statements" ADD CONSTRAINT "payout_statements_state_known" CHECK (state in ('closed', 'approved', 'sending', 'paid', 'reversed', 'carried'));--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_due_not_negative" CHECK (due_cents >= 0);