CREATE TABLE "moderation_cases" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"accused_id" uuid,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"measure" text,
	"rule" text,
	"words" text,
	"block_id" uuid,
	"blocked_until" timestamp (3) with time zone,
	"decided_at" timestamp (3) with time zone,
	"decided_by" uuid,
	"kept_text" text,
	"appeal_until" timestamp (3) with time zone,
	"appeal_words" text,
	"appealed_at" timestamp (3) with time zone,
	"appeal_outcome" text,
	"appeal_answer" text,
	"appeal_decided_at" timestamp (3) with time zone,
	"appeal_decided_by" uuid,
	"closed_at" timestamp (3) with time zone,
	CONSTRAINT "moderation_cases_kind_known" CHECK (kind in ('post', 'comment', 'tip')),
	CONSTRAINT "moderation_cases_measure_known" CHECK (measure in ('dismiss', 'remove', 'warn', 'block')),
	CONSTRAINT "moderation_cases_outcome_known" CHECK (appeal_outcome in ('upheld', 'overturned')),
	CONSTRAINT "moderation_cases_decided" CHECK ((decided_at is null) = (measure is null)),
	CONSTRAINT "moderation_cases_measures_have_rules" CHECK (measure is null or measure = 'dismiss' or (rule is not null and appeal_until is not null)),
	CONSTRAINT "moderation_cases_appealed_after" CHECK (appealed_at is null or appeal_until is not null),
	CONSTRAINT "moderation_cases_words_length" CHECK (char_length(words) between 1 and 1000),
	CONSTRAINT "moderation_cases_appeal_length" CHECK (char_length(appeal_words) between 1 and 2000),
	CONSTRAINT "moderation_cases_answer_length" CHECK (char_length(appeal_answer) between 1 and 1000)
);
--> statement-breakpoint
CREATE TABLE "reports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"case_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"reporter_id" uuid,
	"rule" text NOT NULL,
	"words" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "reports_kind_known" CHECK (kind in ('post', 'comment', 'tip')),
	CONSTRAINT "reports_words_length" CHECK (char_length(words) between 1 and 1000)
);
--> statement-breakpoint
CREATE TABLE "contact_answers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"message_id" uuid NOT NULL,
	"author_id" uuid,
	"client_id" uuid NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "contact_answers_length" CHECK (char_length(text) between 1 and 5000)
);
--> statement-breakpoint
ALTER TABLE "posts" DROP CONSTRAINT "posts_status_known";--> statement-breakpoint
DROP INDEX "comments_inbox";--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "removed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "contact_messages" ADD COLUMN "is_open" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "moderation_cases" ADD CONSTRAINT "moderation_cases_accused_id_people_id_fk" FOREIGN KEY ("accused_id") REFERENCES "public"."people"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moderation_cases" ADD CONSTRAINT "moderation_cases_block_id_blocks_id_fk" FOREIGN KEY ("block_id") REFERENCES "public"."blocks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moderation_cases" ADD CONSTRAINT "moderation_cases_decided_by_people_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."people"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moderation_cases" ADD CONSTRAINT "moderation_cases_appeal_decided_by_people_id_fk" FOREIGN KEY ("appeal_decided_by") REFERENCES "public"."people"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_case_id_moderation_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."moderation_cases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_reporter_id_people_id_fk" FOREIGN KEY ("reporter_id") REFERENCES "public"."people"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_answers" ADD CONSTRAINT "contact_answers_message_id_contact_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."contact_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_answers" ADD CONSTRAINT "contact_answers_author_id_people_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."people"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "moderation_cases_one_open" ON "moderation_cases" USING btree ("kind","subject_id") WHERE decided_at is null;--> statement-breakpoint
CREATE INDEX "moderation_cases_open" ON "moderation_cases" USING btree ("id") WHERE decided_at is null;--> statement-breakpoint
CREATE INDEX "moderation_cases_appealed" ON "moderation_cases" USING btree ("id") WHERE appealed_at is not null and appeal_outcome is null;--> statement-breakpoint
CREATE INDEX "moderation_cases_to_close" ON "moderation_cases" USING btree ("appeal_until") WHERE closed_at is null and appeal_until is not null;--> statement-breakpoint
CREATE INDEX "moderation_cases_subject" ON "moderation_cases" USING btree ("kind","subject_id");--> statement-breakpoint
CREATE INDEX "moderation_cases_accused" ON "moderation_cases" USING btree ("accused_id","id");--> statement-breakpoint
CREATE INDEX "moderation_cases_block" ON "moderation_cases" USING btree ("block_id");--> statement-breakpoint
CREATE INDEX "moderation_cases_decided_by" ON "moderation_cases" USING btree ("decided_by");--> statement-breakpoint
CREATE INDEX "moderation_cases_appeal_decided_by" ON "moderation_cases" USING btree ("appeal_decided_by");--> statement-breakpoint
CREATE UNIQUE INDEX "reports_once" ON "reports" USING btree ("reporter_id","kind","subject_id");--> statement-breakpoint
CREATE INDEX "reports_case" ON "reports" USING btree ("case_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "contact_answers_client" ON "contact_answers" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "contact_answers_message" ON "contact_answers" USING btree ("message_id","id");--> statement-breakpoint
CREATE INDEX "contact_answers_author" ON "contact_answers" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "contact_messages_state" ON "contact_messages" USING btree ("is_open","id");--> statement-breakpoint
CREATE INDEX "contact_messages_email" ON "contact_messages" USING btree ("email","id");--> statement-breakpoint
CREATE INDEX "comments_inbox" ON "comments" USING btree ("inbox_of","created_at","id") WHERE answered_at is null and removed_at is null;--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_status_known" CHECK (status in ('ready', 'processing', 'failed', 'removed'));