CREATE TABLE "known_devices" (
	"person_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"last_used_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "known_devices_person_id_token_hash_pk" PRIMARY KEY("person_id","token_hash")
);
--> statement-breakpoint
CREATE TABLE "passkey_questions" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"challenge" text NOT NULL,
	"person_id" uuid,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "passkey_questions_purpose_known" CHECK (purpose in ('signIn', 'confirm', 'add'))
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" text NOT NULL,
	"counter" bigint NOT NULL,
	"transports" text[] NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	CONSTRAINT "passkeys_name_length" CHECK (char_length(name) between 1 and 60)
);
--> statement-breakpoint
CREATE TABLE "tries" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "person_visits" (
	"person_id" uuid PRIMARY KEY NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "person_words" (
	"person_id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"words" "tsvector" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "blocks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"by_id" uuid,
	"reason" text,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"until" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"ended_by_id" uuid,
	CONSTRAINT "blocks_reason_length" CHECK (char_length(reason) between 1 and 500),
	CONSTRAINT "blocks_end_after_start" CHECK (until > starts_at)
);
--> statement-breakpoint
CREATE TABLE "departures" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"message" text,
	"state" text NOT NULL,
	"confirm_token_hash" text,
	"undo_token_hash" text,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"confirm_by" timestamp (3) with time zone NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"billing_ended_at" timestamp (3) with time zone,
	"due_at" timestamp (3) with time zone,
	"reminded_at" timestamp (3) with time zone,
	"erased_at" timestamp (3) with time zone,
	"told_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"email" text,
	"first_name" text,
	CONSTRAINT "departures_state_known" CHECK (state in ('requested', 'confirmed', 'erasing', 'done', 'undone', 'lapsed')),
	CONSTRAINT "departures_message_length" CHECK (char_length(message) between 1 and 2000),
	CONSTRAINT "departures_due_once_confirmed" CHECK ((confirmed_at is null) = (due_at is null)),
	CONSTRAINT "departures_confirmed_has_time" CHECK (state not in ('confirmed', 'erasing', 'done') or confirmed_at is not null),
	CONSTRAINT "departures_ended_has_time" CHECK ((state in ('done', 'undone', 'lapsed')) = (ended_at is not null)),
	CONSTRAINT "departures_address_only_to_tell" CHECK (email is null or state = 'erasing')
);
--> statement-breakpoint
CREATE TABLE "exports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"alive_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
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
CREATE TABLE "notification_events" (
	"kind" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"happened_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "notification_events_kind_subject_id_pk" PRIMARY KEY("kind","subject_id"),
	CONSTRAINT "notification_events_kind_known" CHECK (kind in ('new_post', 'reply', 'comment', 'tip_received', 'tip_hearted'))
);
--> statement-breakpoint
CREATE TABLE "notification_settings" (
	"person_id" uuid PRIMARY KEY NOT NULL,
	"email" boolean DEFAULT true NOT NULL,
	"push" boolean DEFAULT false NOT NULL,
	"marketing" boolean DEFAULT false NOT NULL,
	"marketing_changed_at" timestamp (3) with time zone,
	"email_declined" text[] DEFAULT '{}' NOT NULL,
	"push_declined" text[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "notification_settings_kinds_known" CHECK (email_declined <@ array['new_post', 'reply', 'comment', 'tip_received', 'tip_hearted'] and push_declined <@ array['new_post', 'reply', 'comment', 'tip_received', 'tip_hearted']),
	CONSTRAINT "notification_settings_consent_has_time" CHECK (not marketing or marketing_changed_at is not null)
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"happened_at" timestamp (3) with time zone NOT NULL,
	"is_email_due" boolean NOT NULL,
	"is_push_due" boolean NOT NULL,
	"emailed_at" timestamp (3) with time zone,
	CONSTRAINT "notifications_kind_known" CHECK (kind in ('new_post', 'reply', 'comment', 'tip_received', 'tip_hearted')),
	CONSTRAINT "notifications_emailed_once" CHECK (emailed_at is null or not is_email_due)
);
--> statement-breakpoint
CREATE TABLE "push_keys" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"public_key" text NOT NULL,
	"sealed_private_key" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "push_keys_one" CHECK (id = 1)
);
--> statement-breakpoint
CREATE TABLE "push_subscriptions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "push_subscriptions_endpoint_length" CHECK (length(endpoint) between 1 and 1000)
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"role" text NOT NULL,
	"email" text,
	"invited_by_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "invitations_role_known" CHECK (role in ('creator', 'admin')),
	CONSTRAINT "invitations_email_lower" CHECK (email = lower(email)),
	CONSTRAINT "invitations_first_admin" CHECK ((email is null) = (invited_by_id is null) and (email is not null or role = 'admin'))
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
CREATE TABLE "letters" (
	"id" uuid PRIMARY KEY NOT NULL,
	"to_address" text NOT NULL,
	"reply_to" text,
	"subject" text NOT NULL,
	"text" text,
	"decline_url" text,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp (3) with time zone NOT NULL,
	"problem" text,
	"written_at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone,
	CONSTRAINT "letters_state_known" CHECK (state in ('waiting', 'sent', 'failed')),
	CONSTRAINT "letters_sent_has_time" CHECK ((state = 'sent') = (sent_at is not null)),
	CONSTRAINT "letters_text_until_sent" CHECK ((state = 'sent') = (text is null)),
	CONSTRAINT "letters_problem_length" CHECK (char_length(problem) between 1 and 500)
);
--> statement-breakpoint
ALTER TABLE "posts" DROP CONSTRAINT "posts_status_known";--> statement-breakpoint
DROP INDEX "comments_inbox";--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "avatar_id" text;--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "is_private" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "counts_views" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "has_passkey" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "erased_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "removed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "contact_messages" ADD COLUMN "is_open" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "known_devices" ADD CONSTRAINT "known_devices_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkey_questions" ADD CONSTRAINT "passkey_questions_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person_visits" ADD CONSTRAINT "person_visits_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person_words" ADD CONSTRAINT "person_words_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blocks" ADD CONSTRAINT "blocks_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blocks" ADD CONSTRAINT "blocks_by_id_people_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blocks" ADD CONSTRAINT "blocks_ended_by_id_people_id_fk" FOREIGN KEY ("ended_by_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "departures" ADD CONSTRAINT "departures_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exports" ADD CONSTRAINT "exports_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moderation_cases" ADD CONSTRAINT "moderation_cases_accused_id_people_id_fk" FOREIGN KEY ("accused_id") REFERENCES "public"."people"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moderation_cases" ADD CONSTRAINT "moderation_cases_block_id_blocks_id_fk" FOREIGN KEY ("block_id") REFERENCES "public"."blocks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moderation_cases" ADD CONSTRAINT "moderation_cases_decided_by_people_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."people"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moderation_cases" ADD CONSTRAINT "moderation_cases_appeal_decided_by_people_id_fk" FOREIGN KEY ("appeal_decided_by") REFERENCES "public"."people"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_case_id_moderation_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."moderation_cases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_reporter_id_people_id_fk" FOREIGN KEY ("reporter_id") REFERENCES "public"."people"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_settings" ADD CONSTRAINT "notification_settings_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_invited_by_id_people_id_fk" FOREIGN KEY ("invited_by_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_answers" ADD CONSTRAINT "contact_answers_message_id_contact_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."contact_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_answers" ADD CONSTRAINT "contact_answers_author_id_people_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."people"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "known_devices_last_used" ON "known_devices" USING btree ("last_used_at");--> statement-breakpoint
CREATE INDEX "passkey_questions_person" ON "passkey_questions" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "passkey_questions_expiry" ON "passkey_questions" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "passkeys_credential_key" ON "passkeys" USING btree ("credential_id");--> statement-breakpoint
CREATE INDEX "passkeys_person" ON "passkeys" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "tries_started" ON "tries" USING btree ("started_at");--> statement-breakpoint
CREATE INDEX "person_visits_last" ON "person_visits" USING btree ("last_seen_at");--> statement-breakpoint
CREATE INDEX "person_words_newest" ON "person_words" USING btree ("created_at","person_id");--> statement-breakpoint
CREATE INDEX "person_words_found" ON "person_words" USING gin ("words") WITH (fastupdate=false);--> statement-breakpoint
CREATE UNIQUE INDEX "blocks_one_open" ON "blocks" USING btree ("person_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "blocks_person" ON "blocks" USING btree ("person_id","starts_at");--> statement-breakpoint
CREATE INDEX "blocks_open" ON "blocks" USING btree ("starts_at","id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "blocks_due" ON "blocks" USING btree ("until") WHERE ended_at is null and until is not null;--> statement-breakpoint
CREATE INDEX "blocks_by" ON "blocks" USING btree ("by_id");--> statement-breakpoint
CREATE INDEX "blocks_ended_by" ON "blocks" USING btree ("ended_by_id");--> statement-breakpoint
CREATE UNIQUE INDEX "departures_one_living" ON "departures" USING btree ("person_id") WHERE state in ('requested', 'confirmed', 'erasing');--> statement-breakpoint
CREATE UNIQUE INDEX "departures_confirm_token_key" ON "departures" USING btree ("confirm_token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "departures_undo_token_key" ON "departures" USING btree ("undo_token_hash");--> statement-breakpoint
CREATE INDEX "departures_person" ON "departures" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "departures_newest" ON "departures" USING btree ("requested_at","id");--> statement-breakpoint
CREATE INDEX "exports_person" ON "exports" USING btree ("person_id","started_at");--> statement-breakpoint
CREATE UNIQUE INDEX "exports_one_at_a_time" ON "exports" USING btree ("person_id") WHERE ended_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "moderation_cases_one_open" ON "moderation_cases" USING btree ("kind","subject_id") WHERE decided_at is null;--> statement-breakpoint
CREATE INDEX "moderation_cases_open" ON "moderation_cases" USING btree ("id") WHERE decided_at is null;--> statement-breakpoint
CREATE INDEX "moderation_cases_appealed" ON "moderation_cases" USING btree ("id") WHERE appealed_at is not null and appeal_outcome is null;--> statement-breakpoint
CREATE INDEX "moderation_cases_to_close" ON "moderation_cases" USING btree ("appeal_until") WHERE closed_at is null and appeal_until is not null;--> statement-breakpoint
CREATE INDEX "moderation_cases_subject" ON "moderation_cases" USING btree ("kind","subject_id");--> statement-breakpoint
CREATE INDEX "moderation_cases_accused" ON "moderation_cases" USING btree ("accused_id","id");--> statement-breakpoint
CREATE INDEX "moderation_cases_block" ON "moderation_cases" USING btree ("block_id");--> statement-breakpoint
CREATE INDEX "moderation_cases_decided_by" ON "moderation_cases" USING btree ("decided_by");--> statement-breakpoint
CREATE INDEX "moderation_cases_appeal_decided_by" ON "moderation_cases" USING btree ("appeal_decided_by");--> statement-breakpoint
CREATE UNIQUE INDEX "reports_once" ON "reports" USING btree ("reporter_id","case_id");--> statement-breakpoint
CREATE INDEX "reports_case" ON "reports" USING btree ("case_id","created_at","id");--> statement-breakpoint
CREATE INDEX "notification_events_happened" ON "notification_events" USING btree ("happened_at");--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_once" ON "notifications" USING btree ("person_id","kind","subject_id");--> statement-breakpoint
CREATE INDEX "notifications_email_due" ON "notifications" USING btree ("person_id") WHERE is_email_due;--> statement-breakpoint
CREATE INDEX "notifications_push_due" ON "notifications" USING btree ("person_id") WHERE is_push_due;--> statement-breakpoint
CREATE INDEX "notifications_emailed" ON "notifications" USING btree ("person_id","emailed_at");--> statement-breakpoint
CREATE INDEX "notifications_happened" ON "notifications" USING btree ("happened_at");--> statement-breakpoint
CREATE UNIQUE INDEX "push_subscriptions_endpoint" ON "push_subscriptions" USING btree ("endpoint");--> statement-breakpoint
CREATE INDEX "push_subscriptions_person" ON "push_subscriptions" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "push_subscriptions_session" ON "push_subscriptions" USING btree ("session_id");--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_token_key" ON "invitations" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "invitations_invited_by" ON "invitations" USING btree ("invited_by_id");--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_one_open" ON "invitations" USING btree ("email") WHERE ended_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "contact_answers_client" ON "contact_answers" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "contact_answers_message" ON "contact_answers" USING btree ("message_id","id");--> statement-breakpoint
CREATE INDEX "contact_answers_author" ON "contact_answers" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "letters_waiting" ON "letters" USING btree ("next_try_at") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "letters_failed" ON "letters" USING btree ("written_at") WHERE state = 'failed';--> statement-breakpoint
CREATE INDEX "letters_written" ON "letters" USING btree ("written_at");--> statement-breakpoint
CREATE INDEX "letters_to" ON "letters" USING btree ("to_address");--> statement-breakpoint
ALTER TABLE "people" ADD CONSTRAINT "people_avatar_id_media_id_fk" FOREIGN KEY ("avatar_id") REFERENCES "public"."media"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "people_avatar_key" ON "people" USING btree ("avatar_id");--> statement-breakpoint
CREATE INDEX "contact_messages_state" ON "contact_messages" USING btree ("is_open","id");--> statement-breakpoint
CREATE INDEX "contact_messages_email" ON "contact_messages" USING btree ("email","id");--> statement-breakpoint
CREATE INDEX "comments_inbox" ON "comments" USING btree ("inbox_of","created_at","id") WHERE answered_at is null and removed_at is null;--> statement-breakpoint
ALTER TABLE "people" ADD CONSTRAINT "people_name_length" CHECK (char_length(first_name) between 1 and 60 and char_length(last_name) between 1 and 60);--> statement-breakpoint
ALTER TABLE "people" ADD CONSTRAINT "people_bio_length" CHECK (char_length(bio) between 1 and 500);--> statement-breakpoint
ALTER TABLE "people" ADD CONSTRAINT "people_location_length" CHECK (char_length(location) between 1 and 100);--> statement-breakpoint
ALTER TABLE "people" ADD CONSTRAINT "people_website_length" CHECK (char_length(website) between 1 and 200);--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_status_known" CHECK (status in ('ready', 'processing', 'failed', 'removed'));