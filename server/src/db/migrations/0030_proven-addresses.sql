CREATE TABLE "account_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"is_over" boolean DEFAULT false NOT NULL,
	CONSTRAINT "account_links_purpose_known" CHECK (purpose in ('confirmEmail', 'unlock'))
);
--> statement-breakpoint
CREATE TABLE "email_changes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"former_email" text NOT NULL,
	"new_email" text NOT NULL,
	"state" text NOT NULL,
	"asked_by_id" uuid,
	"reason" text,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"confirm_token_hash" text,
	"confirm_by" timestamp (3) with time zone NOT NULL,
	"changed_at" timestamp (3) with time zone,
	"undo_token_hash" text,
	"undo_by" timestamp (3) with time zone,
	CONSTRAINT "email_changes_state_known" CHECK (state in ('asked', 'changed', 'undone', 'over')),
	CONSTRAINT "email_changes_lower" CHECK (former_email = lower(former_email) and new_email = lower(new_email)),
	CONSTRAINT "email_changes_reason_length" CHECK (char_length(reason) between 1 and 1000),
	CONSTRAINT "email_changes_changed_has_time" CHECK (state not in ('changed', 'undone') or changed_at is not null)
);
--> statement-breakpoint
CREATE TABLE "two_factor_removals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"asked_by_id" uuid,
	"reason" text,
	"state" text NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"cancel_token_hash" text,
	CONSTRAINT "two_factor_removals_state_known" CHECK (state in ('waiting', 'cancelled', 'done')),
	CONSTRAINT "two_factor_removals_ended_has_time" CHECK ((state = 'waiting') = (ended_at is null)),
	CONSTRAINT "two_factor_removals_reason_length" CHECK (char_length(reason) between 1 and 1000)
);
--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "email_proven_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "pending_signups" ADD COLUMN "finish_by" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "account_links" ADD CONSTRAINT "account_links_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_changes" ADD CONSTRAINT "email_changes_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_changes" ADD CONSTRAINT "email_changes_asked_by_id_people_id_fk" FOREIGN KEY ("asked_by_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "two_factor_removals" ADD CONSTRAINT "two_factor_removals_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "two_factor_removals" ADD CONSTRAINT "two_factor_removals_asked_by_id_people_id_fk" FOREIGN KEY ("asked_by_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_links_person" ON "account_links" USING btree ("person_id","purpose","created_at");--> statement-breakpoint
CREATE INDEX "account_links_expiry" ON "account_links" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "email_changes_one_asked" ON "email_changes" USING btree ("person_id") WHERE state = 'asked';--> statement-breakpoint
CREATE UNIQUE INDEX "email_changes_confirm_token_key" ON "email_changes" USING btree ("confirm_token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "email_changes_undo_token_key" ON "email_changes" USING btree ("undo_token_hash");--> statement-breakpoint
CREATE INDEX "email_changes_person" ON "email_changes" USING btree ("person_id","asked_at");--> statement-breakpoint
CREATE INDEX "email_changes_asked_by" ON "email_changes" USING btree ("asked_by_id");--> statement-breakpoint
CREATE INDEX "email_changes_reserved" ON "email_changes" USING btree ("former_email") WHERE undo_by is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "two_factor_removals_one_waiting" ON "two_factor_removals" USING btree ("person_id") WHERE state = 'waiting';--> statement-breakpoint
CREATE UNIQUE INDEX "two_factor_removals_cancel_token_key" ON "two_factor_removals" USING btree ("cancel_token_hash");--> statement-breakpoint
CREATE INDEX "two_factor_removals_person" ON "two_factor_removals" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "two_factor_removals_asked_by" ON "two_factor_removals" USING btree ("asked_by_id");--> statement-breakpoint
CREATE INDEX "two_factor_removals_due" ON "two_factor_removals" USING btree ("due_at") WHERE state = 'waiting';