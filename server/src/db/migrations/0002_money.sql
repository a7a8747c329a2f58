CREATE TABLE "ledger_disputes" (
	"id" text PRIMARY KEY NOT NULL,
	"payment_intent_id" text NOT NULL,
	"person_id" uuid,
	"amount_cents" integer NOT NULL,
	"reason" text NOT NULL,
	"status" text NOT NULL,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"closed_at" timestamp (3) with time zone,
	CONSTRAINT "ledger_disputes_amount_positive" CHECK (amount_cents > 0)
);
--> statement-breakpoint
CREATE TABLE "ledger_terms" (
	"id" uuid PRIMARY KEY NOT NULL,
	"effective_at" timestamp (3) with time zone NOT NULL,
	"subscription_share_basis_points" integer NOT NULL,
	"tip_share_basis_points" integer NOT NULL,
	"hold_days" integer NOT NULL,
	"grace_days" integer NOT NULL,
	"changed_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "ledger_terms_subscription_share_range" CHECK (subscription_share_basis_points between 0 and 10000),
	CONSTRAINT "ledger_terms_tip_share_range" CHECK (tip_share_basis_points between 0 and 10000),
	CONSTRAINT "ledger_terms_hold_range" CHECK (hold_days between 0 and 90),
	CONSTRAINT "ledger_terms_grace_range" CHECK (grace_days between 0 and 60)
);
--> statement-breakpoint
CREATE TABLE "payout_accounts" (
	"creator_id" uuid PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payout_lines" (
	"journal_id" uuid NOT NULL,
	"statement_id" uuid NOT NULL,
	"amount_cents" integer NOT NULL,
	CONSTRAINT "payout_lines_journal_id_pk" PRIMARY KEY("journal_id"),
	CONSTRAINT "payout_lines_amount_moves" CHECK (amount_cents <> 0)
);
--> statement-breakpoint
CREATE TABLE "payout_statements" (
	"id" uuid PRIMARY KEY NOT NULL,
	"creator_id" uuid NOT NULL,
	"month" date NOT NULL,
	"opening_cents" integer NOT NULL,
	"closing_cents" integer NOT NULL,
	"held_cents" integer NOT NULL,
	"payable_cents" integer NOT NULL,
	"state" text NOT NULL,
	"closed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "payout_statements_month_first" CHECK (extract(day from month) = 1),
	CONSTRAINT "payout_statements_payable" CHECK (payable_cents >= 0 and held_cents >= 0),
	CONSTRAINT "payout_statements_state_known" CHECK (state in ('closed', 'approved', 'sending', 'paid', 'failed', 'reversed', 'carried'))
);
--> statement-breakpoint
CREATE TABLE "payouts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"statement_id" uuid NOT NULL,
	"amount_cents" integer NOT NULL,
	"method" text NOT NULL,
	"destination" text,
	"transfer_id" text,
	"reference" text,
	"state" text NOT NULL,
	"last_error" text,
	"approved_by" uuid NOT NULL,
	"approved_at" timestamp (3) with time zone NOT NULL,
	"settled_at" timestamp (3) with time zone,
	CONSTRAINT "payouts_amount_positive" CHECK (amount_cents > 0),
	CONSTRAINT "payouts_method_known" CHECK (method in ('transfer', 'manual')),
	CONSTRAINT "payouts_state_known" CHECK (state in ('approved', 'sending', 'paid', 'failed', 'reversed')),
	CONSTRAINT "payouts_reference_length" CHECK (length(reference) between 1 and 200)
);
--> statement-breakpoint
CREATE TABLE "billing_letters" (
	"key" text PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"written_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "billing_letters_key_length" CHECK (length(key) between 1 and 255)
);
--> statement-breakpoint
CREATE TABLE "payment_alerts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"message" text NOT NULL,
	"count" integer DEFAULT 1 NOT NULL,
	"first_seen_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	"resolved_at" timestamp (3) with time zone,
	"resolution" text,
	CONSTRAINT "payment_alerts_text_length" CHECK (length(kind) between 1 and 60 and length(subject) <= 255 and length(message) <= 1000 and length(resolution) <= 1000),
	CONSTRAINT "payment_alerts_resolved" CHECK ((resolved_at is null) = (resolution is null))
);
--> statement-breakpoint
ALTER TABLE "ledger_journals" DROP CONSTRAINT "ledger_journals_kind_known";--> statement-breakpoint
ALTER TABLE "ledger_journals" ALTER COLUMN "provider_txn" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "ledger_journals" ALTER COLUMN "source_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "ledger_journals" ALTER COLUMN "person_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "ledger_journals" ADD COLUMN "payment_journal_id" uuid;--> statement-breakpoint
ALTER TABLE "ledger_journals" ADD COLUMN "share_basis_points" integer DEFAULT 7500;--> statement-breakpoint
-- What was booked before shares could change was booked with this one.
ALTER TABLE "ledger_journals" ALTER COLUMN "share_basis_points" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "ledger_journals" ADD COLUMN "available_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "grace_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "ledger_disputes" ADD CONSTRAINT "ledger_disputes_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_terms" ADD CONSTRAINT "ledger_terms_changed_by_people_id_fk" FOREIGN KEY ("changed_by") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_accounts" ADD CONSTRAINT "payout_accounts_creator_id_people_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_lines" ADD CONSTRAINT "payout_lines_journal_id_ledger_journals_id_fk" FOREIGN KEY ("journal_id") REFERENCES "public"."ledger_journals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_lines" ADD CONSTRAINT "payout_lines_statement_id_payout_statements_id_fk" FOREIGN KEY ("statement_id") REFERENCES "public"."payout_statements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_statements" ADD CONSTRAINT "payout_statements_creator_id_people_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_statement_id_payout_statements_id_fk" FOREIGN KEY ("statement_id") REFERENCES "public"."payout_statements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_approved_by_people_id_fk" FOREIGN KEY ("approved_by") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_letters" ADD CONSTRAINT "billing_letters_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ledger_disputes_person" ON "ledger_disputes" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "ledger_disputes_open" ON "ledger_disputes" USING btree ("opened_at") WHERE closed_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_terms_effective_key" ON "ledger_terms" USING btree ("effective_at");--> statement-breakpoint
CREATE INDEX "payout_lines_statement" ON "payout_lines" USING btree ("statement_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payout_statements_month_key" ON "payout_statements" USING btree ("creator_id","month");--> statement-breakpoint
CREATE UNIQUE INDEX "payouts_one_live" ON "payouts" USING btree ("statement_id") WHERE state in ('approved', 'sending', 'paid');--> statement-breakpoint
CREATE UNIQUE INDEX "payouts_transfer_key" ON "payouts" USING btree ("transfer_id");--> statement-breakpoint
CREATE INDEX "billing_letters_person" ON "billing_letters" USING btree ("person_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_alerts_one_open" ON "payment_alerts" USING btree ("kind","subject") WHERE resolved_at is null;--> statement-breakpoint
CREATE INDEX "payment_alerts_seen" ON "payment_alerts" USING btree ("last_seen_at");--> statement-breakpoint
ALTER TABLE "ledger_journals" ADD CONSTRAINT "ledger_journals_payment_journal_id_ledger_journals_id_fk" FOREIGN KEY ("payment_journal_id") REFERENCES "public"."ledger_journals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_journals_own_key" ON "ledger_journals" USING btree ("kind","source_id") WHERE provider_txn is null;--> statement-breakpoint
CREATE INDEX "ledger_journals_payment" ON "ledger_journals" USING btree ("payment_journal_id");--> statement-breakpoint
ALTER TABLE "ledger_journals" ADD CONSTRAINT "ledger_journals_named" CHECK (provider_txn is not null or (kind in ('payout', 'payout_paid', 'payout_reversed') and source_id is not null));--> statement-breakpoint
ALTER TABLE "ledger_journals" ADD CONSTRAINT "ledger_journals_share_of_payments" CHECK ((kind in ('subscription', 'tip')) = (share_basis_points is not null));--> statement-breakpoint
ALTER TABLE "ledger_journals" ADD CONSTRAINT "ledger_journals_share_range" CHECK (share_basis_points between 0 and 10000);--> statement-breakpoint
ALTER TABLE "ledger_journals" ADD CONSTRAINT "ledger_journals_kind_known" CHECK (kind in ('subscription', 'tip', 'refund', 'refund_failed', 'dispute', 'dispute_reversed', 'provider_fee', 'provider_payout', 'payout', 'payout_paid', 'payout_reversed'));