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
	"last_error" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"settled_at" timestamp (3) with time zone,
	CONSTRAINT "ledger_refunds_amount_positive" CHECK (amount_cents > 0 and number > 0),
	CONSTRAINT "ledger_refunds_state_known" CHECK (state in ('asked', 'sent', 'refused')),
	CONSTRAINT "ledger_refunds_settled" CHECK ((state = 'asked') = (settled_at is null)),
	CONSTRAINT "ledger_refunds_text_length" CHECK (length(reason) <= 200 and length(press_key) between 1 and 200 and length(last_error) <= 500)
);
--> statement-breakpoint
ALTER TABLE "ledger_refunds" ADD CONSTRAINT "ledger_refunds_payment_journal_id_ledger_journals_id_fk" FOREIGN KEY ("payment_journal_id") REFERENCES "public"."ledger_journals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_refunds" ADD CONSTRAINT "ledger_refunds_asked_by_people_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_refunds_number_key" ON "ledger_refunds" USING btree ("payment_journal_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_refunds_press_key" ON "ledger_refunds" USING btree ("asked_by","press_key");--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_refunds_one_asked" ON "ledger_refunds" USING btree ("payment_journal_id") WHERE state = 'asked';--> statement-breakpoint
CREATE INDEX "ledger_refunds_asked" ON "ledger_refunds" USING btree ("created_at") WHERE state = 'asked';